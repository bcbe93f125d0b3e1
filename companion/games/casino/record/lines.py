"""The lines of a record: one JSON object each, read strictly. Nothing here opens a file: lines come in as bytes."""

from __future__ import annotations

import calendar
import codecs
import re
from typing import Any

from companion.errors import RecordError
from companion.games.kit import strict
from companion.games.kit.strict import Malformed

MAX_LINE = 100_000
"""Bytes; no line of a record comes near it."""


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


_DATE = re.compile("(?!0000)([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})")


def is_date(text: str) -> bool:
    """Whether the calendar has such a day, written like 2026-11-29."""
    day = _DATE.fullmatch(text)
    return day is not None and 1 <= int(day[3]) <= calendar.monthrange(int(day[1]), int(day[2]))[1]
