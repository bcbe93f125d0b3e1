"""The players, to choose one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.kit.colours import Colour
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem


class People(Drawn):
    """The players, one below the other with their names, or as emblems side by side. `on_tap` gets a colour."""

    def __init__(self, on_tap: Callable[[Colour], Any]) -> None:
        super().__init__(on_tap)
        self.people: tuple[tuple[Colour, str], ...] = ()
        self.chosen: Colour | None = None

    def show(self, people: tuple[tuple[Colour, str], ...], chosen: Colour | None) -> None:
        """`people`: colour and name of each."""
        if (people, chosen) != (self.people, self.chosen):
            self.people, self.chosen = people, chosen
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        wide = w > h
        pitch = min(120.0, w / len(self.people)) if wide else min(60.0, h / len(self.people))
        for i, (colour, name) in enumerate(self.people):
            x, y, each, tall = (i * pitch, 0.0, pitch - 4, h) if wide else (0.0, i * pitch, w, pitch - 4)
            now = colour is self.chosen
            pen.target(colour, x, y, each, tall)
            pen.rect(x, y, each, tall, "panelHi" if now or self.pressed is colour else "bar")
            if now:
                pen.rect(x, y, each if wide else 5, 5 if wide else tall, "champ")
            draw_emblem(pen, colour, x + (each / 2 if wide else 34), y + tall / 2, 40)
            if not wide:
                pen.text((62, y + 2, w - 66, tall - 4), name, theme.SMALLEST_TEXT, "ivory", name=True)
