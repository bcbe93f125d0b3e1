"""Tokens: round chips from above, and stacks of discs from the side."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games.vabanque.ui.theme import CHIPS
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen

MOST = 6
"""A stack shows at most so many discs; the sum beside it is the truth."""


def draw_chip(pen: Pen, value: int, cx: float, cy: float, size: float = 56) -> None:
    """A chip from above with its value."""
    pen.stamp(cx, cy, _chip, value=value, size=size)


def _chip(pen: Pen, value: int, size: float) -> None:
    cx = cy = 0
    r = size / 2
    colour = CHIPS[value]
    pen.disc(cx, cy, r, "ink")
    pen.disc(cx, cy, r - size * 0.025, colour)
    for notch in range(12):
        angle = (notch + 0.5) * math.pi / 6
        c, s = math.cos(angle), math.sin(angle)
        inner, outer, half = r * 0.74, r * 0.93, r * 0.085
        pen.quad(
            [
                cx + inner * c - half * s, cy + inner * s + half * c, cx + outer * c - half * s, cy + outer * s + half * c,
                cx + outer * c + half * s, cy + outer * s - half * c, cx + inner * c + half * s, cy + inner * s - half * c,
            ],
            "ink", 0.7,
        )  # fmt: skip
    if size >= 56:
        pen.arc(cx, cy, r * 0.7, "ink", 1.4, 0.8)
    pen.glyph(cx, cy, str(value), max(theme.SMALLEST_TEXT, size * 0.5), "ink", "JostBold")


def draw_stack(pen: Pen, values: Sequence[int], x: float, base: float, part: slice = slice(None)) -> None:
    """The last six tokens as discs of 23 dp, the first at the bottom (`base`). `part`: only those of these six."""
    shown = list(values)[-MOST:]
    thick = min(6.0, 27 / max(5, len(shown)))
    discs = [(value, base - 1 - (i + 1) * thick) for i, value in enumerate(shown)][part]
    for colour in dict.fromkeys(value for value, _ in discs):
        heights = [y for value, y in discs if value == colour]
        bodies = [(x, y + 1, 23, thick - 3.2) for y in heights] + [(x + 1, y, 21, thick - 1.2) for y in heights]
        pen.crisp(bodies, CHIPS[colour])
    pen.crisp([(x + notch, y, 3, thick - 1.2) for _, y in discs for notch in (4, 16)], "ink", 0.45)
