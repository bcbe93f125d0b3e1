"""Where things are: the frame of a screen in dp. All boxes are in dp from the top left corner."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Box(NamedTuple):
    """A rectangle in dp: left, top, width, height. `y` grows downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle, x and y in dp."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box without a margin of dx at the sides and dy (or dx) at top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it (dp)."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


RAIL = 244
"""The width of the column of players, in dp: an emblem, and a sum of seven figures that is read from the table."""


class Frame(msgspec.Struct, frozen=True):
    """A picture of `width` x `height` pixels: how many pixels a dp has (`scale`), its size in dp (`w`, `h`), and where the parts lie."""

    width: int
    height: int

    @property
    def portrait(self) -> bool:
        """Whether it is higher than wide."""
        return self.height > self.width

    @property
    def scale(self) -> float:
        """Pixels for a dp: the picture has at least 800 by 480 dp, or 480 by 853 in portrait."""
        if self.portrait:
            return min(self.width / 480, self.height / 853.33)
        return min(self.width / 800, self.height / 480)

    @property
    def w(self) -> float:
        """Its width in dp."""
        return self.width / self.scale

    @property
    def h(self) -> float:
        """Its height in dp."""
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
        """What lies on the real table."""
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
