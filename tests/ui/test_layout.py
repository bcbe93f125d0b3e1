"""The ring goes clockwise round the lane, and the parts of every frame keep apart."""

from __future__ import annotations

import itertools
import math

import pytest

from companion.games.vabanque.ui.layout import APART, board
from companion.ui.kit.layout import Box, Frame
from tests.ui.harness import SIZES

OTHERS = [(1024, 600), (1920, 1080), (800, 600), (480, 800), (1080, 1920), (1366, 768), (2560, 1080)]
RINGS = (7, 9, 10, 12)


@pytest.mark.parametrize("size", [*SIZES, *OTHERS])
@pytest.mark.parametrize("tables", RINGS)
def test_the_ring_goes_clockwise_and_pawns_stop_beside_their_tables(size: tuple[int, int], tables: int) -> None:
    frame = Frame(*size)
    ring = board(frame.board, tables, frame.portrait)
    # The design's smallest tile.
    assert ring.tile[0] >= 96
    assert ring.tile[1] >= 74
    cx, cy = frame.board.centre
    lane = ring.lane
    assert lane.centre == pytest.approx((cx, cy))
    angles = [math.atan2(y - cy, x - cx) for x, y in (place.centre for place in ring.places)]
    turns = [(b - a) % math.tau for a, b in itertools.pairwise([*angles, angles[0]])]
    # Each table is a little further clockwise than the one before, once round in all; y grows downwards.
    assert all(0 < turn < math.pi for turn in turns)
    assert sum(turns) == pytest.approx(math.tau)
    assert ring.places[0].outward == (0, -1)
    assert ring.places[0].centre[0] < cx
    for number, place in enumerate(ring.places, 1):
        x, y, w, h = ring.tile_box(number)
        px, py = place.pawn
        edge = {(0, -1): py - y - h, (0, 1): y - py, (1, 0): x - px, (-1, 0): px - x - w}[place.outward]
        assert edge == pytest.approx(APART)
        if place.outward[0] == 0:
            assert x <= px <= x + w
        else:
            assert py == pytest.approx(place.centre[1])


def apart(a: Box, b: Box) -> bool:
    return a.x + a.w <= b.x + 0.01 or b.x + b.w <= a.x + 0.01 or a.y + a.h <= b.y + 0.01 or b.y + b.h <= a.y + 0.01


@pytest.mark.parametrize("size", [*SIZES, *OTHERS])
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
