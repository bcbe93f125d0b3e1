"""The night behind everything: a lamp's dithered glow, and the sun over the sea."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import pairwise
from typing import Any

from kivy.graphics.texture import Texture

from companion.ui.layout import Frame
from companion.ui.pen import Pen

_STOPS = ((0.0, (0x17, 0x40, 0x4A)), (0.38, (0x11, 0x30, 0x39)), (0.72, (0x0C, 0x22, 0x2A)), (1.0, (0x0A, 0x1A, 0x20)))


@lru_cache(4)
def lamp(width: int, height: int, centre_x: float, centre_y: float) -> Any:
    """The glow as a texture of a quarter of the size; dithered with fixed noise, so that every picture is the same."""
    noise = random.Random(1)
    columns, rows = max(2, width // 4), max(2, height // 4)
    data = bytearray()
    for row in range(rows):
        for column in range(columns):
            far = math.hypot((column * 4 - centre_x) / (0.65 * width), ((rows - 1 - row) * 4 - centre_y) / (0.8 * height))
            data += _glow(far, noise)
    texture = Texture.create(size=(columns, rows), colorfmt="rgb")
    texture.blit_buffer(bytes(data), colorfmt="rgb", bufferfmt="ubyte")
    texture.mag_filter = "linear"
    return texture


def _glow(far: float, noise: random.Random) -> bytes:
    for (near, a), (edge, b) in pairwise(_STOPS):
        if far <= edge:
            share = (far - near) / (edge - near)
            return bytes(int(p + (q - p) * share + noise.random()) for p, q in zip(a, b, strict=True))
    return bytes(_STOPS[-1][1])


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
    pen.hairlines(lines, "brass", alpha)
