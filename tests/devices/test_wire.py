"""Frames of the serial protocol: a person can read them, damage is noticed, MicroPython makes the same ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pico import wire

PROJECT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).parent / "micropython"

SEEN = ("seen", "5F3A9C21", "17", "wand", "04A1B2C3D4E580", "40", "1")

ids = st.text("0123456789ABCDEF", min_size=8, max_size=8)
numbers = st.integers(0, wire.MAX_NUMBER)
names = st.from_regex(r"[a-z]{1,8}(-[0-9])?(/[0-9])?", fullmatch=True)
uids = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)).map(wire.uid_word)
ages = st.one_of(st.just(wire.UNKNOWN_AGE), numbers)
steps = st.lists(st.tuples(st.integers(0, 0xFFFFFF), st.integers(0, 9999)), min_size=1, max_size=wire.MAX_STEPS)
frames = st.one_of(
    st.tuples(st.just("seen"), ids, numbers, names, uids, ages, numbers),
    st.tuples(st.just("gone"), ids, numbers, names, uids, ages),
    st.tuples(st.just("trouble"), ids, numbers, names, st.sampled_from(["two-tags", "one-at-a-time"]), ages),
    st.tuples(st.just("ack"), ids, numbers),
    st.tuples(st.just("host"), st.just(wire.PROTOCOL), ids, ids, numbers),
    st.tuples(st.just("alive"), ids),
    st.tuples(st.just("light"), numbers, numbers, steps.map(wire.light_word)),
    st.tuples(st.just("sweep")),
    st.tuples(st.just("beat"), ids, numbers, numbers, numbers, st.just("ok"), st.just("dead-bus")),
)


def words_of(frame: tuple[object, ...]) -> list[str]:
    return [str(word) for word in frame]


def test_the_check_value_of_the_crc() -> None:
    # The value that the catalogue of CRC algorithms gives for CRC-16/IBM-3740.
    assert wire.crc16(b"123456789") == 0x29B1


def test_a_frame_is_a_line_that_a_person_can_read() -> None:
    line = wire.frame(*SEEN)
    assert line.startswith(b"$seen 5F3A9C21 17 wand 04A1B2C3D4E580 40 1*")
    assert line.endswith(b"\r\n")
    assert line.decode().strip().isprintable()


@given(st.lists(frames, max_size=8), st.lists(st.integers(1, 40)))
def test_frames_come_back_whole_in_whatever_pieces_they_arrive(sent: list[tuple[object, ...]], pieces: list[int]) -> None:
    stream = b"".join(wire.frame(*frame) for frame in sent)
    parser = wire.Parser()
    got = []
    for size in pieces:
        got += parser.feed(stream[:size])
        stream = stream[size:]
    got += parser.feed(stream)
    assert got == [words_of(frame) for frame in sent]
    assert parser.damaged == 0


@given(frames, st.data())
def test_a_flipped_dropped_or_doubled_byte_never_makes_another_frame(frame: tuple[object, ...], data: st.DataObject) -> None:
    line = wire.frame(*frame)
    place = data.draw(st.integers(0, len(line) - 3))
    damage = data.draw(st.sampled_from(["flip", "drop", "double", "junk"]))
    middle = {
        "flip": bytes([line[place] ^ 1 << data.draw(st.integers(0, 7))]),
        "drop": b"",
        "double": line[place : place + 1] * 2,
        "junk": line[place : place + 1] + data.draw(st.binary(min_size=1, max_size=4)),
    }[damage]
    got = wire.Parser().feed(line[:place] + middle + line[place + 1 :])
    # A doubled `$` or a line end before one leaves the frame whole; nothing else may come out.
    assert got in ([], [words_of(frame)])


@given(st.binary(max_size=400))
def test_noise_is_no_frame(noise: bytes) -> None:
    assert wire.Parser().feed(noise + b"\n") == []


def test_frames_glued_by_a_lost_line_end_are_both_read() -> None:
    one, two = wire.frame(*SEEN), wire.frame("ack", "5F3A9C21", 17)
    assert wire.Parser().feed(one.rstrip() + two) == [list(SEEN), ["ack", "5F3A9C21", "17"]]


def test_an_endless_line_takes_no_memory_and_the_next_frame_is_read() -> None:
    parser = wire.Parser()
    for _ in range(100):
        assert parser.feed(b"x" * 100) == []
    assert len(parser._line) <= wire.MAX_LINE + 1
    assert parser.feed(b"\n" + wire.frame(*SEEN)) == [list(SEEN)]
    assert parser.damaged == 1


@pytest.mark.parametrize(
    "words",
    [
        ("seen", "5F3A9C21", "17", "wand", "04A1B2C3D4E5", "40", "1"),  # 6 bytes are no UID
        ("seen", "5F3A9C21", "17", "wand", "04a1b2c3d4e580", "40", "1"),  # small letters
        ("seen", "5F3A9C21", "017", "wand", "04A1B2C3D4E580", "40", "1"),  # a number written in a second way
        ("seen", "5F3A9C21", "-1", "wand", "04A1B2C3D4E580", "40", "1"),
        ("seen", "5F3A9C21", "1_0", "wand", "04A1B2C3D4E580", "40", "1"),
        ("seen", "5F3A9C21", "17", "", "04A1B2C3D4E580", "40", "1"),
        ("seen", "5F3A9C21", "17", "wand", "04A1B2C3D4E580", "40"),  # how many tags there were is missing
        ("gone", "5F3A9C21", "17", "wand", "04A1B2C3D4E580", "40", "1"),
        ("ack", "5F3A9C2", "1"),
        ("light", "1", "0", "FF0000"),
        ("light", "1", "0", "FF00:10"),
        ("tone", "1", ",".join(["440:10"] * 13)),
        ("beat", "5F3A9C21", "1", "0", "0"),
        ("shout", "1"),
        ("host", "3", "", "x"),  # two spaces are none in any version
        ("host", "3", "a*b"),
        ("hello", "3", "0.2.0", "wand", ""),
    ],
)
def test_what_is_not_of_the_protocol_is_neither_made_nor_read(words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no frame of this protocol"):
        wire.frame(*words)
    body = " ".join(words).encode()
    line = b"$" + body + b"*%04X\r\n" % wire.crc16(body)
    assert wire.Parser().feed(line) == []


def test_hello_and_host_of_another_protocol_are_read_as_far_as_every_version_promises() -> None:
    other = str(wire.PROTOCOL + 1)
    for words in (["hello", other, "9.1.0", "ring-1", "and", "who", "knows"], ["host", other, "anything"]):
        body = " ".join(words).encode()
        assert wire.Parser().feed(b"$" + body + b"*%04X\r\n" % wire.crc16(body)) == [words]


@pytest.mark.parametrize(
    ("stream", "interrupts"),
    [
        (b"\r\x03\r", True),
        (b"\x03\r", True),
        (b"\x03\x03\r", False),
        (b"ab\x03\r", False),
        (b"$\x03\r", False),
        # one stray byte before, within or after the end of a frame
        (b"\r\n\x03$", False),
        (b"\r\x03\n$", False),
    ],
)
def test_ctrl_c_alone_on_a_line_interrupts_and_nothing_else_does(stream: bytes, interrupts: bool) -> None:
    parser = wire.Parser()
    parser.feed(stream)
    assert parser.interrupted is interrupts


@pytest.mark.parametrize("uid", [b"\xde\xad\xbe\xef", bytes.fromhex("04A1B2C3D4E580"), bytes(range(10))])
def test_uids_keep_every_byte_in_its_place(uid: bytes) -> None:
    assert wire.uid_bytes(wire.uid_word(uid)) == uid
    assert wire.uid_word(uid) == uid.hex().upper()


@given(steps)
def test_steps_come_back(pattern: list[tuple[int, int]]) -> None:
    assert wire.steps_of("light", wire.light_word(pattern)) == pattern
    notes = [(hertz % 20000, duration) for hertz, duration in pattern]
    assert wire.steps_of("tone", wire.tone_word(notes)) == notes


def test_micropython_makes_and_reads_the_same_frames(tmp_path: Path) -> None:
    samples = [
        SEEN,
        ("hello", wire.PROTOCOL, "0.1.0", "ring-1", "E6614103E7452D2F", "5F3A9C21", "00000000", 1, 0, 0, "ring-1/1", "ring-1/2"),
        ("light", 3, 0, wire.light_word([(0xFF9000, 100), (0, 50)])),
    ]
    script = tmp_path / "frames.py"
    script.write_text(
        "import sys, json\n"
        f"sys.path.insert(0, {str(PROJECT)!r})\n"
        "from companion.pico import wire\n"
        f"lines = [wire.frame(*words) for words in {samples!r}]\n"
        "broken = lines[0].replace(b'17', b'18')\n"
        "parser = wire.Parser()\n"
        "frames = [words for byte in b''.join(lines) + broken for words in parser.feed(bytes([byte]))]\n"
        "print(json.dumps([[line.decode() for line in lines], frames, parser.damaged]))\n"
    )
    result = subprocess.run([MICROPYTHON, script], capture_output=True, text=True, check=True)
    lines, got, damaged = json.loads(result.stdout)
    assert lines == [wire.frame(*words).decode() for words in samples]
    assert got == [words_of(words) for words in samples]
    assert damaged == 1
