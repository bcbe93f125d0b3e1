"""The ring's places agree with the design's measured ones, and the parts of every frame keep apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.ui.kit.layout import Box, Frame, board

MEASURED = json.loads((Path(__file__).parent / "geometry.json").read_text())
OTHERS = [(1024, 600), (1920, 1080), (800, 600), (480, 800), (1080, 1920), (1366, 768), (2560, 1080)]
RINGS = (7, 9, 10, 12)


@pytest.mark.parametrize("size", MEASURED)
@pytest.mark.parametrize("tables", RINGS)
def test_places_are_the_measured_ones(size: str, tables: int) -> None:
    frame = Frame(*map(int, size.split("x")))
    measured = MEASURED[size][str(tables)]
    ring = board(frame.board, tables, frame.portrait)
    assert list(ring.tile) == measured["tile"]
    for edge in "lrtbq":
        assert getattr(ring.lane, edge) == pytest.approx(measured["lane"][edge], abs=0.1)
    for place, expected in zip(ring.places, measured["tables"], strict=True):
        assert place.centre == pytest.approx(expected["centre"], abs=0.1)
        assert list(place.outward) == expected["outward"]
        assert place.pawn == pytest.approx(expected["pawn"], abs=0.1)


def apart(a: Box, b: Box) -> bool:
    return a.x + a.w <= b.x + 0.01 or b.x + b.w <= a.x + 0.01 or a.y + a.h <= b.y + 0.01 or b.y + b.h <= a.y + 0.01


@pytest.mark.parametrize("size", [*(tuple(map(int, size.split("x"))) for size in MEASURED), *OTHERS])
def test_parts_of_a_frame_keep_apart_and_inside(size: tuple[int, int]) -> None:
    frame = Frame(*size)
    parts = [frame.prompt, frame.board, frame.rail]
    if frame.portrait:
        parts.append(frame.buttons)
    for i, part in enumerate(parts):
        assert part.x >= 0
        assert part.y >= 0
        assert part.x + part.w <= frame.w + 0.01
        assert part.y + part.h <= frame.h + 0.01
        assert all(apart(part, other) for other in parts[i + 1 :])


@pytest.mark.parametrize("size", [(800, 480), *OTHERS])
@pytest.mark.parametrize("tables", RINGS)
def test_tiles_keep_apart_inside_their_box(size: tuple[int, int], tables: int) -> None:
    frame = Frame(*size)
    ring = board(frame.board, tables, frame.portrait)
    boxes = [ring.tile_box(n + 1) for n in range(tables)]
    for i, box in enumerate(boxes):
        assert frame.board.x <= box.x
        assert frame.board.y <= box.y
        assert box.x + box.w <= frame.board.x + frame.board.w + 0.01
        assert box.y + box.h <= frame.board.y + frame.board.h + 0.01
        assert all(apart(box, other) for other in boxes[i + 1 :])
