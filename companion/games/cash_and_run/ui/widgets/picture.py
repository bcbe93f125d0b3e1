"""What is drawn large beside the words: a Bluff card face down before whoever laid it, a casino's card, the Bluff cards that somebody holds."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.ui.widgets.marks import draw_card_back, draw_low_card, draw_symbol, tint
from companion.games.kit.colours import Colour
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

LOW, LOWEST = 110.0, 58.0


@dataclass(frozen=True)
class Shows:
    """`casino`: its card, of `owner`. Else so many `backs` of Bluff cards, with the emblem of `owner`; `rays` around one that is laid."""

    casino: Casino | None = None
    owner: Colour | None = None
    backs: int = 0
    rays: bool = False


class Picture(Drawn):
    """One of them, as large as the box allows."""

    def __init__(self) -> None:
        super().__init__()
        self.shows: Shows | None = None

    def show(self, shows: Shows | None) -> None:
        """Takes what is pictured; None for nothing."""
        if shows != self.shows:
            self.shows = shows
            self.redraw()

    def draw(self, pen: Pen) -> None:
        shows = self.shows
        if shows is None or self.box.w < 80 or self.box.h < LOWEST:
            return
        if shows.casino is not None and self.box.h < LOW:
            draw_low_card(pen, shows.casino, Box(0, 0, self.box.w, self.box.h))
        elif shows.casino is not None:
            self._casino(pen, shows.casino, shows.owner)
        else:
            self._backs(pen, shows)

    def _casino(self, pen: Pen, casino: Casino, owner: Colour | None) -> None:
        w, h = self.box.w, self.box.h
        high = min(h, w * 1.1, 230.0)
        # As wide as its name needs.
        wide = min(w, max(high * 0.98, pen.width(casino.name, 30, "JostSemiBold") + 16))
        x, y = (w - wide) / 2, max(0.0, (h - high) / 2)
        pen.rounded(x, y, wide, high, 12, "panel")
        pen.rounded(x, y, wide, 30, 12, tint(casino.colour))
        pen.rect(x, y + 18, wide, 12, tint(casino.colour))
        pen.rounded_line(x + 1, y + 1, wide - 2, high - 2, 12, tint(casino.colour), 2)
        size = min(76.0, (high - 84) * 0.8)
        draw_symbol(pen, casino.symbol, x + wide / 2, y + 30 + (high - 84) / 2, size)
        pen.text((x + 6, y + high - 52, wide - 12, 48), casino.name, 30, "ivory", font="JostSemiBold", align="centre", name=True)
        if owner is not None:
            draw_emblem(pen, owner, x + wide - 24, y + 34, 40)

    def _backs(self, pen: Pen, shows: Shows) -> None:
        w, h = self.box.w, self.box.h
        cx, cy = w / 2, h / 2
        count = max(1, shows.backs)
        high = min(h * 0.86, 200.0, w / (0.72 + 0.36 * (count - 1)) * 0.9)
        wide = high * 0.72
        if shows.rays:
            turns = [k * pi / 18 for k in range(36)]
            far = min(w, h) * 0.62
            pen.rays([(cx + cos(a) * high * 0.5, cy + sin(a) * high * 0.5, cx + cos(a) * far, cy + sin(a) * far) for a in turns], "brass", 1, 0.45)
        for k in range(shows.backs):
            left = cx - wide / 2 + (k - (count - 1) / 2) * wide * 0.5
            draw_card_back(pen, left, cy - high / 2, wide, high)
            # A rising sun.
            middle, base = left + wide / 2, cy + wide * 0.12
            pen.arc(middle, base, wide * 0.22, "ink", 2, 1.0, -90, 90)
            angles = [k * pi / 8 for k in range(9)]
            pen.rays([(middle - cos(a) * wide * 0.07, base - sin(a) * wide * 0.07, middle - cos(a) * wide * 0.19, base - sin(a) * wide * 0.19)
                      for a in angles], "ink", 1.5)  # fmt: skip
            pen.line([left + wide * 0.22, base, left + wide * 0.78, base], "ink", 2)
        if not shows.backs:
            pen.rounded_line(cx - wide / 2, cy - high / 2, wide, high, 8, "brass", 1.4)
        if shows.owner is not None:
            draw_emblem(pen, shows.owner, max(26.0, cx - wide * 0.5 - (count - 1) * wide * 0.25), min(h - 26, cy + high / 2 - 12), 46)
