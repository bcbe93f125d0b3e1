"""What the journal keeps of a game, beside its acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from companion.games.kit.lines import is_date
from companion.table.journal.acts import Act

UNKNOWN = "1970-01-01T00:00:00+00:00"
"""Stands for a time that nobody knows."""

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\+00:00")


def is_time(text: object) -> bool:
    """Whether it is a time as the journal writes it: ISO, UTC, to the second."""
    try:
        return isinstance(text, str) and _TIME.fullmatch(text) is not None and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


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

    @classmethod
    def read(cls, columns: Sequence[Any]) -> GameRow:
        """A game as it stands on disk. A time or a date that is none, as a disk may leave one, counts as unknown: the game can be opened."""
        row = cls(*columns)
        begun, over = is_time(row.started), row.ended is None or is_time(row.ended)
        dated = row.date is None or (isinstance(row.date, str) and is_date(row.date))
        if begun and over and dated:
            return row
        started = row.started if begun else UNKNOWN
        return msgspec.structs.replace(row, started=started, ended=row.ended if over else started, date=row.date if dated else None)


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
