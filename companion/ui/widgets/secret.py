"""Private entry with one finger: hold the pad and the choices show; slide onto one and let go there. Nothing of it stays on the screen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.veil import Veiled, draw_pad, pad_and_cards

C = TypeVar("C")
"""What can be chosen."""


class SecretPad(Veiled, Generic[C]):
    """A pad and one card a choice. `on_choose` gets the one that the finger was lifted on; it alone leaves the widget.

    While held they lie in a new random order, hushed and all alike. The chosen one is not marked: all close together.
    """

    def __init__(self, on_choose: Callable[[C], Any], choices: Sequence[C], rng: random.Random | None = None) -> None:
        super().__init__()
        self.on_choose = on_choose
        self.choices = tuple(choices)
        self._rng = rng or random.SystemRandom()
        self._faces: tuple[C, ...] = ()

    def draw_face(self, pen: Pen, box: Box, choice: C) -> None:
        """Override: draws one of them; all as bright and as full as the others."""
        raise NotImplementedError

    def offer(self, choices: Sequence[C]) -> None:
        """What can be chosen; the same for everybody at all times, unless it is public."""
        if tuple(choices) != self.choices:
            self.cover()
            self.choices = tuple(choices)
            self.redraw()

    def uncovered(self) -> None:
        order = list(self.choices)
        self._rng.shuffle(order)
        self._faces = tuple(order)

    def covered(self) -> None:
        self._faces = ()

    def on_touch_up(self, touch: Any) -> bool:
        """Lets go: whatever lies under the finger is chosen, and everything is covered."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        order = self._faces
        x, y = (touch.x - self.x) / self.scale, (self.top - touch.y) / self.scale
        self.cover()
        for choice, box in zip(order, self._cards(), strict=False):
            if box.holds(x, y):
                touch.ud["acted"] = True
                self.on_choose(choice)
        return True

    def _cards(self) -> list[Box]:
        return pad_and_cards(self.box.w, self.box.h, len(self.choices))[1]

    def draw(self, pen: Pen) -> None:
        pad, cards = pad_and_cards(self.box.w, self.box.h, len(self.choices))
        draw_pad(pen, pad, self.held)
        for i, box in enumerate(cards):
            if self.held:
                self.draw_face(pen, box, self._faces[i])
            else:
                draw_back(pen, *box)


class PiecePad(SecretPad[str]):
    """The secret pieces of one player, in words. `say`: of a code, what the piece is called."""

    def __init__(self, on_choose: Callable[[str], Any], say: Callable[[str], str]) -> None:
        super().__init__(on_choose, ())
        self.say = say

    def draw_face(self, pen: Pen, box: Box, choice: str) -> None:
        x, y, w, h = box
        pen.rounded(x, y, w, h, 6, "panelHi")
        pen.text((x + 4, y + 4, w - 8, h - 8), self.say(choice), theme.SMALLEST_TEXT, "ivory", align="centre", lines=4)
