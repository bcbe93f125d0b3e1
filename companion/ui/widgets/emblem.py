"""A player's emblem: colour, letter and shape at once, so that no eye needs all three."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.ui.kit import lettering, theme
from companion.ui.kit.initials import Seated, initials
from companion.ui.kit.painter import Pen

SMALLEST = 40
"""Below this size the letter would be smaller than the smallest text."""

_ALONE = 0.7
"""Of the size: how high the type of a letter is, in every shape."""
_ROOM = {"triangle": 0.74, "plus": 0.92, "diamond": 0.74}
"""Of the size: how wide two letters may be."""


def shape(pen: Pen, kind: str, cx: float, cy: float, r: float, colour: str) -> None:
    """One of the six shapes, filled, about as large as a circle of radius `r`."""
    match kind:
        case "circle":
            pen.disc(cx, cy, r * 0.94, colour)
        case "diamond":
            pen.diamond(cx, cy, r * 1.1, colour)
        case "triangle":
            q = r * 1.16
            pen.triangle([cx, cy - q * 0.98, cx + q * 0.98, cy + q * 0.72, cx - q * 0.98, cy + q * 0.72], colour)
        case "square":
            q = r * 0.84
            pen.rounded(cx - q, cy - q, 2 * q, 2 * q, r * 0.12, colour)
        case "hexagon":
            pen.hexagon(cx, cy, r * 1.04, colour)
        case "plus":
            a, b = r * 0.98, r * 0.53
            pen.rect(cx - b, cy - a, 2 * b, 2 * a, colour)
            pen.rect(cx - a, cy - b, 2 * a, 2 * b, colour)


def draw_emblem(
    pen: Pen,
    colour: Colour,
    cx: float,
    cy: float,
    size: float,
    *,
    on_own_colour: bool = False,
    halo: bool = False,
    seated: Seated | None = None,
) -> None:
    """Draws an emblem of `size` dp around a point: fill, ivory rim, ink keyline, and the letter of the name.

    `on_own_colour`: on a block of the player's colour, only the rim is drawn. `halo`: the pawn that is to move.
    `seated`: who sits there, if it is another table than the pen's. A colour that nobody has keeps the letter of the box.
    """
    letter = initials(pen.seated if seated is None else seated).get(colour, theme.LIVERIES[colour].letter)
    pen.stamp(cx, cy, _emblem, colour=colour, letter=letter, size=size, on_own_colour=on_own_colour, halo=halo)


def _emblem(pen: Pen, colour: Colour, letter: str, size: float, on_own_colour: bool, halo: bool) -> None:
    """An emblem around (0, 0)."""
    cx = cy = 0
    livery = theme.LIVERIES[colour]
    kind, r = livery.shape, size / 2
    rim = max(1.6, size * 0.055)
    if on_own_colour:
        shape(pen, kind, cx, cy, r + 1.4, livery.own_rim)
        shape(pen, kind, cx, cy, r - 2.8, livery.fill)
    else:
        if halo:
            shape(pen, kind, cx, cy, r + rim * 2.9, "ink")
            shape(pen, kind, cx, cy, r + rim * 2.3, "champ")
        shape(pen, kind, cx, cy, r + rim * 1.3, "ink")
        shape(pen, kind, cx, cy, r + rim * 0.3, "ivory")
        if colour is Colour.WHITE:
            # Ivory on white: the rim needs a line of its own.
            shape(pen, kind, cx, cy, r - rim * 0.7, "brass")
            shape(pen, kind, cx, cy, r - rim * 1.2, livery.fill)
        else:
            shape(pen, kind, cx, cy, r - rim * 0.9, livery.fill)
    high = size * _ALONE
    text, font = lettering.writable(letter, "JostBold")
    if text != letter:
        # No font has it, and its number would be too long.
        text, font = livery.letter, "JostBold"
    if len(text) > 1:
        # Two letters, where names begin alike, are as large as the shape lets them: shape and colour tell as much.
        wide = lettering.width(text, font, high * pen.scale) / pen.scale
        high *= min(1.0, size * _ROOM.get(kind, 0.86) / wide)
    pen.glyph(cx, cy + (size * 0.13 if kind == "triangle" else 0), text, high, livery.letter_ink, font, small=len(text) > 1)
