"""What is to be seen only while a finger rests on the pad beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn

PAD = "pad"
"""The target that is held."""


class Veiled(Drawn):
    """A widget with a secret. Letting go, a second finger, ten seconds, `cover` or leaving the screen cover it before the next frame.

    `held`: whether it is to be seen now; no screenshot then.
    """

    def __init__(self, on_tap: Callable[[Any], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.held = False
        self._until: Any = None

    def uncovered(self) -> None:
        """Override: the pad is held, and what is to be seen is needed."""

    def covered(self) -> None:
        """Override: what was to be seen is to be forgotten."""

    def cover(self) -> None:
        """Covers what is to be seen."""
        if self._until is not None:
            self._until.cancel()
            self._until = None
        if self.held or self.pressed is not None:
            self.held = False
            self.covered()
            super()._press(None)

    def cancel(self) -> None:
        self.cover()

    def _press(self, key: Any) -> None:
        self.cover()
        if key == PAD:
            self.held = True
            self.uncovered()
            self._until = Clock.schedule_once(lambda _: self.cover(), theme.patience("private_max"))
        if key is not None:
            super()._press(key)


def pad_and_cards(w: float, h: float, count: int) -> tuple[Box, list[Box]]:
    """The pad and so many cards beside it; above it where the widget is higher than wide (dp)."""
    gap = 12
    if h > w:
        pad, left, room, tall = Box(0, h * 0.56, w, h * 0.44), 0.0, w, h * 0.52
    else:
        pad, left, room, tall = Box(0, 0, w * 0.355, h), w * 0.355 + 28, w - w * 0.355 - 28, h
    each = min((room - gap * (count - 1)) / count, tall * 0.8)
    return pad, [Box(left + i * (each + gap), 0, each, tall) for i in range(count)]


def draw_pad(pen: Pen, pad: Box, held: bool) -> None:
    """The pad, with what to do with it."""
    x, y, w, h = pad
    k = theme.CHAMFER["hold_pad"]
    pen.target(PAD, *pad)
    pen.cut(x, y, w, h, k, "btn" if held else "bar")
    pen.cut_line(x + 1.5, y + 1.5, w - 3, h - 3, k, "champ", 3)
    if not held:
        pen.cut_line(x + 7, y + 7, w - 14, h - 14, k - 3, "champ", 1, 0.4)
    ink = "ink" if held else "champ"
    for ring in range(5):
        pen.arc(x + w / 2, y + h * 0.46, (14 + ring * 11) * min(1, h / 218), ink, 3.4, 1 - ring * 0.1, -90, 90)
    text = tr("Keep holding") if held else tr("Hold to reveal")
    pen.text((x + 12, y + h * 0.6, w - 24, h * 0.36), text, 28, ink, font="JostSemiBold", align="centre", lines=2)
