"""The lines of a record: one JSON object each, read strictly. Nothing here opens a file: lines come in as bytes and go out as text."""

from __future__ import annotations

import calendar
import codecs
import json
import re
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.errors import RecordError
from companion.games.kit import strict
from companion.games.kit.names import MAX_PLACE, proper_text
from companion.games.kit.strict import Malformed

MAX_LINE = 100_000
"""Bytes; no line of a record comes near it."""


class Headed(Protocol):
    """What every game's header may say: `date` as 2026-11-29."""

    @property
    def date(self) -> str | msgspec.UnsetType:
        """The evening's date; UNSET where it is not said."""

    @property
    def place(self) -> str | msgspec.UnsetType:
        """Where it was played; UNSET where it is not said."""


H = TypeVar("H", bound=Headed)
M = TypeVar("M")
"""A game's moves."""
P = TypeVar("P")
"""A game's position."""


class Replay(msgspec.Struct, Generic[H, M, P], frozen=True):
    """A record that was played through. `moves`: from the first of the set-up on, with every act that a record leaves out in its place.

    `position`: after the last of them.
    """

    header: H
    moves: tuple[M, ...]
    position: P

    @property
    def date(self) -> str | None:
        """The evening's date; None where it is not said."""
        return self.header.date or None

    @property
    def place(self) -> str | None:
        """Where it was played; None where it is not said."""
        return self.header.place or None


def value(number: int, line: bytes) -> Any:
    """The JSON value of a line. `number`: the line's, from 1. Raises RecordError."""
    if len(line) > MAX_LINE:
        raise RecordError(number, "the line is too long for a record")
    if line.startswith(codecs.BOM_UTF8):
        raise RecordError(number, "a byte order mark; save the file as UTF-8 without one")
    if not line.strip():
        raise RecordError(number, "a blank line; a record has none")
    try:
        return strict.whole(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(number, "not UTF-8 text") from None
    except Malformed as error:
        raise RecordError(number, error.reason) from None


def header(line: bytes, kind: type[H], *, record: str, title: str, version: int) -> H:
    """The header of that kind that a record's first line is. `record`: what it calls the game. Raises RecordError."""
    found = value(1, line)
    if not isinstance(found, dict) or found.get("record") != record:
        raise RecordError(1, 'not a record of {title}: the first line must be a header with "record": "{record}"', title=title, record=record)
    told = found.get("version")
    if type(told) is int and told != version:
        raise RecordError(1, "only version {version} of the record is known here; a later one needs a later companion", version=version)
    try:
        read: H = strict.convert(found, kind)
    except Malformed as error:
        raise RecordError(1, "not a header of a record: {reason}", reason=error.reason) from None
    if read.date is not msgspec.UNSET and not is_date(read.date):
        raise RecordError(1, "the date must be written like 2026-11-29")
    if read.place is not msgspec.UNSET and not proper_text(read.place, MAX_PLACE):
        raise RecordError(1, "the place has 1 to {max_place} letters", max_place=MAX_PLACE)
    return read


def move(number: int, line: bytes, kind: Any) -> Any:
    """The move that a line is. `kind`: the union of the moves that a record may have. Raises RecordError."""
    found = value(number, line)
    try:
        return strict.convert(found, kind)
    except Malformed as error:
        raise RecordError(number, "not a move of a record: {reason}", reason=error.reason) from None


def written(struct: msgspec.Struct) -> str:
    """The line of a header or a move, without its end. Who acts stands first; letters stay as they are."""
    keys = msgspec.to_builtins(struct)
    first = {"by": keys.pop("by")} if "by" in keys else {}
    return json.dumps(first | keys, ensure_ascii=False)


_DATE = re.compile("(?!0000)([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})")


def is_date(text: str) -> bool:
    """Whether the calendar has such a day, written like 2026-11-29."""
    day = _DATE.fullmatch(text)
    return day is not None and 1 <= int(day[3]) <= calendar.monthrange(int(day[1]), int(day[2]))[1]
