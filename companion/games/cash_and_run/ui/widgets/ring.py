"""The board as it was taught: a ring of squares with the pawns on it, and the way of whoever runs a last lap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

from companion.games.cash_and_run.rules.view import Player, View
from companion.games.cash_and_run.ui.widgets.marks import draw_place
from companion.games.kit.colours import Colour
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

MARGIN = 30.0


def places(box: Box, squares: int) -> tuple[tuple[float, float], ...]:
    """The centres of so many squares on an ellipse in the box, clockwise from its top, at even distances along it."""
    rx, ry = box.w / 2 - MARGIN, box.h / 2 - MARGIN
    fine = 720
    points = [(sin(2 * pi * k / fine) * rx, -cos(2 * pi * k / fine) * ry) for k in range(fine + 1)]
    lengths = [0.0]
    for one, other in pairwise(points):
        lengths.append(lengths[-1] + hypot(other[0] - one[0], other[1] - one[1]))
    found, at = [], 0
    for place in range(squares):
        wanted = lengths[-1] * place / squares
        while lengths[at] < wanted:
            at += 1
        found.append((box.x + box.w / 2 + points[at][0], box.y + box.h / 2 + points[at][1]))
    return tuple(found)


class BoardRing(Drawn):
    """`runner`: whose way is drawn, None for nobody's. What stands in its middle is for the screen to say."""

    def __init__(self, on_tap: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_tap)
        self._view: View | None = None
        self._runner: Colour | None = None

    def show(self, view: View, runner: Colour | None = None) -> None:
        """Takes the board of a view, and whose pawn runs."""
        if (view, runner) != (self._view, self._runner):
            self._view, self._runner = view, runner
            self.redraw()

    def draw(self, pen: Pen) -> None:
        view = self._view
        if view is None or not view.board or self.box.w < 2 * MARGIN + 40 or self.box.h < 2 * MARGIN + 40:
            return
        at = places(Box(0, 0, self.box.w, self.box.h), len(view.board))
        apart = hypot(at[1][0] - at[0][0], at[1][1] - at[0][1]) if len(at) > 1 else 60.0
        size = max(16.0, min(40.0, apart - 3))
        runner = next((player for player in view.players if player.colour is self._runner and player.lap is not None), None)
        box = (self.box.w, self.box.h)
        self.layer("way", (runner, view.board, box), partial(self._way, runner=runner, at=at, size=size))
        self.layer("squares", (view.board, view.casinos, box), partial(self._squares, view=view, at=at, size=size))
        self.layer("pawns", (tuple((player.colour, player.at) for player in view.players), box), partial(self._pawns, view=view, at=at, size=size))

    def _way(self, pen: Pen, runner: Player | None, at: tuple[tuple[float, float], ...], size: float) -> None:
        """What is run of the lap, inside the squares."""
        lap = runner.lap if runner is not None else None
        if runner is None or lap is None or lap.moved is None or not isinstance(runner.at, int):
            return
        cx, cy = self.box.w / 2, self.box.h / 2
        near = 1 - (size + 8) / min(self.box.w, self.box.h)
        inside = [((x - cx) * near + cx, (y - cy) * near + cy) for x, y in at]
        ring = [value for point in (*inside, inside[0]) for value in point]
        pen.line(ring, "panelHi", 6)
        start = (runner.at - 1 - lap.moved) % len(at)
        run = [inside[(start + k) % len(at)] for k in range(min(lap.moved, len(at)) + 1)]
        if len(run) > 1:
            pen.line([value for point in run for value in point], "champ", 7)

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
