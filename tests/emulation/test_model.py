"""The models against what the data sheets say and what the real `mfrc522` package is known to do on real chips."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from tests.emulation import mfrc522 as m
from tests.emulation.air import BIT_US, Answer, Departure, Field, Noise, Slot, bits_of, bytes_of, reader_us, superpose
from tests.emulation.board import Board, on_a_pi
from tests.emulation.clock import Clock
from tests.emulation.cost import airtime_ms, costs
from tests.emulation.mfrc522 import Faults, Mfrc522Model
from tests.emulation.tags import Classic, Ntag, Phone, State, Tag, TripleTag, crc_a, random_tag

UID = bytes.fromhex("04a1b2c3d4e580")


def read(chip: Mfrc522Model, register: int) -> int:
    return chip.transfer(bytes([register << 1 | 0x80, 0]))[1]


def write(chip: Mfrc522Model, register: int, *values: int) -> None:
    chip.transfer(bytes([register << 1, *values]))


# The chip.


@pytest.mark.parametrize(
    ("register", "value"),
    [(m.COMMAND, 0x20), (m.COM_IRQ, 0x14), (m.CONTROL, 0x10), (m.MODE, 0x3F), (m.TX_CONTROL, 0x80), (m.RF_CFG, 0x48), (m.VERSION, 0x92)],
)
def test_registers_hold_the_data_sheets_values_after_a_reset(register: int, value: int) -> None:
    chip = Mfrc522Model()
    write(chip, m.MODE, 0x3D)
    write(chip, m.TX_CONTROL, 0x83)
    write(chip, m.COMMAND, m.SOFT_RESET)
    assert read(chip, m.VERSION) == 0, "a chip in its reset does not answer"
    chip.clock.wait_us(1000)
    assert read(chip, register) == value
    assert not chip.field.on


def test_a_read_names_several_registers_and_a_write_goes_to_one() -> None:
    chip = Mfrc522Model()
    write(chip, m.FIFO_DATA, 1, 2, 3)
    addresses = [m.FIFO_LEVEL, m.FIFO_DATA, m.FIFO_DATA, m.FIFO_LEVEL, m.VERSION]
    assert chip.transfer(bytes([a << 1 | 0x80 for a in addresses] + [0])) == bytes([0, 3, 1, 2, 1, 0x92])


def test_an_interrupt_bit_is_cleared_by_writing_it_without_the_set_bit() -> None:
    chip = Mfrc522Model()
    write(chip, m.COM_IRQ, 0x7F)
    assert read(chip, m.COM_IRQ) == 0
    write(chip, m.COM_IRQ, 0x80 | m.RX_IRQ | m.TIMER_IRQ)
    write(chip, m.COM_IRQ, m.RX_IRQ)
    assert read(chip, m.COM_IRQ) == m.TIMER_IRQ


def test_the_fifo_holds_64_bytes_and_says_when_it_overflows() -> None:
    chip = Mfrc522Model()
    for value in range(64):
        write(chip, m.FIFO_DATA, value)
    assert read(chip, m.ERROR) & m.BUFFER_OVERFLOW == 0
    write(chip, m.FIFO_DATA, 64)
    assert read(chip, m.ERROR) & m.BUFFER_OVERFLOW
    assert read(chip, m.FIFO_LEVEL) == 64
    write(chip, m.FIFO_LEVEL, 0x80)
    assert read(chip, m.FIFO_LEVEL) == 0
    assert read(chip, m.ERROR) & m.BUFFER_OVERFLOW == 0


def test_the_crc_unit_knows_the_printed_value() -> None:
    chip = Mfrc522Model()
    write(chip, m.MODE, 0x3D)
    write(chip, m.FIFO_DATA, 0, 0)
    write(chip, m.COMMAND, m.CALC_CRC)
    chip.clock.wait_us(100)
    assert read(chip, m.DIV_IRQ) & 0x04
    assert (read(chip, m.CRC_RESULT_M), read(chip, m.CRC_RESULT_L)) == (0x1E, 0xA0)
    assert crc_a(b"\x50\x00") == b"\x57\xcd"


def test_the_timer_runs_for_reload_plus_one_ticks() -> None:
    chip = Mfrc522Model(spi_hz=10e6, transfer_us=0)
    for register, value in ((m.T_MODE, 0x0D), (m.T_PRESCALER, 0x3E), (m.T_RELOAD_H, 0), (m.T_RELOAD_L, 30), (m.COM_IRQ, 0x7F)):
        write(chip, register, value)
    write(chip, m.CONTROL, 0x40)
    chip.clock.wait_us(15_450)
    assert read(chip, m.COM_IRQ) & m.TIMER_IRQ == 0
    chip.clock.wait_us(100)
    assert read(chip, m.COM_IRQ) & m.TIMER_IRQ


def test_authentication_does_not_end_when_no_tag_answers() -> None:
    chip = Mfrc522Model()
    write(chip, m.COMMAND, m.AUTHENT)
    chip.clock.wait_us(1e6)
    assert read(chip, m.COMMAND) & 0x0F == m.AUTHENT
    assert read(chip, m.COM_IRQ) & m.IDLE_IRQ


def transceive(chip: Mfrc522Model, frame: bytes, framing: int = 0) -> tuple[int, int, int, bytes]:
    """ErrorReg, CollReg, RxLastBits and the data of an answer."""
    write(chip, m.COMMAND, m.IDLE)
    write(chip, m.FIFO_LEVEL, 0x80)
    write(chip, m.FIFO_DATA, *frame)
    write(chip, m.BIT_FRAMING, framing)
    write(chip, m.COMMAND, m.TRANSCEIVE)
    write(chip, m.BIT_FRAMING, 0x80 | framing)
    chip.clock.wait_us(3000)
    data = bytes(read(chip, m.FIFO_DATA) for _ in range(read(chip, m.FIFO_LEVEL)))
    return read(chip, m.ERROR), read(chip, m.COLL), read(chip, m.CONTROL) & 7, data


def woken(*tags: Tag, **options: Any) -> Mfrc522Model:
    chip = Mfrc522Model(**options)
    chip.field.lay(*tags, now=0)
    write(chip, m.MODE, 0x3D)
    write(chip, m.COLL, 0)
    write(chip, m.TX_CONTROL, 0x83)
    chip.clock.wait_us(5000)
    return chip


def test_a_collision_stands_where_the_answers_differ_first() -> None:
    one, other = Classic(bytes([0b0000_0001, 0b0001_0000, 3, 4])), Classic(bytes([0b0000_0001, 0b0000_0000, 3, 4]))
    chip = woken(one, other)
    transceive(chip, b"\x26", 7)
    error, coll, last, data = transceive(chip, b"\x93\x20")
    assert error & m.COLLISION
    assert (coll & 0x20, coll & 0x1F, last) == (0, 13, 0)
    assert data == bytes([1, 0b0001_0000, 0, 0, 0]), "bits after the collision are cleared"


@pytest.mark.parametrize(("reading", "expected"), [("frame", 8), ("level", 16), ("answer", 5)])
def test_the_position_of_a_second_collision_is_counted_as_asked(reading: m.CollPos, expected: int) -> None:
    uids = [bytes([0, 0b0000_0000, 0, 0]), bytes([0, 0b1000_0000, 0, 0])]
    chip = woken(*(Classic(uid) for uid in uids), collision_position=reading)
    transceive(chip, b"\x26", 7)
    # 11 bits are known: the second byte is split after its third bit.
    error, coll, _, data = transceive(chip, b"\x93\x33\x00\x00", 3 << 4 | 3)
    assert error & m.COLLISION
    assert coll & 0x1F == expected
    assert data[0] == 0b1000_0000


def test_a_collision_in_the_last_bit_is_position_0_and_behind_it_none() -> None:
    chip = woken(Classic(bytes([1, 2, 3, 0x04])), Classic(bytes([1, 2, 3, 0x84])))
    transceive(chip, b"\x26", 7)
    assert transceive(chip, b"\x93\x20")[1] & 0x3F == 0
    # A collision first in the check byte can only be noise.
    chip = woken(Classic(bytes([1, 2, 3, 4])))
    chip.field.noise = Noise(collide=1e-9)
    transceive(chip, b"\x26", 7)
    chip.field.noise.spoil = lambda slots: [Slot(None) if i == 40 else slot for i, slot in enumerate(slots)]  # type: ignore[method-assign]
    assert transceive(chip, b"\x93\x20")[1] & 0x20


def test_a_frame_of_tags_alone_has_nak_of_four_bits_and_data_with_crc() -> None:
    chip = woken(Ntag(UID))
    for frame, framing in (
        (b"\x26", 7),
        (b"\x93\x70\x88" + UID[:3] + bytes([0x88 ^ UID[0] ^ UID[1] ^ UID[2]]), 0),
        (b"\x95\x70" + UID[3:] + bytes([UID[3] ^ UID[4] ^ UID[5] ^ UID[6]]), 0),
    ):
        error, _, _, data = transceive(chip, frame + (crc_a(frame) if not framing else b""), framing)
        assert error == 0
    assert data == b"\x00" + crc_a(b"\x00")
    assert transceive(chip, b"\x30\x00" + crc_a(b"\x30\x00"))[3][:3] == UID[:3]
    assert transceive(chip, b"\x1b\x00" + crc_a(b"\x1b\x00"))[2:] == (4, b"\x00")


# The air.


@pytest.mark.parametrize(
    ("data", "microseconds"),
    [(b"\x30\x00" + b"\x00" * 2, 368), (b"\x60" + b"\x00" * 2, 283)],
)
def test_commands_take_the_time_that_the_tags_data_sheet_prints(data: bytes, microseconds: float) -> None:
    """The printed times count the end of frame, two bit times, too."""
    assert reader_us(len(data) * 8) + 2 * BIT_US == pytest.approx(microseconds, abs=0.6)


@pytest.mark.parametrize(("length", "parity", "microseconds"), [(144, True, 1548), (80, True, 868), (4, False, 57)])
def test_answers_take_the_time_that_the_tags_data_sheet_prints(length: int, parity: bool, microseconds: float) -> None:
    slots = Answer([0] * length, with_parity=parity).slots()
    assert (len(slots) + 2) * BIT_US == pytest.approx(microseconds, abs=1)


def test_where_answers_differ_a_collision_is_heard() -> None:
    heard = superpose([Answer([1, 0, 1]).slots(), Answer([1, 1, 1, 0]).slots()])
    assert [slot.value for slot in heard] == [1, None, 1, 0]


def test_noise_of_a_seed_is_the_same_every_time() -> None:
    slots = Answer(bits_of(bytes(20))).slots()
    one, other = (Noise(flip=0.2, collide=0.1, seed=7).spoil(slots) for _ in range(2))
    assert one == other != slots


def test_bits_and_bytes_are_each_others_reverse() -> None:
    data = random.Random(1).randbytes(50)
    assert bytes_of(bits_of(data)) == data


# The tags.


def awake(tag: Tag) -> tuple[Tag, Field]:
    field = Field()
    field.lay(tag, now=0)
    field.switch(True, 0)
    return tag, field


def say(tag: Tag, frame: bytes, bits: int = 0, now: float = 6000, damaged: bool = False) -> bytes | None:
    answer = tag.hear(bits_of(frame)[: bits or None], damaged=damaged, now=now)
    return None if answer is None else bytes_of(answer.data)


def test_a_tag_needs_its_time_to_wake() -> None:
    tag, _ = awake(Ntag(UID))
    assert say(tag, b"\x26", 7, now=1000) is None
    assert say(tag, b"\x26", 7) == b"\x44\x00"


def test_only_wupa_wakes_a_halted_tag_and_an_error_sends_it_back_to_halt() -> None:
    tag, _ = awake(Classic(b"\x01\x02\x03\x04"))
    tag.state = State.HALT
    assert say(tag, b"\x26", 7) is None
    assert say(tag, b"\x52", 7) == b"\x04\x00"
    assert say(tag, b"\x93\x20") == b"\x01\x02\x03\x04\x04"
    assert say(tag, b"\x93\x28\xff") is None
    assert tag.state is State.HALT


@pytest.mark.parametrize("frame", [(b"\x26", 7), (b"\x52", 7), (b"\x95\x20", 0), (b"\x50\x00\x57\xcd", 0), (b"\x93\x28\xff", 0)])
def test_a_ready_tag_goes_idle_at_what_it_does_not_expect(frame: tuple[bytes, int]) -> None:
    tag, _ = awake(Ntag(UID))
    say(tag, b"\x26", 7)
    assert tag.state is State.READY
    assert say(tag, *frame) is None
    assert tag.state is State.IDLE


def test_a_tag_forgets_its_state_when_the_field_was_off_long_enough() -> None:
    tag, field = awake(Ntag(UID))
    tag.state = State.HALT
    field.switch(False, 10_000)
    field.switch(True, 10_500)
    assert tag.state is State.HALT
    field.switch(False, 20_000)
    field.switch(True, 25_000)
    assert tag.state is State.IDLE


def test_a_phone_has_another_uid_after_each_start() -> None:
    phone, field = awake(Phone(seed=3))
    seen = set()
    for turn in range(5):
        field.switch(False, turn * 20_000)
        field.switch(True, turn * 20_000 + 10_000)
        seen.add(phone.uid)
    assert len(seen) == 5
    assert {uid[0] for uid in seen} == {0x08}


def test_two_fields_at_once_leave_a_tag_unable_to_understand_either() -> None:
    tag, _ = awake(Ntag(UID))
    other = Field()
    other.lay(tag, now=0)
    other.switch(True, 0)
    assert say(tag, b"\x26", 7) is None


def test_a_tag_can_leave_in_the_middle_of_its_answer() -> None:
    tag, field = awake(Ntag(UID))
    field.departures.append(Departure(tag, frame=0, slots=5))
    assert len(field.send(bits_of(b"\x26")[:7], 6000)) == 5
    assert field.tags == []


def test_random_tags_are_of_every_kind() -> None:
    draw = random.Random(1)
    assert {(type(tag), len(tag.uid)) for tag in (random_tag(draw) for _ in range(200))} == {
        (Ntag, 7),
        (Classic, 4),
        (Classic, 7),
        (TripleTag, 10),
    }


# The real package on the model: what it is known to do and to get wrong.


@pytest.fixture
def pi() -> Iterator[tuple[Mfrc522Model, Any]]:
    board = Board()
    board.chips[0, 0] = Mfrc522Model(board.clock)
    with on_a_pi(board), warnings.catch_warnings():
        # The package inverts a truth value, which newer Pythons warn of.
        warnings.simplefilter("ignore", DeprecationWarning)
        from mfrc522 import SimpleMFRC522

        reader = SimpleMFRC522()
        board.clock.wait_us(10_000)
        yield board.chip(), reader


def poll(chip: Mfrc522Model, reader: Any) -> tuple[int | None, int]:
    before = chip.transfers
    return reader.read_id_no_block(), chip.transfers - before


def lay(chip: Mfrc522Model, *tags: Tag) -> None:
    chip.field.lay(*tags, now=chip.clock.now)
    chip.clock.wait_us(6000)


def test_the_package_takes_2013_transfers_for_an_empty_poll(pi: tuple[Mfrc522Model, Any]) -> None:
    assert poll(*pi) == (None, 2013)


def test_the_package_finds_a_tag_at_every_second_poll_and_cuts_its_uid(pi: tuple[Mfrc522Model, Any]) -> None:
    chip, reader = pi
    lay(chip, Ntag(UID))
    assert [poll(chip, reader)[0] for _ in range(4)] == [0x8804A1B29F, None, 0x8804A1B29F, None]


def test_the_package_can_not_tell_two_tags_of_a_roll_apart(pi: tuple[Mfrc522Model, Any]) -> None:
    chip, reader = pi
    lay(chip, Ntag(bytes.fromhex("04a1b2ffeedd81")))
    assert poll(chip, reader)[0] == 0x8804A1B29F


@pytest.mark.parametrize(("stuck", "transfers"), [(0x00, 2013), (0xFF, 15)])
def test_the_package_takes_a_dead_bus_for_an_empty_field(pi: tuple[Mfrc522Model, Any], stuck: int, transfers: int) -> None:
    chip, reader = pi
    chip.faults.stuck = stuck
    assert poll(chip, reader) == (None, transfers)


def test_the_packages_costs_are_those_that_were_measured_elsewhere() -> None:
    package = {cost.what: cost.package for cost in costs()}
    assert package["empty poll"] == 2013
    assert package["whole UID of 7 bytes"] == 257


def test_the_airtime_limit_of_a_7_byte_uid() -> None:
    assert airtime_ms() == pytest.approx(4.35, abs=0.005)


def test_the_clock_runs_what_is_due_in_its_order_and_at_its_time() -> None:
    clock, seen = Clock(), []
    clock.after(20, lambda: seen.append(("b", clock.now)))
    clock.after(10, lambda: (seen.append(("a", clock.now)), clock.after(5, lambda: seen.append(("c", clock.now)))))  # type: ignore[func-returns-value]
    off = clock.after(12, lambda: seen.append(("never", clock.now)))
    off()
    clock.wait_us(30)
    assert seen == [("a", 10), ("c", 15), ("b", 20)]
    assert clock.now == 30


def test_a_chip_that_can_not_burst_takes_the_first_byte_only() -> None:
    chip = Mfrc522Model(faults=Faults(single_bytes=True))
    write(chip, m.FIFO_DATA, 1, 2, 3)
    assert chip.fifo == [1]
