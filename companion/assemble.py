"""The one place that picks real or simulated parts and puts them together."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion import logs, screen
from companion import settings as owner
from companion.devices.simulated import SimulatedReader
from companion.errors import CompanionError
from companion.games.vabanque.pieces import PIECES
from companion.settings import Settings
from companion.table.desk import Desk
from companion.table.inputs import Device, Signal
from companion.table.journal import Journal, Lock
from companion.table.keeper import Keeper
from companion.table.presence import Presence
from companion.table.session import Session
from companion.table.warned import Damage, Warned
from companion.watchdog import Watchdog

if TYPE_CHECKING:
    from companion.devices.doctor import Finding

NAME = "vabanque-companion"
SETTINGS = owner.FILE
MODEL = Path("/proc/device-tree/model")

SIMULATED = {code: b"\x04" + number.to_bytes(6, "big") for number, code in enumerate(PIECES)}
"""The UIDs of the simulated tags, by the code of their piece. No sticker has them; they are found beside the enrolled ones and never learned."""


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
    """A session on its thread with the devices around it. `simulated`: the reader that stands in where there is no pad, with its tags."""

    def __init__(self, folder: Path, *, simulate: bool | None = None) -> None:
        """Raises CompanionError where the data or the settings can't be opened."""
        self.folder = folder
        self._lock = Lock(folder)
        try:
            damaged = owner.put_right(folder / SETTINGS)
            self.settings = owner.load(folder / SETTINGS)
            self._journal = Journal(folder)
            if damaged is not None:
                self.warn(damaged, Damage.SETTINGS)
            pi = on_a_pi()
            self.simulated = SimulatedReader("pad") if (not pi if simulate is None else simulate) else None
            self._pins = pi and self.simulated is None
            self.devices: list[Device] = []
            self.session = Session(
                self._journal,
                settings=self.settings,
                on_signal=self._signal,
                simulated={uid: code for code, uid in SIMULATED.items()} if self.simulated is not None else None,
            )
            self.desk = Desk(self.session)
            self.keeper = Keeper(folder, self.desk)
        except BaseException:
            self._lock.release()
            raise

    def warn(self, sentence: str, damage: Damage) -> None:
        """Has a sentence about the program itself shown at the start."""
        self._journal.warnings.append(Warned(sentence, damage))

    def start(self) -> None:
        """The session's thread first: touches count from now on. Devices follow with `plug_in`."""
        self.session.resume()
        self.desk.start()

    def plug_in(self) -> None:
        """Looks for the devices and starts them."""
        self.devices = real_devices(self.settings, self._pins)
        if self.simulated is not None:
            self.devices.append(self.simulated)
        for device in self.devices:
            device.start(self.desk.post)

    def stop(self) -> None:
        """Devices first, then the session's last acts, then the file."""
        for device in self.devices:
            device.stop()
        self.desk.stop()
        self._journal.close()
        self._lock.release()

    def save(self, settings: Settings) -> None:
        """Keeps changed settings on disk and takes them into use. Raises OSError."""
        owner.save(settings, self.folder / SETTINGS)
        self.settings = settings
        self.desk.use(settings)

    def examine(self) -> Iterator[Finding]:
        """Makes the checks of this machine that may be made beside a game."""
        from companion.devices import doctor

        return doctor.examine(doctor.Machine(self.folder, self.settings), doctor.BESIDE_A_GAME)

    @property
    def lay(self) -> Callable[[str], None] | None:
        """Shows the simulated tag of a piece to the simulated reader; None where real readers are used."""
        reader = self.simulated
        if reader is None:
            return None

        def show(code: str) -> None:
            reader.lay(SIMULATED[code])
            reader.lift()

        return show

    def _signal(self, told: Signal) -> None:
        for device in self.devices:
            device.signal(told)


def play(folder: Path, *, simulate: bool | None = None, windowed: bool = False) -> None:
    """Opens the companion on the screen and returns when it is closed. Raises CompanionError.

    If it fails, a report is written and it starts anew where it was; after three failures within a minute it ends with a sentence.
    """
    # Whatever is written from here on, by Kivy as well, is its owner's only.
    os.umask(0o077)
    logs.start(folder)
    try:
        _play(folder, simulate, windowed)
    except (CompanionError, KeyboardInterrupt):
        raise
    except Exception as error:
        report = logs.report(folder, error)
        if logs.may_restart(time.time()):
            logs.restart()
        if report:
            raise CompanionError(
                "The companion keeps crashing. What happened is in {report}. Every move is saved; start it again.", report=report
            ) from error
        raise CompanionError("The companion keeps crashing. Every move is saved; start it again.") from error
    finally:
        logs.stop()


def _play(folder: Path, simulate: bool | None, windowed: bool) -> None:
    evening = Evening(folder, simulate=simulate)
    if logs.restarted():
        said = "The companion failed and has started anew where it was. A report is in the log folder of its data."
        evening.warn(said, Damage.RESTARTED)
    try:
        screen.choose()
        from companion.ui import window

        settings = evening.settings
        full_screen = settings.full_screen and not windowed and on_a_pi()
        window.prepare(settings.width, settings.height, home=folder / "kivy", fullscreen=full_screen)
        window.window()
        from companion.ui.app import CompanionApp
        from companion.ui.pulse import pulse

        evening.start()
        app = CompanionApp(
            evening.desk.post,
            evening.desk.subscribe,
            settings=settings,
            save=evening.save,
            lay=evening.lay,
            own_cards=evening.session.own_cards,
            keeper=evening.keeper,
            examine=evening.examine,
            on_ready=evening.plug_in,
        )
        # A service is stopped by SIGTERM, which by itself would leave lights on and the last acts unsaid.
        signal.signal(signal.SIGTERM, lambda *_: app.stop())
        watchdog = Watchdog()
        pulse(watchdog.beat, watchdog.every)
        app.run()
        watchdog.stop()
    finally:
        evening.stop()
