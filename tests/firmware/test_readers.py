"""The antennas of one Pico: chips with quirks, chips that go deaf, chips that fail, and never two fields on at once."""

from __future__ import annotations

import random

import pytest

from companion.firmware.readers import LONGEST_RETRY_MS, TRIES
from companion.pico.mfrc522_chip import REST_MS
from tests.emulation.mfrc522 import RF_CFG, T_MODE, TX_MODE, Faults
from tests.emulation.tags import Ntag
from tests.firmware.ring import Ring, Told

CARD = Ntag(bytes.fromhex("04A1B2C3D4E580"))


def seen(place: int, tag: Ntag) -> Told:
    return "seen", f"ring-1/{place + 1}", tag.uid.hex().upper()


def gone(place: int, tag: Ntag) -> Told:
    return "gone", f"ring-1/{place + 1}", tag.uid.hex().upper()


# Every quirk of a chip on the way to a ring.


def test_a_ring_of_chips_that_are_deaf_after_a_soft_reset_hears_at_every_reader() -> None:
    ring = Ring(4, version=0x89)
    tags = [Ntag(bytes([4, place, *range(5)])) for place in range(4)]
    for place, tag in enumerate(tags):
        ring.lay(place, tag)
    assert sorted(ring.run(1)) == [seen(place, tag) for place, tag in enumerate(tags)]
    # One that lost its supply is set up again, and one that went deaf is woken by the line that all share: nobody is told as gone.
    ring.chips[1].brown_out()
    ring.chips[2].deaf = True
    assert ring.run(3) == []
    assert ring.health == ["ok"] * 4
    assert ring.together == []


def test_such_chips_hear_without_a_reset_line_too() -> None:
    ring = Ring(2, version=0x89, line_wired=False)
    ring.lay(1, CARD)
    assert ring.run(1) == [seen(1, CARD)]


# Deaf chips.


@pytest.mark.parametrize("how", ["deaf", "TxMode", "gain", "timer"])
@pytest.mark.parametrize("bursts", [True, False])
def test_a_tag_that_lies_on_a_chip_that_goes_deaf_stays(how: str, bursts: bool) -> None:
    ring = Ring(3, bursts=bursts)
    ring.lay(1, CARD)
    assert ring.run(1) == [seen(1, CARD)]
    spoil(ring, 1, how)
    assert ring.run(30) == []
    ring.lift(1)
    assert ring.run(2) == [gone(1, CARD)]
    assert ring.health == ["ok"] * 3


@pytest.mark.parametrize("how", ["deaf", "TxMode"])
@pytest.mark.parametrize("version", [0x92, 0x89])
def test_a_chip_that_went_deaf_hears_again_within_its_rest(how: str, version: int) -> None:
    ring = Ring(3, version=version)
    ring.run(1)
    spoil(ring, 2, how)
    ring.run(REST_MS / 1000 + 0.5)
    ring.lay(2, CARD)
    assert ring.run(0.5) == [seen(2, CARD)]


def spoil(ring: Ring, place: int, how: str) -> None:
    chip = ring.chips[place]
    if how == "deaf":
        chip.deaf = True
    elif how == "TxMode":
        chip.regs[TX_MODE] ^= 0x80
    elif how == "gain":
        chip.regs[RF_CFG] = 0x08
    else:
        chip.regs[T_MODE] = 0x00


def test_a_look_into_an_empty_field_costs_ten_transfers_and_a_reset_at_rest_few_more_now_and_then() -> None:
    """At most, not on average: each turn is counted by itself."""
    ring = Ring(1)
    ring.run(1)
    chip, costs = ring.chips[0], []
    began, resets = ring.clock.seconds(), chip.soft_resets
    while ring.clock.seconds() < began + 60:
        before = chip.transfers
        ring.sweep.step(ring.clock.ms)
        costs.append(chip.transfers - before)
        ring.clock.wait_us(2000)
    resets = chip.soft_resets - resets
    assert resets == pytest.approx(60_000 / REST_MS, abs=1)
    assert sum(cost > 10 for cost in costs) == resets
    assert max(costs) <= 10 + 20


# Chips that fail.


def test_a_reader_that_fails_is_dark_from_then_on_and_its_neighbours_go_on() -> None:
    ring = Ring()
    ring.run(1)
    ring.chips[2].faults.stuck = 0x00
    ring.lay(3, CARD)
    assert ring.run(3) == [seen(3, CARD)]
    assert ring.health == ["ok", "ok", "dead-bus", "ok", "ok", "ok"]
    assert not ring.chips[2].field.on
    assert ring.together == []
    ring.chips[2].faults.stuck = None
    ring.run(LONGEST_RETRY_MS / 1000)
    assert ring.health == ["ok"] * 6


@pytest.mark.parametrize("place", range(25))
def test_a_wire_that_breaks_at_any_transfer_leaves_no_field_on(place: int) -> None:
    ring = Ring(2)
    ring.run(1)
    chip = ring.chips[0]
    transfer, at = chip.transfer, chip.transfers + place

    def breaking(data: bytes) -> bytes:
        chip.faults.stuck = 0xFF if chip.transfers >= at else None
        # The wire to the chip is broken too: it hears nothing any more.
        return transfer(data) if chip.faults.stuck is None else b"\xff" * len(data)

    ring.readers[0].chip.bus.transfer = breaking  # type: ignore[method-assign]
    chip.faults = Faults()
    ring.run(5)
    assert ring.together == []
    assert ring.health[1] == "ok"


def random_faults(seed: int, seconds: int, led: bool) -> None:
    draw = random.Random(seed)
    ring = Ring(led=led)
    ring.run(1)
    lying: dict[int, Ntag] = {}
    expected: list[Told] = []
    told: list[Told] = []
    troubled: set[int] = set()
    for number in range(seconds):
        place = draw.randrange(6)
        chip = ring.chips[place]
        if draw.random() < 0.5 and place not in troubled:
            if place in lying:
                ring.lift(place)
                expected.append(gone(place, lying.pop(place)))
            else:
                lying[place] = Ntag(bytes([4, place, *number.to_bytes(5, "big")]))
                ring.lay(place, lying[place])
                expected.append(seen(place, lying[place]))
            # Told before anything else happens there.
            told += ring.run(2)
        else:
            fault = draw.choice(["deaf", "TxMode", "gain", "timer", "dip", "stuck 00", "stuck FF", "sleeps", "weak", "loose", "well", "well"])
            if fault in ("deaf", "TxMode", "gain", "timer"):
                spoil(ring, place, fault)
            elif fault == "dip":
                chip.brown_out()
            elif fault.startswith("stuck"):
                chip.faults = Faults(stuck=int(fault[6:], 16))
            elif fault == "sleeps":
                chip.faults = Faults(wakes=False)
            elif fault == "weak":
                chip.faults = Faults(dips_with_field=True)
            elif fault == "loose":
                chip.faults = Faults(loose=random.Random(number))
            else:
                chip.faults = Faults()
                chip.brown_out()
            if fault not in ("deaf", "TxMode", "gain", "timer", "dip"):
                troubled.add(place)
            told += ring.run(draw.uniform(0.01, 3))
        assert not any(chip.field.on for chip in ring.chips)
        for place in range(6):
            if place not in troubled:
                assert ring.health[place] == "ok", (number, place)
    for chip in ring.chips:
        chip.faults = Faults()
        chip.brown_out()
    told += ring.run(LONGEST_RETRY_MS / 1000 + 1)
    assert ring.health == ["ok"] * 6
    assert ring.together == []
    assert sorted(told) == sorted(expected)


@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_whatever_fails_no_two_fields_are_on_and_every_tag_is_told_once(seed: int, led: bool) -> None:
    random_faults(seed, 20, led)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_whatever_fails_for_long(seed: int) -> None:
    random_faults(seed, 300, led=seed % 2 == 0)


def spoiling(seed: int, share: float, line_wired: bool = True) -> Ring:
    """A ring for some seconds with wires on which so large a share of the bytes is another one, either way."""
    ring = Ring(line_wired=line_wired)
    for place, chip in enumerate(ring.chips):
        chip.faults.spoils = random.Random(seed * 10 + place)
        chip.faults.spoilt = share
    for place in range(0, 6, 2):
        ring.lay(place, Ntag(bytes([4, place, *range(5)])))
    ring.run(8)
    return ring


@pytest.mark.parametrize("share", [0.001, 0.01, 0.03, 0.1, 0.5])
def test_wires_that_spoil_bytes_never_leave_two_fields_on(share: float) -> None:
    ring = spoiling(1, share)
    assert ring.together == []
    for chip in ring.chips:
        chip.faults = Faults()
    ring.run(LONGEST_RETRY_MS / 1000 + 1)
    assert ring.health == ["ok"] * 6


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 30))
@pytest.mark.parametrize("share", [0.01, 0.03, 0.1])
def test_wires_that_spoil_bytes_for_long(seed: int, share: float) -> None:
    assert spoiling(seed, share).together == []


def test_health_is_told_within_the_looks_that_its_docstring_names() -> None:
    ring = Ring(period=100)
    ring.run(1)
    ring.chips[4].faults = Faults(stuck=0xFF)
    # A look at a chip that does not start lasts as long as a chip may take to start.
    ring.run(TRIES * (0.1 + 0.3))
    assert ring.health[4] == "dead-bus"
