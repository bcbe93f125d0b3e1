"""The one ornament at its largest: the sun over the sea, and the name of a game."""

from __future__ import annotations

import math

from companion.ui.kit import lettering
from companion.ui.kit.painter import Pen

SPACED = 3.0
"""The wordmark's letters stand so far apart, in dp."""


def draw_sunrise(pen: Pen, cx: float, base: float, r: float) -> None:
    """The sun over the sea with its rays, `r` dp high."""
    pen.arc(cx, base, r + 6, "brass", 1, 0.5, -90, 90)
    pen.arc(cx, base, r, "brass", 1.8, 1, -90, 90)
    for every, far, alpha in ((range(3, 60, 3), r, 0.75), ([i for i in range(60) if i % 3], r * 0.76, 0.55)):
        angles = [(math.cos(math.pi * i / 60), math.sin(math.pi * i / 60)) for i in every]
        near = r * 0.35
        pen.rays([(cx - near * c, base - near * s, cx - far * c, base - far * s) for c, s in angles], "brass", 1.2, alpha)
    pen.half_disc(cx, base, r * 0.31, "btn")
    pen.arc(cx, base, r * 0.27, "cardInk", 1.2, 0.6, -90, 90)
    pen.rect(cx - r - 12, base - 1, 2 * r + 24, 2, "champ")
    for k, half in enumerate((0.8, 0.59, 0.41, 0.24)):
        pen.rect(cx - r * half, base + 8 + 8 * k, 2 * r * half, 1.4, "brass", 0.9 - 0.14 * k)


def draw_wordmark(pen: Pen, cx: float, cy: float, size: float, title: str, room: float) -> None:
    """The name of a game in spaced capitals, smaller than `size` dp where it would be wider than `room`."""
    letters = title.upper()
    full = lettering.width(letters, "Federo", size * pen.scale) / pen.scale + SPACED * (len(letters) - 1)
    size *= min(1.0, room / full) if letters else 1.0
    pixels = size * pen.scale
    widths = [lettering.width(letter, "Federo", pixels) / pen.scale for letter in letters]
    x = cx - (sum(widths) + SPACED * (len(letters) - 1)) / 2
    for letter, wide in zip(letters, widths, strict=True):
        pen.glyph(x + wide / 2, cy, letter, size, "champ", "Federo")
        x += wide + SPACED
