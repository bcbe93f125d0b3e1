"""The back of a card, with the companion's ornament."""

from __future__ import annotations

import math

from companion.ui.kit.painter import Pen


def draw_back(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    """A back with the sun over the sea."""
    pen.stamp(x, y, _back, w=w, h=h)


def _back(pen: Pen, w: float, h: float) -> None:
    x = y = 0
    pen.rounded(x - 2, y - 2, w + 4, h + 4, 8, "ink")
    pen.rounded(x, y, w, h, 6, "card")
    pen.rounded_line(x + 5, y + 5, w - 10, h - 10, 3, "cardInk", 1.2, 0.75)
    cx, base, r = x + w / 2, y + h * 0.62, w * 0.36
    inner = r * 0.36
    pen.arc(cx, base, r, "cardInk", 1.3, 0.85, -90, 90)
    pen.arc(cx, base, inner, "cardInk", 1.2, 0.85, -90, 90)
    rays = []
    for i in range(1, 14):
        angle = math.pi * i / 14
        rays.append((cx - inner * math.cos(angle), base - inner * math.sin(angle), cx - r * math.cos(angle), base - r * math.sin(angle)))
    pen.rays(rays, "cardInk", 1.1, 0.75)
    waves = ((cx - r * half, base + 1 + k * r * 0.13, cx + r * half) for k, half in enumerate((1.04, 0.86, 0.6, 0.36)))
    pen.rays([(left, y, right, y) for left, y, right in waves], "cardInk", 1.2, 0.8)
