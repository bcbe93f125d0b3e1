"""SQLite's write-ahead log, looked at before SQLite opens it: it passes over what it can't read there without a word.

The form of the file: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from companion import files

_HEADER, _FRAME = 32, 24
"""Bytes of the log's header, and of the header before each page."""
_BIG_ENDIAN, _LITTLE_ENDIAN = 0x377F0683, 0x377F0682


def is_torn(file: Path) -> bool:
    """Whether the log of this database holds something that was written and can't be read. Raises OSError.

    What a killed process leaves is not torn: at most, pages at its end that were never committed.
    """
    try:
        content = files.content(file.with_name(file.name + "-wal"))
    except FileNotFoundError:
        return False
    if not content:
        return False
    if len(content) < _HEADER:
        return True
    magic, _, size, _, salt1, salt2, sum1, sum2 = struct.unpack(">8I", content[:_HEADER])
    if magic not in (_BIG_ENDIAN, _LITTLE_ENDIAN) or not 512 <= size <= 65536:
        return True
    order = ">" if magic == _BIG_ENDIAN else "<"
    if _sum(order, content[:24], (0, 0)) != (sum1, sum2):
        return True
    frames = range(_HEADER, len(content), _FRAME + size)
    readable = True
    sums = sum1, sum2
    for at in frames:
        frame = content[at : at + _FRAME + size]
        if len(frame) < _FRAME + size:
            return True
        _, committed, *salts, of1, of2 = struct.unpack(">6I", frame[:_FRAME])
        if readable and salts == [salt1, salt2]:
            sums = _sum(order, frame[:8] + frame[_FRAME:], sums)
            readable = sums == (of1, of2)
        else:
            readable = False
        # Frames with other salts are left from before the log was begun anew. One that ends a transaction of this log was on the disk
        # when its act was shown, and nothing ever writes one of noughts.
        if not readable and ((salts == [salt1, salt2] and committed) or not any(frame[:_FRAME])):
            return True
    return False


def folded(file: Path) -> bytes:
    """A database as one file, with what its log holds folded into it; nothing is written. Raises OSError."""
    content = bytearray(files.content(file))
    try:
        log = files.content(file.with_name(file.name + "-wal"))
    except FileNotFoundError:
        log = b""
    size, waiting = 0, dict[int, bytes]()
    for number, committed, page in _frames(log):
        size = len(page)
        waiting[number] = page
        if committed:
            content += bytes(max(0, committed * size - len(content)))
            for at, written in waiting.items():
                content[(at - 1) * size : at * size] = written
            del content[committed * size :]
            waiting.clear()
    # The file's header says that a log belongs to it. Both bytes: https://www.sqlite.org/fileformat2.html#file_format_version_numbers
    content[18:20] = bytes((1, 1))
    return bytes(content)


def _frames(log: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Of each frame that belongs to this log, up to the first that does not: number and content of its page, and of how many pages the
    database is if the frame ends a transaction, else 0.
    """
    if len(log) < _HEADER:
        return
    magic, _, size, _, salt1, salt2, sum1, sum2 = struct.unpack(">8I", log[:_HEADER])
    order = ">" if magic == _BIG_ENDIAN else "<"
    if magic not in (_BIG_ENDIAN, _LITTLE_ENDIAN) or not 512 <= size <= 65536 or _sum(order, log[:24], (0, 0)) != (sum1, sum2):
        return
    sums = sum1, sum2
    for at in range(_HEADER, len(log), _FRAME + size):
        frame = log[at : at + _FRAME + size]
        if len(frame) < _FRAME + size:
            return
        number, committed, *salts, of1, of2 = struct.unpack(">6I", frame[:_FRAME])
        sums = _sum(order, frame[:8] + frame[_FRAME:], sums)
        if salts != [salt1, salt2] or sums != (of1, of2):
            return
        yield number, committed, frame[_FRAME:]


def _sum(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    one, two = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
