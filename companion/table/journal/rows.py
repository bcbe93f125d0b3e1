"""What the journal keeps of a game, beside its acts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.table.journal.acts import Act


class GameRow(msgspec.Struct, frozen=True):
    """A game as the journal lists it. Times are ISO, UTC. `date`: of the evening, None if nobody knows; `unsure`: 1 where the clock could not be
    believed.

    `summary` is public JSON, made when the game ended. `digest` tells the game from every other. `deleted`: since when it has been in the bin.
    """

    game: int
    rules: str
    kind: str
    started: str
    ended: str | None
    date: str | None
    place: str | None
    summary: str | None
    digest: str | None = None
    deleted: str | None = None
    unsure: int | None = None


class Kept(msgspec.Struct, frozen=True):
    """A whole game that comes from elsewhere, without what nobody has seen. `facts`: public JSON of a game that has ended."""

    row: GameRow
    facts: str | None
    acts: Sequence[Act | msgspec.Raw]


class Ending(msgspec.Struct, frozen=True):
    """What is kept of a game that is over: public JSON, and what tells it from every other."""

    summary: str
    facts: str
    digest: str
