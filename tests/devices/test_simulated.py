"""The reader with verbs tells what a real one tells."""

from __future__ import annotations

import pytest

from companion.devices.rc522 import Rc522Reader
from companion.devices.simulated import SimulatedReader
from companion.table.events import (
    AGE_UNKNOWN,
    Button,
    ButtonPressed,
    Device,
    Fault,
    Input,
    LinkLost,
    LinkUp,
    Signal,
    TagGone,
    TagSeen,
    TagTrouble,
    Trouble,
)
from tests.emulation.board import Board, on_a_pi
from tests.emulation.mfrc522 import Mfrc522Model
from tests.emulation.tags import Classic, Ntag, Tag

A, B, C = (bytes.fromhex(f"04a1b2c3d4e58{last}") for last in range(3))
UP = LinkUp("pad", ("pad",), "simulated", simulated=True)


@pytest.fixture
def told() -> list[Input]:
    return []


@pytest.fixture
def reader(told: list[Input]) -> SimulatedReader:
    reader = SimulatedReader()
    reader.start(told.append)
    assert told == [UP]
    told.clear()
    return reader


def test_it_is_a_device() -> None:
    device: Device = SimulatedReader()
    assert device.name == "pad"
    device = Rc522Reader()
    assert device.name == "pad"


def test_a_tag_that_is_laid_is_seen_and_one_that_is_lifted_is_gone(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay(A)
    assert told == [TagSeen("pad", A)]
    reader.lift()
    assert told == [TagSeen("pad", A), TagGone("pad", A)]


def test_a_uid_may_be_written_in_hexadecimal_and_has_the_length_of_one(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay("04 A1 B2 C3 D4 E5 80")
    assert told == [TagSeen("pad", A)]
    with pytest.raises(ValueError, match="4, 7 or 10 bytes, not 5"):
        reader.lay(b"12345")
    with pytest.raises(ValueError, match="no tag 04a1b2c3d4e581"):
        reader.lift(B)


def test_a_card_and_a_table_may_be_laid_together(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay(A, B)
    assert told == [TagSeen("pad", A, among=2), TagSeen("pad", B, among=2)]
    told.clear()
    reader.lift(A)
    assert told == [TagGone("pad", A)]


def test_more_tags_are_trouble_and_so_are_twins(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay(A, B, C)
    assert told == [TagTrouble("pad", Trouble.ONE_AT_A_TIME)]
    reader.lift()
    told.clear()
    reader.lay(A, A)
    assert told == [TagTrouble("pad", Trouble.TWO_TAGS)]


def test_noise_is_no_removal(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay(A)
    reader.noise(polls=100)
    assert told == [TagSeen("pad", A)]


def test_buttons_are_pressed(reader: SimulatedReader, told: list[Input]) -> None:
    reader.press(Button.OK)
    reader.press("undo")
    assert told == [ButtonPressed(Button.OK), ButtonPressed(Button.UNDO)]


def test_what_is_done_while_it_is_unplugged_is_seen_afterwards(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay(A)
    told.clear()
    reader.unplug()
    reader.unplug()
    reader.press(Button.OK)
    reader.lay(B)
    assert told == [LinkLost("pad", Fault.UNPLUGGED)]
    reader.plug()
    reader.plug()
    assert told == [LinkLost("pad", Fault.UNPLUGGED), UP, TagSeen("pad", B, AGE_UNKNOWN, among=2)]


def test_another_fault_may_take_it_away(reader: SimulatedReader, told: list[Input]) -> None:
    reader.unplug(Fault.NO_PERMISSION, "/dev/spidev0.0")
    assert told == [LinkLost("pad", Fault.NO_PERMISSION, "/dev/spidev0.0")]


def test_signals_are_kept_in_order(reader: SimulatedReader) -> None:
    for signal in (Signal.YOUR_TURN, Signal.ACCEPTED, Signal.QUIET):
        reader.signal(signal)
    assert reader.signals == [Signal.YOUR_TURN, Signal.ACCEPTED, Signal.QUIET]


def test_nothing_is_told_after_stop_and_what_lies_there_is_told_after_the_next_start(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay(A)
    reader.stop()
    told.clear()
    reader.lay(B)
    reader.press(Button.OK)
    reader.unplug()
    reader.plug()
    assert told == []
    reader.start(told.append)
    assert told == [UP, TagSeen("pad", A, AGE_UNKNOWN, among=2), TagSeen("pad", B, AGE_UNKNOWN, among=2)]


def test_a_ring_has_several_antennas(told: list[Input]) -> None:
    ring = SimulatedReader("ring-1", readers=("ring-1/1", "ring-1/2", "ring-1/3"))
    ring.start(told.append)
    ring.lay(A, at="ring-1/2")
    ring.lay(B, at="ring-1/3")
    ring.lift(A, at="ring-1/2")
    assert told == [
        LinkUp("ring-1", ("ring-1/1", "ring-1/2", "ring-1/3"), "simulated", simulated=True),
        TagSeen("ring-1/2", A),
        TagSeen("ring-1/3", B),
        TagGone("ring-1/2", A),
    ]
    with pytest.raises(ValueError, match="no reader ring-1/9"):
        ring.lay(C, at="ring-1/9")


def test_a_scan_may_be_an_old_one(reader: SimulatedReader, told: list[Input]) -> None:
    reader.lay(A, age=90.0)
    assert told == [TagSeen("pad", A, age=90.0)]


def test_emissions_may_be_handed_to_somebody_else(told: list[Input]) -> None:
    waiting = []
    reader = SimulatedReader(deliver=waiting.append)
    reader.start(told.append)
    reader.lay(A)
    assert told == []
    for emission in waiting:
        emission()
    assert told == [UP, TagSeen("pad", A)]


# The same verbs on the pad: through chip, package and inventory.

SCENES: dict[str, list[tuple[str, tuple[bytes, ...]]]] = {
    "one after another": [("lay", (A,)), ("lift", (A,)), ("lay", (B,)), ("lift", (B,)), ("lay", (A,)), ("lift", (A,))],
    "a card, then its table": [("lay", (A,)), ("lay", (B,)), ("lift", (A,)), ("lift", (B,))],
    "a heap": [("lay", (A,)), ("lay", (B, C)), ("lift", (B,)), ("lift", (C,)), ("lay", (B,)), ("lift", (A, B))],
    "a heap at once": [("lay", (A, B, C)), ("lift", (A, B)), ("lift", (C,)), ("lay", (C,))],
    "twins": [("lay", (A, A)), ("lift", (A,)), ("lift", (A,)), ("lay", (A,))],
    "unplugged": [("lay", (A,)), ("unplug", ()), ("plug", ()), ("lift", (A,)), ("unplug", ()), ("lay", (B,)), ("plug", ())],
}


def on_simulated(scene: list[tuple[str, tuple[bytes, ...]]]) -> list[list[Input]]:
    told: list[Input] = []
    reader = SimulatedReader()
    reader.start(told.append)
    steps = []
    for verb, uids in scene:
        told.clear()
        getattr(reader, verb)(*uids)
        steps.append(list(told))
    return steps


def on_the_pad(scene: list[tuple[str, tuple[bytes, ...]]]) -> list[list[Input]]:
    board = Board()
    board.chips[0, 0] = chip = Mfrc522Model(board.clock)
    told: list[Input] = []
    pad = Rc522Reader(clock=board.clock.seconds, sleep=board.clock.sleep, threaded=False)
    steps = []
    lying: list[Tag] = []

    def run(seconds: float) -> None:
        end = board.clock.seconds() + seconds
        while board.clock.seconds() < end:
            board.clock.sleep(pad.step())

    with on_a_pi(board):
        pad.start(told.append)
        run(0.3)
        for verb, uids in scene:
            told.clear()
            if verb == "lay":
                tags: list[Tag] = [Ntag(uid) for uid in uids]
                if len(set(uids)) < len(uids):
                    tags[0] = Classic(uids[0])
                lying += tags
                chip.field.lay(*tags, now=board.clock.now)
            elif verb == "lift":
                for uid in uids:
                    tag = next(tag for tag in lying if tag.uid == uid)
                    lying.remove(tag)
                    chip.field.lift(tag, now=board.clock.now)
            else:
                chip.faults.stuck = 0xFF if verb == "unplug" else None
            run(8 if verb in ("unplug", "plug") else 0.6)
            steps.append(list(told))
    return steps


def plain(steps: list[list[Input]]) -> list[list[object]]:
    """Without the words that name the chip, and without the order of two tags that come or go at once."""
    return [
        sorted(
            (type(event).__name__ if isinstance(event, LinkUp | LinkLost) else str(event) for event in step),
        )
        for step in steps
    ]


@pytest.mark.parametrize("name", SCENES)
def test_the_simulated_reader_tells_what_the_pad_tells(name: str) -> None:
    assert plain(on_simulated(SCENES[name])) == plain(on_the_pad(SCENES[name]))
