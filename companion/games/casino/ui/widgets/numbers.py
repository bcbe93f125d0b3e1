"""A number that is tapped in, and the ten keys for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "back")


class NumberKeys(Drawn):
    """`on_tap` gets a digit, or "back"."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w / 3, self.box.h / 4
        for i, key in enumerate(KEYS):
            if not key:
                continue
            x, y = i % 3 * w + 3, i // 3 * h + 3
            pen.target(key, x - 3, y - 3, w, h)
            pen.cut(x, y, w - 6, h - 6, 10, "panelHi" if self.pressed == key else "panel")
            pen.cut_line(x + 0.8, y + 0.8, w - 7.6, h - 7.6, 10, "rim", 1.4)
            if key == "back":
                draw_icon(pen, "backspace", x + w / 2 - 3, y + h / 2 - 3, 28, "ivory")
            else:
                pen.glyph(x + w / 2 - 3, y + h / 2 - 3, key, 34, "ivory", "JostSemiBold")


class NumberField(Drawn):
    """A number with its words; `on_tap` opens it. `open`: the keys write here. `shown`: "–" where nothing is told; `follows`: it was worked out."""

    def __init__(self, on_tap: Callable[[Any], Any]) -> None:
        super().__init__(on_tap)
        self.now: tuple[str, str, bool, bool] = ("", "–", False, False)

    def show(self, words: str, shown: str, *, open: bool, follows: bool) -> None:
        if (words, shown, open, follows) != self.now:
            self.now = (words, shown, open, follows)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        words, shown, open_, follows = self.now
        w, h = self.box.w, self.box.h
        pen.target("field", 0, 0, w, h)
        pen.cut(0, 0, w, h, 10, "panelHi" if open_ else "bar")
        pen.cut_line(0.8, 0.8, w - 1.6, h - 1.6, 10, "champ" if open_ else "rim", 2.4 if open_ else 1.4)
        pen.text((12, 0, w - 90, h), words, theme.SMALLEST_TEXT, "ivory")
        pen.text((w - 84, 0, 72, h), shown, 38, "mist" if follows else "champ", font="JostSemiBold", align="right")
