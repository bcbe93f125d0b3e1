"""The cases fit the boards and the rules of distance, and their pictures are those of the sources."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from PIL import Image

from hardware import wiring
from hardware.cases import render
from hardware.pen import perfboard, plans

PLAN = wiring.load()
CASES = sorted(render.PARTS)
RENDERED = tomllib.loads((render.HERE / "rendered.toml").read_text("utf-8"))
# Dimensions that do not come from the sources: boards measured by their makers, the parts' catalogues.
PICO = (21, 51)
PICO_HOLES = (11.4, 47)


def parameters(name: str) -> dict[str, Any]:
    """The plain numbers and vectors at the top of a case's file and of those it includes."""
    found: dict[str, Any] = {}
    for path in render.sources(name):
        for key, value in re.findall(r"^(\w+) = ([\d.]+|\[[\d., ]+\]);", path.read_text("utf-8"), re.MULTILINE):
            found[key] = [float(word) for word in value[1:-1].split(",")] if value[0] == "[" else float(value)
    return found


SHARED = parameters("parts")


@pytest.mark.parametrize("name", CASES)
def test_a_picture_is_made_from_the_source_as_it_is(name: str) -> None:
    assert RENDERED[name]["sources"] == render.fingerprint(name), "run: python -m hardware.cases.render"


@pytest.mark.parametrize("name", CASES)
def test_a_picture_shows_something_and_is_small(name: str) -> None:
    path = render.HERE / f"{name}.png"
    assert path.stat().st_size < 200_000
    with Image.open(path) as picture:
        assert min(picture.size) >= 400
        colours = picture.convert("RGB").getcolors(1 << 24) or []
    background = max(count for count, _ in colours)
    assert len(colours) > 8
    assert background < 0.85 * picture.size[0] * picture.size[1]


@pytest.mark.parametrize("name", CASES)
def test_every_part_is_closed_and_fits_on_a_printer(name: str) -> None:
    parts = {part: made for part, made in RENDERED[name].items() if part != "sources"}
    assert set(parts) == set(render.PARTS[name])
    for made in parts.values():
        assert made["open_edges"] == 0
        assert max(made["size_mm"]) <= 180
        assert made["volume_cm3"] > 5


@pytest.mark.parametrize("name", CASES)
def test_every_picture_is_in_the_guide(name: str) -> None:
    pages = "".join((wiring.HERE / page).read_text("utf-8") for page in ("README.md", "TAGS.md"))
    assert f"(cases/{name}.png)" in pages
    assert f"cases/{name}.scad" in pages


def test_plastic_is_neither_too_thin_nor_too_thick_to_read_through() -> None:
    assert SHARED["wall"] >= 1.6
    assert SHARED["floor_height"] >= 1.6
    assert 0.8 <= SHARED["face"] <= 2
    assert SHARED["plate"] - SHARED["screw_head"][1] >= 1
    # A 2.5 mm screw cuts into the post and passes the plate.
    assert SHARED["screw_pilot"] < 2.5 < SHARED["screw_hole"] < SHARED["screw_head"][0]
    assert SHARED["post"] - SHARED["screw_pilot"] >= 2 * 1.6


def test_boards_have_their_makers_sizes_and_clearance() -> None:
    assert SHARED["gap"] >= 0.3
    assert tuple(SHARED["pico"][:2]) == PICO
    assert tuple(SHARED["pico_holes"]) == PICO_HOLES
    assert SHARED["board"][:2] == PLAN.facts["builds"]["ring"]["board"]["size_mm"]


def test_every_sticker_is_near_enough_to_its_antenna() -> None:
    distance = PLAN.facts["reading_distance"]
    assert SHARED["reach"] == distance["most_mm"] < distance["accept_mm"] < distance["accept_ring_mm"]
    thickness = SHARED["reader"][2]
    wand = parameters("wand")
    ways = {
        "card on pad or station": SHARED["face"] + thickness + SHARED["sleeve_height"],
        "tile on pad, sticker below": SHARED["plate"] + thickness,
        "wand through a tile": wand["face"] + wand["rest"] + thickness + SHARED["tile_height"],
        "wand on a card": wand["face"] + wand["rest"] + thickness + SHARED["sleeve_height"],
    }
    assert {way: mm for way, mm in ways.items() if mm > distance["most_mm"]} == {}


def test_a_card_in_its_recess_lies_near_the_antennas_centre() -> None:
    # Half the play of sleeve in recess, of insert in sleeve, of sticker in hole, of layer in jig.
    play = 0.5 + (SHARED["sleeve"] + SHARED["insert_smaller"]) / 2 + (SHARED["sticker_hole"] - SHARED["sticker"]) / 2
    play += parameters("jig")["play"]
    assert play <= SHARED["off_centre"] / 2
    assert SHARED["off_centre"] == PLAN.facts["ring_plan"]["off_centre_mm"]


def test_cases_and_wiring_tell_the_same_story() -> None:
    card = PLAN.facts["card"]
    assert SHARED["card"] == [card["width_mm"], card["height_mm"]]
    assert SHARED["sticker"] == card["sticker_mm"]
    assert SHARED["sticker_hole"] == card["hole_mm"]
    assert SHARED["insert_smaller"] == card["insert_smaller_mm"]


def test_antennas_of_the_ring_keep_their_distance() -> None:
    plan, station = PLAN.facts["ring_plan"], parameters("station")
    assert station["antenna_to_antenna"] == plan["antenna_to_antenna_mm"] == 120
    assert station["antenna_to_sticker"] == plan["antenna_to_foreign_sticker_mm"] == 100
    assert station["place_distance"] == round(plans.chord_mm(plan))
    # Two plates side by side leave room at their inner corners, where the ring is narrowest.
    inner = plan["circle_mm"] / 2 + plans.PLATE[0]
    assert 2 * inner * 0.2588 > 2 * plans.PLATE[2]  # sin 15 degrees


def test_plates_and_units_are_drawn_as_large_as_they_are_printed() -> None:
    width, depth, _ = RENDERED["station"]["tub"]["size_mm"]
    assert width == 2 * plans.PLATE[2]
    assert depth == plans.PLATE[1] - plans.PLATE[0]
    assert tuple(RENDERED["unit"]["tub"]["size_mm"][:2]) == plans.UNIT


def test_the_unit_has_a_slot_at_every_socket_and_at_the_usb_plug() -> None:
    unit, build = parameters("unit"), PLAN.builds["ring"]
    board = PLAN.facts["builds"]["ring"]["board"]
    assert (unit["columns"], unit["rows"], unit["hole"]) == (board["columns"], board["rows"], 2.54)
    plugs = {part.hole for part in build.parts.values() if part.kind == "plug" and part.hole}
    assert {column + 2 for column, _ in plugs} == set(unit["sockets"])
    top = build.parts["PICO"].hole
    assert top is not None
    legs = perfboard.legs("pico", top)
    assert unit["usb_row"] == (legs["1"][1] + legs["40"][1]) / 2
    assert unit["ribbon"][0] >= 10 * 1.27 + 2


def test_holes_are_as_wide_as_what_goes_through() -> None:
    assert SHARED["led_hole"] > 5
    assert SHARED["button_hole"] > 12
    # A 2x4 Dupont housing is 10.2 x 5.1 mm, a 2x6 one 15.3 x 5.1 mm.
    text = {name: (render.HERE / f"{name}.scad").read_text("utf-8") for name in ("pad", "panel")}
    for name, housing in (("pad", (10.2, 5.1)), ("panel", (15.3, 5.1))):
        slot = re.search(r"^slot = \[([\d.]+), ([\d.]+)\]", text[name], re.MULTILINE)
        assert slot is not None
        assert float(slot[1]) > housing[0]
        assert float(slot[2]) > housing[1]


def test_a_solid_of_known_size_is_weighed_right() -> None:
    # A tetrahedron with edges of 30 mm along the axes: 30^3 / 6 mm3 = 4.5 cm3, all edges shared.
    o, x, y, z = (0.0, 0.0, 0.0), (30.0, 0.0, 0.0), (0.0, 30.0, 0.0), (0.0, 0.0, 30.0)
    closed = [(o, y, x), (o, x, z), (o, z, y), (x, y, z)]
    assert render.weigh(closed) == ([30.0, 30.0, 30.0], 4.5, 0)
    assert render.weigh(closed[:3])[2] == 3
