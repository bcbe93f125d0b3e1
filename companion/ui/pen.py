"""Drawing in dp with y downwards: every widget draws with a Pen, which turns that into Kivy's canvas instructions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kivy.graphics import (
    Color,
    InstructionGroup,
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothQuad,
    SmoothRoundedRectangle,
    SmoothTriangle,
)
from kivy.graphics.texture import Texture

from companion.ui import lettering, theme
from companion.ui.initials import Seated
from companion.ui.layout import Box


class Written:
    """A text as drawn: what stands there, the box it was given and the size it needed (dp), its type size, and whether it fits whole.

    `ink`: about where its letters are, without what is free above and below them.
    """

    __slots__ = ("box", "fitted", "ink", "text")

    def __init__(self, text: str, box: Box, fitted: lettering.Fitted, ink: Box) -> None:
        self.text = text
        self.box = box
        self.fitted = fitted
        self.ink = ink


class Pen:
    """Draws into one instruction group. (0, 0) is the widget's top left corner; `left` and `top` are its place in pixels.

    `alpha` multiplies every colour (dimmed parts). What is written and what can be touched is noted in `texts` and `targets`.
    `seated`: who sits at the table that is drawn, for emblems and names.
    """

    def __init__(self, group: Any, left: float, top: float, scale: float, seated: Seated = ()) -> None:
        self.group = group
        self.left = left
        self.top = top
        self.scale = scale
        self.seated = seated
        self.alpha = 1.0
        self.texts: list[Written] = []
        self.targets: dict[Any, Box] = {}

    # --- from dp to pixels ---

    def x(self, x: float) -> float:
        return self.left + x * self.scale

    def y(self, y: float) -> float:
        return self.top - y * self.scale

    def _points(self, points: Sequence[float]) -> list[float]:
        return [self.y(v) if i % 2 else self.x(v) for i, v in enumerate(points)]

    def _rect(self, x: float, y: float, w: float, h: float) -> dict[str, tuple[float, float]]:
        return {"pos": (self.x(x), self.y(y + h)), "size": (w * self.scale, h * self.scale)}

    def colour(self, colour: str, alpha: float = 1.0) -> None:
        self.group.add(Color(*theme.rgba(colour, alpha * self.alpha)))

    # --- filled shapes ---

    def rect(self, x: float, y: float, w: float, h: float, colour: str, alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        self.group.add(Rectangle(**self._rect(x, y, w, h)))

    def crisp(self, x: float, y: float, w: float, h: float, colour: str, alpha: float = 1.0) -> None:
        """A rectangle whose edges lie on whole pixels, for small parts that smoothing would blur."""
        left, right = round(self.x(x)), round(self.x(x + w))
        bottom, top = round(self.y(y + h)), round(self.y(y))
        self.colour(colour, alpha)
        self.group.add(Rectangle(pos=(left, bottom), size=(max(1, right - left), max(1, top - bottom))))

    def image(self, texture: Any, x: float, y: float, w: float, h: float, colour: str = "#FFFFFF", alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        self.group.add(Rectangle(texture=texture, **self._rect(x, y, w, h)))

    def cut(self, x: float, y: float, w: float, h: float, k: float, colour: str, alpha: float = 1.0) -> None:
        """A rectangle with its corners cut off, `k` along each side."""
        self.colour(colour, alpha)
        self.group.add(SmoothRoundedRectangle(radius=[(k * self.scale,) * 2] * 4, segments=1, **self._rect(x, y, w, h)))

    def rounded(self, x: float, y: float, w: float, h: float, r: float, colour: str, alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        self.group.add(SmoothRoundedRectangle(radius=[(r * self.scale,) * 2] * 4, **self._rect(x, y, w, h)))

    def disc(self, cx: float, cy: float, r: float, colour: str, alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        self.group.add(SmoothEllipse(segments=round_enough(r * self.scale), **self._rect(cx - r, cy - r, 2 * r, 2 * r)))

    def half_disc(self, cx: float, base: float, r: float, colour: str, alpha: float = 1.0) -> None:
        """The upper half of a disc, standing on a line."""
        self.colour(colour, alpha)
        half = round_enough(r * self.scale) // 2
        self.group.add(SmoothEllipse(angle_start=-90, angle_end=90, segments=half, **self._rect(cx - r, base - r, 2 * r, 2 * r)))

    def hexagon(self, cx: float, cy: float, r: float, colour: str, alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        self.group.add(SmoothEllipse(segments=6, angle_start=90, angle_end=450, **self._rect(cx - r, cy - r, 2 * r, 2 * r)))

    def quad(self, points: Sequence[float], colour: str, alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        self.group.add(SmoothQuad(points=self._points(points)))

    def triangle(self, points: Sequence[float], colour: str, alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        self.group.add(SmoothTriangle(points=self._points(points)))

    def diamond(self, cx: float, cy: float, q: float, colour: str, alpha: float = 1.0) -> None:
        self.quad([cx, cy - q, cx + q, cy, cx, cy + q, cx - q, cy], colour, alpha)

    # --- lines; `width` is the whole width in dp ---

    def line(self, points: Sequence[float], colour: str, width: float = 1.0, alpha: float = 1.0, close: bool = False) -> None:
        self.colour(colour, alpha)
        self.group.add(SmoothLine(points=self._points(points), width=max(0.5, width * self.scale / 2), close=close))

    def rays(self, lines: Sequence[Sequence[float]], colour: str, width: float = 1.0, alpha: float = 1.0) -> None:
        """Many straight lines in one colour, x and y of both ends of each; drawn at once, so that a hundred cost no more than one."""
        half = max(0.5, width * self.scale / 2)
        # Across each line from edge to edge: the two inner corners are full, the outer ones, half a pixel further out, fade away.
        profile = ((-half - 0.5, 0.25), (0.5 - half, 0.75), (half - 0.5, 0.75), (half + 0.5, 0.25))
        corners: list[float] = []
        for ax, ay, bx, by in lines:
            x1, y1, x2, y2 = self.x(ax), self.y(ay), self.x(bx), self.y(by)
            length = math.hypot(x2 - x1, y2 - y1) or 1.0
            nx, ny = (y1 - y2) / length, (x2 - x1) / length
            for out, u in profile:
                corners += [x1 + nx * out, y1 + ny * out, u, 0.5, x2 + nx * out, y2 + ny * out, u, 0.5]
        triangles = [8 * n + k + part for n in range(len(lines)) for k in (0, 2, 4) for part in (0, 1, 2, 1, 3, 2)]
        self.colour(colour, alpha)
        self.group.add(Mesh(vertices=corners, indices=triangles, mode="triangles", texture=_fading()))

    def cut_line(self, x: float, y: float, w: float, h: float, k: float, colour: str, width: float = 1.6, alpha: float = 1.0) -> None:
        """The outline of a rectangle with cut corners; the middle of the line runs along the box."""
        points = [x + k, y, x + w - k, y, x + w, y + k, x + w, y + h - k, x + w - k, y + h, x + k, y + h, x, y + h - k, x, y + k]
        self.line(points, colour, width, alpha, close=True)

    def rounded_line(self, x: float, y: float, w: float, h: float, r: float, colour: str, width: float = 1.6, alpha: float = 1.0) -> None:
        self.colour(colour, alpha)
        s = self.scale
        shape = (self.x(x), self.y(y + h), w * s, h * s, r * s)
        self.group.add(SmoothLine(rounded_rectangle=shape, width=max(0.5, width * s / 2)))

    def arc(
        self, cx: float, cy: float, r: float, colour: str, width: float = 1.6, alpha: float = 1.0, start: float = 0, end: float = 360
    ) -> None:
        """Part of a circle; degrees clockwise from the top."""
        self.colour(colour, alpha)
        s = self.scale
        corners = max(3, round(round_enough(r * s) * abs(end - start) / 360))
        self.group.add(SmoothLine(circle=(self.x(cx), self.y(cy), r * s, start, end, corners), width=max(0.5, width * s / 2)))

    # --- text ---

    def text(
        self,
        box: tuple[float, float, float, float],
        text: str,
        size: float,
        colour: str,
        *,
        font: str = "Jost",
        align: str = "left",
        valign: str = "middle",
        lines: int = 1,
        name: bool = False,
        snug: bool = False,
        alpha: float = 1.0,
        left_of: tuple[float, str] | None = None,
    ) -> lettering.Fitted:
        """Writes a text into a box, fitted by `lettering.fit`; returns what it took. `align`: left, centre, right.

        `left_of`: (x, colour) writes what lies left of x in another colour.
        """
        x, y, w, h = box
        fitted = lettering.fit(text, w, h, size, font=font, scale=self.scale, lines=lines, name=name, snug=snug)
        pitch = fitted.size * lettering.LEADING
        row_y = y if valign == "top" else y + (h - fitted.height) / 2
        inner = {"left": 0.0, "centre": (w - fitted.width) / 2, "right": w - fitted.width}[align]
        ink = Box(x + inner, row_y, fitted.width, fitted.height).inset(0, (lettering.LEADING - 0.7) / 2 * fitted.size)
        self.texts.append(Written(text, Box(x, y, w, h), fitted, ink))
        self.colour(colour, alpha)
        for row in fitted.lines:
            if row:
                texture = lettering.texture(row, fitted.font, fitted.size * self.scale)
                tw, th = texture.size
                left = self.x(x) + {"left": 0.0, "centre": (w * self.scale - tw) / 2, "right": w * self.scale - tw}[align]
                middle = self.y(row_y + pitch / 2)
                # On whole pixels, or the letters blur.
                self._image(texture, round(left), round(middle - th / 2), left_of, colour, alpha)
            row_y += pitch
        return fitted

    def _image(self, texture: Any, left: int, bottom: int, left_of: tuple[float, str] | None, colour: str, alpha: float) -> None:
        tw, th = texture.size
        part = 0 if left_of is None else max(0, min(tw, round(self.x(left_of[0])) - left))
        if left_of is not None and part:
            self.colour(left_of[1], alpha)
            self.group.add(Rectangle(texture=texture.get_region(0, 0, part, th), pos=(left, bottom), size=(part, th)))
            self.colour(colour, alpha)
        if part < tw:
            region = texture.get_region(part, 0, tw - part, th) if part else texture
            self.group.add(Rectangle(texture=region, pos=(left + part, bottom), size=(tw - part, th)))

    def glyph(self, cx: float, cy: float, text: str, size: float, colour: str, font: str = "JostBold", alpha: float = 1.0) -> None:
        """A letter or numeral that is part of a drawing: centred on a point, of a size that no setting changes."""
        texture = lettering.texture(text, font, size * self.scale)
        tw, th = texture.size
        self.colour(colour, alpha)
        self.group.add(Rectangle(texture=texture, pos=(round(self.x(cx) - tw / 2), round(self.y(cy) - th / 2)), size=(tw, th)))
        box = Box(cx - tw / self.scale / 2, cy - size / 2, tw / self.scale, size)
        self.texts.append(Written(text, box, lettering.Fitted((text,), size, box.w, size, font, True), box.inset(0, 0.15 * size)))

    def width(self, text: str, size: float, font: str = "Jost") -> float:
        """The width in dp that a text takes on one line, at the owner's text size."""
        text, font = lettering.writable(text, font)
        return lettering.width(text, font, round(size * theme.look.text) * self.scale) / self.scale

    def named(self, colour: Any) -> str:
        """The name of somebody at the table; "" where it is not known."""
        return dict(self.seated).get(colour, "")

    # --- touch ---

    def target(self, key: Any, x: float, y: float, w: float, h: float) -> None:
        """Names a rectangle that can be touched; later ones lie above earlier ones."""
        self.targets[key] = Box(x, y, w, h)


@lru_cache(1)
def _fading() -> Any:
    """From nothing to full white in two pixels."""
    texture = Texture.create(size=(2, 1), colorfmt="rgba")
    texture.blit_buffer(bytes((255, 255, 255, 0, 255, 255, 255, 255)), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def round_enough(radius: float) -> int:
    """How many corners make a circle of so many pixels look round: no edge strays from it by more than 1/20 pixel."""
    return max(12, math.ceil(math.pi * math.sqrt(10 * max(radius, 0.1))))


def group() -> Any:
    """A new, empty instruction group."""
    return InstructionGroup()
