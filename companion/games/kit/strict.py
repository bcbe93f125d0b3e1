"""JSON read strictly: no key twice, no number that is none, nothing of a wrong type. The text is somebody else's; it may be anything."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.said import Said, of_library


class Malformed(CompanionError):
    """A text is no JSON of the asked kind. `at`: the character (from 0) where it was noticed."""

    def __init__(self, reason: str, /, at: int = 0, **values: Any) -> None:
        super().__init__(reason, **values)
        self.reason = self.sentence
        self.at = at


def decode(text: str, at: int = 0) -> tuple[Any, int]:
    """The value that begins at character `at` or after the blanks there, and the place of what follows it. Raises Malformed."""
    at = skip_blanks(text, at)
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise Malformed("not valid JSON: {msg} (column {colno})", error.pos, msg=error.msg, colno=error.colno) from None
    except RecursionError:
        raise Malformed("nested too deeply", at) from None
    except ValueError as error:
        raise Malformed(_said(error), at) from None
    return value, skip_blanks(text, end)


def whole(text: str) -> Any:
    """The one value that the text holds. Raises Malformed."""
    value, end = decode(text)
    if end < len(text):
        raise Malformed("more after the end of the JSON value (column {column})", end, column=end - text.rfind(chr(10), 0, end))
    return value


def convert(value: Any, kind: Any, at: int = 0) -> Any:
    """The value as a `kind` (any type that msgspec knows); `true` and `"3"` are no numbers. Raises Malformed."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        # What is none of the known words is not told: it may be what lies face down, misspelt.
        raise Malformed("{what}", at, what=of_library(_UNKNOWN_WORD.sub("not one of the words known here", str(error)))) from None
    except UnicodeEncodeError:
        # Half of a pair of surrogates: JSON can write it, and no text has it, not even the sentence that refuses it.
        raise Malformed("half a letter, which is no text", at) from None


def skip_blanks(text: str, at: int) -> int:
    """The place of the first character from `at` on that is no blank of JSON."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


_UNKNOWN_WORD = re.compile("Invalid enum value '.*'(?= - at |$)", re.DOTALL)


def _said(error: ValueError) -> Said:
    what = error.args[0] if error.args else ""
    return what if isinstance(what, Said) else Said("{what}", what=_short(str(error)))


def _short(reason: str) -> str:
    return reason if len(reason) <= 200 else reason[:200] + "…"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(Said("the key {key} is given twice", key=json.dumps(twice)))
    return keys


def _no_constant(name: str) -> Any:
    raise ValueError(Said("{name} is no JSON number", name=name))


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(Said("a number is too large"))
    return number


def _whole_number(digits: str) -> int:
    if len(digits) > 1000:
        raise ValueError(Said("a number is too large"))
    return int(digits)


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole_number)
