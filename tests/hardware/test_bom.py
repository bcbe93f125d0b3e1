"""The bill of materials is the one in the guide, and buys what the wiring and the cases use."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from hardware import lists, wiring

BOM = lists.load_bom()
PLAN = wiring.load()
BOARDS_BOUGHT_APART = {"raspberry-pi"}
CASES = {"pad": ("pad",), "panel": ("panel",), "wand": ("wand",), "unit": ("unit", *["station"] * 4), "common": ("jig",)}
HEAVY = 1.27
"""g/cm3 of PETG; PLA is lighter."""


def needed() -> dict[str, Counter[str]]:
    """How many parts of each kind every build uses."""
    used = {name: Counter(part.kind for part in PLAN.builds[name].parts.values()) for name in ("pad", "panel", "wand", "station")}
    unit = Counter(part.kind for part in PLAN.builds["ring"].without_extra().parts.values())
    for kind, count in used.pop("station").items():
        # A station's plug is bought with the socket that it goes into.
        unit[kind] += 0 if kind == "plug" else count * BOM["stations_per_unit"]
    return used | {"unit": unit}


def part_named(words: str) -> dict[str, object]:
    return next(part for part in BOM["parts"] if words in part["name"])


def test_the_guide_shows_the_bill_of_materials() -> None:
    guide = (wiring.HERE / "README.md").read_text("utf-8")
    assert lists.bom_table(BOM) in guide
    assert lists.with_bom(guide, BOM) == guide


@pytest.mark.parametrize("build", ["pad", "panel", "wand", "unit"])
def test_what_is_soldered_is_bought(build: str) -> None:
    bought = Counter({part["kind"]: part[build] for part in BOM["parts"] if "kind" in part and build in part})
    used = needed()[build]
    for kind in BOARDS_BOUGHT_APART:
        del used[kind]
    assert bought == used


@pytest.mark.parametrize("build", ["pad", "panel", "wand", "unit"])
def test_what_a_build_takes_besides_its_parts_is_bought(build: str) -> None:
    """Nothing of it is in the wiring: what joins, holds and covers."""
    for words in ("heat-shrink", "cable ties", "screws"):
        assert part_named(words).get(build), words
    # The pad's seven wires come with its sockets, and its module lies on foam; everything else is wired by the metre and glued.
    for words in ("hook-up wire", "glue") if build != "pad" else ("Dupont socket housings 2x4", "foam"):
        assert part_named(words).get(build), words
    assert part_named("solder, ")["common"]


def test_every_line_names_known_builds_and_kinds() -> None:
    for part in BOM["parts"]:
        assert part.keys() <= {"name", "look_for", "price", "kind", "spare", *lists.BUILDS}
        assert part.keys() & set(lists.BUILDS)
        assert part.get("kind", "rc522") in PLAN.kinds


def test_a_ring_is_three_units_and_its_stations_make_twelve() -> None:
    plan = PLAN.facts["ring_plan"]
    assert BOM["units_per_ring"] == plan["units"]
    assert BOM["units_per_ring"] * BOM["stations_per_unit"] == plan["places"]
    reader = part_named("RC522")
    assert lists.quantities(BOM, reader) == [0, 2, 0, 2, 5, 15]


def test_the_table_adds_up() -> None:
    rows = [row.split("|")[1:-1] for row in lists.bom_table(BOM).splitlines()]
    total = [0.0] * len(lists.HEADINGS)
    for row in rows[2:-1]:
        total = [so_far + float(row[2]) * int(cell.strip() or 0) for so_far, cell in zip(total, row[3:], strict=True)]
    assert [float(cell.strip().strip("*")) for cell in rows[-1][3:]] == [round(value) for value in total]


def test_there_is_a_sticker_for_every_card_and_table_and_some_spare() -> None:
    stickers = part_named("NTAG213")["common"]
    # Four cards for each of six players, and twelve tables.
    assert isinstance(stickers, int)
    assert stickers >= (6 * 4 + 12) * 1.25


@pytest.mark.parametrize("build", sorted(CASES))
def test_the_filament_suffices(build: str) -> None:
    rendered = tomllib.loads((wiring.HERE / "cases" / "rendered.toml").read_text("utf-8"))
    grams = sum(part["volume_cm3"] * HEAVY for case in CASES[build] for part in rendered[case].values() if isinstance(part, dict))
    bought = 10 * part_named("filament")[build]  # type: ignore[operator]
    assert grams <= bought <= grams + 15


@pytest.mark.parametrize("build", ["pad", "panel", "wand", "unit"])
def test_there_is_a_screw_for_every_post(build: str) -> None:
    assert part_named("screws")[build] == 4 * len(CASES[build])
