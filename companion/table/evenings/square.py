"""An evening in one square: a QR code whose text a phone shows without a network, and from which the game comes back.

The text begins with what people read, the result and the standing. Its last line is `MARK`, how the record is packed, and the packed record in
digits: a QR code has room for digits at hardly more than their worth (ISO/IEC 18004, three in ten bits), and no messenger makes anything else
of them. Both ways of packing bring a check of their own. What the record tells is what `companion export` writes: nothing that nobody has seen.
"""

from __future__ import annotations

import bz2
import codecs
import re
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

MARK = "companion:"

PACKINGS: dict[str, tuple[Callable[[bytes], bytes], Callable[[], Any]]] = {
    "1": (lambda record: zlib.compress(record, 9), zlib.decompressobj),
    "2": (bz2.compress, bz2.BZ2Decompressor),
}
"""How a record may be packed, by the digit behind the mark: deflated (RFC 1950); or, where that is too long, by bzip2, which makes a long record a
third shorter still."""
_MARKED = re.compile(MARK.encode() + rb"(\d{1,3}):")

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

    told = told.strip()
    # Segments are given as a list, of which segno's types do not know.
    whole: list[Any] = [[(f"{told}\n{MARK}{way}:", None, "utf-8"), _digits_of(pack(record.encode()))] for way, (pack, _) in PACKINGS.items()]
    for content in (*whole, [(told, None, "utf-8")]):
        try:
            # Unless it is told (ISO/IEC 18004, 7.3.2), some readers take UTF-8 for Latin-1 and show "ZoÃ«".
            found = segno.make(content, error="l", boost_error=False, micro=False, eci=not told.isascii())
        except segno.DataOverflowError:
            continue
        if len(found.matrix) <= MODULES:
            return Squared(tuple(tuple(bool(module) for module in row) for row in found.matrix), len(content) == 2)
    raise CompanionError("The result is too long for a square.")


def text(told: str, record: str, way: str = "1") -> str:
    """What a phone reads in a square that has the record in it, packed in this way."""
    return f"{told.strip()}\n{MARK}{way}:{_digits_of(PACKINGS[way][0](record.encode()))}"


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
    if _MARKED.search(content):
        return read(content).splitlines(keepends=True)
    # By its beginning, which is a title: names may hold quotes and braces as well.
    begins = content.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    if len(content) < LONGEST and begins and begins not in b'{["':
        raise RecordError(1, "this is no record, and no text of a square with a game in it; a square that tells the result alone has none")
    return chain(content.splitlines(keepends=True), lines)


def read(content: bytes) -> bytes:
    """The record in the text of a square; white space that came into its digits on the way is left out. Raises RecordError."""
    # The last one: somebody may be called like it.
    *_, found = _MARKED.finditer(content)
    line, mark = content.count(b"\n", 0, found.start()) + 1, found.group().decode()
    digits = b"".join(content[found.end() :].split())
    if not digits.isdigit():
        raise RecordError(line, "what follows {mark} are digits and nothing else; copy the square's text once more, whole", mark=mark)
    if found[1].decode() not in PACKINGS:
        raise RecordError(line, "{mark} is of a newer version of the companion; read the square's text with that one", mark=mark)
    unpacking = PACKINGS[found[1].decode()][1]()
    try:
        record = unpacking.decompress(_bytes(digits), LARGEST)
    except (zlib.error, OSError, ValueError, OverflowError):
        raise RecordError(line, "the digits after {mark} were changed on the way; copy the square's text once more, whole", mark=mark) from None
    if not unpacking.eof and len(record) >= LARGEST:
        raise RecordError(line, "the digits after {mark} hold more than any game; they are no square's of ours", mark=mark)
    if not unpacking.eof:
        raise RecordError(line, "the end of the digits after {mark} is missing; copy the square's text once more, whole", mark=mark)
    return bytes(record)


def _digits_of(packed: bytes) -> str:
    groups = [packed[at : at + GROUP] for at in range(0, len(packed), GROUP)]
    return "".join(str(int.from_bytes(group, "big")).zfill(_digits(len(group))) for group in groups)


def _digits(size: int) -> int:
    """How many digits so many bytes take."""
    return len(str(256**size - 1))


SIZES = {_digits(size): size for size in range(1, GROUP + 1)}
"""How many bytes so many digits are."""


def _bytes(digits: bytes) -> bytes:
    """Raises ValueError or OverflowError for what `_digits_of` never writes."""
    whole = _digits(GROUP)
    groups = [digits[at : at + whole] for at in range(0, len(digits), whole)]
    if any(len(group) not in SIZES for group in groups):
        # Its end is missing: what is there is as good as it can be.
        groups.pop()
    return b"".join(int(group).to_bytes(SIZES[len(group)], "big") for group in groups)
