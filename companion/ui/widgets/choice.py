"""One setting: its name, and all its values side by side with the one in force filled."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.widgets.drawn import Drawn

BESIDE = 500
"""In more room than this, in dp, the values stand beside the name, else below it."""


@dataclass(frozen=True)
class Choice:
    """What can be chosen: (value, words) pairs, and the value in force. One that is not among them is shown by none being filled."""

    label: str
    options: tuple[tuple[Hashable, str], ...]
    value: Hashable


class ChoiceRow(Drawn):
    """Draws a choice. `on_tap` gets the value that was touched, if it is another one."""

    def __init__(self, on_tap: Callable[[Any], Any]) -> None:
        super().__init__(on_tap)
        self.choice = Choice("", (), None)

    def show(self, choice: Choice) -> None:
        if choice != self.choice:
            self.choice = choice
            self.redraw()

    def tapped(self, key: Any) -> None:
        value = self.choice.options[key][0]
        if value != self.choice.value:
            super().tapped(value)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        options = self.choice.options
        beside = w > BESIDE
        if beside:
            x, y, wide, tall = w * 0.38, max(0.0, (h - 60) / 2), w * 0.62, min(h, 60.0)
            pen.text((0, 0, w * 0.38 - 14, h), self.choice.label, 22, "ivory", lines=2)
        else:
            x, y, wide, tall = 0.0, h - 54, w, 54.0
            pen.text((4, 0, w - 8, h - 56), self.choice.label, 20, "ivory")
        each, k = wide / max(1, len(options)), theme.CHAMFER["icon_button"]
        pen.cut(x, y + 2, wide, tall - 4, k, "bar")
        for i, (value, words) in enumerate(options):
            left, chosen = x + i * each, value == self.choice.value
            pen.target(i, left, y, each, tall)
            if chosen or self.pressed == i:
                pen.cut(left + 3, y + 5, each - 6, tall - 10, k - 2, "champ" if chosen else "panelHi")
            elif i and options[i - 1][0] != self.choice.value:
                pen.rect(left, y + 14, 1, tall - 28, "rim", 0.5)
            pen.text((left + 6, y + 5, each - 12, tall - 10), words, 20, "ink" if chosen else "ivory",
                     font="JostSemiBold" if chosen else "Jost", align="centre", lines=2, snug=True)  # fmt: skip
        pen.cut_line(x + 0.8, y + 2.8, wide - 1.6, tall - 5.6, k, "rim", 1.4)
