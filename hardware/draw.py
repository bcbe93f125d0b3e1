"""Makes hardware/drawings/ and the tables of the guide from wiring.toml and bom.toml.

python -m hardware.draw            writes what has changed
python -m hardware.draw --check    writes nothing; ends with 1 and names what is out of date
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from hardware import lists, wiring
from hardware.pen import harness, partsheet, perfboard, plans, ring, stickers
from hardware.pen.sheet import Sheet

HERE = Path(__file__).parent
SHEETS: Mapping[str, Callable[[wiring.Wiring], Sheet]] = {
    "pad": harness.pad,
    "panel": harness.panel,
    "wand": harness.wand,
    "ring-unit": ring.unit,
    "ring-board": perfboard.perfboard,
    "ring-board-below": perfboard.underside,
    "ring-table": plans.ring,
    "station": harness.station,
    "parts": partsheet.parts,
    "card": stickers.card,
    "tile": stickers.tile,
    "spot": stickers.spot,
}


def outputs() -> dict[Path, str]:
    """Every file that is made, and what it must say."""
    plan = wiring.load()
    made = {HERE / "drawings" / f"{name}.svg": sheet(plan).svg() for name, sheet in SHEETS.items()}
    made[HERE / "WIRES.md"] = lists.wires(plan)
    guide = HERE / "README.md"
    made[guide] = lists.with_bom(guide.read_text(encoding="utf-8"), lists.load_bom())
    return made


def main(arguments: list[str]) -> int:
    faults = wiring.faults(wiring.load(), wiring.load_pins())
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    stale = [path for path, words in outputs().items() if not path.exists() or path.read_text(encoding="utf-8") != words]
    for path in stale:
        print(path.relative_to(HERE.parent))
        if "--check" not in arguments:
            path.write_text(outputs()[path], encoding="utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
