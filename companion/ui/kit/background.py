"""The night behind everything: a lamp's dithered glow, and the sun over the sea."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import pairwise
from typing import Any

from kivy.graphics.texture import Texture

from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen

_STOPS = ((0.0, (0x17, 0x40, 0x4A)), (0.38, (0x11, 0x30, 0x39)), (0.72, (0x0C, 0x22, 0x2A)), (1.0, (0x0A, 0x1A, 0x20)))


_FINE = 256
"""So many steps of colour from the middle of the glow to its edge, by the square of the distance."""
_WIDEST = 2.0
"""The square of the largest distance that there is in a picture."""
_DITHERS = 4


@lru_cache(1)
def _palette() -> list[bytes]:
    """The colour of every step, in some roundings of its shares up or down, one after the other."""
    found = []
    for step in range(int(_FINE * _WIDEST)):
        far = min(1.0, math.sqrt(step / _FINE))
        (near, a), (edge, b) = next((low, high) for low, high in pairwise(_STOPS) if far <= high[0])
        colour = [p + (q - p) * (far - near) / (edge - near) for p, q in zip(a, b, strict=True)]
        for dither in range(_DITHERS):
            found.append(bytes(int(part + ((dither + n) % _DITHERS + 0.5) / _DITHERS) for n, part in enumerate(colour)))
    return found


@lru_cache(4)
def lamp(width: int, height: int, centre_x: float, centre_y: float) -> Any:
    """The glow as a texture of a quarter of the size; dithered with fixed noise, so that every picture is the same."""
    columns, rows = max(2, width // 4), max(2, height // 4)
    palette, noise = _palette(), iter(random.Random(1).randbytes(columns * rows))
    across = [_FINE * ((column * 4 - centre_x) / (0.65 * width)) ** 2 for column in range(columns)]
    data = bytearray()
    for row in range(rows):
        down = _FINE * (((rows - 1 - row) * 4 - centre_y) / (0.8 * height)) ** 2
        data += b"".join([palette[int(x + down) * _DITHERS + next(noise) % _DITHERS] for x in across])
    texture = Texture.create(size=(columns, rows), colorfmt="rgb")
    texture.blit_buffer(bytes(data), colorfmt="rgb", bufferfmt="ubyte")
    texture.mag_filter = "linear"
    return texture


def draw(pen: Pen, frame: Frame) -> None:
    """Fills the frame."""
    texture = lamp(480, 853, 240, 380) if frame.portrait else lamp(800, 480, 300, 290)
    pen.image(texture, 0, 0, frame.w, frame.h)


def sunburst(pen: Pen, cx: float, cy: float, inner: tuple[float, float], outer: tuple[float, float], rays: int, alpha: float = 0.2) -> None:
    """Brass rays around a point, between two squared ovals given by their half axes."""
    lines = []
    for i in range(rays):
        angle = (i + 0.5) * 2 * math.pi / rays
        c, s = math.cos(angle), math.sin(angle)
        px, py = math.copysign(abs(c) ** 0.62, c), math.copysign(abs(s) ** 0.62, s)
        lines.append((cx + inner[0] * px, cy + inner[1] * py, cx + outer[0] * px, cy + outer[1] * py))
    pen.rays(lines, "brass", 1, alpha)
