"""Private entry with one finger: hold the pad and the kinds show; slide onto a card and let go there. Nothing of it stays on the screen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.ui.widgets.card import draw_private
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.veil import Veiled, draw_pad, pad_and_cards


class PrivatePad(Veiled):
    """A pad and one card a kind. `on_choose` gets the kind that the finger was lifted on; it alone leaves the widget.

    While held the kinds lie in a new random order, hushed and all alike. The chosen card is not marked: all close together.
    """

    def __init__(self, on_choose: Callable[[Character], Any], rng: random.Random | None = None) -> None:
        super().__init__()
        self.on_choose = on_choose
        self.kinds: tuple[Character, ...] = KINDS
        self._rng = rng or random.SystemRandom()
        self._faces: tuple[Character, ...] = ()

    def show(self, kinds: Sequence[Character] = KINDS) -> None:
        """Which kinds can be chosen; the same for everybody at all times, unless the kinds are public."""
        if tuple(kinds) != self.kinds:
            self.cover()
            self.kinds = tuple(kinds)
            self.redraw()

    def uncovered(self) -> None:
        order = list(self.kinds)
        self._rng.shuffle(order)
        self._faces = tuple(order)

    def covered(self) -> None:
        self._faces = ()

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        order = self._faces
        x, y = (touch.x - self.x) / self.scale, (self.top - touch.y) / self.scale
        self.cover()
        for kind, box in zip(order, self._cards(), strict=False):
            if box.holds(x, y):
                touch.ud["acted"] = True
                self.on_choose(kind)
        return True

    def _cards(self) -> list[Box]:
        return pad_and_cards(self.box.w, self.box.h, len(self.kinds))[1]

    def draw(self, pen: Pen) -> None:
        pad, cards = pad_and_cards(self.box.w, self.box.h, len(self.kinds))
        draw_pad(pen, pad, self.held)
        for i, box in enumerate(cards):
            if self.held:
                draw_private(pen, *box, self._faces[i])
            else:
                draw_back(pen, *box)
