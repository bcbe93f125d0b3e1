"""The committed drawings are made from the data, complete and legible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from hardware import draw, wiring
from hardware.pen import channel, partsheet, perfboard, plans
from hardware.pen.sheet import SMALLEST, WIDTH, Label, Sheet, text_width

PLAN = wiring.load()
NAMES = sorted(draw.SHEETS)


@pytest.fixture(scope="module")
def sheets() -> dict[str, Sheet]:
    return {name: make(PLAN) for name, make in draw.SHEETS.items()}


def test_what_is_committed_is_what_the_script_makes() -> None:
    stale = [path.name for path, words in draw.outputs().items() if path.read_text("utf-8") != words]
    assert stale == [], "run: python -m hardware.draw"


def test_no_drawing_is_left_over() -> None:
    drawn = {path.name for path in (draw.HERE / "drawings").iterdir()}
    assert drawn == {f"{name}.svg" for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_well_formed_and_needs_nothing_else(name: str) -> None:
    root = ElementTree.parse(draw.HERE / "drawings" / f"{name}.svg").getroot()
    assert root.get("viewBox", "").startswith(f"0 0 {WIDTH} ")
    assert not [element.tag for element in root.iter() if element.tag.rpartition("}")[2] in ("image", "script", "use", "style")]


def overlaps(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] - 0.5 and b[0] < a[2] - 0.5 and a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5


@pytest.mark.parametrize("name", NAMES)
def test_no_words_lie_on_other_words(name: str, sheets: dict[str, Sheet]) -> None:
    clashes = [(a.words, b.words) for a, b in combinations(sheets[name].labels, 2) if overlaps(a.box, b.box)]
    assert clashes == []


@pytest.mark.parametrize("name", NAMES)
def test_all_words_are_on_the_sheet_and_large_enough(name: str, sheets: dict[str, Sheet]) -> None:
    sheet = sheets[name]
    outside = [label.words for label in sheet.labels if not inside(label, sheet)]
    assert outside == []
    # 14 of 1000 units on 170 mm of paper are letters of 2.4 mm, some 7 points.
    assert min(label.size for label in sheet.labels) >= SMALLEST


def inside(label: Label, sheet: Sheet) -> bool:
    left, top, right, bottom = label.box
    return left >= 4 and top >= 4 and right <= WIDTH - 4 and bottom <= sheet.height - 4


def segments(sheet: Sheet) -> Iterator[tuple[float, float, float, float]]:
    for run in sheet.runs:
        for (x1, y1), (x2, y2) in pairwise(run):
            yield min(x1, x2) - 2, min(y1, y2) - 2, max(x1, x2) + 2, max(y1, y2) + 2


@pytest.mark.parametrize("name", ["pad", "panel", "wand", "ring-unit", "station"])
def test_no_wire_runs_through_words(name: str, sheets: dict[str, Sheet]) -> None:
    wires = [segment for segment in segments(sheets[name]) if segment[2] - segment[0] < 5 or segment[3] - segment[1] < 5]
    struck = [label.words for label in sheets[name].labels if not label.over and any(overlaps(label.box, wire) for wire in wires)]
    assert struck == []


@pytest.mark.parametrize(("name", "build"), [("pad", "pad"), ("panel", "panel"), ("wand", "wand"), ("station", "station")])
def test_every_wire_of_the_list_is_drawn_with_its_number(name: str, build: str, sheets: dict[str, Sheet]) -> None:
    words = [label.words for label in sheets[name].labels]
    capacitors = {part.id for part in PLAN.builds[build].parts.values() if part.kind.startswith("C")}
    for wire in PLAN.builds[build].wires:
        if {wiring.part_of(pin) for pin in wire.join} & capacitors:
            continue
        assert str(wire.number) in words, f"wire {wire.number}"
    for part in capacitors:
        assert any(part in word for word in words)


def test_the_ring_unit_shows_every_wire_that_four_readers_need(sheets: dict[str, Sheet]) -> None:
    words = " ".join(label.words for label in sheets["ring-unit"].labels)
    for wire in PLAN.builds["ring"].without_extra().wires:
        assert f" {wire.number} " in f" {words} " or f"wire {wire.number})" in words, f"wire {wire.number}"


@pytest.mark.parametrize(("name", "build"), [("pad", "pad"), ("panel", "panel"), ("wand", "wand"), ("station", "station"), ("ring-unit", "ring")])
def test_every_part_is_named_where_its_wires_are_drawn(name: str, build: str, sheets: dict[str, Sheet]) -> None:
    words = {word.strip(",:") for label in sheets[name].labels for word in label.words.split()}
    boards = {"PI", "PICO", "READER", "PLUG"}  # unmistakable on the sheet, under their full names
    parts = {part.id for part in PLAN.builds[build].without_extra().parts.values()} - boards
    assert parts <= words


def test_every_part_of_the_ring_unit_has_its_name_on_the_board(sheets: dict[str, Sheet]) -> None:
    words = {word for label in sheets["ring-board"].labels for word in label.words.split()}
    assert {part.id for part in PLAN.builds["ring"].parts.values() if part.hole} - {"PICO"} <= words


def test_no_two_parts_share_the_board_and_all_are_on_it() -> None:
    board = PLAN.facts["builds"]["ring"]["board"]
    bodies = {part.id: perfboard.body(part.kind, part.hole) for part in PLAN.builds["ring"].parts.values() if part.hole}
    assert [(a, b) for a, b in combinations(bodies, 2) if overlaps(bodies[a], bodies[b])] == []
    for name, (left, top, right, bottom) in bodies.items():
        assert left >= -0.6, name
        assert top >= -0.6, name
        assert right <= board["columns"] - 0.4, name
        assert bottom <= board["rows"] - 0.4, name
    holes = [hole for part in PLAN.builds["ring"].parts.values() if part.hole for hole in perfboard.legs(part.kind, part.hole).values()]
    assert len(holes) == len(set(holes))


def test_the_legs_of_a_chip_count_anticlockwise_from_the_notch() -> None:
    legs = perfboard.legs("74HC125", (0, 0))
    assert legs["1"] == (0, 3)
    assert legs["7"] == (6, 3)
    assert legs["8"] == (6, 0)
    assert legs["14"] == (0, 0)
    # 74HC125 in a DIP-14: rows 7.62 mm apart are three holes.
    assert legs["1"][1] - legs["14"][1] == 3


def test_a_picos_rows_are_seven_holes_apart_and_its_usb_socket_is_at_the_boards_edge() -> None:
    legs = perfboard.legs("pico", (0, 5))
    assert legs["1"] == (0, 12)
    assert legs["40"] == (0, 5)
    assert legs["20"] == (19, 12)
    assert legs["21"] == (19, 5)


def test_the_ring_keeps_its_distances() -> None:
    plan = PLAN.facts["ring_plan"]
    # A chord of a circle of 500 mm over 30 degrees is 500 sin 15 degrees.
    assert plans.chord_mm(plan) == pytest.approx(129.4, abs=0.05)
    assert plans.chord_mm(plan) >= plan["antenna_to_antenna_mm"]
    # A card that lies off its centre towards a neighbour's antenna.
    assert plans.chord_mm(plan) - plan["off_centre_mm"] >= plan["antenna_to_foreign_sticker_mm"]
    assert max(plans.arms_mm(plan)) <= PLAN.facts["builds"]["station"]["longest_cable_mm"]
    assert plan["places"] % plan["units"] == 0
    assert plan["places"] // plan["units"] <= len(wiring.load_pins()["ring"]["cs"])


def test_a_channel_prefers_the_order_without_crossings() -> None:
    nets = [channel.Net(1, "red", (10,), (40,)), channel.Net(2, "blue", (20,), (50,)), channel.Net(3, "green", (30,), (60,))]
    assert channel.crossings(nets) == 6
    assert channel.crossings(channel.arrange(nets)) == 0


@pytest.mark.parametrize(("words", "width"), [("GPIO10 | GND", 98.0), ("MISO", 36.1), ("R10 330 Ω", 73.9), ("129 mm", 58.5)])
def test_widths_are_not_underrated(words: str, width: float) -> None:
    """Measured with Pillow in DejaVu Sans at size 14."""
    assert width <= text_width(words, 14) <= 1.5 * width


@pytest.mark.parametrize(
    ("ohms", "bands"),
    [
        (47, "yellow violet black"),
        (100, "brown black brown"),
        (220, "red red brown"),
        (330, "orange orange brown"),
        (1000, "brown black red"),
        (10_000, "brown black orange"),
        (47_000, "yellow violet orange"),
    ],
)
def test_resistors_have_their_colours(ohms: int, bands: str) -> None:
    assert partsheet.colour_code(ohms) == tuple(bands.split())


def test_every_resistor_that_is_soldered_is_among_the_small_parts(sheets: dict[str, Sheet]) -> None:
    words = {label.words for label in sheets["parts"].labels}
    soldered = {part.kind for build in PLAN.builds.values() for part in build.parts.values() if part.kind.startswith("R")} - {"RC522"}
    assert {PLAN.kinds[kind].name for kind in soldered} <= words
