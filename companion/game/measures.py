"""What is counted of a game, and what is kept of one that is over."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.kit.colours import Colour


class Sums(StrEnum):
    """How a measure of single games becomes one of many."""

    TOTAL = "total"
    MOST = "most"
    SHARE = "share"
    """It is worked out of others: what part the first of `Measure.parts` is of all of them, 0 to 1."""
    FAVOURITE = "favourite"
    """Of several things with a name, that of which there was most. Facts have all of them under `tallies`: how many, then the numbers of
    `Measure.at`, which are added up as well."""


class Measure(msgspec.Struct, frozen=True):
    """One figure of a player's part in a game, declared once: a statistic, a line of the terminal, a heading of CSV and a key of JSON.

    `key`: its name in facts and JSON. `title`: its English words, a key of the catalogues; "" where only JSON and CSV have it.
    `money`: an amount, else a count.
    """

    key: str
    title: str = ""
    sums: Sums = Sums.TOTAL
    money: bool = False
    heading: str = ""
    """Its words above a column of the terminal, where the title is too long for one; a key of the catalogues."""
    column: str = ""
    """Its heading in CSV, where it is not the key. A share, and what has a place, is no column."""
    parts: tuple[str, ...] = ()
    """Of a share: the keys of the measures of which it is worked out."""
    at: tuple[str, ...] = ()
    """Of a MOST: the names of the numbers that say where in the game it was. Then facts have it under `more`: the value, then these numbers."""
    where: str = ""
    """The same in words, such as "round {round}, table {table}"; a key of the catalogues."""
    people: bool = False
    """Whether what a favourite is of are players, by their names in the game: one player's spellings are one, as everywhere in the statistics."""
    of_side: bool = False
    """Whether it is the side's, the same for all who score together: of them together it is counted once."""
    together: bool = True
    """Whether it says something of all players together; False where another measure says the same of them."""


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of one player's part in a game that is over. `figures`: measure -> value, zeros may be left out. `scores`: after each round.

    `side`: the team, None where everybody plays alone. `more`: of the measures with a place, the value and the numbers that say where it was.
    """

    colour: Colour
    name: str
    score: int
    won: bool = False
    side: int | None = None
    figures: dict[str, int] = {}
    scores: tuple[int, ...] = ()
    more: dict[str, tuple[int, ...]] = {}
    tallies: dict[str, dict[str, tuple[int, ...]]] = {}
    """Of the measures that tell a favourite: name -> how many, and what else is added up."""
    rank: int = 0
    """The place, from 1, where it does not go by the score alone; 0: it does."""


class GameFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a game that is over: small enough to count a thousand games at once. Only what was revealed is in it.

    `seats`: clockwise from the start player, as they sat in the first round. `left`: it was ended early. `more`: as of a player, where the game
    as a whole has more of it than any player.
    """

    seats: tuple[Facts, ...]
    rounds: int
    left: bool = False
    more: dict[str, tuple[int, ...]] = {}
    tallies: dict[str, dict[str, tuple[int, ...]]] = {}
    """As of a player, of what the game as a whole has counted."""
