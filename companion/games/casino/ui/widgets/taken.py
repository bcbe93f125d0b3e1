"""The cards of one row of the count: of each side those that the row counts."""

from __future__ import annotations

from functools import partial

from companion.games.casino.rules.cards import Card
from companion.games.casino.ui.widgets.card import draw_low_card
from companion.games.kit.colours import Colour
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

Side = tuple[str, str, tuple[Card, ...]]
"""A side, what it has got, and the cards."""
PITCH, LINE = 54.0, 42.0
"""How far cards and lines of them are apart at most, in dp."""
POINTS = 116.0
"""The width in dp of what a side has got, behind its emblems."""


class TakenCards(Drawn):
    """A block a side: emblems and points, beside them its cards."""

    def __init__(self) -> None:
        super().__init__()
        self.sides: tuple[Side, ...] = ()
        self.four = False

    def show(self, sides: tuple[Side, ...], *, four: bool = False) -> None:
        """Takes the sides with what they have taken."""
        if (sides, four) != (self.sides, self.four):
            self.sides, self.four = sides, four
            self.redraw()

    @property
    def _left(self) -> float:
        return POINTS + 42 * max((1 + side.count("+") for side, _, _ in self.sides), default=1)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        left = self._left
        columns = max(1, int((w - left) / PITCH))
        lines = [max(1, -(-len(cards) // columns)) for _, _, cards in self.sides]
        pitch = min(LINE, (h - 8 * len(lines)) / max(1, sum(lines)))
        y = 0.0
        for (side, said, cards), number in zip(self.sides, lines, strict=True):
            self.layer(side, (said, cards, y, w, pitch, self.four), partial(self._side, side=side, said=said, cards=cards, y=y, pitch=pitch))
            y += number * pitch + 8

    def _side(self, pen: Pen, side: str, said: str, cards: tuple[Card, ...], y: float, pitch: float) -> None:
        w = self.box.w
        colours = side.split("+")
        pen.rect(0, y, w, 1, "brass", 0.25)
        for k, colour in enumerate(colours):
            draw_emblem(pen, Colour(colour), 22 + 40 * k, y + pitch / 2 + 2, 40)
        left, at = self._left, 8.0 + 40 * len(colours)
        pen.text((at, y + 2, left - at - 4, pitch), said, theme.SMALLEST_TEXT, "champ", font="JostSemiBold")
        columns = max(1, int((w - left) / PITCH))
        for n, card in enumerate(cards):
            x, top = left + n % columns * PITCH, y + 3 + n // columns * pitch
            draw_low_card(pen, card, x, top, PITCH - 4, pitch - 4, four=self.four)
