"""What lies at a table: its tokens by value and its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.ui.widgets.card import Card, draw_face
from companion.games.vabanque.ui.widgets.chip import draw_chip
from companion.ui import texts
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn

MOST = 6
"""Up to so many cards are drawn one by one; of more there is one a kind, with a count."""


class TableHand(Drawn):
    """Chips with their counts, the sum, and below them the cards, which turn over when they come.

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
        top, gap, columns = 66.0, 10.0, 2 if w < 380 else 3
        count = max(len(self._cards), 1)
        rows = max(2, -(-count // columns))
        wide, tall = (w - gap * (columns - 1)) / columns, (h - top - self._hint - gap * (rows - 1)) / rows
        for i, card in enumerate(self._cards):
            card.put((i % columns) * (wide + gap), top + (i // columns) * (tall + gap), wide, tall)

    @property
    def _hint(self) -> float:
        """The height in dp of the line that says that cards can be touched."""
        return 26.0 if self.on_tap is not None and self._cards else 0.0

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        counts = Counter(self.tokens)
        values = sorted(counts)
        x = 26.0
        for value in values:
            draw_chip(pen, value, x, 28, 46, counts[value] if counts[value] > 1 else None)
            x += 49
        total = texts.number(sum(self.tokens))
        # Four chips leave no room for the sign.
        text = tr("No token") if not values else total if len(values) > 3 else f"= {total}"
        left = x - 20 if values else 4
        pen.text((left, 6, w - left + (20 if w < 300 else 0), 44), text, 28, "ivory", font="JostSemiBold")
        if self._hint:
            for card, what in zip(self._cards, self.cards, strict=True):
                pen.target(what, *card.box)
            pen.text((0, h - 24, w, 24), tr("Another card? Tap it"), 18, "mist", align="centre")
        if not self.cards:
            pen.text((4, 70, w - 8, 60), tr("No card"), 20, "mist", lines=2, valign="top")
        elif len(self.cards) > MOST:
            kinds = Counter(kind for _, kind in self.cards)
            shown = [kind for kind in KINDS if kinds[kind]]
            tall = (h - 66 - 10 * (len(shown) - 1)) / len(shown)
            for i, kind in enumerate(shown):
                draw_face(pen, 0, 66 + i * (tall + 10), w, tall, kind, None, kinds[kind])
