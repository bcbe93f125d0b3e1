"""The one place that picks real or simulated parts and puts them together."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import logs, screen, words
from companion import settings_file as owner
from companion.devices.simulated import SimulatedReader
from companion.errors import CompanionError, JournalError
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.install.launcher.crashes import CRASHES
from companion.install.launcher.files import note, noted
from companion.install.launcher.home import RUNS, Home
from companion.install.watchdog import HEALTHY, Watchdog
from companion.pico.presence import Presence
from companion.porter import Porter
from companion.said import Said
from companion.settings import Flaw, Settings
from companion.table.backup.worker import Keeper
from companion.table.events import Device, Signal
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.lock import Lock
from companion.table.journal.storage import unopened
from companion.table.journal.store import Journal
from companion.table.session.echo import HAND
from companion.table.session.session import Session
from companion.table.session.shut import shut
from companion.table.session.worker import Mailbox
from companion.table.tags import simulated

if TYPE_CHECKING:
    from companion.devices.doctor import Finding

NAME = "vabanque-companion"
SETTINGS = owner.FILE
MODEL = Path("/proc/device-tree/model")

SETTINGS_DAMAGE = {
    Flaw.UNREADABLE: Damage.SETTINGS,
    Flaw.KEY: Damage.SETTING_UNKNOWN,
    Flaw.PLACE: Damage.SETTING_MISPLACED,
    Flaw.VALUE: Damage.SETTING_WRONG,
    Flaw.NEWER: Damage.SETTINGS_NEWER,
}

BARRED = (Damage.IN_USE, Damage.DATA_NEWER, Damage.NO_FOLDER)
"""Where nothing can be read either, or not while another one writes."""


def data_folder(named: Path | None) -> Path:
    """Where games, tags and settings live: the folder named on the command line, or the user's own."""
    if named is not None:
        return named
    import platformdirs

    return platformdirs.user_data_path(NAME, appauthor=False)


def on_a_pi() -> bool:
    """Whether this is a Raspberry Pi, with pins for a pad and a panel."""
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def real_devices(settings: Settings, pi: bool) -> list[Device]:
    """What may be plugged in here. Each looks after itself and says when it is not there."""
    devices: list[Device] = []
    # Drivers are loaded where there is something for them to drive.
    if pi and settings.pad:
        from companion.devices.rc522 import Rc522Reader

        devices.append(
            Rc522Reader(
                gain=settings.antenna_gain,
                bursts=settings.pad_bursts,
                speed_hz=settings.pad_speed,
                presence=Presence(away_ms=round(settings.gone_after * 1000)),
            )
        )
    if settings.wands:
        from companion.devices import usb
        from companion.devices.wand import Wands

        more = usb.further(settings.serial_ports)
        devices.append(Wands(ports=lambda: usb.serial_ports(more), wrong=more.wrong))
    if pi and settings.panel:
        from companion.devices.panel import Panel

        devices.append(Panel())
    return devices


class Evening:
    """A session on its thread with the devices around it. `simulated`: the reader that stands in where there is no pad, with its tags.

    `reading`: nothing is written to the folder; past games can be looked at, and backups made of them. `hand`: see `session.echo.HAND`.
    """

    def __init__(self, folder: Path, *, simulate: bool | None = None, reading: bool = False, hand: float = HAND) -> None:
        """Raises JournalError where the data can't be opened. Settings that can't be read are a warning."""
        self.folder = folder
        self._lock = None if reading else Lock(folder)
        held = contextlib.ExitStack()
        if self._lock is not None:
            held.callback(self._lock.release)
        try:
            opened = Journal.reading if reading else Journal
            file = folder / SETTINGS
            told = file.exists()
            found, aside = (owner.read(file, SHELF), "") if reading else owner.put_right(file, datetime.now().date(), SHELF)
            self.settings = found.settings
            self._journal = opened(folder)
            held.callback(self._journal.close)
            self.first = not reading and not told and _is_new(folder, self._journal)
            """Whether the companion starts with an empty folder, for the very first time."""
            self._journal.warnings += [
                Warned(wrong.sentence, SETTINGS_DAMAGE[wrong.flaw], file=aside, key=wrong.key, near=wrong.near) for wrong in found.wrong
            ]
            pi = on_a_pi()
            self.simulated = SimulatedReader("pad") if (not pi if simulate is None else simulate) else None
            self._pins = pi and self.simulated is None
            self.devices: list[Device] = []
            self.session = Session(
                self._journal,
                settings=self.settings,
                on_signal=self._signal,
                simulated=None if self.simulated is None else simulated.tags,
                hand=hand,
            )
            self.mailbox = Mailbox(self.session)
            self.keeper = Keeper(folder, self.mailbox, opened)
            self.porter = Porter(folder, opened, self.examine)
        except BaseException as error:
            held.close()
            if isinstance(error, sqlite3.Error):
                raise unopened(folder, error) from error
            raise

    def warn(self, warned: Warned) -> None:
        """Has something shown at the start, before whatever was found damaged."""
        self._journal.warnings.insert(0, warned)

    def start(self, *, resume: bool = True) -> None:
        """The session's thread first: touches count from now on. Devices follow with `plug_in`. `resume`: in the game that was open."""
        if resume:
            self.session.resume()
        else:
            self.session.look_again()
        self.mailbox.start()

    def plug_in(self) -> None:
        """Looks for the devices and starts them."""
        self.devices = real_devices(self.settings, self._pins)
        if self.simulated is not None:
            self.devices.append(self.simulated)
        for device in self.devices:
            device.start(self.mailbox.post)

    def stop(self) -> None:
        """Devices first, then the session's last acts, then the file."""
        for device in self.devices:
            device.stop()
        self.mailbox.stop()
        self._journal.close()
        if self._lock is not None:
            self._lock.release()

    def save(self, settings: Settings) -> None:
        """Keeps changed settings on disk and takes them into use. Raises OSError."""
        owner.save(settings, self.folder / SETTINGS)
        self.settings = settings
        self.mailbox.use(settings)

    def own_cards(self, owner: Colour) -> Sequence[Any]:
        """What a player has laid, for that player's eyes only. Raises CompanionError where that can't be told."""
        try:
            return self.session.own_cards(owner)
        except Exception as error:
            mistake = error
            self.mailbox.call(lambda session: session.failed(mistake))
            raise CompanionError("The companion made a mistake and does not know these cards. Nothing is lost.") from error

    def report(self, error: BaseException) -> bool:
        """Writes down a mistake of the screen, after which the evening goes on. False if the disk did not take it."""
        return logs.fault(self.folder, error) is not None

    def examine(self) -> Iterator[Finding]:
        """Makes the checks of this machine that may be made beside a game."""
        from companion.devices import doctor

        return doctor.examine(doctor.Machine(self.folder, self.settings), doctor.BESIDE_A_GAME)

    @property
    def lay(self) -> Callable[[str], None] | None:
        """Shows the simulated tag of a piece to the simulated reader, of the game on the table; None where real readers are used."""
        reader = self.simulated
        if reader is None:
            return None

        def show(code: str) -> None:
            reader.lay(simulated.uids(SHELF[self.session.shown.rules])[code])
            reader.lift()

        return show

    def _signal(self, told: Signal) -> None:
        for device in self.devices:
            try:
                device.signal(told)
            except Exception as error:  # noqa: BLE001  a light that fails does not undo the act that it tells
                logs.fault(self.folder, error)


def _is_new(folder: Path, journal: Journal) -> bool:
    """Whether nobody has played or learned tags with these data; what was damaged once was used before."""
    used = journal.warnings or journal.games() or journal.games(deleted=True) or journal.sets()
    return not used and not any(folder.glob("journal-damaged-*"))


def opened(folder: Path, *, simulate: bool | None = None) -> Evening:
    """An evening with these data, or what can be read of them. Raises Halted where neither can be."""
    try:
        return Evening(folder, simulate=simulate)
    except JournalError as error:
        warned = shut(error, folder)
        if warned.damage in BARRED:
            raise Halted(warned) from error
        try:
            evening = Evening(folder, simulate=simulate, reading=True)
        except JournalError:
            raise Halted(warned) from error
        evening.warn(warned)
        return evening


class Halted(CompanionError):
    """The companion can't open. `warned` says why."""

    def __init__(self, warned: Warned) -> None:
        super().__init__(warned)
        self.warned = warned


def play(folder: Path, *, simulate: bool | None = None, windowed: bool = False) -> None:
    """Opens the companion on the screen and returns when it is closed. Raises CompanionError.

    Where the data can't be opened a page says why. If it fails, a report is written and it starts anew where it was; after three failures
    within a minute a page says so.
    """
    # Whatever is written from here on, by Kivy as well, is its owner's only.
    os.umask(0o077)
    logs.start(folder)
    failed = logs.given_up()
    launcher = os.environ.pop(RUNS, "")
    try:
        if launcher:
            again = _halt(Warned("The companion is running already.", Damage.IN_USE, folder=str(folder)), folder, windowed)
        elif failed is not None:
            again = _halt(Warned(_failed(failed), Damage.FAILED, file=failed), folder, windowed)
        else:
            again = _play(folder, simulate, windowed)
    except (CompanionError, KeyboardInterrupt):
        raise
    except Exception as error:
        report = logs.report(folder, error)
        if failed is None and logs.may_restart(time.time()):
            logs.restart()
        if failed is None and HEALTHY not in os.environ:
            # This window may be what has failed: the page comes in one of its own. A version on probation is told by its launcher.
            logs.give_up(report)
        raise CompanionError(_failed(str(report or ""))) from error
    finally:
        logs.stop()
    if again and launcher:
        os.execv(launcher, [launcher, *sys.argv[1:]])
    if again:
        logs.anew()


def _failed(report: str) -> Said:
    if report:
        return Said("The companion keeps crashing. What happened is in {report}. Every move is saved; start it again.", report=report)
    return Said("The companion keeps crashing. Every move is saved; start it again.")


def _window(settings: Settings, folder: Path, windowed: bool) -> None:
    """Opens the window. Raises CompanionError, in the language of the settings."""
    words.use("" if settings.language == "system" else settings.language)
    screen.choose()
    from companion.ui import window

    full_screen = settings.full_screen and not windowed and on_a_pi()
    window.prepare(settings.width, settings.height, home=folder / "kivy", fullscreen=full_screen)
    window.window()


def _removed() -> str:
    """The version that was tried and taken out of use, where nobody has been told yet; "" where there is none."""
    home = Home(Path(sys.prefix).parents[1])
    told = noted(home.went_back)
    if not told or told.get("told"):
        return ""
    with contextlib.suppress(OSError):
        note(home.went_back, told | {"told": True})
    return str(told.get("version", "")).rpartition("-")[0]


def _ends(stop: Callable[[], object]) -> None:
    """Has the window closed in good order where it is told to end, or its terminal is closed: by itself that would leave lights on."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: stop())


def _halt(warned: Warned, folder: Path, windowed: bool) -> bool:
    """Shows why the companion can't open. Returns whether it is to be tried again. Raises CompanionError without a screen."""
    logs.log.error("%s", warned)
    print(words.told(warned), file=sys.stderr, flush=True)
    settings = owner.read(folder / SETTINGS, SHELF).settings
    try:
        _window(settings, folder, windowed)
    except CompanionError as error:
        raise CompanionError(warned) from error
    from companion.ui.halt import HaltApp
    from companion.ui.kit.heartbeat import pulse

    watchdog = Watchdog()
    app = HaltApp(warned, settings)
    _ends(app.stop)
    pulse(watchdog.beat, watchdog.every)
    app.run()
    watchdog.stop()
    return app.again


def _play(folder: Path, simulate: bool | None, windowed: bool) -> bool:
    """An evening, or why there is none. Returns whether it is to be started once more."""
    try:
        evening = opened(folder, simulate=simulate)
    except Halted as halted:
        return _halt(halted.warned, folder, windowed)
    failures, crashes = logs.failures(), int(os.environ.pop(CRASHES, "0"))
    if failures:
        said = Said("The companion crashed and is back where it was. A report is in the log folder of its data.")
        evening.warn(Warned(said, Damage.RESTARTED))
    elif crashes:
        evening.warn(Warned("The companion was stopped by the system and is back where it was. Every move is saved.", Damage.CRASHED))
    if version := _removed():
        said = Said("{version} did not start, so the version before is back, with the games as they were.", version=version)
        evening.warn(Warned(said, Damage.VERSION, key=version))
    try:
        _window(evening.settings, folder, windowed)
        from companion.ui.app import CompanionApp
        from companion.ui.kit import parts
        from companion.ui.kit.heartbeat import pulse

        if missing := parts.missing():
            evening.warn(Warned("Parts of the companion are missing: {files}. Install it once more.", Damage.PARTS, files=", ".join(missing)))
        # A game whose picture has failed twice is not opened by itself a third time.
        evening.start(resume=max(failures, crashes) < 2)
        app = CompanionApp(
            evening.mailbox.post,
            evening.mailbox.subscribe,
            settings=evening.settings,
            save=evening.save,
            lay=evening.lay,
            own_cards=evening.own_cards,
            keeper=evening.keeper,
            porter=evening.porter,
            first=evening.first,
            examine=evening.examine,
            report=evening.report,
            on_ready=evening.plug_in,
        )
        _ends(app.stop)
        watchdog = Watchdog()
        pulse(watchdog.beat, watchdog.every)
        app.run()
        watchdog.stop()
        return app.again
    finally:
        evening.stop()
