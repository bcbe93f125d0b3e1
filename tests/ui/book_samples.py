"""Statistics, names, bin, backups and diagnosis in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.colours import Colour
from companion.table.facts import Dear, GameFacts, SeatFacts
from companion.table.names import BookEntry
from companion.table.shown import Answer, Notice, Shown
from companion.table.statistics import Filter, Played, Stats, statistics
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Screen
from tests.ui.home_samples import ended, played
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
                SeatFacts(colour, names[colour], pawns + cheats, won=n == number % len(who), pawns=pawns, cheats=cheats,
                          caught=n % 3, catches=number % 3, idle=n % 2, dearest=Dear(70_000 * factor, 1 + n % 4, 1 + number % 12))
            )  # fmt: skip
        date = f"{2022 + number // 8}-{1 + number % 12:02}-06" if number % 7 else None
        facts = GameFacts(tuple(seats), 4, left=number % 11 == 0, dearest=Dear(140_000 * factor, 4, 12))
        found.append(Played(number, "vabanque", False, date, facts))
    return found


def figures(wanted: Filter | None = None, *, long: bool = False) -> Stats:
    """The statistics of these games."""
    return statistics(games(long=long), wanted)


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
        screen.chosen = screen.stats.players[place].name if place >= 0 else ""
        screen.charted = charted
        screen.look()

    return looked


def take(screen: Any) -> None:
    """Chooses the first game of the bin."""
    screen.chosen = screen.shown.past[0].game
    screen.look()


def book_pictures(*, long: bool = False) -> Iterator[tuple[str, type[Screen], Shown, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    every, names = figures(long=long), LONG_NAMES if long else NAMES
    one = figures(Filter(players=(names[Colour.GREEN],), since="2024", until="2024"), long=long)
    yield "stats", SCREENS["stats"], Shown(serial=1, past=(), stats=every), None
    yield "stats-chart", SCREENS["stats"], Shown(serial=1, past=(), stats=every), look_at(-1, charted=True)
    yield "stats-player", SCREENS["stats"], Shown(serial=1, past=(), stats=every), look_at(0)
    yield "stats-player-chart", SCREENS["stats"], Shown(serial=1, past=(), stats=every), look_at(0, charted=True)
    yield "stats-year", SCREENS["stats"], Shown(serial=1, past=(), stats=one), look_at(0)
    yield "stats-year-chart", SCREENS["stats"], Shown(serial=1, past=(), stats=one), look_at(0, charted=True)
    yield "stats-none", SCREENS["stats"], Shown(serial=1, past=(), stats=statistics([])), None
    yield "stats-none-chart", SCREENS["stats"], Shown(serial=1, past=(), stats=statistics([])), look_at(-1, charted=True)
    yield "book", SCREENS["book"], Shown(serial=1, past=(), book=book(long=long)), None
    yield "book-none", SCREENS["book"], Shown(serial=1, past=(), book=()), None
    yield "book-one", SCREENS["book"], Shown(serial=1, past=(), book=book(long=long)), choose(0)
    yield "book-one-plain", SCREENS["book"], Shown(serial=1, past=(), book=book(long=long)), choose(3)
    yield "book-two", SCREENS["book"], Shown(serial=1, past=(), book=book(long=long)), choose(1, 0)
    together = Notice(Answer.PLAYED_TOGETHER, 1)
    yield "book-refused", SCREENS["book"], Shown(serial=1, past=(), book=book(long=long), notice=together), choose(1, 0)
    yield "bin", SCREENS["past"], Shown(serial=1, past=ended(long)[:9], bin=True), None
    yield "bin-chosen", SCREENS["past"], Shown(serial=1, past=ended(long)[:3], bin=True), take
    yield "bin-none", SCREENS["past"], Shown(serial=1, past=(), bin=True), None
    yield "replay-begin", SCREENS["replay"], Shown(serial=1, past=(), replay=played(3, long)[0]), None
