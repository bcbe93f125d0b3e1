"""Two cards, a one and a two."""

from __future__ import annotations

from companion.ui.kit.painter import Pen


def draw(pen: Pen, cx: float, base: float, r: float) -> None:
    """`r` dp high above the base line, around cx."""
    wide = r * 0.6
    for place, left in enumerate((cx - wide - r * 0.1, cx + r * 0.1), start=1):
        pen.rounded(left, base - r, wide, r, r * 0.08, "card")
        for pip in range(place):
            pen.disc(left + wide / 2, base - r / 2 + (pip - (place - 1) / 2) * r * 0.4, r * 0.1, "cardInk")
