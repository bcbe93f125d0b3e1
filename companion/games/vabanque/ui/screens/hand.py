"""What lies at a table: its tokens by value and its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.ui.widgets.card import Card, draw_face
from companion.games.vabanque.ui.widgets.chip import draw_chip
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn

MOST = 6
"""Up to so many cards are drawn one by one; of more there is one a kind, with a count."""

CHIPS, COUNTS = 66.0, 34.0
"""The heights in dp of the row of chips, and of their counts below it."""


class TableHand(Drawn):
    """Chips with their counts, and below them the cards, which turn over when they come.

    `on_tap` gets owner and kind of a card that is another one; without it the cards can't be touched.
    """

    def __init__(self, on_tap: Callable[[tuple[Colour, Character]], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.tokens: tuple[int, ...] = ()
        self.cards: tuple[tuple[Colour, Character], ...] = ()
        self._cards: list[Card] = []

    def show(self, tokens: Sequence[int], cards: Sequence[tuple[Colour, Character]]) -> None:
        """`tokens`: the values lying there. `cards`: owner and kind, face up."""
        now = (tuple(tokens), tuple(cards))
        if now == (self.tokens, self.cards):
            return
        kept = len(self._cards) if now[1][: len(self.cards)] == self.cards and self.cards else 0
        self.tokens, self.cards = now
        for card in self._cards[kept:]:
            self.remove_widget(card)
        del self._cards[kept:]
        if len(self.cards) <= MOST:
            for owner, kind in self.cards[kept:]:
                card = self.add(Card())
                self._cards.append(card)
                card.turn(kind, owner)
        else:
            for card in self._cards:
                self.remove_widget(card)
            self._cards.clear()
        self.placed()
        self.redraw()

    def placed(self) -> None:
        w, h = self.box.w, self.box.h
        top, gap, columns = self._top, 10.0, 2 if w < 380 else 3
        count = max(len(self._cards), 1)
        rows = max(2, -(-count // columns))
        wide, tall = (w - gap * (columns - 1)) / columns, (h - top - self._hint - gap * (rows - 1)) / rows
        for i, card in enumerate(self._cards):
            card.put((i % columns) * (wide + gap), top + (i // columns) * (tall + gap), wide, tall)

    @property
    def _top(self) -> float:
        """The height in dp of the chips, and of their counts where there are any; wide, these stand beside them."""
        return CHIPS + (COUNTS if self.box.w < 380 and len(set(self.tokens)) < len(self.tokens) else 0.0)

    @property
    def _hint(self) -> float:
        """The height in dp of the line that says that cards can be touched."""
        return 36.0 if self.on_tap is not None and self._cards else 0.0

    def draw(self, pen: Pen) -> None:
        w, h, size = self.box.w, self.box.h, theme.SMALLEST_TEXT
        counts = Counter(self.tokens)
        beside = w >= 380
        x = 0.0
        for value, count in sorted(counts.items()):
            draw_chip(pen, value, x + 28, 28, 56)
            if beside:
                words = f"× {count}" if count > 1 else ""
                taken = pen.width(words, size, "JostSemiBold") if words else 0.0
                pen.text((x + 62, 8, taken + 4, 40), words, size, "ivory", font="JostSemiBold")
                x += 62 + (taken + 14 if words else 0)
            else:
                if self._top > CHIPS:
                    pen.text((x - 2, 56, 60, 36), f"×{count}", size, "ivory", font="JostSemiBold", align="centre")
                x += 61
        if not counts:
            pen.text((4, 8, w - 8, 40), tr("No token"), size, "ivory", font="JostSemiBold")
        top = self._top
        if self._hint:
            for card, what in zip(self._cards, self.cards, strict=True):
                pen.target(what, *card.box)
            pen.text((0, h - 34, w, 34), tr("Other card? Tap it"), size, "mist", align="centre")
        if not self.cards:
            pen.text((4, top, w - 8, 60), tr("No card"), size, "mist", lines=2, valign="top")
        elif len(self.cards) > MOST:
            kinds = Counter(kind for _, kind in self.cards)
            shown = [kind for kind in KINDS if kinds[kind]]
            tall = (h - top - 10 * (len(shown) - 1)) / len(shown)
            for i, kind in enumerate(shown):
                draw_face(pen, 0, top + i * (tall + 10), w, tall, kind, None, kinds[kind])
