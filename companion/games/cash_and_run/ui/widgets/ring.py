"""The board as it was taught: a ring of squares with the pawns on it, and the way of whoever runs a last lap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

from companion.games.cash_and_run.rules.view import Player, View
from companion.games.cash_and_run.ui.widgets.marks import draw_low_card, draw_place
from companion.games.kit.colours import Colour
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

MARGIN = 28.0
LOWEST_CARD = 58.0
CORNER = 90.0
"""How round the ring's corners are, in dp."""


def places(box: Box, squares: int) -> tuple[tuple[float, float], ...]:
    """The centres of so many squares on a ring with round corners in the box, clockwise from its top, at even distances along it."""
    x, y, w, h = box.x + MARGIN, box.y + MARGIN, box.w - 2 * MARGIN, box.h - 2 * MARGIN
    r = min(CORNER, w / 2, h / 2)
    points = [(x + w / 2, y)]
    for cx, cy, begins in ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180)):
        turns = [(begins + degrees) * pi / 180 for degrees in range(0, 91, 3)]
        points += [(cx + cos(a) * r, cy + sin(a) * r) for a in turns]
    points.append(points[0])
    around = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    found: list[tuple[float, float]] = []
    done = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        while len(found) < squares and (wanted := around * len(found) / squares) <= done + length:
            part = (wanted - done) / length if length else 0.0
            found.append((ax + (bx - ax) * part, ay + (by - ay) * part))
        done += length
    return tuple(found)


class BoardRing(Drawn):
    """`runner`: whose way is drawn, None for nobody's; in its middle the casinos that are laid out, with words `above` and `below` them."""

    def __init__(self, on_tap: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_tap)
        self._view: View | None = None
        self._runner: Colour | None = None
        self._said = ("", "")

    def show(self, view: View, runner: Colour | None = None, *, above: str = "", below: str = "") -> None:
        """Takes the board of a view, whose pawn runs, and the words in the middle."""
        if (view, runner, (above, below)) != (self._view, self._runner, self._said):
            self._view, self._runner, self._said = view, runner, (above, below)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        view = self._view
        if view is None or not view.board or self.box.w < 2 * MARGIN + 40 or self.box.h < 2 * MARGIN + 40:
            return
        at = places(Box(0, 0, self.box.w, self.box.h), len(view.board))
        apart = hypot(at[1][0] - at[0][0], at[1][1] - at[0][1]) if len(at) > 1 else 60.0
        size = max(16.0, min(44.0, apart - 3))
        runner = next((player for player in view.players if player.colour is self._runner and player.lap is not None), None)
        box = (self.box.w, self.box.h)
        self.layer("way", (runner, view.board, box), partial(self._way, runner=runner, at=at, size=size))
        self.layer("squares", (view.board, view.casinos, box), partial(self._squares, view=view, at=at, size=size))
        self.layer("middle", (runner, self._said, view.casinos, box), partial(self._middle, view=view, runner=runner, size=size))
        self.layer("pawns", (tuple((player.colour, player.at) for player in view.players), box), partial(self._pawns, view=view, at=at, size=size))

    def _way(self, pen: Pen, runner: Player | None, at: tuple[tuple[float, float], ...], size: float) -> None:
        """What is run of the lap, inside the squares."""
        lap = runner.lap if runner is not None else None
        if runner is None or lap is None or lap.moved is None or not isinstance(runner.at, int):
            return
        inset = size / 2 + 9
        inside = places(Box(inset, inset, self.box.w - 2 * inset, self.box.h - 2 * inset), len(at))
        ring = [value for point in (*inside, inside[0]) for value in point]
        pen.line(ring, "panelHi", 6)
        start = (runner.at - 1 - lap.moved) % len(at)
        run = [inside[(start + k) % len(at)] for k in range(min(lap.moved, len(at)) + 1)]
        if len(run) > 1:
            pen.line([value for point in run for value in point], "champ", 7)

    def _middle(self, pen: Pen, view: View, runner: Player | None, size: float) -> None:
        """The casinos that are laid out, as cards."""
        edge = MARGIN + size / 2 + 20
        w, h = self.box.w - 2 * edge, self.box.h - 2 * edge
        laid = [casino for casino in view.casinos if runner is not None and runner.lap is not None and casino.id in runner.lap.casinos]
        if not laid or w < 120 or h < 60:
            return
        above, below = self._said
        words = 34.0
        rows = [words if said else 0.0 for said in (above, below)]
        # Where there is little room, the words give way: above first.
        high = min(100.0, h - sum(rows))
        if high < LOWEST_CARD:
            rows[0], above = 0.0, ""
            high = min(100.0, h - sum(rows))
        top = edge + (h - high - sum(rows)) / 2
        pen.text((edge, top, w, rows[0]), above, 28, "champ", align="centre")
        wide = min(200.0, w / len(laid))
        left = self.box.w / 2 - wide * len(laid) / 2
        for at, casino in enumerate(laid):
            draw_low_card(pen, casino, Box(left + at * wide + 3, top + rows[0], wide - 6, high))
        pen.text((edge, top + rows[0] + high, w, rows[1]), below, 28, "ivory", align="centre")

    def _squares(self, pen: Pen, view: View, at: tuple[tuple[float, float], ...], size: float) -> None:
        by_id = {casino.id: casino for casino in view.casinos}
        for (x, y), square in zip(at, view.board, strict=True):
            draw_place(pen, square, by_id.get(square), x, y, size)

    def _pawns(self, pen: Pen, view: View, at: tuple[tuple[float, float], ...], size: float) -> None:
        there: dict[int, int] = {}
        cx, cy = self.box.w / 2, self.box.h / 2
        for player in view.players:
            if not isinstance(player.at, int):
                continue
            nth = there.get(player.at, 0)
            there[player.at] = nth + 1
            x, y = at[player.at - 1]
            # Several on one square stand behind each other, towards the middle.
            away = hypot(cx - x, cy - y) or 1.0
            step = nth * size * 0.8
            draw_emblem(pen, player.colour, x + (cx - x) / away * step, y + (cy - y) / away * step, size + 8)
