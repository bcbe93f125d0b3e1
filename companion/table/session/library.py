"""What somebody looks at of past evenings: the list, a replay, statistics, the names book; and what is done there.

Nothing of it is worked out while nobody looks.
"""

from __future__ import annotations

from companion.games import SHELF
from companion.table import commands
from companion.table.commands import ShowPast, Touch
from companion.table.evenings import history, names, wastebin
from companion.table.evenings.names import BookEntry
from companion.table.evenings.statistics import Filter, Stats, statistics
from companion.table.journal.store import Journal
from companion.table.snapshot import GameEntry, PastGame


class Library:
    """`past`, `replay`, `stats`, `book`: what is looked at, None where nobody does. `asked`: what the list was searched for."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.asked = ShowPast()
        self.close()

    def close(self) -> None:
        """Nobody looks any more."""
        self.past: tuple[GameEntry, ...] | None = None
        self.replay: PastGame | None = None
        self.stats: Stats | None = None
        self.book: tuple[BookEntry, ...] | None = None
        self.alike: tuple[tuple[str, str], ...] = ()

    @property
    def open(self) -> bool:
        """Whether anybody looks at something of it."""
        return any(each is not None for each in (self.past, self.replay, self.stats, self.book))

    def touched(self, touch: Touch) -> bool:
        """Does what a touch asks for, and looks again. False if it means something else. Raises JournalError or NameRefused."""
        match touch:
            case commands.ShowPast():
                self.asked, self.replay, self.stats, self.book = touch, None, None, None
                self._list()
            case commands.ReplayGame(game=game, step=step):
                self.replay = history.replay(self._journal, game, step)
            case commands.ClosePast():
                self.close()
            case commands.ShowStats(filter=wanted):
                self._count(wanted)
            case commands.ShowNames():
                self._open_book()
            case commands.Delete(game=game):
                wastebin.delete(self._journal, game)
                self.replay = None
                self._again()
            case commands.SetDate(game=game, date=date):
                history.set_date(self._journal, game, date)
                if self.replay is not None:
                    self.replay = history.replay(self._journal, game, self.replay.step)
                self._again()
            case commands.Restore(game=game):
                wastebin.restore(self._journal, game)
                self._again()
            case commands.EmptyBin():
                wastebin.empty_bin(self._journal)
                self._again()
            case commands.MergeNames(name=name, into=into):
                names.merge(self._journal, name, into, history.played(self._journal))
                self._again()
            case commands.UnmergeName(name=name):
                names.unmerge(self._journal, name)
                self._again()
            case _:
                return False
        return True

    def _list(self) -> None:
        self.past = history.past(self._journal, self.asked.search, self.asked.won, deleted=self.asked.bin)

    def _count(self, wanted: Filter) -> None:
        of = SHELF[wanted.rules if wanted.rules in SHELF else history.newest(self._journal)]
        self.stats = statistics(of, history.played(self._journal), wanted, names.who(self._journal))

    def _open_book(self) -> None:
        played = history.played(self._journal)
        self.book = names.book(self._journal, played)
        self.alike = tuple(names.alike(self.book, played, names.who(self._journal)))

    def _again(self) -> None:
        if self.past is not None:
            self._list()
        if self.stats is not None:
            self._count(self.stats.filter)
        if self.book is not None:
            self._open_book()
