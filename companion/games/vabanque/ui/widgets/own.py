"""The cards that one player has laid, seen by that player alone while the pad is held."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.vabanque.rules.moves import KINDS, PlaceCard
from companion.games.vabanque.ui.widgets.card import draw_private
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.veil import Veiled, draw_pad, pad_and_cards

PLATE = 44
"""The height in dp of the plate above a card that says at which table it lies."""


class OwnCards(Veiled):
    """A pad and three cards. `look` is asked for the cards when the pad is held, not before, and they are forgotten when it is let go.

    Covered it always looks the same, however many cards lie.
    """

    def __init__(self, look: Callable[[], tuple[PlaceCard, ...]]) -> None:
        super().__init__()
        self.look = look
        self._laid: tuple[PlaceCard, ...] = ()
        self._words = ""

    def tell(self, words: str) -> None:
        """What stands there, while it is held, in the place of cards."""
        if words != self._words:
            self._words = words
            self.redraw()

    def uncovered(self) -> None:
        self._laid = self.look()

    def covered(self) -> None:
        self._laid = ()

    def draw(self, pen: Pen) -> None:
        pad, boxes = pad_and_cards(self.box.w, self.box.h, len(KINDS))
        draw_pad(pen, pad, self.held)
        if self.held and not self._laid:
            left, right = boxes[0].x, boxes[-1].x + boxes[-1].w
            pen.text((left, 0, right - left, boxes[0].h), self._words, 28, "#9FB2B1", align="centre", lines=2)
        for i, box in enumerate(boxes):
            if not self.held:
                draw_back(pen, *box)
            elif i < len(self._laid):
                self._face(pen, box, self._laid[i])

    @staticmethod
    def _face(pen: Pen, box: Box, card: PlaceCard) -> None:
        x, y, w, h = box
        plate = min(w, 84)
        pen.cut(x + (w - plate) / 2, y, plate, PLATE - 4, 10, "#21343B")
        pen.cut_line(x + (w - plate) / 2 + 0.8, y + 0.8, plate - 1.6, PLATE - 5.6, 10, "#42575C", 1.2)
        pen.glyph(x + w / 2, y + PLATE / 2 - 2, str(card.table), 30, "#9FB2B1", "JostSemiBold")
        draw_private(pen, x, y + PLATE, w, h - PLATE, card.character)
