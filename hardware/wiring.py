"""The wiring as data: what wiring.toml and pins.toml say, the electrical nets that follow, and what would be wrong with them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BOARDS = ("raspberry-pi", "pico")
SUPPLIES = ("3V3", "5V", "GND")
NEEDS_RESISTOR = ("led", "transistor", "piezo")
"""Parts that a GPIO may reach through a resistor only."""
SERIES = ("R47", "R100", "R220", "R330", "R1k")
"""Resistors that pass a signal on; the larger ones only pull."""
PULLS = ("R10k", "R47k", "R100k")


@dataclass(frozen=True)
class Kind:
    """A sort of part. `pins` maps a pin's name to what it is, `labels` to what is printed on drawings."""

    name: str
    pins: Mapping[str, str]
    labels: Mapping[str, str]
    optional: frozenset[str]


@dataclass(frozen=True)
class Part:
    """A part of one build. `hole` is the column and row of its top left leg, where it sits on a perforated board."""

    id: str
    kind: str
    hole: tuple[int, int] | None = None
    extra: bool = False


@dataclass(frozen=True)
class Wire:
    """Pins that are joined one after the other. `pin` is a path into pins.toml, `net` the name of a line that many parts share."""

    number: int
    join: tuple[str, ...]
    colour: str
    note: str = ""
    pin: str = ""
    net: str = ""
    extra: bool = False


@dataclass(frozen=True)
class Build:
    """One thing to solder."""

    name: str
    title: str
    parts: Mapping[str, Part]
    wires: tuple[Wire, ...]
    keep_free: frozenset[str]

    def without_extra(self) -> Build:
        """The same build with the parts left out that only six readers need."""
        parts = {name: part for name, part in self.parts.items() if not part.extra}
        wires = (replace(w, join=tuple(p for p in w.join if part_of(p) in parts)) for w in self.wires if not w.extra)
        return replace(self, parts=parts, wires=tuple(wires))


@dataclass(frozen=True)
class Wiring:
    """All builds, and `facts`: the rest of wiring.toml as it stands."""

    kinds: Mapping[str, Kind]
    builds: Mapping[str, Build]
    facts: Mapping[str, Any]

    def kind(self, build: Build, pin: str) -> Kind:
        return self.kinds[build.parts[part_of(pin)].kind]

    def role(self, build: Build, pin: str) -> str:
        """What a pin is, as the kinds have it: "3V3", "gpio 25", "in" and so on."""
        return self.kind(build, pin).pins[pin_of(pin)]


def part_of(pin: str) -> str:
    return pin.partition(".")[0]


def pin_of(pin: str) -> str:
    return pin.partition(".")[2]


def load(path: Path = HERE / "wiring.toml") -> Wiring:
    """Reads wiring.toml. Raises tomllib.TOMLDecodeError or KeyError where the file is no wiring at all."""
    return parse(tomllib.loads(path.read_text(encoding="utf-8")))


def load_pins(path: Path = HERE / "pins.toml") -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def parse(data: Mapping[str, Any]) -> Wiring:
    kinds = {
        name: Kind(kind["name"], kind["pins"], kind.get("labels", {}), frozenset(map(str, kind.get("optional", ()))))
        for name, kind in data["kinds"].items()
    }
    builds = {name: _build(name, build) for name, build in data["builds"].items()}
    return Wiring(kinds, builds, data)


def _build(name: str, data: Mapping[str, Any]) -> Build:
    parts = {
        part["id"]: Part(part["id"], part["kind"], tuple(part["hole"]) if "hole" in part else None, part.get("extra", False))
        for part in data["parts"]
    }
    wires = tuple(
        Wire(number, tuple(wire["join"]), **{key: value for key, value in wire.items() if key != "join"})
        for number, wire in enumerate(data["wires"], start=1)
    )
    return Build(name, data["title"], parts, wires, frozenset(data["keep_free"]))


def nets(joins: Iterable[Iterable[str]]) -> list[frozenset[str]]:
    """Sets of pins that are one conductor."""
    found: list[set[str]] = []
    for join in joins:
        group = set(join)
        for net in [net for net in found if net & group]:
            group |= net
            found.remove(net)
        found.append(group)
    return [frozenset(net) for net in found]


def with_stations(wiring: Wiring) -> Build:
    """The ring unit with a station plugged into each of its sockets, as one build."""
    unit, station = wiring.builds["ring"], wiring.builds["station"]
    parts = dict(unit.parts)
    wires = list(unit.wires)
    for socket in [part for part in unit.parts.values() if part.kind == "plug"]:
        for part in station.parts.values():
            parts[f"{socket.id}{part.id}"] = replace(part, id=f"{socket.id}{part.id}")
        wires += [replace(w, join=tuple(f"{socket.id}{p}" for p in w.join)) for w in station.wires]
        wires += [Wire(0, (f"{socket.id}.{n}", f"{socket.id}PLUG.{n}"), "") for n in wiring.kinds["plug"].pins]
    return replace(unit, name="ring with stations", parts=parts, wires=tuple(wires))


def faults(wiring: Wiring, pins: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with the wiring, a sentence each; empty if it can be soldered."""
    found = [fault for build in wiring.builds.values() for fault in _unknown_pins(wiring, build)]
    if found:
        return found
    complete = [build for build in wiring.builds.values() if build.name not in ("ring", "station")]
    complete += [with_stations(wiring)]
    for build in wiring.builds.values():
        found += [*_colours(wiring, build), *_open_pins(wiring, build), *_free_pins(wiring, build)]
    for build in complete:
        found += _nets(wiring, build)
    # A ring unit is switched on with sockets empty, too.
    for build in (*complete, wiring.builds["ring"]):
        found += _floating(wiring, build)
    return [*found, *_shared_header(wiring), *_table(wiring, pins)]


def _unknown_pins(wiring: Wiring, build: Build) -> Iterable[str]:
    for wire in build.wires:
        for pin in wire.join:
            part = build.parts.get(part_of(pin))
            if part is None or part.kind not in wiring.kinds or pin_of(pin) not in wiring.kinds[part.kind].pins:
                yield f"{build.name}: wire {wire.number} goes to {pin}, which does not exist"


def _colours(wiring: Wiring, build: Build) -> Iterable[str]:
    for net in nets(wire.join for wire in build.wires):
        roles = {wiring.role(build, pin) for pin in net}
        rule = "red" if roles & {"3V3", "5V", "needs-3V3"} else "black" if "GND" in roles else ""
        for wire in build.wires:
            if wire.join[0] not in net:
                continue
            if rule and wire.colour != rule:
                yield f"{build.name}: wire {wire.number} is {wire.colour}, a supply's is {rule}"
            if not rule and wire.colour in ("red", "black"):
                yield f"{build.name}: wire {wire.number} is {wire.colour} and no supply"


def _open_pins(wiring: Wiring, build: Build) -> Iterable[str]:
    wired = {pin for wire in build.wires for pin in wire.join}
    for part in build.parts.values():
        kind = wiring.kinds[part.kind]
        if part.kind in BOARDS:
            continue
        for pin in kind.pins:
            if f"{part.id}.{pin}" not in wired and pin not in kind.optional:
                yield f"{build.name}: {part.id}.{pin} is not connected"


def _free_pins(wiring: Wiring, build: Build) -> Iterable[str]:
    for wire in build.wires:
        for pin in wire.join:
            if pin in build.keep_free or wiring.role(build, pin) == "other":
                yield f"{build.name}: wire {wire.number} takes {pin}, which is to stay free"


def _nets(wiring: Wiring, build: Build) -> Iterable[str]:
    joined = nets(wire.join for wire in build.wires)
    series = [[f"{part.id}.1", f"{part.id}.2"] for part in build.parts.values() if part.kind in SERIES]
    reach = nets([*joined, *series])
    for net in joined:
        roles = [wiring.role(build, pin) for pin in net]
        supplies = {role for role in roles if role in SUPPLIES}
        drivers = [pin for pin in sorted(net) if wiring.role(build, pin).startswith("gpio")]
        where = f"{build.name}: the net of {min(net)}"
        if len(supplies) > 1:
            yield f"{where} joins {' and '.join(sorted(supplies))}"
        if "5V" in supplies:
            yield f"{where} carries 5 V"
        if "needs-3V3" in roles and "3V3" not in supplies:
            yield f"{where} gives no 3.3 V to a part that needs it"
        if "needs-3V3" in roles and "GND" in supplies:
            yield f"{where} short-circuits a part"
        if "GND" in supplies and not any(build.parts[part_of(pin)].kind in BOARDS for pin in net):
            yield f"{where} reaches no ground"
        if drivers and supplies:
            yield f"{where} ties {drivers[0]} to {min(supplies)}"
        if len(drivers) > 1:
            yield f"{where} uses {' and '.join(drivers)} together"
        if roles.count("out") > 1 or ("out" in roles and "tri" in roles):
            yield f"{where} joins two outputs"
        if drivers and any(build.parts[part_of(pin)].kind in NEEDS_RESISTOR for pin in net):
            yield f"{where} has no resistor"
        wide = next(other for other in reach if net <= other)
        if "in" in roles and not supplies and not any(_drives(wiring.role(build, pin)) for pin in wide):
            yield f"{where} is an input that nothing drives"


def _floating(wiring: Wiring, build: Build) -> Iterable[str]:
    """A CMOS input that is neither driven nor pulled floats: it draws current and swings (74HC125 data sheet: unused inputs must be held)."""
    passing = [[f"{part.id}.1", f"{part.id}.2"] for part in build.parts.values() if part.kind in (*SERIES, *PULLS)]
    # What an output that lets go leaves is no level either.
    holding = ("out", *SUPPLIES)
    joined = nets(wire.join for wire in build.wires)
    for net in joined:
        inputs = sorted(pin for pin in net if wiring.role(build, pin) == "in")
        # Through one resistor, no further: behind it hangs another line.
        wide = set(net).union(*(other for pair in passing if net & set(pair) for other in joined if other & set(pair)))
        roles = {wiring.role(build, pin) for pin in wide}
        if inputs and not any(role.startswith("gpio") or role in holding for role in roles):
            yield f"{build.name}: {inputs[0]} floats where nothing is plugged in"


def _drives(role: str) -> bool:
    return role.startswith("gpio") or role in ("out", "tri")


def _shared_header(wiring: Wiring) -> Iterable[str]:
    """A hole of a board takes one wire, also where two builds share the Pi's header."""
    for kind in BOARDS:
        owners: dict[str, str] = {}
        for build in wiring.builds.values():
            names = [part.id for part in build.parts.values() if part.kind == kind]
            for wire in build.wires:
                for pin in [pin for pin in wire.join if part_of(pin) in names]:
                    user = f"{build.name} wire {wire.number}"
                    key = pin if kind == "raspberry-pi" else f"{build.name} {pin}"
                    if key in owners:
                        yield f"{pin} is used twice, by {owners[key]} and {user}"
                    owners[key] = user


def _table(wiring: Wiring, pins: Mapping[str, Any]) -> Iterable[str]:
    """The GPIO numbers of pins.toml and those of the wires are the same ones."""
    for name, build in wiring.builds.items():
        named = {wire.pin: wire for wire in build.wires if wire.pin}
        table = numbers(pins.get(name, {}), name)
        for path in sorted(table.keys() ^ named.keys()):
            yield f"{path} is in {'pins.toml' if path in table else 'wiring.toml'} only"
        for path in sorted(table.keys() & named.keys()):
            role = wiring.role(build, named[path].join[0])
            if role != f"gpio {table[path]}":
                yield f"{path} is GPIO {table[path]} in pins.toml, its wire starts at {role}"


NOT_A_PIN = ("spi_bus", "spi_device")


def numbers(table: Mapping[str, Any], name: str) -> dict[str, int]:
    """The GPIO numbers of one table of pins.toml by path: {"ring.sck": 18, "ring.cs.0": 2}."""
    found: dict[str, int] = {}
    for key, value in table.items():
        if isinstance(value, list):
            found |= {f"{name}.{key}.{index}" if len(value) > 1 else f"{name}.{key}": number for index, number in enumerate(value)}
        elif isinstance(value, int) and key not in NOT_A_PIN:
            found[f"{name}.{key}"] = value
    return found
