"""The players side by side, one of whom is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.kit.colours import Colour
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

NAME = 84
"""In less room, in dp, no name is written: its emblem says more than three letters and dots."""


class PlayerStrip(Drawn):
    """Emblems with names; in a narrow box they stand in two rows. `on_tap` gets a colour."""

    def __init__(self, on_tap: Callable[[Colour], Any]) -> None:
        super().__init__(on_tap)
        self.players: tuple[tuple[Colour, str], ...] = ()
        self.chosen: Colour | None = None

    def show(self, players: tuple[tuple[Colour, str], ...], chosen: Colour | None) -> None:
        """Colours with names, and whose is chosen."""
        if (players, chosen) != (self.players, self.chosen):
            self.players, self.chosen = players, chosen
            self.redraw()

    def draw(self, pen: Pen) -> None:
        columns = 3 if self.box.w < 600 else 6
        wide = self.box.w / columns
        tall = self.box.h if columns == 6 else self.box.h / 2
        for i, (colour, name) in enumerate(self.players):
            x, y, now = (i % columns) * wide, (i // columns) * tall, colour == self.chosen
            pen.target(colour, x, y, wide, max(52, tall))
            pen.rect(x + 2, y, wide - 4, tall - 4, "panelHi" if now or self.pressed == colour else "bar")
            if now:
                pen.rect(x + 2, y + tall - 8, wide - 4, 4, "champ")
            named = wide - 54 >= NAME
            draw_emblem(pen, colour, x + (25 if named else wide / 2), y + tall / 2 - 3, 40)
            if named:
                pen.text((x + 49, y, wide - 54, tall - 8), name, 28, "ivory", name=True)
