"""A large button that says in two lines what it comes to: one of two builds, or an ace as 1 or as 14."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.games.casino.rules.cards import Card
from companion.games.casino.ui.widgets.card import draw_low_card
from companion.ui.kit import lettering, theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn

TALL = 152.0
"""Its height in dp."""


class TileWords(msgspec.Struct, frozen=True):
    """What a tile says. `cards` stand in place of the lines below the title."""

    title: str
    line: str = ""
    more: str = ""
    cards: tuple[Card, ...] = ()


class Tile(Drawn):
    """`on_tap` gets nothing of use."""

    def __init__(self, on_tap: Callable[[], Any]) -> None:
        super().__init__(lambda _key: on_tap())
        self.said = TileWords("")
        self.four = False

    def show(self, said: TileWords, *, four: bool = False) -> None:
        """Takes the words of the tile."""
        if (said, four) != (self.said, self.four):
            self.said, self.four = said, four
            self.redraw()

    def _fits(self, pen: Pen) -> bool:
        """Whether title and words have room as they stand usually."""
        w, size, scale, said = self.box.w - 20, theme.SMALLEST_TEXT, pen.scale, self.said
        whole = (
            lettering.fit(said.title, w, 40, 34, font="JostSemiBold", scale=scale).whole and lettering.fit(said.line, w, 34, size, scale=scale).whole
        )
        return whole and lettering.fit(said.more, w, self.box.h - 84, size, scale=scale, lines=2).whole

    def draw(self, pen: Pen) -> None:
        w, h, size = self.box.w, self.box.h, theme.SMALLEST_TEXT
        pen.target("tile", 0, 0, w, h)
        pen.cut(0, 0, w, h, 12, "panelHi" if self.pressed else "panel")
        pen.cut_line(0.8, 0.8, w - 1.6, h - 1.6, 12, "champ" if self.pressed else "rim", 1.6)
        pen.cut_line(5, 5, w - 10, h - 10, 9, "rim", 1, 0.6)
        said = self.said
        plain = not said.line and not said.more and not said.cards
        if not said.cards and not plain and not self._fits(pen):
            self._closely(pen)
            return
        pen.text((10, 0 if plain else 6, w - 20, h if plain else 40), said.title, 34, "champ", font="JostSemiBold", lines=2 if plain else 1)
        if said.cards:
            pitch = min(54.0, (w - 32 - 50) / max(1, len(said.cards) - 1))
            for n, card in enumerate(said.cards):
                pen.rounded(15 + n * pitch, 59, 52, 46, 6, "ink")
                draw_low_card(pen, card, 16 + n * pitch, 60, 50, 44, four=self.four)
            return
        pen.text((10, 46, w - 20, 34), said.line, size, "ivory")
        pen.text((10, 80, w - 20, h - 84), said.more, size, "mist", lines=2)

    def _closely(self, pen: Pen) -> None:
        """Small, and on as many lines as it needs; the last of it is left away where that is not enough."""
        w, h, size = self.box.w - 20, self.box.h - 10, theme.SMALLEST_TEXT
        said, most = self.said, int((self.box.h - 10) / (size * lettering.LEADING))
        parts = [(said.title, "champ", "JostSemiBold"), (said.line, "ivory", "Jost"), (said.more, "mist", "Jost")]
        rows = [
            len(lettering.fit(text, w, h, size / theme.look.text, font=font, scale=pen.scale, lines=most).lines) if text else 0
            for text, _, font in parts
        ]
        if sum(rows) > most:
            rows[2] = 0
            rows[1] = min(rows[1], most - rows[0])
        y, unit = 5.0, h / sum(rows)
        for (text, ink, font), number in zip(parts, rows, strict=True):
            if number:
                pen.text((10, y, w, number * unit), text, size / theme.look.text, ink, font=font, lines=number, name=True)
                y += number * unit
