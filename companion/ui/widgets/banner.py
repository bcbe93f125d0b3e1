"""A banner: something is wrong, and this helps. It stays until its cause is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon


def draw_banner(pen: Pen, x: float, y: float, w: float, h: float, icon: str, title: str, text: str = "") -> None:
    """A champagne banner with an icon, a title and a sentence below; narrow ones put the icon on top."""
    k = theme.CHAMFER["banner"]
    pen.cut(x, y, w, h, k, "champ")
    pen.cut_line(x + 4, y + 4, w - 8, h - 8, k - 1, "cardInk", 1, 0.55)
    if text and w < 220:
        draw_icon(pen, icon, x + w / 2, y + 24, 28, "ink")
        pen.text((x + 12, y + 44, w - 24, h * 0.34), title, 23, "ink", font="JostSemiBold", align="centre", lines=2)
        pen.text((x + 12, y + 44 + h * 0.34, w - 24, h * 0.66 - 52), text, 20, "ink", align="centre", lines=3)
    elif text:
        wide = min(pen.width(title, 22, "JostSemiBold"), w - 84)
        left = x + (w - wide - 38) / 2
        draw_icon(pen, icon, left + 12, y + h * 0.3, 26, "ink")
        pen.text((left + 38, y + 8, wide + 8, h * 0.44), title, 22, "ink", font="JostSemiBold", lines=2)
        pen.text((x + 16, y + h * 0.5, w - 32, h * 0.44), text, 20, "ink", align="centre", lines=2)
    else:
        draw_icon(pen, icon, x + 34, y + h / 2, 26, "ink")
        pen.text((x + 64, y + 4, w - 80, h - 8), title, 22, "ink", font="JostSemiBold", lines=2)


class Banner(Drawn):
    """A banner as a widget; hidden while `title` is empty."""

    def __init__(self, icon: str = "warning", on_tap: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_tap)
        self.icon = icon
        self.title = ""
        self.text = ""

    def show(self, title: str, text: str = "", icon: str | None = None) -> None:
        """What is wrong, and what helps. An empty title hides the banner."""
        now = (title, text, icon or self.icon)
        if now != (self.title, self.text, self.icon):
            self.title, self.text, self.icon = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if self.title:
            draw_banner(pen, 0, 0, self.box.w, self.box.h, self.icon, self.title, self.text)
            if self.on_tap is not None:
                pen.target("banner", 0, 0, self.box.w, self.box.h)
