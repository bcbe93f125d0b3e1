"""The ten keys for a number, and one more and one less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "minus", "0", "plus")
UPRIGHT = ("1", "2", "3", "4", "5", "minus", "6", "7", "8", "9", "0", "plus")
ICONS = ("minus", "plus")


class NumberKeys(Drawn):
    """Three columns, six where it is wider than high. `on_tap` gets a digit, "plus" or "minus"."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)

    def draw(self, pen: Pen) -> None:
        wide = self.box.w > self.box.h * 1.5
        keys, columns = (UPRIGHT, 6) if wide else (KEYS, 3)
        w, h = self.box.w / columns, self.box.h / (len(keys) // columns)
        for i, key in enumerate(keys):
            x, y = i % columns * w + 3, i // columns * h + 3
            pen.target(key, x - 3, y - 3, w, h)
            pen.cut(x, y, w - 6, h - 6, 10, "panelHi" if self.pressed == key else "panel")
            pen.cut_line(x + 0.8, y + 0.8, w - 7.6, h - 7.6, 10, "rim", 1.4)
            if key in ICONS:
                draw_icon(pen, key, x + w / 2 - 3, y + h / 2 - 3, 26, "ivory")
            else:
                pen.glyph(x + w / 2 - 3, y + h / 2 - 3, key, 34, "ivory", "JostSemiBold")
