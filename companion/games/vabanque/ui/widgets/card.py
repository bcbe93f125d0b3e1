"""Character cards: the back, the faces after the reveal, and the hushed faces of private entry."""

from __future__ import annotations

import math

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.ui import words
from companion.ui.kit import lettering, motion, theme
from companion.ui.kit.painter import Pen
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem


def draw_plain_back(pen: Pen, x: float, y: float, w: float, h: float, colour: str = "card") -> None:
    """A small back without ornament: beside a table, in the ring's centre."""
    pen.stamp(x, y, _plain_back, w=w, h=h, colour=colour)


def _plain_back(pen: Pen, w: float, h: float, colour: str) -> None:
    x = y = 0
    pen.rounded(x - 1.5, y - 1.5, w + 3, h + 3, 5, "ink")
    pen.rounded(x, y, w, h, 4, colour)
    pen.rounded_line(x + 3.5, y + 3.5, w - 7, h - 7, 2, "cardInk", 1, 0.7)


def draw_figure(pen: Pen, character: Character, cx: float, cy: float, size: float, colour: str) -> None:
    """The figure of a kind, `size` dp wide: chevrons, fan, mask; a question mark for a card nobody has told."""
    match character:
        case Character.RAISE:
            for k in range(3):
                y, w, t = cy - size * 0.42 + k * size * 0.26, size * 0.36, size * 0.13
                pen.quad([cx, y, cx + w, y + size * 0.27, cx + w, y + size * 0.27 + t, cx, y + t], colour)
                pen.quad([cx, y, cx - w, y + size * 0.27, cx - w, y + size * 0.27 + t, cx, y + t], colour)
        case Character.BLUFF:
            pivot = cy + size * 0.3
            for k in range(5):
                a, b = math.radians(-72 + k * 30.0 - 12.5), math.radians(-72 + k * 30.0 + 12.5)
                near, far = size * 0.2, size * 0.72
                pen.quad(
                    [
                        cx + near * math.sin(a), pivot - near * math.cos(a), cx + far * math.sin(a), pivot - far * math.cos(a),
                        cx + far * math.sin(b), pivot - far * math.cos(b), cx + near * math.sin(b), pivot - near * math.cos(b),
                    ],
                    colour,
                )  # fmt: skip
            pen.disc(cx, pivot, size * 0.075, colour)
        case Character.CHEAT:
            _mask(pen, cx, cy, size, colour)
        case Character.HIDDEN:
            pen.glyph(cx, cy, "?", size * 0.7, colour, "JostBold")


def _mask(pen: Pen, cx: float, cy: float, size: float, colour: str) -> None:
    """A domino mask: outline points filled as a fan of triangles on either side, with eyes in the card's colour left open."""
    for side in (-1, 1):
        eye_x, eye_y, eye_w, eye_h = cx + side * size * 0.22, cy - size * 0.02, size * 0.115, size * 0.075
        rim = [
            (0.0, -0.13), (0.20, -0.23), (0.44, -0.22), (0.50, -0.10), (0.47, 0.07), (0.36, 0.21),
            (0.20, 0.22), (0.09, 0.13), (0.0, 0.08),
        ]  # fmt: skip
        outer = [(cx + side * px * size, cy + py * size) for px, py in rim]
        # A strip of quads between the rim and the eye leaves the eye open.
        angles = [math.atan2(py - eye_y, px - eye_x) for px, py in outer]
        inner = [(eye_x + eye_w * math.cos(a), eye_y + eye_h * math.sin(a)) for a in angles]
        for i in range(len(outer)):
            (ax, ay), (bx, by) = outer[i], outer[(i + 1) % len(outer)]
            (dx, dy), (ex, ey) = inner[i], inner[(i + 1) % len(outer)]
            pen.quad([ax, ay, bx, by, ex, ey, dx, dy], colour)


LOW = 92
"""On a face that is not so high, in dp, the name stands beside its owner's emblem."""


def draw_face(pen: Pen, x: float, y: float, w: float, h: float, character: Character, owner: Colour | None = None, count: int = 1) -> None:
    """A face after the reveal: figure and name, the owner's emblem in the corner; `count` above 1 stands for so many equal cards."""
    pen.rounded(x - 2, y - 2, w + 4, h + 4, 8, "ink")
    pen.rounded(x, y, w, h, 6, "ivory")
    pen.rounded_line(x + 4, y + 4, w - 8, h - 8, 3, "brass", 1.2)
    wide = w > h
    size = theme.SMALLEST_TEXT
    name = words.on_card(character)
    # A long name takes two lines.
    low = h < LOW and owner is not None
    if low and owner is not None and lettering.width(name.replace(lettering.HYPHEN, ""), "JostSemiBold", size * pen.scale) / pen.scale > w - 46:
        # Nor is there room for the name beside the emblem: the figure says what card it is.
        draw_figure(pen, character, x + 42 + (w - 42) / 2, y + h / 2, min(w - 60, h - 16), "cardInk")
        draw_emblem(pen, owner, x + 23, y + h / 2, 40)
        return
    foot = 40 if pen.width(name.replace(lettering.HYPHEN, ""), size, "JostSemiBold") <= w - (46 if low else 8) else 68
    figure = min(w * 0.5, (h - foot) * (0.8 if wide else 0.66))
    # Beside the emblem, where the card is low.
    aside = 42 if low else 0
    cx = x + w * 0.66 if wide and owner is not None and not low else x + aside + (w - aside) / 2
    draw_figure(pen, character, cx, y + (h - foot) * (0.52 if wide else 0.58), figure, "cardInk")
    pen.text((x + 2 + aside, y + h - foot, w - 4 - aside, foot - 4), name, size, "cardInk", font="JostSemiBold", align="centre", lines=2)
    if owner is not None:
        draw_emblem(pen, owner, x + (23 if low else 27), y + h / 2 if low else y + 28, 40)
    if count > 1:
        pen.text((x + 10, y + 6, 70, 40), f"{count} ×", size, "cardInk", font="JostBold")


def draw_private(pen: Pen, x: float, y: float, w: float, h: float, character: Character) -> None:
    """A hushed face: grey on dark, the same for every kind, readable only from near."""
    pen.rounded(x - 2, y - 2, w + 4, h + 4, 8, "ink")
    pen.rounded(x, y, w, h, 6, "#21343B")
    pen.rounded_line(x + 5, y + 5, w - 10, h - 10, 3, "#42575C", 1.2)
    draw_figure(pen, character, x + w / 2, y + (h - 70) * 0.56, min(w * 0.42, (h - 70) * 0.8), "#9FB2B1")
    if character is Character.HIDDEN:
        return
    pen.text((x + 1, y + h - 72, w - 2, 68), words.on_card(character), 28, "#9FB2B1", font="JostSemiBold", align="centre", lines=2)


class Card(Drawn):
    """One card that may lie face down or turned over. `turn` shows a face, with a flip."""

    def __init__(self, face: Character | None = None, owner: Colour | None = None) -> None:
        super().__init__()
        self.face = face
        self.owner = owner
        self._share = 1.0

    def turn(self, face: Character | None, owner: Colour | None = None) -> None:
        """Shows a face, or the back with None."""
        if (face, owner) == (self.face, self.owner):
            return
        self.face, self.owner = face, owner
        self.redraw()
        motion.Motion(theme.duration("flip"), self._flip)

    def _flip(self, share: float) -> None:
        self._share = share
        self._place()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        self.layer("back", (w, h), lambda pen: draw_back(pen, 0, 0, w, h), mobile=True)
        face, owner = self.face, self.owner
        if face is not None:
            self.layer("face", (face, owner, w, h), lambda pen: draw_face(pen, 0, 0, w, h, face, owner), mobile=True)
        self._place()

    def _place(self) -> None:
        """Half-way round only the card's edge is to be seen; of its two sides one is."""
        narrow = max(0.06, abs(1 - 2 * self._share))
        front = self._share > 0.5 and self.face is not None
        for key in ("back", "face"):
            part = self.part(key)
            if part is not None:
                part.stretch(narrow if (key == "face") == front else 0.0, 1.0, (self.box.w / 2, 0))
