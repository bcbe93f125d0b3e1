"""The names book: who has played, and which spellings of a name are one player.

Two spellings are merged by a link from one to the other, so they can be told apart again: no past game is rewritten.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

import msgspec

from companion.errors import NameRefused
from companion.games.kit.names import one_form
from companion.table.evenings.statistics import Played
from companion.table.journal.store import Journal


class BookEntry(msgspec.Struct, frozen=True):
    """A player in the book. `spellings`: other names that are this player as well. `games`: past games under all of them, practice left out."""

    name: str
    spellings: tuple[str, ...] = ()
    games: int = 0


def who(journal: Journal) -> Callable[[str], str]:
    """Which player a spelling belongs to; a name that nobody merged is itself."""
    aliases = _aliases(journal)

    def resolved(name: str) -> str:
        name = one_form(name)
        while name in aliases:
            name = aliases[name]
        return name

    return resolved


def names(journal: Journal) -> tuple[str, ...]:
    """The players' names, the latest first, each player once."""
    aliases = _aliases(journal)
    return tuple(dict.fromkeys(name for name in map(one_form, journal.names()) if name not in aliases))


def book(journal: Journal, played: Iterable[Played]) -> tuple[BookEntry, ...]:
    """Every player that was ever named, by name. `played`: the past games."""
    aliases, resolved = _aliases(journal), who(journal)
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


def _aliases(journal: Journal) -> dict[str, str]:
    """The merged spellings in the one form of names. Two that are one in it are no spellings of one another."""
    formed = {one_form(name): one_form(into) for name, into in journal.aliases().items()}
    return {name: into for name, into in formed.items() if name != into}


def alike(entries: Iterable[BookEntry], played: Iterable[Played], resolved: Callable[[str], str]) -> list[tuple[str, str]]:
    """Pairs of players whose names differ in capitals, accents or width only, and who never sat together: perhaps one player."""
    together = {frozenset(resolved(seat.name) for seat in game.facts.seats) for game in played}
    groups: dict[str, list[str]] = {}
    for entry in entries:
        groups.setdefault(_looks(entry.name), []).append(entry.name)
    pairs = [(first, other) for group in groups.values() for first in group[:1] for other in group[1:]]
    return [(one, other) for one, other in pairs if not any({one, other} <= table for table in together)]


def _looks(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _by_letter(name: str) -> tuple[str, str]:
    return name.casefold(), name


def everybody(journal: Journal, played: Iterable[Played]) -> set[str]:
    """Every spelling that was ever used, in practice games too. `played`: the past games."""
    played = list(played)
    spellings = {spelling for entry in book(journal, played) for spelling in (entry.name, *entry.spellings)}
    return spellings | {one_form(seat.name) for game in played for seat in game.facts.seats}


def nobody(name: str, known: Iterable[str]) -> NameRefused:
    """That no player is called so, with the names that are like it."""
    import difflib

    looks: dict[str, list[str]] = {}
    for spelling in sorted(known):
        looks.setdefault(_looks(spelling), []).append(spelling)
    if near := [spelling for like in difflib.get_close_matches(_looks(name), looks) for spelling in looks[like]]:
        return NameRefused("Nobody is called '{each}'. Did you mean {near}?", each=name, near=", ".join(near))
    return NameRefused("Nobody is called '{each}' in the names book. `companion names` lists who is.", each=name)


def merge(journal: Journal, name: str, into: str, played: Iterable[Played]) -> None:
    """From now on `name` is another spelling of `into`. Raises NameRefused where that can't be; `played`: the past games."""
    played, resolved = list(played), who(journal)
    name, into = one_form(name), one_form(into)
    known = {spelling for entry in book(journal, played) for spelling in (entry.name, *entry.spellings)}
    for each in (name, into):
        if each not in known:
            raise nobody(each, known)
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
    kept = next((spelling for spelling in journal.aliases() if one_form(spelling) == one_form(name)), None)
    if kept is None:
        raise NameRefused("'{name}' is not merged with another name. `companion names` shows which ones are.", name=name)
    journal.drop_alias(kept)
