"""The deck as a picture, for enrolment and for the check of it: which cards have their tag, and which one is awaited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.games.casino.rules.cards import RANKS, SUITS, Card
from companion.games.casino.ui.widgets.card import draw_low_card
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.pieces import PieceSet, Set


class DeckSet(PieceSet):
    """Thirteen ranks by four suits, where it is narrow two rows a suit. A card with a tag lies there, another is an outline."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.now = Set()

    def show(self, now: Set, pieces: Sequence[tuple[str, str]]) -> None:
        if now != self.now:
            self.now = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        upright = w / 13 < theme.TARGET[0]
        columns, rows = (7, 8) if upright else (13, 4)
        wide, tall = (w - 12) / columns, (h - 8) / rows
        for s, suit in enumerate(SUITS):
            for r, rank in enumerate(RANKS):
                column, row = (r % 7, 2 * s + r // 7) if upright else (r, s)
                card = Card(rank + suit)
                code = f"card:{card}"
                box = (6 + column * wide + 2, 4 + row * tall + 2, wide - 4, tall - 4)
                state = (self.now.bound.get(code, 0), code == self.now.awaited, code == self.now.holder, self.pressed == code)
                self.layer(code, (box, state), partial(self._card, code=code, card=card, box=box, state=state))

    def _card(self, pen: Pen, code: str, card: Card, box: tuple[float, float, float, float], state: tuple[int, bool, bool, bool]) -> None:
        x, y, w, h = box
        tags, awaited, holder, down = state
        pen.target(code, x - 2, y - 2, w + 4, h + 4)
        if awaited or holder:
            pen.rounded(x - 2, y - 2, w + 4, h + 4, 7, "#F07B84" if holder else "champ")
        draw_low_card(pen, card, x + 2, y + 2, w - 4, h - 4, off=not tags and not awaited, down=down or awaited, faint="outlineQuiet")
        if awaited and h >= 64:
            draw_icon(pen, "waves", x + w / 2, y + h - 14, 18, "ink")
        if tags > 1:
            # A second deck has a second tag a card.
            pen.disc(x + w - 8, y + 8, 13, "bar")
            pen.glyph(x + w - 8, y + 8, str(tags), theme.SMALLEST_TEXT, "champ", "JostSemiBold")
