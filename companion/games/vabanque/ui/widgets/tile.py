"""One table of the ring: number, chips, sum, card backs with their count, and the states it can be in."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.kit.colours import Colour
from companion.games.vabanque.ui.widgets.card import draw_plain_back
from companion.games.vabanque.ui.widgets.chip import draw_stack
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.emblem import shape

CARD_OUT, CARD_WIDE = 26, 48
"""A card beside a table: so much of it is to be seen, and so wide it is."""


@dataclass(frozen=True)
class TileLook:
    """All that a tile's drawing depends on. `plate`: "+2" where the pawn can go."""

    number: int
    tokens: tuple[int, ...]
    value: int
    cards: int
    outward: tuple[int, int]
    owners: tuple[Colour, ...] = ()
    reachable: bool = False
    plate: str = ""
    dimmed: bool = False
    pressed: bool = False


def draw_tile(pen: Pen, box: Box, look: TileLook, plate_text: str = "") -> None:
    """Draws a tile into its box, without what moves: see `draw_cards` for those outside it, `draw_chip_on_top` for the last token."""
    x, y, w, h = box
    k = theme.CHAMFER["tile"]
    strong = look.reachable or look.pressed
    fill = "bg0" if look.pressed else "tileHi" if look.reachable else "tile"
    if look.dimmed:
        pen.cut(x, y, w, h, k, "bg1")
        pen.cut_line(x + 1, y + 1, w - 2, h - 2, k - 0.5, "rim", 1.6, 0.35)
    elif strong:
        pen.cut(x - 1, y - 1, w + 2, h + 2, k, "champ")
        pen.cut(x + 3, y + 3, w - 6, h - 6, k - 2.2, fill)
    else:
        pen.cut(x, y, w, h, k, fill)
        pen.cut_line(x + 1, y + 1, w - 2, h - 2, k - 0.5, "rim", 1.6)
        pen.cut_line(x + 5, y + 5, w - 10, h - 10, k - 2.5, "brass", 1, 0.35)
    pen.alpha = 0.66 if look.dimmed else 1.0
    # Pawns stand on the upper edge of the bottom row: number and plate keep clear of them.
    lower = 6 if look.outward[1] > 0 else 0
    number = str(look.number)
    wide = lettering.width(number, "JostSemiBold", theme.FAR_TEXT * pen.scale) / pen.scale
    pen.glyph(x + 9 + wide / 2, y + 20 + lower, number, theme.FAR_TEXT, "champ", "JostSemiBold", far=True)
    _value(pen, box, look)
    pen.alpha = 1.0
    if look.plate:
        text = plate_text or look.plate
        size = theme.SMALLEST_TEXT
        wide = lettering.width(text, "JostSemiBold", size * pen.scale) / pen.scale + 8
        pen.cut(x + w - wide - 3, y + 6 + lower, wide, 31, theme.CHAMFER["pill"], "champ")
        pen.glyph(x + w - wide / 2 - 3, y + 21.5 + lower, text, size, "ink", "JostSemiBold")


def plate(steps: int) -> str:
    """What stands in the corner of a reachable table; where the pawn stands, the pawn itself says it."""
    return "" if steps == 0 else f"+{steps}"


def draw_flash(pen: Pen, box: Box) -> None:
    """The rim of a tile that has just got a token."""
    x, y, w, h = box
    pen.cut_line(x + 1, y + 1, w - 2, h - 2, theme.CHAMFER["tile"] - 0.5, "champ", 4)


def _stack(pen: Pen, box: Box, look: TileLook) -> tuple[float, float, float]:
    """Where the chips and the value are: left edge, the chips' base, the middle of the value."""
    x, y, w, h = box
    wide = lettering.width(str(look.value), "JostSemiBold", theme.FAR_TEXT * pen.scale) / pen.scale
    stack = 27 if look.tokens else 0
    # Pawns stand on the inner edge: the number keeps clear of them.
    shift = -4 if look.outward[0] < 0 else 4 if look.outward[0] > 0 else 0
    left = x + w / 2 - (stack + wide) / 2 + shift
    return left, y + h - (6 if look.outward[1] > 0 else 10), left + stack + wide / 2


def _value(pen: Pen, box: Box, look: TileLook) -> None:
    left, base, middle = _stack(pen, box, look)
    if look.tokens:
        draw_stack(pen, look.tokens, left, base, slice(-1))
    ink = "ivory" if look.tokens else "mist"
    pen.glyph(middle, base - 13, str(look.value), theme.FAR_TEXT, ink, "JostSemiBold", far=True)


def draw_chip_on_top(pen: Pen, box: Box, look: TileLook) -> None:
    """The last token where it comes to lie."""
    left, base, _ = _stack(pen, box, look)
    draw_stack(pen, look.tokens, left, base, slice(-1, None))


def draw_cards(pen: Pen, box: Box, look: TileLook) -> None:
    """The cards beside a tile, with their count."""
    x, y, w, h = box
    ox, oy = look.outward
    out = CARD_OUT
    colours = sorted(set(look.owners), key=list(Colour).index)
    aside = 18 if colours else 0
    if oy:
        left = x + w / 2 - CARD_WIDE / 2 - aside
        back = Box(left, y - out if oy < 0 else y + h + out - 40, CARD_WIDE, 40)
        seen = Box(left, y - out if oy < 0 else y + h, CARD_WIDE, CARD_OUT)
    else:
        top = y + h / 2 - CARD_WIDE / 2 - aside
        back = Box(x - out if ox < 0 else x + w + out - 40, top, 40, CARD_WIDE)
        seen = Box(x - out if ox < 0 else x + w, top, CARD_OUT, CARD_WIDE)
    draw_plain_back(pen, *back, colour="cardDim" if look.dimmed else "card")
    cx, cy = seen.centre
    pen.glyph(cx, cy, str(look.cards), theme.SMALLEST_TEXT, "cardInk", "JostSemiBold")
    # Coloured backs: each owner once, as a mark of colour and shape beside the card.
    for i, colour in enumerate(colours):
        if oy:
            px, py = seen.x + CARD_WIDE + 9 + i % 3 * 13, seen.y + 6 + i // 3 * 12
        else:
            px, py = seen.x + 6 + i % 2 * 12, seen.y + CARD_WIDE + 8 + i // 2 * 12
        livery = theme.LIVERIES[colour]
        shape(pen, livery.shape, px, py, 6.2, "ivory")
        shape(pen, livery.shape, px, py, 4.8, livery.fill)
