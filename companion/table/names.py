"""The names book: who has played, and which spellings of a name are one player.

Two spellings are merged by a link from one to the other, so they can be told apart again: no past game is rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.errors import NameRefused
from companion.table.journal import Journal
from companion.table.statistics import Played


class BookEntry(msgspec.Struct, frozen=True):
    """A player in the book. `spellings`: other names that are this player as well. `games`: past games under all of them, practice left out."""

    name: str
    spellings: tuple[str, ...] = ()
    games: int = 0


def who(journal: Journal) -> Callable[[str], str]:
    """Which player a spelling belongs to; a name that nobody merged is itself."""
    aliases = journal.aliases()

    def resolved(name: str) -> str:
        while name in aliases:
            name = aliases[name]
        return name

    return resolved


def names(journal: Journal) -> tuple[str, ...]:
    """The players' names, the latest first, each player once."""
    aliases = journal.aliases()
    return tuple([name for name in journal.names() if name not in aliases])


def book(journal: Journal, played: Iterable[Played]) -> tuple[BookEntry, ...]:
    """Every player that was ever named, by name. `played`: the past games."""
    aliases, resolved = journal.aliases(), who(journal)
    games: dict[str, set[int]] = {resolved(name): set() for name in journal.names()}
    for each in played:
        if not each.practice:
            for seat in each.facts.seats:
                games.setdefault(resolved(seat.name), set()).add(each.game)
    for alias in aliases:
        games.setdefault(resolved(alias), set())
    spellings: dict[str, list[str]] = {}
    for alias in aliases:
        spellings.setdefault(resolved(alias), []).append(alias)
    return tuple([BookEntry(name, tuple(sorted(spellings.get(name, ()))), len(games[name])) for name in sorted(games, key=_by_letter)])


def _by_letter(name: str) -> tuple[str, str]:
    return name.casefold(), name


def merge(journal: Journal, name: str, into: str, played: Iterable[Played]) -> None:
    """From now on `name` is another spelling of `into`. Raises NameRefused where that can't be; `played`: the past games."""
    played, resolved = list(played), who(journal)
    known = {spelling for entry in book(journal, played) for spelling in (entry.name, *entry.spellings)}
    for each in (name, into):
        if each not in known:
            raise NameRefused("Nobody is called '{each}' in the names book. `companion names` lists who is.", each=each)
    one, other = resolved(name), resolved(into)
    if one == other:
        raise NameRefused("'{name}' and '{into}' are one player already.", name=name, into=into)
    for game in played:
        there = {resolved(seat.name) for seat in game.facts.seats}
        if one in there and other in there:
            raise NameRefused(
                "'{name}' and '{into}' sat together in game {game}, so they are two people.", together=game.game, name=name, into=into, game=game.game
            )
    journal.add_alias(one, other)


def unmerge(journal: Journal, name: str) -> None:
    """`name` is a player of its own again, with the spellings that were merged into it before. Raises NameRefused if it is one already."""
    if name not in journal.aliases():
        raise NameRefused("'{name}' is not merged with another name. `companion names` shows which ones are.", name=name)
    journal.drop_alias(name)
