"""Statistics, names, bin, backups and diagnosis in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.devices.doctor import Finding, State
from companion.errors import CompanionError
from companion.game import Facts, GameFacts
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.table.backup.drives import Found, Stick
from companion.table.backup.folder import Preview, Stock, Written
from companion.table.backup.write import Backup
from companion.table.evenings.names import BookEntry
from companion.table.evenings.statistics import Filter, Played, Stats, statistics
from companion.table.journal.damage import Damage, Warned
from companion.table.snapshot import Answer, Notice, Snapshot
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Kit, Screen
from tests.ui.home_samples import READY, ended, played
from tests.ui.samples import CHAIRS, LONG_NAMES, NAMES

Prepare = Callable[[Any], None]
HUGE = 35_280_000


def games(*, long: bool = False) -> list[Played]:
    """Past games over some years: of each player the figures are made up, but they agree with each other."""
    names, factor = (LONG_NAMES, 300) if long else (NAMES, 1)
    found = []
    for number in range(1, 31):
        who = CHAIRS[: 3 + number % 4]
        seats = []
        for n, colour in enumerate(who):
            pawns, cheats = 20_000 * (n + number % 5) * factor, 15_000 * ((number + n) % 4) * factor
            seats.append(
                Facts(
                    colour,
                    names[colour],
                    pawns + cheats,
                    won=n == number % len(who),
                    figures={"pawns": pawns, "cheats": cheats, "caught": n % 3, "catches": number % 3, "idle": n % 2},
                    more={"dearest": (70_000 * factor, 1 + n % 4, 1 + number % 12)},
                )
            )
        date = f"{2022 + number // 8}-{1 + number % 12:02}-06" if number % 7 else None
        facts = GameFacts(tuple(seats), 4, left=number % 11 == 0, more={"dearest": (140_000 * factor, 4, 12)})
        found.append(Played(number, "vabanque", False, date, facts))
    return found


def figures(wanted: Filter | None = None, *, long: bool = False) -> Stats:
    """The statistics of these games."""
    return statistics(VABANQUE, games(long=long), wanted)


def book(*, long: bool = False) -> tuple[BookEntry, ...]:
    """A names book: one player with many spellings."""
    names = sorted((LONG_NAMES if long else NAMES).values())
    first = BookEntry(names[0], tuple(f"{name[:18]}.{n}" for n, name in enumerate(names)), 412)
    return (first, BookEntry(names[1], (names[1][:19] + "!",), 1), *[BookEntry(name, (), 7) for name in names[2:]])


def choose(*names: int) -> Prepare:
    """Chooses players by their place in the list."""

    def chosen(screen: Any) -> None:
        for n in names:
            screen.people.on_tap(screen.shown.book[n].name)

    return chosen


def look_at(place: int, *, charted: bool = False) -> Prepare:
    """Chooses a player of the statistics, or nobody with -1."""

    def looked(screen: Any) -> None:
        screen.chosen, screen.page = screen.stats.players[place].name if place >= 0 else "", True
        screen.charted = charted
        screen.look()

    return looked


def take(screen: Any) -> None:
    """Chooses the first game of the bin."""
    screen.chosen = screen.shown.past[0].game
    screen.look()


class Desk:
    """Stands in for the keeper: errands wait until `tell` gives them their result, from the thread of the test."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self._done: Callable[[Any], None] | None = None

    def look(self, done: Callable[[Any], None]) -> None:
        self._note("look", None, done)

    def back_up(self, stick: Path, done: Callable[[Any], None]) -> None:
        self._note("back up", stick, done)

    def preview(self, file: Path, done: Callable[[Any], None]) -> None:
        self._note("preview", file, done)

    def restore(self, backup: Backup, done: Callable[[Any], None]) -> None:
        self._note("restore", backup, done)

    def _note(self, errand: str, of: Any, done: Callable[[Any], None]) -> None:
        self.asked.append((errand, of))
        self._done = done

    def tell(self, result: Any) -> None:
        """The errand that waits is done."""
        done, self._done = self._done, None
        assert done is not None
        done(result)
        Clock.tick()


def sticks(*, long: bool = False) -> tuple[Stick, ...]:
    """A stick with two backups and one that can't be written."""
    folder = Path("/media/player") / ("W" * 30 if long else "INTENSO")
    names = [folder / f"vabanque-backup-2026-12-0{n}{'-17' * long}.jsonl" for n in (6, 1)]
    backups = tuple(Found(file, f"2026-12-0{n}T21:40:12+00:00", 412_000) for file, n in zip(names, (6, 1), strict=True))
    return Stick(folder, folder.name, 61_234_000_000, True, backups), Stick(Path("/media/player/OLD"), "OLD", 0, False, ())


def a_preview(*, long: bool = False) -> Preview:
    """A backup that was read."""
    backup = Backup("2026-12-06T21:40:12+00:00", (), None, {}, {}, None)
    return Preview(backup, Stock(1_999 if long else 41, 3, "2026-12-06", None, 17, 0), Stock(12, 0, "2026-11-30", 36, 9, 36))


def equipped(then: Callable[[Any, Desk], None] = lambda screen, desk: None, *, long: bool = False) -> Prepare:
    """The screen for backups with sticks before it."""

    def prepared(screen: Any) -> None:
        desk = Desk()
        screen.equip(Kit(keeper=desk))
        screen.enter()
        desk.tell(sticks(long=long))
        then(screen, desk)
        screen.look()

    return prepared


def _empty(screen: Any) -> None:
    desk = Desk()
    screen.equip(Kit(keeper=desk))
    screen.enter()
    desk.tell(())


def _looking(screen: Any) -> None:
    screen.equip(Kit(keeper=Desk()))
    screen.enter()


def _backed_up(screen: Any, desk: Desk) -> None:
    screen.back_up.on()
    desk.tell(Written(Path("/media/a"), 41, (), ()))
    desk.tell(sticks())


def _failed(screen: Any, desk: Desk) -> None:
    screen.back_up.on()
    desk.tell(CompanionError("no room"))


def _previewed(long: bool) -> Callable[[Any, Desk], None]:
    def opened(screen: Any, desk: Desk) -> None:
        screen.rows.on_tap(("file", 0, 1))
        desk.tell(a_preview(long=long))

    return opened


def _unreadable(screen: Any, desk: Desk) -> None:
    screen.rows.on_tap(("file", 0, 1))
    desk.tell(CompanionError("no backup"))


CHECKED = (
    Finding("groups", State.WARN, "this user is in no group that may open the serial ports", "Install once more with bin/install, then restart."),
    Finding("disk", State.FAIL, "only 3 MB are free", "Make room."),
    Finding("supply", State.FAIL, "the voltage was too low 14 times since the start", "Take the Raspberry Pi's own supply."),
    Finding("clock", State.FINE, "2026-11-30"),
    Finding("touch", State.ABSENT, "no touch panel"),
)


def _checked(screen: Any) -> None:
    screen.more = CHECKED
    screen.look()


def _every_check(screen: Any) -> None:
    names = (
        *("companion", "machine", "groups", "packages", "SPI", "USB", "ModemManager"),
        *("display", "touch", "data", "disk", "disk speed", "supply", "clock", "antenna"),
    )
    screen.more = tuple(Finding(name, State.FAIL, "so and so", "Do this or that.") for name in names)
    screen.look()


def _checking(screen: Any) -> None:
    screen.more, screen.checking = CHECKED[3:], True
    screen.look()


def house_pictures(*, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Backups and the checks of the machine."""
    yield "backup-looking", SCREENS["backup"], Snapshot(serial=1), _looking
    yield "backup-none", SCREENS["backup"], Snapshot(serial=1), _empty
    yield "backup", SCREENS["backup"], Snapshot(serial=1), equipped(long=long)
    yield "backup-done", SCREENS["backup"], Snapshot(serial=1), equipped(_backed_up, long=long)
    yield "backup-failed", SCREENS["backup"], Snapshot(serial=1), equipped(_failed, long=long)
    yield "backup-preview", SCREENS["backup"], Snapshot(serial=1), equipped(_previewed(long), long=long)
    yield "backup-unreadable", SCREENS["backup"], Snapshot(serial=1), equipped(_unreadable, long=long)
    yield "diagnosis-checked", SCREENS["diagnosis"], Snapshot(serial=1, links=READY), _checked
    yield "diagnosis-every-check", SCREENS["diagnosis"], Snapshot(serial=1, links=READY), _every_check
    yield "diagnosis-checking", SCREENS["diagnosis"], Snapshot(serial=1, links=READY), _checking
    warnings = tuple(warned(each) for each in Damage)
    for n, warning in enumerate(warnings):
        yield f"diagnosis-damaged-{n}", SCREENS["diagnosis"], Snapshot(serial=1, warnings=(warning,)), None
        yield f"trouble-{warning.damage}", SCREENS["trouble"], Snapshot(serial=1, warnings=(warning,)), None
        if warning.damage in STOPPING:
            yield f"trouble-halted-{warning.damage}", SCREENS["trouble"], Snapshot(serial=1, warnings=(warning,)), _halted
    yield "trouble-several", SCREENS["trouble"], Snapshot(serial=1, warnings=warnings[-3:]), None
    yield "settings-backup", SCREENS["settings"], Snapshot(serial=1), _settings_with_backup


STOPPING = (Damage.READ_ONLY, Damage.FULL, Damage.NOT_YOURS, Damage.NO_FOLDER, Damage.IN_USE, Damage.DATA_NEWER, Damage.UNREADABLE, Damage.FAILED)
"""What may leave nothing to go on to."""


def warned(damage: Damage) -> Warned:
    """A warning with everything that its words may name."""
    return Warned(
        "x",
        damage,
        file="journal-damaged-12.db",
        date="2026-12-05 20:15 UTC",
        game=1999,
        key="backs_show_their_owners",
        near="backs_show_owners",
        folder="/home/benedetta/.local/share/vabanque-companion",
        user="benedetta",
    )


def _halted(screen: Any) -> None:
    screen.halted = True
    screen.look()


def _settings_with_backup(screen: Any) -> None:
    screen.equip(Kit(keeper=Desk()))
    screen.look()


def book_pictures(*, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    every, names = figures(long=long), LONG_NAMES if long else NAMES
    one = figures(Filter(players=(names[Colour.GREEN],), since="2024", until="2024"), long=long)
    yield "stats", SCREENS["stats"], Snapshot(serial=1, past=(), stats=every), None
    yield "stats-chart", SCREENS["stats"], Snapshot(serial=1, past=(), stats=every), look_at(-1, charted=True)
    yield "stats-player", SCREENS["stats"], Snapshot(serial=1, past=(), stats=every), look_at(0)
    yield "stats-player-chart", SCREENS["stats"], Snapshot(serial=1, past=(), stats=every), look_at(0, charted=True)
    yield "stats-year", SCREENS["stats"], Snapshot(serial=1, past=(), stats=one), look_at(0)
    yield "stats-year-chart", SCREENS["stats"], Snapshot(serial=1, past=(), stats=one), look_at(0, charted=True)
    yield "stats-none", SCREENS["stats"], Snapshot(serial=1, past=(), stats=statistics(VABANQUE, [])), None
    yield "stats-none-chart", SCREENS["stats"], Snapshot(serial=1, past=(), stats=statistics(VABANQUE, [])), look_at(-1, charted=True)
    yield "book", SCREENS["book"], Snapshot(serial=1, past=(), book=book(long=long)), None
    alike = (("W" * 20, "w" * 20) if long else ("Zoë", "zoe"), ("Anna", "ANNA"))
    yield "book-alike", SCREENS["book"], Snapshot(serial=1, past=(), book=book(long=long), alike=alike), None
    yield "book-none", SCREENS["book"], Snapshot(serial=1, past=(), book=()), None
    yield "book-one", SCREENS["book"], Snapshot(serial=1, past=(), book=book(long=long)), choose(0)
    yield "book-one-plain", SCREENS["book"], Snapshot(serial=1, past=(), book=book(long=long)), choose(3)
    yield "book-two", SCREENS["book"], Snapshot(serial=1, past=(), book=book(long=long)), choose(1, 0)
    together = Notice(Answer.PLAYED_TOGETHER, 1)
    yield "book-refused", SCREENS["book"], Snapshot(serial=1, past=(), book=book(long=long), notice=together), choose(1, 0)
    yield "bin", SCREENS["past"], Snapshot(serial=1, past=ended(long)[:9], bin=True), None
    yield "bin-chosen", SCREENS["past"], Snapshot(serial=1, past=ended(long)[:3], bin=True), take
    yield "bin-none", SCREENS["past"], Snapshot(serial=1, past=(), bin=True), None
    yield from house_pictures(long=long)
    yield "replay-begin", SCREENS["replay"], Snapshot(serial=1, past=(), replay=played(3, long)[0]), None
