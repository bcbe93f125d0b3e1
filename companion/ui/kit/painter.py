"""Drawing in dp with y downwards: every widget draws with a Pen, which turns that into Kivy's canvas instructions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from kivy.graphics import (
    Color,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    SmoothEllipse,
    SmoothLine,
    SmoothQuad,
    SmoothRoundedRectangle,
    SmoothTriangle,
    Translate,
)
from kivy.graphics.texture import Texture

from companion.ui.kit import lettering, theme
from companion.ui.kit.initials import Seated
from companion.ui.kit.layout import Box


class Written:
    """A text as drawn: what stands there, the box it was given and the size it needed (dp), its type size, and whether it fits whole.

    `ink`: about where its letters are, without what is free above and below them. `far`: whether it must be read from the table.
    `small`: it may be smaller than the smallest text, for what it says is told in another way, too.
    """

    __slots__ = ("box", "far", "fitted", "ink", "small", "text")

    def __init__(self, text: str, box: Box, fitted: lettering.Fitted, ink: Box, far: bool = False, small: bool = False) -> None:
        self.far = far
        self.small = small
        self.text = text
        self.box = box
        self.fitted = fitted
        self.ink = ink

    def shifted(self, dx: float, dy: float) -> Written:
        """The same, so many dp further right and down."""
        box, ink = (Box(b.x + dx, b.y + dy, b.w, b.h) for b in (self.box, self.ink))
        return Written(self.text, box, self.fitted, ink, self.far, self.small)


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
        self.stamps = True
        """Whether small drawings are shared with other places. What is faded must have its own."""
        self.inks: list[tuple[Any, float]] = []
        """The colours in use in the order of drawing, each with its strength."""
        self._ink: tuple[str, float] | None = None

    # --- from dp to pixels ---

    def x(self, x: float) -> float:
        """From dp within the widget to pixels of the window."""
        return self.left + x * self.scale

    def y(self, y: float) -> float:
        """From dp within the widget, counted from its top, to pixels of the window."""
        return self.top - y * self.scale

    def _points(self, points: Sequence[float]) -> list[float]:
        return [self.y(v) if i % 2 else self.x(v) for i, v in enumerate(points)]

    def _rect(self, x: float, y: float, w: float, h: float) -> dict[str, tuple[float, float]]:
        return {"pos": (self.x(x), self.y(y + h)), "size": (w * self.scale, h * self.scale)}

    def colour(self, colour: str, alpha: float = 1.0) -> None:
        ink = (colour, alpha * self.alpha)
        if ink != self._ink:
            self._ink = ink
            drawn = Color(*theme.rgba(*ink))
            self.inks.append((drawn, ink[1]))
            self.group.add(drawn)

    def stamp(self, cx: float, cy: float, draw: Callable[..., None], **values: Any) -> None:
        """A small drawing around a point, to the whole pixel: `draw(pen, **values)` draws it around (0, 0), once for all places."""
        if not self.stamps:
            pen = Pen(self.group, self.x(cx), self.y(cy), self.scale)
            pen.alpha, pen.stamps, pen.inks = self.alpha, False, self.inks
            draw(pen, **values)
            self._ink = None
        else:
            pen = _stamp(draw, tuple(values.items()), self.scale, self.alpha)
            # A stamp sets colours of its own.
            self._ink = None
            for instruction in (PushMatrix(), Translate(round(self.x(cx)), round(self.y(cy))), pen.group, PopMatrix()):
                self.group.add(instruction)
            # An instruction keeps the group that it was added to last, with all that is in it.
            _nowhere.add(pen.group)
            _nowhere.remove(pen.group)
        self.texts += [written.shifted(cx, cy) for written in pen.texts]

    # --- filled shapes ---

    def rect(self, x: float, y: float, w: float, h: float, colour: str, alpha: float = 1.0) -> None:
        """A filled rectangle."""
        self.colour(colour, alpha)
        self.group.add(Rectangle(**self._rect(x, y, w, h)))

    def crisp(self, boxes: Sequence[tuple[float, float, float, float]], colour: str, alpha: float = 1.0) -> None:
        """Rectangles of one colour whose edges lie on whole pixels, for small parts that smoothing would blur; drawn at once."""
        corners: list[float] = []
        indices: list[int] = []
        for x, y, w, h in boxes:
            left, bottom = round(self.x(x)), round(self.y(y + h))
            right, top = max(left + 1, round(self.x(x + w))), max(bottom + 1, round(self.y(y)))
            n = len(corners) // 4
            corners += (left, bottom, 0, 0, right, bottom, 0, 0, right, top, 0, 0, left, top, 0, 0)
            indices += (n, n + 1, n + 2, n, n + 2, n + 3)
        self.colour(colour, alpha)
        self.group.add(Mesh(vertices=corners, indices=indices, mode="triangles"))

    def image(self, texture: Any, x: float, y: float, w: float, h: float, colour: str = "#FFFFFF", alpha: float = 1.0) -> None:
        """A texture, tinted with `colour`."""
        self.colour(colour, alpha)
        self.group.add(Rectangle(texture=texture, **self._rect(x, y, w, h)))

    def cut(self, x: float, y: float, w: float, h: float, k: float, colour: str, alpha: float = 1.0) -> None:
        """A rectangle with its corners cut off, `k` along each side."""
        self.colour(colour, alpha)
        self.group.add(SmoothRoundedRectangle(radius=[(k * self.scale,) * 2] * 4, segments=1, **self._rect(x, y, w, h)))

    def rounded(self, x: float, y: float, w: float, h: float, r: float, colour: str, alpha: float = 1.0) -> None:
        """A filled rectangle with corners of radius `r`."""
        self.colour(colour, alpha)
        self.group.add(SmoothRoundedRectangle(radius=[(r * self.scale,) * 2] * 4, **self._rect(x, y, w, h)))

    def disc(self, cx: float, cy: float, r: float, colour: str, alpha: float = 1.0) -> None:
        """A filled circle around a point."""
        self.colour(colour, alpha)
        self.group.add(SmoothEllipse(segments=round_enough(r * self.scale), **self._rect(cx - r, cy - r, 2 * r, 2 * r)))

    def half_disc(self, cx: float, base: float, r: float, colour: str, alpha: float = 1.0) -> None:
        """The upper half of a disc, standing on a line."""
        self.colour(colour, alpha)
        half = round_enough(r * self.scale) // 2
        self.group.add(SmoothEllipse(angle_start=-90, angle_end=90, segments=half, **self._rect(cx - r, base - r, 2 * r, 2 * r)))

    def hexagon(self, cx: float, cy: float, r: float, colour: str, alpha: float = 1.0) -> None:
        """A filled hexagon that stands on a corner."""
        self.colour(colour, alpha)
        self.group.add(SmoothEllipse(segments=6, angle_start=90, angle_end=450, **self._rect(cx - r, cy - r, 2 * r, 2 * r)))

    def quad(self, points: Sequence[float], colour: str, alpha: float = 1.0) -> None:
        """A filled shape of four corners, one after the other."""
        self.colour(colour, alpha)
        self.group.add(SmoothQuad(points=self._points(points)))

    def triangle(self, points: Sequence[float], colour: str, alpha: float = 1.0) -> None:
        """A filled triangle."""
        self.colour(colour, alpha)
        self.group.add(SmoothTriangle(points=self._points(points)))

    def diamond(self, cx: float, cy: float, q: float, colour: str, alpha: float = 1.0) -> None:
        """A filled square that stands on a corner."""
        self.quad([cx, cy - q, cx + q, cy, cx, cy + q, cx - q, cy], colour, alpha)

    # --- lines; `width` is the whole width in dp ---

    def line(self, points: Sequence[float], colour: str, width: float = 1.0, alpha: float = 1.0, close: bool = False) -> None:
        """A line through points."""
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
        """The outline of a rectangle with corners of radius `r`."""
        self.colour(colour, alpha)
        s = self.scale
        shape = (self.x(x), self.y(y + h), w * s, h * s, r * s)
        self.group.add(SmoothLine(rounded_rectangle=shape, width=max(0.5, width * s / 2)))

    def arc(self, cx: float, cy: float, r: float, colour: str, width: float = 1.6, alpha: float = 1.0, start: float = 0, end: float = 360) -> None:
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
        far: bool = False,
    ) -> lettering.Fitted:
        """Writes a text into a box, fitted by `lettering.fit`; returns what it took. `align`: left, centre, right.

        `far`: it must be read from the table, and is rather shortened (names) than made too small for that.
        """
        x, y, w, h = box
        least = theme.FAR_TEXT if far else theme.SMALLEST_TEXT
        fitted = lettering.fit(text, w, h, size, font=font, scale=self.scale, lines=lines, name=name, snug=snug, least=least)
        pitch = fitted.size * lettering.LEADING
        row_y = y if valign == "top" else y + (h - fitted.height) / 2
        inner = {"left": 0.0, "centre": (w - fitted.width) / 2, "right": w - fitted.width}[align]
        ink = Box(x + inner, row_y, fitted.width, fitted.height).inset(0, (lettering.LEADING - 0.7) / 2 * fitted.size)
        self.texts.append(Written(text, Box(x, y, w, h), fitted, ink, far))
        self.colour(colour, alpha)
        for row in fitted.lines:
            if row:
                texture = lettering.texture(row, fitted.font, fitted.size * self.scale)
                tw, th = texture.size
                left = self.x(x) + {"left": 0.0, "centre": (w * self.scale - tw) / 2, "right": w * self.scale - tw}[align]
                middle = self.y(row_y + pitch / 2)
                # On whole pixels, or the letters blur.
                self.group.add(Rectangle(texture=texture, pos=(round(left), round(middle - th / 2)), size=texture.size))
            row_y += pitch
        return fitted

    def glyph(
        self,
        cx: float,
        cy: float,
        text: str,
        size: float,
        colour: str,
        font: str = "JostBold",
        alpha: float = 1.0,
        far: bool = False,
        small: bool = False,
    ) -> None:
        """A letter or numeral that is part of a drawing: centred on a point, of a size that no setting changes. `far`, `small`: see `Written`."""
        texture = lettering.texture(text, font, size * self.scale)
        tw, th = texture.size
        self.colour(colour, alpha)
        self.group.add(Rectangle(texture=texture, pos=(round(self.x(cx) - tw / 2), round(self.y(cy) - th / 2)), size=(tw, th)))
        box = Box(cx - tw / self.scale / 2, cy - size / 2, tw / self.scale, size)
        self.texts.append(Written(text, box, lettering.Fitted((text,), size, box.w, size, font, True), box.inset(0, 0.15 * size), far, small))

    def width(self, text: str, size: float, font: str = "Jost") -> float:
        """The width in dp that a text takes on one line, at the owner's text size."""
        text, font = lettering.writable(text, font)
        size = max(round(size * theme.look.text), theme.SMALLEST_TEXT)
        return lettering.width(text, font, size * self.scale) / self.scale

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


class Part:
    """A part of a widget's drawing, by its own pen. A `mobile` one can be moved and stretched, a `fading` one faded, without drawing it anew."""

    def __init__(self, left: float, top: float, scale: float, seated: Seated = (), *, mobile: bool = False, fading: bool = False) -> None:
        self.group = InstructionGroup()
        self._inner = InstructionGroup()
        self._shift = self._zoom = None
        self._fading = fading
        self._at = (0.0, 0.0)
        if mobile:
            self._shift, self._zoom = Translate(0, 0), Scale(1)
            for instruction in (PushMatrix(), self._shift, self._zoom, self._inner, PopMatrix()):
                self.group.add(instruction)
        else:
            self.group.add(self._inner)
        self._begin(left, top, scale, seated)

    def clear(self, left: float, top: float, scale: float, seated: Seated = ()) -> None:
        """Takes away what was drawn; it stays where it was moved to."""
        # Kivy's `clear` leaves an instruction that stands in a group more than once, as stamps do.
        self.group.remove(self._inner)
        self._inner = InstructionGroup()
        self.group.insert(0 if self._shift is None else 3, self._inner)
        self._begin(left, top, scale, seated)

    def _begin(self, left: float, top: float, scale: float, seated: Seated) -> None:
        self.pen = Pen(self._inner, left, top, scale, seated)
        self.pen.stamps = not self._fading

    @property
    def texts(self) -> list[Written]:
        """What is written on it, where it is now."""
        if self._zoom is not None and not self._zoom.x:
            return []
        return [written.shifted(*self._at) for written in self.pen.texts] if any(self._at) else self.pen.texts

    def move(self, dx: float, dy: float) -> None:
        """Shows it so many dp further right and down, to the whole pixel."""
        assert self._shift is not None
        self._at = (dx, dy)
        x, y = round(dx * self.pen.scale), -round(dy * self.pen.scale)
        if (self._shift.x, self._shift.y) != (x, y):
            self._shift.xy = (x, y)

    def stretch(self, wide: float, tall: float, about: tuple[float, float] = (0.0, 0.0)) -> None:
        """Shows it so many times as wide and as tall; a point (dp) stays where it is."""
        assert self._zoom is not None
        if (self._zoom.x, self._zoom.y) != (wide, tall):
            self._zoom.origin = (self.pen.x(about[0]), self.pen.y(about[1]))
            self._zoom.xyz = (wide, tall, 1)

    def fade(self, share: float) -> None:
        """Shows it with this share of its colours' strength."""
        assert self._fading
        for ink, strength in self.pen.inks:
            ink.a = strength * share


_nowhere = InstructionGroup()


@lru_cache(1024)
def _stamp(draw: Callable[..., None], values: tuple[tuple[str, Any], ...], scale: float, alpha: float) -> Pen:
    """A small drawing around (0, 0), made once."""
    pen = Pen(InstructionGroup(), 0, 0, scale)
    pen.alpha = alpha
    draw(pen, **dict(values))
    return pen
