"""Where things are: the frame of a screen in dp, and the ring of tables in it. All boxes are in dp from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in dp: left, top, width, height. `y` grows downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box without a margin of dx at the sides and dy (or dx) at top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


RAIL = 244
"""The width of the column of players, in dp: an emblem, and a sum of seven figures that is read from the table."""


@dataclass(frozen=True)
class Frame:
    """A picture of `width` x `height` pixels: how many pixels a dp has (`scale`), its size in dp (`w`, `h`), and where the parts lie."""

    width: int
    height: int

    @property
    def portrait(self) -> bool:
        return self.height > self.width

    @property
    def scale(self) -> float:
        if self.portrait:
            return min(self.width / 480, self.height / 853.33)
        return min(self.width / 800, self.height / 480)

    @property
    def w(self) -> float:
        return self.width / self.scale

    @property
    def h(self) -> float:
        return self.height / self.scale

    @property
    def prompt(self) -> Box:
        """The prompt bar: who and what."""
        return Box(0, 0, self.w, 150 if self.portrait else 100)

    @property
    def body(self) -> Box:
        """Everything below the prompt bar; in portrait without the row of buttons at the bottom."""
        top = self.prompt.h + 6
        return Box(0, top, self.w, self.h - top - (66 if self.portrait else 0))

    @property
    def buttons(self) -> Box:
        """Portrait: the row of undo and menu at the bottom. Landscape: no such row, an empty box."""
        return Box(12, self.h - 60, self.w - 24, 54) if self.portrait else Box(0, self.h, 0, 0)

    @property
    def rail(self) -> Box:
        """The players: on the right, or in two columns below the board."""
        if self.portrait:
            return Box(0, self.h - 240, self.w, 172)
        return Box(self.w - RAIL, 106, RAIL, self.h - 106)

    @property
    def board(self) -> Box:
        """The ring of tables with the cards that lie outside it."""
        if self.portrait:
            return Box(4, 160, self.w - 8, self.h - 246 - 160)
        return Box(4, 108, self.w - RAIL - 8, self.h - 112)

    def halves(self, left: float = 0.5, gap: float = 16, margin: float = 12) -> tuple[Box, Box]:
        """The body in two parts: side by side, or in portrait the left part above the right one. `left` is the first part's share."""
        body = self.body.inset(margin, 6)
        if self.portrait:
            cut = (body.h - gap) * left
            return Box(body.x, body.y, body.w, cut), Box(body.x, body.y + cut + gap, body.w, body.h - cut - gap)
        cut = (body.w - gap) * left
        return Box(body.x, body.y, cut, body.h), Box(body.x + cut + gap, body.y, body.w - cut - gap, body.h)


class Lane(NamedTuple):
    """The pawns' way along the inner edge of the ring: a rounded rectangle, radius `q`."""

    l: float  # noqa: E741
    r: float
    t: float
    b: float
    q: float

    @property
    def centre(self) -> tuple[float, float]:
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
