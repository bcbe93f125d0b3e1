"""A banner: something is wrong, and this helps. It stays until its cause is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui.kit import lettering, theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon

SIZE, BOLD = theme.SMALLEST_TEXT, "JostSemiBold"
SIGN = 38
"""The room for the icon beside the title, in dp."""


def draw_banner(pen: Pen, x: float, y: float, w: float, h: float, icon: str, title: str, text: str = "") -> None:
    """A champagne banner with an icon, a title and a sentence below; where the title needs the width, the icon stands above it or is left away."""
    k = theme.CHAMFER["banner"]
    pen.cut(x, y, w, h, k, "champ")
    pen.cut_line(x + 4, y + 4, w - 8, h - 8, k - 1, "cardInk", 1, 0.55)
    room, high = w - 24, h - 14
    largest = round(SIZE * theme.look.text)
    for size in range(largest, SIZE - 1, -1):
        # The owner's text size yields to the room for both.
        one, head = (
            lettering.fit(title, wide, high, size / theme.look.text, font=BOLD, scale=pen.scale, lines=lines, least=size)
            for wide, lines in ((room - SIGN, 1), (room, 3))
        )
        beside = one.whole and len(one.lines) == 1
        head = one if beside else head
        advice = lettering.fit(text, room, high - head.height + 4, size / theme.look.text, scale=pen.scale, lines=5, least=size) if text else None
        if head.whole and (advice is None or advice.whole):
            break
    if advice is not None and not advice.whole:
        # What helps has no room: what is wrong is said at least.
        advice = None
    tall = head.height + (advice.height if advice is not None else 0)
    above = 38 if not beside and high - tall >= 38 else 0
    top = y + (h - tall - above) / 2
    left = x + 12
    if beside:
        left = x + (w - head.width - SIGN) / 2 + SIGN
        draw_icon(pen, icon, left - SIGN + 13, top + head.height / 2, 26, "ink")
    elif above:
        draw_icon(pen, icon, x + w / 2, top + 16, 28, "ink")
    top += above
    wide = head.width + 4 if beside else room
    pen.text((left, top, wide, head.height), title, SIZE, "ink", font=BOLD, align="left" if beside else "centre", lines=3)
    if advice is not None:
        pen.text((x + 12, top + head.height, room, advice.height), text, SIZE, "ink", align="centre", lines=5)


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
