"""Who scores together, side by side: one of them is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.kit.colours import Colour
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem


class SideTabs(Drawn):
    """Emblems, and the name where there is room. `on_tap` gets a side: a colour, or two joined by +."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.sides: tuple[str, ...] = ()
        self.chosen = ""

    def show(self, sides: tuple[str, ...], chosen: str) -> None:
        """Takes what the sides are called, and which is chosen."""
        if (sides, chosen) != (self.sides, self.chosen):
            self.sides, self.chosen = sides, chosen
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if not self.sides:
            return
        h, each = self.box.h, self.box.w / len(self.sides)
        for i, side in enumerate(self.sides):
            x, chosen = i * each, side == self.chosen
            pen.target(side, x, 0, each, h)
            pen.cut(x + 3, 2, each - 6, h - 4, 10, "champ" if chosen else "panelHi" if self.pressed == side else "bar")
            pen.cut_line(x + 3.8, 2.8, each - 7.6, h - 5.6, 10, "champ" if chosen else "rim", 1.4)
            colours = [Colour(colour) for colour in side.split("+")]
            room = each - 30 - 44 * len(colours)
            named = len(colours) == 1 and room >= 60
            left = x + 30 if named else x + each / 2 - 22 * (len(colours) - 1)
            for k, colour in enumerate(colours):
                draw_emblem(pen, colour, left + 44 * k, h / 2, 40)
            if named:
                ink = "ink" if chosen else "ivory"
                pen.text(
                    (x + 56, 0, room - 4, h), pen.named(colours[0]), theme.SMALLEST_TEXT, ink, font="JostSemiBold" if chosen else "Jost", name=True
                )
