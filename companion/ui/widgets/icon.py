"""Drawn icons on a grid of 24: strokes and discs, no letters."""

from __future__ import annotations

import math

from companion.ui.kit.painter import Pen

Stroke = tuple[str, tuple[float, ...]]
"""("line", points), ("loop", points of a closed line), ("arc", cx, cy, r, from, to: degrees clockwise from the top), ("dot", cx, cy, r)."""


def _gear() -> list[Stroke]:
    points: list[float] = []
    for tooth in range(8):
        for step, r in ((-0.30, 7.4), (-0.2, 10.2), (0.2, 10.2), (0.30, 7.4)):
            angle = (tooth + step * 1.2) * math.pi / 4
            points += [12 + r * math.sin(angle), 12 - r * math.cos(angle)]
    return [("loop", tuple(points)), ("arc", (12, 12, 3.6, 0, 360))]


def _waves(x: float) -> list[Stroke]:
    return [("arc", (x, 12, r, 45, 135)) for r in (4, 8, 12)]


ICONS: dict[str, list[Stroke]] = {
    "menu": [("line", (3.5, 5, 20.5, 5)), ("line", (3.5, 12, 20.5, 12)), ("line", (3.5, 19, 20.5, 19))],
    "undo": [("arc", (13, 13.5, 7, -75, 190)), ("line", (3.6, 5, 5, 12, 12, 10.6))],
    "redo": [("arc", (11, 13.5, 7, -190, 75)), ("line", (20.4, 5, 19, 12, 12, 10.6))],
    "check": [("line", (4, 13, 9.5, 18.5, 20, 6))],
    "cross": [("line", (5, 5, 19, 19)), ("line", (19, 5, 5, 19))],
    "plus": [("line", (12, 3, 12, 21)), ("line", (3, 12, 21, 12))],
    "minus": [("line", (3, 12, 21, 12))],
    "right": [("line", (8, 3, 17, 12, 8, 21))],
    "left": [("line", (16, 3, 7, 12, 16, 21))],
    "up": [("line", (3, 16, 12, 7, 21, 16))],
    "down": [("line", (3, 8, 12, 17, 21, 8))],
    "arrow-right": [("line", (2, 12, 22, 12)), ("line", (15, 5, 22, 12, 15, 19))],
    "arrow-left": [("line", (2, 12, 22, 12)), ("line", (9, 5, 2, 12, 9, 19))],
    "chair": [("line", (6, 2, 6, 22)), ("line", (6, 2, 9, 2, 9, 12)), ("line", (6, 13, 18, 13, 18, 22))],
    "tag": [("loop", (3, 12, 12, 3, 20.5, 3, 20.5, 12, 11.5, 21)), ("dot", (16.5, 7.5, 1.6))],
    "crown": [("loop", (3, 19, 3, 7, 8, 12, 12, 5, 16, 12, 21, 7, 21, 19))],
    "gear": _gear(),
    "list": [("loop", (4, 3, 20, 3, 20, 21, 4, 21)), ("line", (8, 8, 16, 8)), ("line", (8, 12, 16, 12)), ("line", (8, 16, 13, 16))],
    "chart": [("line", (3, 21, 21, 21)), ("line", (6, 20, 6, 13)), ("line", (12, 20, 12, 4)), ("line", (18, 20, 18, 9))],
    "plug": [
        ("line", (8.5, 2, 8.5, 8)),
        ("line", (15.5, 2, 15.5, 8)),
        ("loop", (5, 8, 19, 8, 19, 12, 16, 16, 8, 16, 5, 12)),
        ("line", (12, 16, 12, 22)),
    ],
    "warning": [("loop", (12, 3, 22, 20.5, 2, 20.5)), ("line", (12, 9.5, 12, 14.5)), ("dot", (12, 17.4, 1.2))],
    "eye": [
        ("line", (2, 12, 6, 8, 12, 6, 18, 8, 22, 12, 18, 16, 12, 18, 6, 16, 2, 12)),
        ("arc", (12, 12, 3, 0, 360)),
    ],
    "eye-off": [
        ("line", (2, 12, 6, 8, 12, 6, 18, 8, 22, 12, 18, 16, 12, 18, 6, 16, 2, 12)),
        ("arc", (12, 12, 3, 0, 360)),
        ("line", (4, 21, 20, 3)),
    ],
    "waves": _waves(4),
    "reader": [
        ("loop", (2, 4, 11, 4, 11, 20, 2, 20)),
        ("arc", (10, 12, 5, 50, 130)),
        ("arc", (10, 12, 8.5, 50, 130)),
        ("arc", (10, 12, 12, 50, 130)),
    ],
    "dice": [
        ("loop", (3, 3, 21, 3, 21, 21, 3, 21)),
        *[("dot", (x, y, 1.6)) for x, y in ((8, 8), (16, 8), (12, 12), (8, 16), (16, 16))],
    ],
    "square": [
        *[("loop", (x, y, x + 6, y, x + 6, y + 6, x, y + 6)) for x, y in ((3, 3), (15, 3), (3, 15))],
        *[("dot", (x, y, 1.5)) for x, y in ((16, 16), (20.5, 15), (15, 20.5), (20.5, 20.5))],
    ],
    "help": [("arc", (12, 8, 5, -90, 120)), ("line", (15.6, 11.6, 12, 14, 12, 16.5)), ("dot", (12, 20.5, 1.5))],
    "turn": [("arc", (12, 12, 9, 20, 330)), ("line", (8, 1.5, 7.6, 6.2, 3, 5.8))],
    "sound": [("loop", (3, 9, 7, 9, 12, 4, 12, 20, 7, 15, 3, 15)), ("arc", (12, 12, 5, 50, 130)), ("arc", (12, 12, 9, 50, 130))],
    "mute": [("loop", (3, 9, 7, 9, 12, 4, 12, 20, 7, 15, 3, 15)), ("line", (15.5, 9, 21.5, 15)), ("line", (21.5, 9, 15.5, 15))],
    "play": [("loop", (6, 3, 20, 12, 6, 21))],
    "pause": [("line", (8, 4, 8, 20)), ("line", (16, 4, 16, 20))],
    "bin": [("line", (3, 6, 21, 6)), ("line", (9, 6, 9, 3, 15, 3, 15, 6)), ("loop", (5.5, 6, 18.5, 6, 17.5, 21, 6.5, 21))],
    "pencil": [("loop", (4, 20, 5, 15, 16, 4, 20, 8, 9, 19)), ("line", (13, 7, 17, 11))],
    "power": [("arc", (12, 13, 8.5, 40, 320)), ("line", (12, 2.5, 12, 12))],
    "first": [("line", (5, 4, 5, 20)), ("line", (18, 4, 10, 12, 18, 20))],
    "last": [("line", (19, 4, 19, 20)), ("line", (6, 4, 14, 12, 6, 20))],
    "search": [("arc", (10.5, 10.5, 7, 0, 360)), ("line", (15.8, 15.8, 21.5, 21.5))],
    "home": [("line", (2, 12, 12, 3, 22, 12)), ("line", (5, 10, 5, 21, 19, 21, 19, 10))],
    "backspace": [("loop", (8, 5, 22, 5, 22, 19, 8, 19, 2, 12)), ("line", (12, 9, 18, 15)), ("line", (18, 9, 12, 15))],
    "shift": [("loop", (12, 3, 21, 13, 16, 13, 16, 20, 8, 20, 8, 13, 3, 13))],
    "heart": [("line", (2, 12, 7, 12, 10, 5, 14, 19, 17, 12, 22, 12))],
    "card": [("loop", (5, 2, 19, 2, 19, 22, 5, 22)), ("line", (9, 15, 15, 15)), ("arc", (12, 15, 4, -90, 90))],
    "pawn": [("arc", (12, 7, 4, 0, 360)), ("loop", (9.5, 11, 14.5, 11, 18, 21, 6, 21))],
    "chip": [("arc", (12, 12, 10, 0, 360)), ("arc", (12, 12, 6, 0, 360))],
    "globe": [
        ("arc", (12, 12, 10, 0, 360)),
        ("line", (2, 12, 22, 12)),
        ("line", (12, 2, 7.5, 7, 7.5, 17, 12, 22, 16.5, 17, 16.5, 7, 12, 2)),
    ],
}


def draw_icon(pen: Pen, name: str, cx: float, cy: float, size: float, colour: str, width: float = 0, alpha: float = 1.0) -> None:
    """Draws an icon of `size` dp around a point. `width` is the stroke in dp; without it larger icons have thicker ones."""
    pen.stamp(cx, cy, _icon, name=name, size=size, colour=colour, width=width or 0.8 + size * 0.075, alpha=alpha)


def _icon(pen: Pen, name: str, size: float, colour: str, width: float, alpha: float) -> None:
    k, left, top = size / 24, -size / 2, -size / 2
    for kind, v in ICONS[name]:
        if kind in ("line", "loop"):
            points = [(top if i % 2 else left) + c * k for i, c in enumerate(v)]
            pen.line(points, colour, width, alpha, close=kind == "loop")
        elif kind == "arc":
            pen.arc(left + v[0] * k, top + v[1] * k, v[2] * k, colour, width, alpha, v[3], v[4])
        else:
            pen.disc(left + v[0] * k, top + v[1] * k, v[2] * k, colour, alpha)
