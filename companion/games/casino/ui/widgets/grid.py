"""The deck as a grid, for a card that is told by hand. Dim are those that lie on the table and nothing else: what was played is nobody's business."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.casino.rules.cards import RANKS, SUITS, Card
from companion.games.casino.ui.widgets.card import draw_low_card
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn


class CardGrid(Drawn):
    """Thirteen ranks by four suits; where it is narrow a suit has two rows. `on_tap` gets a card."""

    def __init__(self, on_tap: Callable[[Card], Any]) -> None:
        super().__init__(on_tap)
        self.off: frozenset[Card] = frozenset()
        self.four = False

    def show(self, off: frozenset[Card], *, four: bool = False) -> None:
        """`off`: what lies on the table."""
        if (off, four) != (self.off, self.four):
            self.off, self.four = off, four
            self.redraw()

    @staticmethod
    def _upright(w: float) -> bool:
        """In a row of thirteen nobody could hit a card where it is as narrow as on an upright panel."""
        return w / 13 < theme.TARGET[0]

    def least(self, w: float) -> float:
        """How high it is in dp at least, in so much width, so that every card can be hit."""
        return (8 if self._upright(w) else 4) * (theme.TARGET[1] + 0.5)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        upright = self._upright(w)
        columns, rows = (7, 8) if upright else (13, 4)
        wide, tall = w / columns, h / rows
        for s, suit in enumerate(SUITS):
            for r, rank in enumerate(RANKS):
                column, row = (r % 7, 2 * s + r // 7) if upright else (r, s)
                card = Card(rank + suit)
                box = (column * wide + 2, row * tall + 2, wide - 4, tall - 4)
                off, down = card in self.off, self.pressed == card
                self.layer(card, (box, off, down, self.four), partial(self._card, card=card, box=box, off=off, down=down))

    def _card(self, pen: Pen, card: Card, box: tuple[float, float, float, float], off: bool, down: bool) -> None:
        x, y, w, h = box
        pen.target(card, x - 2, y - 2, w + 4, h + 4)
        draw_low_card(pen, card, x, y, w, h, four=self.four, off=off, down=down)
