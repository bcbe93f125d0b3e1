"""An evening in one square: a QR code whose text a phone shows without a network, and from which the game comes back.

The text begins with what people read, the result and the standing. Its last line is `MARK` and the record, deflated (RFC 1950, which brings a
check of its own) and written in digits: a QR code has room for digits at hardly more than their worth (ISO/IEC 18004, three in ten bits), and
no messenger makes anything else of them. What the record tells is what `companion export` writes: nothing that nobody has seen.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import msgspec

from companion.errors import CompanionError, RecordError
from companion.table.evenings import history
from companion.table.journal.store import Journal
from companion.table.session.timeline import followed, game_of
from companion.table.snapshot import GameEntry

MARK = "companion:1:"

MODULES = 149
"""The largest square, version 33: with the four modules around it that a reader needs, 157 times 3 pixels fit in 480."""
QUIET = 4

GROUP = 12
"""So many bytes are written as a number of `_digits(GROUP)` digits; the last group may have fewer."""
LARGEST = 1_000_000
"""More than this no record of an evening is, in bytes."""
LONGEST = 100_000
"""More than this no text of a square is, in bytes."""


class Squared(msgspec.Struct, frozen=True):
    """The rows of a QR code, True for dark. `whole`: the record is in it; else it tells the result alone."""

    rows: tuple[tuple[bool, ...], ...]
    whole: bool


def of_game(journal: Journal, game: int, tell: Callable[[GameEntry], str]) -> Squared:
    """The square of a game that is over. `tell` writes the lines that people read. Raises CompanionError."""
    row = history.there(journal, game)
    if row.ended is None:
        raise CompanionError("Game {game} is not over yet.", game=game)
    return square(tell(history.entry(row, game_of(row), followed(journal, row).position)), history.export(journal, game))


def square(told: str, record: str) -> Squared:
    """`told`: the lines that people read. Raises CompanionError where these alone do not fit."""
    import segno

    head, digits = f"{told.strip()}\n{MARK}", _written(record.encode())
    # Segments are given as a list, of which segno's types do not know.
    ways: tuple[Any, ...] = ([(head, None, "utf-8"), digits], [(told.strip(), None, "utf-8")])
    for content in ways:
        try:
            found = segno.make(content, error="l", boost_error=False, micro=False)
        except segno.DataOverflowError:
            continue
        if len(found.matrix) <= MODULES:
            return Squared(tuple(tuple(bool(module) for module in row) for row in found.matrix), len(content) == 2)
    raise CompanionError("The result is too long for a square.")


def text(told: str, record: str) -> str:
    """What a phone reads in a square that has the record in it."""
    return f"{told.strip()}\n{MARK}{_written(record.encode())}"


def record(raw: Iterable[bytes]) -> Iterable[bytes]:
    """The lines of a record, also where `raw` are those of a square's text; as they are where they are neither. Raises RecordError."""
    lines = iter(raw)
    first = next(lines, b"")
    if first.lstrip().startswith(b"{") or not first:
        # A header: this is a record already, and is read line by line, however long it is.
        return chain([first] if first else [], lines)
    content = first
    while len(content) < LONGEST and (line := next(lines, b"")):
        content += line
    return read(content).splitlines(keepends=True) if MARK.encode() in content else chain(content.splitlines(keepends=True), lines)


def read(content: bytes) -> bytes:
    """The record in the text of a square; white space that came into its digits on the way is left out. Raises RecordError."""
    lines = content.count(b"\n", 0, content.index(MARK.encode())) + 1
    digits = b"".join(content.split(MARK.encode(), 1)[1].split())
    if not digits.isdigit():
        raise RecordError(lines, "what follows {mark} are digits and nothing else; copy the square's text once more, whole", mark=MARK)
    unpacking = zlib.decompressobj()
    try:
        record = unpacking.decompress(_bytes(digits), LARGEST)
    except (zlib.error, ValueError, OverflowError):
        raise RecordError(lines, "the digits after {mark} were changed on the way; copy the square's text once more, whole", mark=MARK) from None
    if unpacking.unconsumed_tail:
        raise RecordError(lines, "the digits after {mark} hold more than any game; they are no square's of ours", mark=MARK)
    if not unpacking.eof:
        raise RecordError(lines, "the end of the digits after {mark} is missing; copy the square's text once more, whole", mark=MARK)
    return record


def _written(record: bytes) -> str:
    packed = zlib.compress(record, 9)
    groups = [packed[at : at + GROUP] for at in range(0, len(packed), GROUP)]
    return "".join(str(int.from_bytes(group, "big")).zfill(_digits(len(group))) for group in groups)


def _digits(size: int) -> int:
    """How many digits so many bytes take."""
    return len(str(256**size - 1))


SIZES = {_digits(size): size for size in range(1, GROUP + 1)}
"""How many bytes so many digits are."""


def _bytes(digits: bytes) -> bytes:
    """Raises ValueError or OverflowError for what `_written` never writes."""
    whole = _digits(GROUP)
    groups = [digits[at : at + whole] for at in range(0, len(digits), whole)]
    if any(len(group) not in SIZES for group in groups):
        # Its end is missing: what is there is as good as it can be.
        groups.pop()
    return b"".join(int(group).to_bytes(SIZES[len(group)], "big") for group in groups)
