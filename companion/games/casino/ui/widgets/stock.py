"""The cards that are put aside for the deals to come: a back, and how many there are."""

from __future__ import annotations

from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.drawn import Drawn

TALL = 88.0
"""The least height in dp that it needs."""
BACK = 56.0


class Stock(Drawn):
    """`left`: how many cards lie there."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 0

    def show(self, left: int) -> None:
        """Takes how many cards are left."""
        if left != self.left:
            self.left = left
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if not self.left:
            return
        w, h = self.box.w, self.box.h
        high = min(BACK / 0.71, h - 4)
        wide = high * 0.71
        said = tr("{n} to come", n=self.left)
        text = pen.width(said, theme.SMALLEST_TEXT) + 4
        y = (h - high) / 2
        for k in range(2 if self.left > 16 else 1, -1, -1):
            draw_back(pen, w - wide - 6 + 3 * k, y + 3 * k, wide, high)
        pen.text((w - wide - text - 24, 0, text, h), said, theme.SMALLEST_TEXT, "mist", align="right")
