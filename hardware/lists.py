"""The tables that are made from data: the wire list and the bill of materials."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardware.wiring import HERE, Build, Wire, Wiring, part_of, pin_of

BUILDS = ("common", "pad", "panel", "wand", "unit")
BEGIN, END = "<!-- bill of materials: made from bom.toml -->\n", "<!-- end of the bill of materials -->\n"
HEAD = ("| ☐ | No. | Colour | From → to | Note |", "| --- | --: | --- | --- | --- |")
HEADINGS = ("Common", "Pad", "Panel", "Wand", "Ring unit", "Ring of 12")


def load_bom(path: Path = HERE / "bom.toml") -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def quantity(part: Mapping[str, Any], build: str) -> int:
    """How many to buy for one build, spares included."""
    needed = int(part.get(build, 0))
    return needed + (int(part.get("spare", 0)) if needed else 0)


def quantities(bom: Mapping[str, Any], part: Mapping[str, Any]) -> list[int]:
    """One number a column of the table; a ring of 12 is three units."""
    counts = [quantity(part, build) for build in BUILDS]
    return [*counts, counts[-1] * int(bom["units_per_ring"])]


def bom_table(bom: Mapping[str, Any]) -> str:
    """The bill of materials as Markdown, with what each build comes to in its last line."""
    rows = [["Part", "Look for", "€ each", *HEADINGS], ["---", "---", *["--:"] * (1 + len(HEADINGS))]]
    sums = [0.0] * len(HEADINGS)
    for part in bom["parts"]:
        counts = quantities(bom, part)
        sums = [total + count * part["price"] for total, count in zip(sums, counts, strict=True)]
        rows.append([part["name"], part["look_for"], f"{part['price']:.2f}", *(str(count) if count else "" for count in counts)])
    rows.append(["**About, in euros**", "", "", *(f"**{total:.0f}**" for total in sums)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def with_bom(guide: str, bom: Mapping[str, Any]) -> str:
    """The guide with its table made anew. Raises ValueError if the guide has no place for it."""
    before, table = guide.split(BEGIN)
    _, after = table.split(END)
    return f"{before}{BEGIN}\n{bom_table(bom)}\n{END}{after}"


def pin_words(wiring: Wiring, build: Build, pin: str) -> str:
    """A pin as the wire list has it: "PI 19 (GPIO10)", "READER MOSI"."""
    kind, name = wiring.kind(build, pin), pin_of(pin)
    role = kind.pins[name]
    printed = kind.labels.get(name, role.upper().replace("GPIO ", "GP" if build.parts[part_of(pin)].kind == "pico" else "GPIO"))
    words = name
    if name.isdigit():
        words = f"pin {name}" if len(kind.pins) > 2 else f"leg {name}"
    printed_too = role.startswith("gpio") or (role in ("3V3", "GND") and name.isdigit()) or name in kind.labels
    return f"{part_of(pin)} {words}{f' ({printed})' if printed_too else ''}"


def _row(wiring: Wiring, build: Build, wire: Wire) -> str:
    way = " → ".join(pin_words(wiring, build, pin) for pin in wire.join)
    notes = [f"line {wire.net}" if wire.net else "", wire.note, "only for readers 5 and 6" if wire.extra else ""]
    return f"| ☐ | {wire.number} | {wire.colour} | {way} | {'; '.join(note for note in notes if note)} |"


def wires(wiring: Wiring) -> str:
    """The wire list of every build as Markdown."""
    lines = [
        "# Wire list",
        "",
        "Made from [wiring.toml](wiring.toml) by `python -m hardware.draw`; change it there. Print the page. Tick a line when it is",
        "soldered *and* measured: the meter beeps between all pins of the line, and does not beep between the line and its neighbours.",
        "An arrow means: go on from there to the next pin.",
        "",
    ]
    for build in wiring.builds.values():
        extra = [part.id for part in build.parts.values() if part.extra]
        leave = ["", f"With four readers leave out {', '.join(extra)}, wherever they stand."] if extra else []
        lines += [f"## {build.title}", "", _parts(wiring, build), *leave, "", *HEAD]
        lines += [_row(wiring, build, wire) for wire in build.wires]
        lines.append("")
    return "\n".join(lines)


def _parts(wiring: Wiring, build: Build) -> str:
    names = (f"{part.id} {wiring.kinds[part.kind].name}{' (readers 5 and 6)' if part.extra else ''}" for part in build.parts.values())
    return "Parts: " + ", ".join(names) + "."
