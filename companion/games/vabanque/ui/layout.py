"""The ring of tables in a box: where each table lies, where cards lie beside it, and the pawns' lane. In dp from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.ui.kit.layout import Box


class Lane(NamedTuple):
    """The pawns' way along the inner edge of the ring: a rounded rectangle, radius `q`."""

    l: float  # noqa: E741
    r: float
    t: float
    b: float
    q: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle, x and y."""
        return (self.l + self.r) / 2, (self.t + self.b) / 2


class Place(NamedTuple):
    """One table: its centre, which way is outward (cards lie there), where its pawns stop on the lane."""

    centre: tuple[float, float]
    outward: tuple[int, int]
    pawn: tuple[float, float]


@dataclass(frozen=True)
class Board:
    """The ring drawn in `box`: the size of a tile, the lane, one place a table, clockwise from the top left."""

    box: Box
    tile: tuple[float, float]
    lane: Lane
    places: tuple[Place, ...]

    def tile_box(self, table: int) -> Box:
        """The tile of a table, counted from 1."""
        (cx, cy), (w, h) = self.places[table - 1].centre, self.tile
        return Box(cx - w / 2, cy - h / 2, w, h)


class _Rows(NamedTuple):
    """How many tables lie at the top, right, bottom and left; the tile; the gap between tiles of a full and of a sparse row."""

    top: int
    right: int
    bottom: int
    left: int
    tile: tuple[float, float]
    gap: float
    sparse: float


_LANDSCAPE = {
    7: _Rows(3, 1, 2, 1, (112, 80), 22, 36),
    9: _Rows(4, 1, 3, 1, (108, 78), 10, 24),
    10: _Rows(4, 1, 4, 1, (108, 78), 10, 10),
    12: _Rows(4, 2, 4, 2, (104, 76), 10, 10),
}
_PORTRAIT = {
    7: _Rows(3, 1, 2, 1, (102, 84), 10, 24),
    9: _Rows(3, 2, 2, 2, (102, 84), 10, 24),
    10: _Rows(3, 2, 3, 2, (102, 84), 10, 10),
    12: _Rows(3, 3, 3, 3, (102, 74), 10, 10),
}


CARDS = 28
"""So much room is left outside the tiles for the cards that lie there, in dp."""
APART = 14
"""The lane is so far from the tiles that a pawn on it covers no numeral, in dp."""


@lru_cache(64)
def board(box: Box, tables: int, portrait: bool) -> Board:
    """The ring of 7, 9, 10 or 12 tables in a box of dp. Rows are centred, columns spread evenly between them."""
    rows = (_PORTRAIT if portrait else _LANDSCAPE)[tables]
    w, h = rows.tile
    cards = CARDS
    mid = box.x + box.w / 2
    top, bottom = box.y + cards + h / 2, box.y + box.h - cards - h / 2
    left, right = box.x + cards + w / 2, box.x + box.w - cards - w / 2
    lane = Lane(left + w / 2 + APART, right - w / 2 - APART, top + h / 2 + APART, bottom - h / 2 - APART, 26)
    half = (lane.r - lane.l) / 2
    places: list[Place] = []

    def row(count: int, gap: float, y: float, lane_y: float, out: int, direction: int) -> None:
        pitch = w + gap
        for i in range(count):
            dx = (i - (count - 1) / 2) * pitch * direction
            far = abs(dx)
            outermost = i in (0, count - 1)
            # The pawns of the corner tables move inward, clear of the lane's corner, yet stay under their tile.
            stop = max(min(far - (10 if count > 2 else 4), half - 9), far - 34) if outermost else far
            places.append(Place((mid + dx, y), (0, out), (mid + (stop if dx > 0 else -stop), lane_y)))

    def column(count: int, x: float, lane_x: float, out: int, direction: int) -> None:
        for i in range(count):
            share = (i + 1) / (count + 1)
            y = top + (bottom - top) * (share if direction > 0 else 1 - share)
            places.append(Place((x, y), (out, 0), (lane_x, y)))

    row(rows.top, rows.gap, top, lane.t, -1, 1)
    column(rows.right, right, lane.r, 1, 1)
    row(rows.bottom, rows.sparse, bottom, lane.b, 1, -1)
    column(rows.left, left, lane.l, -1, -1)
    return Board(box, rows.tile, lane, tuple(places))
