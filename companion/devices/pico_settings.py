"""The configuration of a Pico, vabanque.json: what it is, its pins, and what the owner may tune. firmware/README.md tells every key."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from companion.devices.pins import pins
from companion.errors import DeviceError
from companion.pico import patterns, wire
from companion.pico.mfrc522_chip import GAIN, GAINS

FILE = "vabanque.json"
"""Its name on the Pico."""

Kind = Literal["wand", "ring"]


def configuration(kind: Kind, name: str = "", readers: int | None = None) -> dict[str, Any]:
    """The configuration of a Pico, with the pins of hardware/pins.toml. `readers`: how many antennas a ring has, at most 6.

    Raises DeviceError if there can't be such a device.
    """
    pin = pins(kind)
    name = name or ("wand" if kind == "wand" else "ring-1")
    # By its name the companion knows whether a reader is a place at the table, and which.
    if kind == "ring" and re.fullmatch(r"ring-[1-9]\d?", name) is None:
        raise DeviceError("'{name}' can't be the name of a part of the ring. Call them ring-1, ring-2, ring-3, clockwise.", name=name)
    if kind == "wand" and name.startswith("ring"):
        raise DeviceError("'{name}' can't be the name of a wand, since parts of the ring are called so. Call it wand, or wand-2.", name=name)
    count = (1 if kind == "wand" else 4) if readers is None else readers
    if not 1 <= count <= len(pin["cs"]):
        raise DeviceError(
            "A {kind} has 1 to {most} readers on one Pico, not {count}. Use another Pico for the rest.", kind=kind, most=len(pin["cs"]), count=count
        )
    stations = [name] if kind == "wand" else [f"{name}/{number}" for number in range(1, count + 1)]
    try:
        wire.frame("hello", wire.PROTOCOL, wire.FIRMWARE, name, "0" * 24, wire.NOTHING, wire.NOTHING, *[wire.MAX_NUMBER] * 3, *stations)
    except ValueError as error:
        raise DeviceError("'{name}' can't be the name of a device. Use up to 12 letters, digits and dashes, such as ring-2.", name=name) from error
    return {
        "name": name,
        "readers": [{"name": station, "cs": cs} for station, cs in zip(stations, pin["cs"], strict=False)],
        # Long arms of cable ask for a slower clock; the wand's wires are short.
        "spi": {
            "bus": pin["spi_bus"],
            "sck": pin["sck"],
            "mosi": pin["mosi"],
            "miso": pin["miso"],
            "hz": 4_000_000 if kind == "wand" else 1_000_000,
        },
        "reset": pin["reset"],
        "outputs": {output: pin.get(output) for output in ("red", "green", "blue", "buzzer")},
        "gain": GAIN,
        "bursts": True,
        "away_ms": 150 if kind == "wand" else 500,
        "period_ms": 25 if kind == "wand" else 100,
    }


def changed(settings: dict[str, Any], gain: int | None = None, bursts: bool | None = None, hz: int | None = None) -> dict[str, Any]:
    """The configuration with other figures; None leaves one as it is. Raises DeviceError for what the chip can't do."""
    if gain is not None and gain not in GAINS:
        raise DeviceError("There is no gain of {gain} dB. Take one of {known}.", gain=gain, known=", ".join(map(str, GAINS)))
    if hz is not None and not 100_000 <= hz <= 10_000_000:
        raise DeviceError("The chip does not take a clock of {hz} Hz. Take 100000 to 10000000.", hz=hz)
    figures = {"gain": gain, "bursts": bursts}
    bus = settings["spi"] if hz is None else {**settings["spi"], "hz": hz}
    return {**settings, "spi": bus, **{key: value for key, value in figures.items() if value is not None}}


def kept(text: str) -> dict[str, Any] | None:
    """The configuration that is on a Pico already, with what it lacks; None for a Pico that has none. Raises DeviceError if it is damaged."""
    if not text.strip():
        return None
    try:
        there = json.loads(text)
    except ValueError:
        there = None
    if not isinstance(there, dict) or not there.get("name") or not there.get("readers") or not isinstance(there.get("spi"), dict):
        raise DeviceError("The {file} on the Pico is damaged. Say what it is to be: companion firmware install --as wand, or --as ring.", file=FILE)
    settings = {**configuration("wand"), **there}
    try:
        patterns.check_outputs(settings["outputs"])
    except (ValueError, TypeError, AttributeError) as wrong:
        raise DeviceError("The {file} on the Pico can't be used: {wrong}. Change it with: mpremote edit :{file}", file=FILE, wrong=wrong) from wrong
    return settings
