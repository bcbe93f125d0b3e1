"""The evening in one square: the text that a phone reads, and the game that comes back from it."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import pytest

from companion.errors import RecordError
from companion.table.evenings import square
from tests.table.phone import read

SEEDS = Path(__file__).parents[2] / "seeds"
TOLD = "Vabanque, 6 December 2026\nWon by Zoë\nZoë 1,250,000\nFrançois 900,000"


def back(text: str | bytes) -> bytes:
    """What comes back of a square's text, read line by line as a file is."""
    return b"".join(square.record((text.encode() if isinstance(text, str) else text).splitlines(keepends=True)))


@pytest.mark.parametrize("file", sorted(SEEDS.glob("*/games/*-players-*.jsonl")), ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_phone_reads_the_result_and_the_whole_record_comes_back(file: Path) -> None:
    record = file.read_text("utf-8")
    found = square.square(TOLD, record)
    assert len(found.rows) <= square.MODULES
    seen = read(found)
    if found.whole:
        assert seen == square.text(TOLD, record)
        assert back(seen) == record.encode()
    else:
        # A whole evening of Cash & Run is longer than any square that is read easily.
        assert file.parts[-3] == "cash_and_run"
        assert seen == TOLD


@pytest.mark.parametrize("size", range(40))
def test_every_length_comes_back(size: int) -> None:
    noise = random.Random(size).randbytes(size)
    assert back(f"{TOLD}\n{square.MARK}{square._written(noise.decode('latin-1').encode())}") == noise.decode("latin-1").encode()


def test_what_a_messenger_does_to_a_text_does_no_harm() -> None:
    record = (SEEDS / "vabanque/games/3-players-1.jsonl").read_text("utf-8")
    head, digits = square.text(TOLD, record).split(square.MARK)
    broken = "\r\n".join(digits[at : at + 60] for at in range(0, len(digits), 60))
    assert back(f"\ufeff> {head}> {square.MARK}{broken} \n\n") == record.encode()


def test_a_record_is_read_as_it_is() -> None:
    record = (SEEDS / "vabanque/games/3-players-1.jsonl").read_bytes()
    assert back(record) == record
    assert back(b"") == b""
    assert back(b"no game at all\n") == b"no game at all\n"


def test_what_has_come_to_harm_says_so_and_how_it_comes_whole() -> None:
    text = square.text(TOLD, (SEEDS / "vabanque/games/3-players-1.jsonl").read_text("utf-8"))
    line = text.count("\n") + 1
    for cut in (1, 5, 29, 300, len(text) - text.index(square.MARK) - len(square.MARK)):
        with pytest.raises(RecordError, match=r"missing|changed|digits and nothing else") as told:
            back(text[:-cut])
        assert told.value.line == line
    for place in (len(text) - 1, len(text) - 100, len(text) // 2):
        other = "7" if text[place] != "7" else "3"
        with pytest.raises(RecordError, match=r"changed on the way|missing"):
            back(text[:place] + other + text[place + 1 :])
    with pytest.raises(RecordError, match="digits and nothing else"):
        back(text + "Sent from my phone")


def test_a_text_that_swells_is_no_game() -> None:
    packed = zlib.compress(bytes(50_000_000), 9)
    groups = [packed[at : at + square.GROUP] for at in range(0, len(packed), square.GROUP)]
    digits = "".join(str(int.from_bytes(group, "big")).zfill(square._digits(len(group))) for group in groups)
    with pytest.raises(RecordError, match="more than any game"):
        square.read(f"{square.MARK}{digits}".encode())
