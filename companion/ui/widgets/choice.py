"""One setting: its name, and all its values side by side with the one in force filled."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from companion.ui.kit import lettering, theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn

NARROW = 420
"""In less room than this, in dp, the values stand below the name."""
SHARES = (0.6, 0.38)
"""Of the width: so much the name has if the values stand beside it."""
BESIDE, BELOW = 72.0, 92.0
"""The height in dp of a setting whose values stand beside its name, and of one whose values stand below it."""


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
        """Takes title, choices and which of them is in force."""
        if choice != self.choice:
            self.choice = choice
            self.redraw()

    def tapped(self, key: Any) -> None:
        value = self.choice.options[key][0]
        if value != self.choice.value:
            super().tapped(value)

    def _share(self, w: float) -> float:
        """What the name has of the width if both have room beside each other; 0 if they have not."""
        options = self.choice.options
        for share in SHARES if w > NARROW else ():
            wide = w * (1 - share) / max(1, len(options))
            each = wide - 10
            if wide < theme.TARGET[0]:
                continue
            if all(lettering.width(words, "JostSemiBold", 28 * self.scale) / self.scale <= each for _, words in options) and (
                lettering.fit(self.choice.label, w * share - 18, BESIDE, 28, scale=self.scale, lines=2, least=28).whole
            ):
                return share
        return 0.0

    def tall(self, w: float) -> float:
        """The height in dp that it needs in so much width."""
        return BESIDE if self._share(w) else BELOW

    def _rooms(self, wide: float) -> list[float]:
        """How wide each value is: all alike, or where one has no room so, each what its words need, and what is left is shared."""
        options = self.choice.options
        each = wide / max(1, len(options))
        needed = [lettering.width(words, "JostSemiBold", theme.SMALLEST_TEXT * self.scale) / self.scale + 8 for _, words in options]
        if max(needed, default=0.0) <= each:
            return [each] * len(options)
        needed = [max(theme.TARGET[0], room) for room in needed]
        spare = (wide - sum(needed)) / len(options)
        return [room + spare for room in needed]

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        options = self.choice.options
        share = self._share(w)
        if not self.choice.label or share:
            x, tall = w * share if self.choice.label else 0.0, min(h, 58.0)
            y, wide = (h - tall) / 2, w - x
            pen.text((4, 0, x - 18, h), self.choice.label, 28, "ivory", lines=2)
        else:
            x, y, wide, tall = 0.0, h - 54, w, 54.0
            pen.text((4, 0, w - 8, h - 54), self.choice.label, 28, "ivory")
        k, rooms = theme.CHAMFER["icon_button"], self._rooms(wide)
        pen.cut(x, y + 2, wide, tall - 4, k, "bar")
        left = x
        for i, ((value, words), each) in enumerate(zip(options, rooms, strict=True)):
            chosen = value == self.choice.value
            pen.target(i, left, y, each, tall)
            if chosen or self.pressed == i:
                pen.cut(left + 3, y + 5, each - 6, tall - 10, k - 2, "champ" if chosen else "panelHi")
            elif i and options[i - 1][0] != self.choice.value:
                pen.rect(left, y + 14, 1, tall - 28, "rim", 0.5)
            pen.text((left + 2, y + 5, each - 4, tall - 10), words, 28, "ink" if chosen else "ivory",
                     font="JostSemiBold" if chosen else "Jost", align="centre")  # fmt: skip
            left += each
        pen.cut_line(x + 0.8, y + 2.8, wide - 1.6, tall - 5.6, k, "rim", 1.4)
