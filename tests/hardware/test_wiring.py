"""The wiring can be soldered as it is written, and each mistake that could be written is seen."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest

from companion.devices.pins import pins as program_pins
from hardware import wiring

DATA = tomllib.loads((wiring.HERE / "wiring.toml").read_text("utf-8"))
PINS = wiring.load_pins()


def net_of(build: wiring.Build, pin: str) -> frozenset[str]:
    return next(net for net in wiring.nets(wire.join for wire in build.wires) if pin in net)


def test_the_wiring_has_no_fault() -> None:
    assert wiring.faults(wiring.load(), PINS) == []


def test_four_readers_leave_no_part_half_connected() -> None:
    plan = wiring.load()
    four = wiring.Wiring(plan.kinds, dict(plan.builds) | {"ring": plan.builds["ring"].without_extra()}, plan.facts)
    table = copy.deepcopy(PINS)
    # The fifth and sixth chip selects stay in pins.toml: they are free pins of a unit of four.
    table["ring"]["cs"] = table["ring"]["cs"][:4]
    assert wiring.faults(four, table) == []


def swap(build: str, number: int, old: str, new: str) -> dict[str, Any]:
    """The wiring with one end of one wire moved."""
    data = copy.deepcopy(DATA)
    join = data["builds"][build]["wires"][number - 1]["join"]
    join[join.index(old)] = new
    return data


def without(build: str, number: int) -> dict[str, Any]:
    data = copy.deepcopy(DATA)
    del data["builds"][build]["wires"][number - 1]
    return data


def moved(build: str, number: int, pin: str) -> dict[str, Any]:
    """The wiring with one pin taken off one wire."""
    data = copy.deepcopy(DATA)
    data["builds"][build]["wires"][number - 1]["join"].remove(pin)
    return data


def painted(build: str, number: int, colour: str) -> dict[str, Any]:
    data = copy.deepcopy(DATA)
    data["builds"][build]["wires"][number - 1]["colour"] = colour
    return data


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (swap("pad", 1, "PI.17", "PI.2"), "carries 5 V"),
        (swap("pad", 1, "PI.17", "PI.4"), "to stay free"),
        (swap("wand", 1, "PICO.36", "PICO.40"), "5 V"),
        (swap("wand", 1, "PICO.36", "PICO.38"), "short-circuits"),
        (swap("pad", 2, "READER.MOSI", "READER.GND"), "ties PI.19 to GND"),
        (swap("pad", 3, "PI.20", "PI.17"), "joins 3V3 and GND"),
        (swap("pad", 2, "PI.19", "PI.41"), "does not exist"),
        (swap("pad", 2, "READER.MOSI", "READER.MOSSI"), "does not exist"),
        (swap("pad", 5, "PI.22", "PI.29"), "PI.29 is used twice"),
        (swap("pad", 5, "PI.22", "PI.24"), "PI.24 is used twice"),
        (swap("wand", 2, "PICO.21", "PICO.27"), "wand.miso is GPIO 16"),
        (swap("pad", 2, "PI.19", "PI.16"), "pad.mosi is GPIO 10"),
        (swap("wand", 2, "PICO.21", "PICO.30"), "to stay free"),
        (swap("pad", 4, "READER.MISO", "READER.MOSI"), "READER.MISO is not connected"),
        (swap("wand", 12, "R1.1", "LED.R"), "has no resistor"),
        (swap("ring", 15, "U1.2", "U1.5"), "joins two outputs"),
        # No input of CMOS may float, with every socket empty as well.
        (moved("ring", 15, "R14.1"), "U1.2 floats"),
        (moved("ring", 1, "R15.2"), "U1.5 floats"),
        (moved("ring", 2, "U2.9"), "U2.9 is not connected"),
        (moved("ring", 20, "R19.1"), "U2.5 floats"),
        (swap("ring", 8, "U1.3", "U1.2"), "joins two outputs"),
        (swap("ring", 7, "J1.9", "J1.5"), "J1.9 is not connected"),
        (without("pad", 3), "reaches no ground"),
        (without("pad", 1), "no 3.3 V"),
        (without("ring", 5), "that nothing drives"),
        (without("panel", 2), "OK.2 is not connected"),
        (without("panel", 1), "panel.ok is in pins.toml only"),
        (painted("pad", 1, "black"), "a supply's is red"),
        (painted("pad", 3, "green"), "a supply's is black"),
        (painted("pad", 2, "red"), "no supply"),
    ],
)
def test_a_mistake_in_the_wiring_is_named(data: dict[str, Any], fault: str) -> None:
    assert any(fault in sentence for sentence in wiring.faults(wiring.parse(data), PINS))


@pytest.mark.parametrize("part", ["pad", "panel", "wand", "ring"])
def test_every_pin_of_the_table_is_wired_and_no_other(part: str) -> None:
    table = wiring.numbers(PINS[part], part)
    table[f"{part}.moved"] = table.popitem()[1]
    changed = wiring.faults(wiring.load(), PINS | {part: {"moved": 1}})
    assert any("moved is in pins.toml only" in fault for fault in changed)
    assert any("is in wiring.toml only" in fault for fault in changed)


@pytest.mark.parametrize("part", ["pad", "panel", "wand", "ring"])
def test_the_program_reads_the_table_that_the_wires_follow(part: str) -> None:
    assert program_pins(part) == PINS[part]


def test_the_display_keeps_its_pins_and_the_memory_pins_stay_free() -> None:
    plan = wiring.load()
    taken = {pin for name in ("pad", "panel") for wire in plan.builds[name].wires for pin in wire.join}
    assert not taken & {"PI.2", "PI.4", "PI.6", "PI.3", "PI.5", "PI.8", "PI.10", "PI.26", "PI.27", "PI.28"}


def test_the_pad_is_one_plug_of_two_rows() -> None:
    used = {int(wiring.pin_of(pin)) for wire in wiring.load().builds["pad"].wires for pin in wire.join if pin.startswith("PI.")}
    assert used == {17, 19, 20, 21, 22, 23, 24}


def test_gpio_numbers_stand_on_the_right_pins_of_both_headers() -> None:
    plan = wiring.load()
    # The Pi's order, from its pin-out: 8 holes that are checked by hand against 8 GPIO numbers.
    pi = plan.kinds["raspberry-pi"].pins
    assert [pi[n] for n in ("19", "21", "22", "23", "24", "29", "36", "37")] == [f"gpio {n}" for n in (10, 9, 25, 11, 8, 5, 16, 26)]
    assert [int(n) for n, role in pi.items() if role == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]
    assert [int(n) for n, role in pi.items() if role == "5V"] == [2, 4]
    pico = plan.kinds["pico"].pins
    # On a Pico every fifth pin from the third is ground, and GP0 to GP22 fill the rest up to pin 29.
    assert [int(n) for n, role in pico.items() if role == "GND"] == [3, 8, 13, 18, 23, 28, 33, 38]
    assert [role for n, role in pico.items() if int(n) < 30 and role != "GND"] == [f"gpio {n}" for n in range(23)]


@pytest.mark.parametrize("part", ["wand", "ring"])
def test_the_picos_bus_pins_belong_to_spi0(part: str) -> None:
    table = PINS[part]
    for line, remainder in (("sck", 2), ("mosi", 3), ("miso", 0)):
        assert table[line] % 4 == remainder
        assert table[line] in {*range(8), *range(16, 24)}


def test_light_and_buzzer_share_no_pwm_slice_of_the_pico() -> None:
    for part in ("wand", "ring"):
        slices = {name: PINS[part][name] // 2 % 8 for name in ("red", "green", "blue", "buzzer")}
        assert slices["buzzer"] not in {slices["red"], slices["green"], slices["blue"]}


@pytest.mark.parametrize("readers", [4, 6])
def test_a_plugged_ring_leads_every_signal_to_its_reader(readers: int) -> None:
    plan = wiring.load()
    if readers == 4:
        plan = wiring.Wiring(plan.kinds, dict(plan.builds) | {"ring": plan.builds["ring"].without_extra()}, plan.facts)
    ring = wiring.with_stations(plan)
    selects = []
    for n in range(1, readers + 1):
        for signal, resistor in (("SCK", "R1"), ("MOSI", "R2")):
            assert f"{resistor}.2" in net_of(ring, f"J{n}READER.{signal}")
        assert "PICO.26" in net_of(ring, f"J{n}READER.RST")
        assert "PICO.36" in net_of(ring, f"J{n}READER.3.3V")
        assert "PICO.38" in net_of(ring, f"J{n}READER.GND")
        # A reader's MISO reaches nothing but its own buffer, whose enable is that reader's chip select.
        own = {pin for pin in net_of(ring, f"J{n}READER.MISO") if pin.startswith("U")}
        select = net_of(ring, f"J{n}READER.SDA")
        assert len(own) == 1
        chip, _, data = own.pop().partition(".")
        enable = {"2": "1", "5": "4", "9": "10", "12": "13"}[data]
        output = {"2": "3", "5": "6", "9": "8", "12": "11"}[data]
        assert f"{chip}.{enable}" in select
        assert "PICO.21" in net_of(ring, f"{chip}.{output}")
        # With no station plugged in the buffer's input rests high: through 100 kΩ that a reader's output overcomes easily.
        alone = net_of(plan.builds["ring"], f"J{n}.5")
        hold = next(pin for pin in alone if ring.parts[wiring.part_of(pin)].kind == "R100k")
        assert "PICO.36" in net_of(ring, hold.replace(".1", ".2"))
        # It rests high while nobody drives it.
        pull = next(pin for pin in select if ring.parts[wiring.part_of(pin)].kind == "R10k")
        assert "PICO.36" in net_of(ring, pull.replace(".1", ".2"))
        selects.append(next(pin for pin in select if pin.startswith("PICO.")))
    assert [plan.kinds["pico"].pins[wiring.pin_of(pin)] for pin in selects] == [f"gpio {n}" for n in PINS["ring"]["cs"][:readers]]


def test_a_station_turned_round_is_prevented_by_the_key_and_every_signal_runs_beside_ground_or_supply() -> None:
    labels = wiring.load().kinds["plug"].labels
    for wire in (1, 3, 5, 7, 9):
        beside = {labels[str(n)] for n in (wire - 1, wire + 1) if str(n) in labels}
        assert beside <= {"GND", "3V3"}
    assert labels["2"] == "GND", "the clock's neighbour is ground on both sides"


def test_currents_stay_below_what_the_pins_may_give() -> None:
    # 3.3 V through the series resistor, forward voltages of 2.0 V (red) and 3.0 V (green, blue); the Pi allows 16 mA a pin, 50 mA together.
    ohms = {kind: float(kind[1:].replace("k", "")) * (1000 if "k" in kind else 1) for kind in wiring.SERIES}
    panel = wiring.load().builds["panel"]
    total = 0.0
    for part, drop in (("R1", 2.0), ("R2", 3.0), ("R3", 3.0), ("R4", 0.7)):
        milliamps = 1000 * (3.3 - drop) / ohms[panel.parts[part].kind]
        assert 2 <= milliamps <= 16
        total += milliamps
    assert total <= 50
