"""The pad under which a sum is seen, by whoever holds it."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui import texts
from companion.ui.kit.painter import Pen
from companion.ui.widgets.veil import Veiled, draw_pad, pad_and_cards


class Pad(Veiled):
    """`look` is asked for the sum when the pad is held, not before, and it is forgotten when it is let go."""

    def __init__(self, look: Callable[[], int | None]) -> None:
        super().__init__()
        self.look = look
        self._sum: int | None = None

    def uncovered(self) -> None:
        self._sum = self.look()

    def covered(self) -> None:
        self._sum = None

    def draw(self, pen: Pen) -> None:
        pad, (box,) = pad_and_cards(self.box.w, self.box.h, 1)
        draw_pad(pen, pad, self.held)
        upright = self.box.h > self.box.w
        room = (0.0, 0.0, self.box.w, box.h) if upright else (pad.w + 12, 0.0, self.box.w - pad.w - 12, self.box.h)
        if self.held and self._sum is not None:
            # In the grey of what nobody else is to read from the table.
            pen.text(room, texts.amount(self._sum), 38, "#9FB2B1", font="JostSemiBold", align="centre")
