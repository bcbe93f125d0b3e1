"""The chip: what reading costs, how it starts, and every way in which it can fail."""

from __future__ import annotations

import random

import pytest

from companion.pico import iso14443a
from companion.pico import mfrc522_chip as chip_module
from companion.pico.mfrc522_chip import DEAD_BUS, LOST_REGISTERS, NO_ANSWER, WRONG_CHIP, ChipFault, Mfrc522
from tests.emulation.air import reader_us
from tests.emulation.cost import costs
from tests.emulation.mfrc522 import COLL, RF_CFG, T_MODE, TX_CONTROL, Faults, Mfrc522Model
from tests.emulation.rig import Rig
from tests.emulation.tags import Classic, Ntag, TripleTag, random_tag

UID = bytes.fromhex("04a1b2c3d4e580")
OTHER = bytes.fromhex("04a1b2ffeedd81")


def bare(**options: object) -> Mfrc522:
    """A driver on a model that was not reset yet."""
    model = Mfrc522Model(**options)  # type: ignore[arg-type]
    return Mfrc522(model, model.clock.wait_us)


# Cost, in SPI transfers.


def test_what_reading_costs_stays_within_its_budget() -> None:
    ours = {cost.what: cost.ours for cost in costs()}
    assert ours["empty poll"] <= 10
    assert ours["whole UID of 7 bytes"] <= 50
    assert ours["inventory of one tag"] <= 70
    assert ours["inventory of two tags"] <= 140


def test_two_tags_cost_no_more_wherever_their_uids_differ() -> None:
    draw = random.Random(3)
    for _ in range(60):
        first = draw.randbytes(7)
        place = draw.randrange(8, 56)
        second = (int.from_bytes(first, "little") ^ 1 << place).to_bytes(7, "little")
        rig = Rig(*(Ntag(b"\x04" + uid[1:]) for uid in (first, second)))
        assert rig.cost() <= 140


def test_two_tags_of_ten_bytes_cost_no_more_either_nor_do_two_with_neighbours() -> None:
    draw = random.Random(4)
    for _ in range(60):
        first = draw.randbytes(9)
        place = draw.randrange(72)
        second = (int.from_bytes(first, "little") ^ 1 << place).to_bytes(9, "little")
        rig = Rig(*(TripleTag(b"\x04" + uid) for uid in (first, second)), driver_neighbours=True)
        assert rig.cost() <= 140


def test_noise_in_the_fifo_before_a_look_does_not_spoil_it() -> None:
    """The receiver listens on after a look, to neighbours too."""
    rig = Rig(Ntag(UID))
    for _ in range(3):
        rig.model.fifo += [0x12, 0x34]
        assert rig.look().uids == [UID]


def test_a_field_that_does_not_go_off_is_told_where_there_are_neighbours() -> None:
    rig = Rig(driver_neighbours=True)
    write = rig.model._write
    rig.model._write = lambda register, value: write(register, value | 3 if register == TX_CONTROL else value)  # type: ignore[method-assign]
    with pytest.raises(ChipFault) as fault:
        rig.look()
    assert fault.value.kind == LOST_REGISTERS
    assert not rig.chip.switched_off()


def test_no_transfer_is_longer_than_64_bytes() -> None:
    rig = Rig(*(random_tag(random.Random(seed)) for seed in range(5)))
    rig.look()
    assert rig.model.longest <= 64


def test_a_poll_waits_no_longer_than_the_answers_that_are_awaited() -> None:
    """An empty poll: 5 ms for tags to wake, then one short frame and half a millisecond for its answer; the rest is SPI."""
    rig = Rig(spi_hz=10e6, transfer_us=0)
    before = rig.clock.now
    iso14443a.inventory(rig.chip)
    assert rig.clock.now - before < 5000 + reader_us(7) + 500 + 100


def test_frames_take_no_longer_on_the_air_than_computed() -> None:
    for bits in (7, 16, 23, 40, 72):
        assert reader_us(bits) <= chip_module.air_us(bits) <= reader_us(bits) + 30


# A chip without bursts.


def test_a_chip_that_can_not_burst_reads_the_same_with_the_setting() -> None:
    tags = Ntag(UID), Classic(b"\x01\x02\x03\x04"), TripleTag(bytes(range(4, 14)))
    rig = Rig(*tags, faults=Faults(single_bytes=True), driver_bursts=False)
    assert sorted(rig.look().uids) == sorted(tag.uid for tag in tags)


def test_without_the_setting_such_a_chip_is_told_and_makes_nothing_up() -> None:
    with pytest.raises(ChipFault) as fault:
        Rig(Ntag(UID), faults=Faults(single_bytes=True))
    assert fault.value.kind == DEAD_BUS


def test_random_sets_of_tags_are_found_without_bursts_too() -> None:
    draw = random.Random(8)
    for _ in range(50):
        tags = [random_tag(draw) for _ in range(draw.randint(1, 4))]
        rig = Rig(*tags, driver_bursts=False, start_send_stays=draw.random() < 0.5)
        assert sorted(rig.look().uids) == sorted(tag.uid for tag in tags)


# Start.


@pytest.mark.parametrize("slow_start_us", [40, 1_000, 30_000, 120_000])
def test_a_reset_is_waited_for(slow_start_us: float) -> None:
    rig = Rig(Ntag(UID), faults=Faults(slow_start_us=slow_start_us))
    assert rig.look().uids == [UID]


def test_a_chip_that_never_leaves_its_reset_is_given_up() -> None:
    with pytest.raises(ChipFault) as fault:
        bare(faults=Faults(wakes=False)).reset()
    assert fault.value.kind == DEAD_BUS


def test_a_chip_that_stays_powered_down_is_given_up() -> None:
    chip = bare()
    transfer = chip.bus.transfer

    def powered_down(data: bytes) -> bytes:
        answer = transfer(data)
        return answer[:1] + b"\x30" + answer[2:] if data[0] == 0x01 << 1 | 0x80 else answer

    chip.bus.transfer = powered_down  # type: ignore[method-assign]
    with pytest.raises(ChipFault) as fault:
        chip.reset()
    assert fault.value.kind == NO_ANSWER


@pytest.mark.parametrize("version", sorted(chip_module.VERSIONS))
def test_genuine_chips_and_known_clones_work_and_are_named(version: int) -> None:
    rig = Rig(Ntag(UID), version=version)
    assert rig.look().uids == [UID]
    assert rig.chip.version == version
    assert ("MFRC522" in rig.chip.describe()) == (version in chip_module.GENUINE)


@pytest.mark.parametrize("version", [0x01, 0x37, 0xA5, 0xFE])
def test_another_chip_is_told_with_what_it_says_of_itself(version: int) -> None:
    with pytest.raises(ChipFault) as fault:
        bare(version=version).reset()
    assert fault.value.kind == WRONG_CHIP
    assert f"{version:02X}" in fault.value.detail


def test_a_version_that_the_owner_knows_to_work_can_be_allowed() -> None:
    rig = Rig(Ntag(UID), version=0xA5, driver_versions={0xA5: "a chip of my own"})
    assert rig.look().uids == [UID]


@pytest.mark.parametrize("stuck", [0x00, 0xFF])
def test_a_dead_bus_is_told_at_the_start(stuck: int) -> None:
    with pytest.raises(ChipFault) as fault:
        bare(faults=Faults(stuck=stuck)).reset()
    assert fault.value.kind == DEAD_BUS
    assert f"{stuck:02X}" in fault.value.detail


def test_a_bad_contact_is_told_from_a_wrong_chip() -> None:
    kinds = set()
    for seed in range(20):
        try:
            bare(faults=Faults(loose=random.Random(seed))).reset()
        except ChipFault as fault:
            kinds.add(fault.kind)
    assert kinds <= {DEAD_BUS, LOST_REGISTERS}
    assert DEAD_BUS in kinds


def test_a_clone_that_is_deaf_after_a_soft_reset_is_started_by_its_pin() -> None:
    model = Mfrc522Model(version=0x89, faults=Faults(deaf_after_soft_reset=True))

    def pulse() -> None:
        model.reset_pin(False)
        model.clock.wait_us(1000)
        model.reset_pin(True)

    chip = Mfrc522(model, model.clock.wait_us, pulse_reset=pulse)
    chip.reset()
    model.field.lay(Ntag(UID), now=model.clock.now)
    assert iso14443a.inventory(chip).uids == [UID]


# Settings.


@pytest.mark.parametrize(("gain", "value"), [(18, 0x28), (23, 0x38), (33, 0x48), (38, 0x58), (43, 0x68), (48, 0x78)])
def test_the_gain_reaches_its_register(gain: int, value: int) -> None:
    assert Rig(driver_gain=gain).model.regs[RF_CFG] == value


def test_bits_after_a_collision_are_cleared_as_the_data_sheet_asks_for_anticollision() -> None:
    assert Rig().model.regs[COLL] & 0x80 == 0


def test_an_answer_of_four_bits_is_told_as_such() -> None:
    """A tag that does not know a command says so in four bits."""
    rig = Rig(Ntag(UID))
    rig.chip.field(True)
    rig.chip.exchange(iso14443a.WUPA, last_bits=7)
    assert iso14443a.select(rig.chip)[0] == UID
    unknown = b"\x1b\x00\x00\x00\x00"
    assert rig.chip.exchange(unknown + iso14443a.crc_a(unknown)) == 4
    assert (rig.chip.answer[0], rig.chip.collision) == (0x00, 0)


def test_a_gain_that_the_chip_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="18, 23, 33, 38, 43, 48"):
        Mfrc522(Mfrc522Model(), lambda us: None, gain=40)


# The field.


def test_the_field_is_on_during_an_inventory_only() -> None:
    rig = Rig(Ntag(UID))
    assert not rig.model.field.on
    rig.look()
    assert not rig.model.field.on
    assert rig.model.regs[TX_CONTROL] & 3 == 0


# A chip that fails while it works.


def transfers_of_an_inventory() -> int:
    rig = Rig(Ntag(UID), Ntag(OTHER))
    return rig.cost()


def fail(rig: Rig, kind: str, number: int) -> None:
    """Before the transfer of this number, counted from now, the chip is reset; or its bus is dead from then on, or for that one."""
    at = rig.model.transfers + number
    if kind == "brown-out":
        rig.faults.browns_out_at = at
        return
    transfer = rig.model.transfer
    how_long, value = kind.split()

    def failing(data: bytes) -> bytes:
        now = rig.model.transfers
        rig.faults.stuck = int(value, 16) if now == at or (now > at and how_long == "always") else None
        return transfer(data)

    rig.chip.bus.transfer = failing  # type: ignore[method-assign]


def kind_of(rig: Rig) -> tuple[str, iso14443a.Inventory]:
    try:
        return "", rig.look()
    except ChipFault as fault:
        return fault.kind, iso14443a.Inventory()


@pytest.mark.parametrize("kind", ["brown-out", "always 00", "always FF", "once 00", "once FF"])
def test_a_failure_at_any_transfer_is_never_taken_for_an_empty_field(kind: str) -> None:
    """Two tags lie there. Whichever transfer of an inventory it strikes: the failure is told, or the inventory is right or not clean."""
    told = 0
    total = transfers_of_an_inventory()
    for number in range(total):
        rig = Rig(Ntag(UID), Ntag(OTHER))
        fail(rig, kind, number)
        fault, found = kind_of(rig)
        assert fault in ("", LOST_REGISTERS, DEAD_BUS, NO_ANSWER)
        told += bool(fault)
        assert set(found.uids) <= {UID, OTHER}
        assert len(found.uids) == 2 or not found.clean, number
    assert told > total / 2 or kind.startswith("once")


@pytest.mark.parametrize("kind", ["brown-out", "always 00", "always FF"])
def test_after_a_failure_one_reset_brings_the_chip_back(kind: str) -> None:
    rig = Rig(Ntag(UID))
    fail(rig, kind, 1)
    with pytest.raises(ChipFault):
        rig.look()
    rig.model.__dict__.pop("transfer", None)
    rig.faults.stuck = None
    rig.chip.reset()
    assert rig.look().uids == [UID]


def test_a_supply_that_dips_whenever_the_field_comes_on_is_told() -> None:
    rig = Rig(Ntag(UID), faults=Faults(dips_with_field=True))
    with pytest.raises(ChipFault) as fault:
        rig.look()
    assert fault.value.kind == LOST_REGISTERS


def test_a_chip_that_stops_its_timer_is_told_after_a_bounded_wait() -> None:
    rig = Rig()
    before = rig.clock.now
    write = rig.model._write

    def no_transmission(register: int, value: int) -> None:
        if register != 0x0D:
            write(register, value)

    rig.model._write = no_transmission  # type: ignore[method-assign]
    with pytest.raises(ChipFault) as fault:
        rig.look()
    assert fault.value.kind == NO_ANSWER
    assert rig.clock.now - before < 20_000


@pytest.mark.parametrize("ratio", [0.98, 1.02, 1.5, 2.0])
def test_a_chip_whose_clock_is_off_is_still_waited_for(ratio: float) -> None:
    rig = Rig(Ntag(UID), faults=Faults(clock_ratio=ratio))
    assert rig.look().uids == [UID]


def test_an_error_of_the_bus_comes_through() -> None:
    rig = Rig(Ntag(UID))
    rig.faults.broken = OSError(19, "No such device")
    with pytest.raises(OSError, match="No such device"):
        rig.look()


def test_the_timer_is_set_for_the_answer_that_is_awaited() -> None:
    """40 kHz and 20 ticks: half a millisecond, where a tag begins after 0.09 ms."""
    rig = Rig()
    regs = rig.model.regs
    assert regs[T_MODE] & 0x80
    prescaler = (regs[T_MODE] & 0x0F) << 8 | regs[T_MODE + 1]
    assert 13.56e6 / (2 * prescaler + 1) == pytest.approx(40_000, rel=1e-3)
    assert (regs[T_MODE + 2] << 8 | regs[T_MODE + 3]) + 1 == 20
