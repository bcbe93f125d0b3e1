"""The emblem of Cash & Run on the home screen: a wheel above the base line, and a pennant."""

from __future__ import annotations

from math import cos, pi, sin

from companion.ui.kit.painter import Pen


def draw_wheel(pen: Pen, cx: float, base: float, r: float) -> None:
    """Around (cx, base), `r` dp high above the base line."""
    for k in range(13):
        a = pi * k / 12
        pen.line([cx - cos(a) * r * 0.34, base - sin(a) * r * 0.34, cx - cos(a) * r * 0.86, base - sin(a) * r * 0.86], "champ", 1.8)
    pen.arc(cx, base, r * 0.92, "champ", 2.4, 1.0, -90, 90)
    pen.arc(cx, base, r * 0.3, "champ", 2.0, 1.0, -90, 90)
    pen.line([cx - r, base, cx + r, base], "champ", 2)
    pen.line([cx, base - r * 0.3, cx, base - r * 0.98], "ivory", 2.4)
    pen.triangle([cx, base - r, cx, base - r * 0.72, cx + r * 0.34, base - r * 0.86], "ivory")
