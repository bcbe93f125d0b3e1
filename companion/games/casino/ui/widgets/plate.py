"""The plate of the last deal, where the whole deck is told by hand and nobody sees the rail."""

from __future__ import annotations

from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr, trn
from companion.ui.widgets.drawn import Drawn


class LastDeal(Drawn):
    """`plays`: how many cards are still to be played in it."""

    def __init__(self) -> None:
        super().__init__()
        self.plays = 0

    def show(self, plays: int) -> None:
        """Takes how many there are."""
        if plays != self.plays:
            self.plays = plays
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h, size = self.box.w, self.box.h, theme.SMALLEST_TEXT
        pen.cut(0, 0, w, h, 10, "bar")
        pen.cut_line(1, 1, w - 2, h - 2, 10, "champ", 2)
        if h < 68:
            pen.text((8, 0, w - 16, h), tr("Last deal"), size, "champ", font="JostSemiBold", align="centre")
            return
        pen.text((6, h / 2 - 35, w - 12, 36), tr("Last deal"), size, "champ", font="JostSemiBold", align="centre")
        pen.text((6, h / 2 - 1, w - 12, 36), trn("{n} play to come", "{n} plays to come", self.plays), size, "ivory", align="centre")
