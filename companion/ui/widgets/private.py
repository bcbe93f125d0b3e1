"""Private entry with one finger: hold the pad and the kinds show; slide onto a card and let go there. Nothing of it stays on the screen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock

from companion.games.vabanque.moves import KINDS, Character
from companion.ui import theme
from companion.ui.layout import Box
from companion.ui.pen import Pen
from companion.ui.texts import tr
from companion.ui.widgets.card import draw_back, draw_private
from companion.ui.widgets.drawn import Drawn


class PrivatePad(Drawn):
    """A pad and one card a kind. `on_choose` gets the kind that the finger was lifted on; it alone leaves the widget.

    While held the kinds lie in a new random order, hushed and all alike. Letting go elsewhere, a second finger, ten seconds, `cover` or
    leaving the screen cover them. The chosen card is not marked: all close together.
    """

    def __init__(self, on_choose: Callable[[Character], Any], rng: random.Random | None = None) -> None:
        super().__init__()
        self.on_choose = on_choose
        self.kinds: tuple[Character, ...] = KINDS
        self._rng = rng or random.SystemRandom()
        self._faces: tuple[Character, ...] = ()
        self._until: Any = None

    @property
    def held(self) -> bool:
        """Whether the kinds are to be seen now: no screenshot then."""
        return bool(self._faces)

    def show(self, kinds: Sequence[Character] = KINDS) -> None:
        """Which kinds can be chosen; the same for everybody at all times, unless the kinds are public."""
        if tuple(kinds) != self.kinds:
            self.cover()
            self.kinds = tuple(kinds)
            self.redraw()

    def cover(self) -> None:
        """Covers the kinds before the next frame."""
        if self._until is not None:
            self._until.cancel()
            self._until = None
        if self._faces or self.pressed is not None:
            self._faces = ()
            super()._press(None)

    def cancel(self) -> None:
        self.cover()

    def _press(self, key: Any) -> None:
        if key is None:
            self.cover()
            return
        order = list(self.kinds)
        self._rng.shuffle(order)
        self._faces = tuple(order)
        self._until = Clock.schedule_once(lambda _dt: self.cover(), theme.patience("private_max"))
        super()._press(key)

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

    def _pad(self) -> Box:
        w, h = self.box.w, self.box.h
        if h > w:
            return Box(0, h * 0.56, w, h * 0.44)
        return Box(0, 0, w * 0.355, h)

    def _cards(self) -> list[Box]:
        w, h = self.box.w, self.box.h
        n, gap = len(self.kinds), 12
        left, room, tall = (0.0, w, h * 0.52) if h > w else (w * 0.355 + 28, w - w * 0.355 - 28, h)
        each = min((room - gap * (n - 1)) / n, tall * 0.8)
        return [Box(left + i * (each + gap), 0, each, tall) for i in range(n)]

    def draw(self, pen: Pen) -> None:
        pad, k = self._pad(), theme.CHAMFER["hold_pad"]
        pen.target("pad", *pad)
        x, y, w, h = pad
        held = self.held
        pen.cut(x, y, w, h, k, "btn" if held else "bar")
        pen.cut_line(x + 1.5, y + 1.5, w - 3, h - 3, k, "champ", 3)
        if not held:
            pen.cut_line(x + 7, y + 7, w - 14, h - 14, k - 3, "champ", 1, 0.4)
        ink = "ink" if held else "champ"
        for ring in range(5):
            pen.arc(x + w / 2, y + h * 0.47, (14 + ring * 11) * min(1, h / 218), ink, 3.4, 1 - ring * 0.1, -90, 90)
        text = tr("Keep holding") if held else tr("Hold to reveal")
        pen.text((x + 16, y + h * 0.66, w - 32, h * 0.28), text, 26, ink, font="JostSemiBold", align="centre", lines=2)
        for i, box in enumerate(self._cards()):
            if held:
                draw_private(pen, *box, self._faces[i])
            else:
                draw_back(pen, *box)
