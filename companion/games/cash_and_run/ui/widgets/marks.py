"""Small drawings: wheel, die and cards, the pips of dice, the suits of the deck, casinos, and the squares of the board."""

from __future__ import annotations

from math import cos, pi, sin

from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.chance import Symbol
from companion.ui.kit.layout import Box
from companion.ui.kit.lettering import BREAK
from companion.ui.kit.painter import Pen

TINTS = {
    "blue": "#5B96E8", "yellow": "#F2C14B", "red": "#E2606B", "green": "#4FBF8B", "violet": "#A884DD", "orange": "#EE9A4D",
    "white": "#E9E4D8", "black": "#14181B",
}  # fmt: skip
"""What a casino's colour looks like, by the word with which it was told."""

CHIPS = {
    1_000: "#F4EDDC", 5_000: "#E2606B", 10_000: "#E09A72", 20_000: "#4FBF8B", 25_000: "#4FBF8B", 50_000: "#AEBBC2", 100_000: "#E6B84A",
    200_000: "#5B96E8", 250_000: "#5B96E8", 500_000: "#C5B1DD", 1_000_000: "#E9E4D8",
}  # fmt: skip
"""What a chip looks like, by its value."""

PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


def tint(colour: str) -> str:
    """The colour of a casino on the screen; brass where its word is not known."""
    return TINTS.get(colour.strip().casefold(), "champ")


def draw_die(pen: Pen, face: int, cx: float, cy: float, size: float) -> None:
    """A die that shows a face."""
    pen.rounded(cx - size / 2, cy - size / 2, size, size, size * 0.18, "ivory")
    for dx, dy in PIPS.get(face, ()):
        pen.disc(cx + dx * size * 0.26, cy + dy * size * 0.26, size * 0.09, "ink")


def draw_symbol(pen: Pen, symbol: Symbol, cx: float, cy: float, size: float, colour: str = "champ") -> None:
    """A game of chance: a wheel, a die or two cards, `size` dp high."""
    r, width = size / 2, max(1.6, size * 0.07)
    match symbol:
        case Symbol.ROULETTE:
            pen.arc(cx, cy, r - width / 2, colour, width)
            pen.disc(cx, cy, r * 0.24, colour)
            turns = [k * pi / 4 for k in range(8)]
            pen.rays([(cx + cos(a) * r * 0.36, cy + sin(a) * r * 0.36, cx + cos(a) * r * 0.86, cy + sin(a) * r * 0.86) for a in turns], colour, width)
        case Symbol.DIE:
            pen.rounded_line(cx - r + width, cy - r + width, size - 2 * width, size - 2 * width, r * 0.36, colour, width)
            for dx, dy in PIPS[5]:
                pen.disc(cx + dx * size * 0.22, cy + dy * size * 0.22, size * 0.075, colour)
        case Symbol.CARDS:
            wide, tall = size * 0.56, size * 0.8
            pen.rounded_line(cx - wide * 0.95, cy - tall * 0.6, wide, tall, 3, colour, width)
            pen.rounded(cx - wide * 0.25, cy - tall * 0.4, wide, tall, 3, colour)
            pen.diamond(cx + wide * 0.25, cy + tall * 0.1, size * 0.12, "ink")


def draw_suit(pen: Pen, suit: str, cx: float, cy: float, size: float, colour: str) -> None:
    """Hearts H, diamonds D, spades S, clubs C."""
    r = size * 0.27
    match suit:
        case "D":
            pen.diamond(cx, cy, size * 0.46, colour)
        case "H":
            pen.disc(cx - r * 0.86, cy - size * 0.14, r, colour)
            pen.disc(cx + r * 0.86, cy - size * 0.14, r, colour)
            pen.triangle([cx - size * 0.47, cy - size * 0.02, cx + size * 0.47, cy - size * 0.02, cx, cy + size * 0.48], colour)
        case "S":
            pen.disc(cx - r * 0.86, cy + size * 0.1, r, colour)
            pen.disc(cx + r * 0.86, cy + size * 0.1, r, colour)
            pen.triangle([cx - size * 0.47, cy + size * 0.02, cx + size * 0.47, cy + size * 0.02, cx, cy - size * 0.48], colour)
            pen.triangle([cx - size * 0.16, cy + size * 0.5, cx + size * 0.16, cy + size * 0.5, cx, cy], colour)
        case "C":
            pen.disc(cx, cy - size * 0.22, r * 0.86, colour)
            pen.disc(cx - r, cy + size * 0.12, r * 0.86, colour)
            pen.disc(cx + r, cy + size * 0.12, r * 0.86, colour)
            pen.triangle([cx - size * 0.16, cy + size * 0.5, cx + size * 0.16, cy + size * 0.5, cx, cy - size * 0.1], colour)


def draw_place(pen: Pen, square: str, casino: Casino | None, cx: float, cy: float, size: float) -> None:
    """A square of the board: a casino's game in a ring of its colour; of any other its number and letter."""
    if casino is None:
        fill, ink = ("champ", "ink") if square == "1" else ("panelHi", "ivory")
        pen.cut(cx - size / 2, cy - size / 2, size, size, size * 0.28, fill)
        pen.cut_line(cx - size / 2 + 1, cy - size / 2 + 1, size - 2, size - 2, size * 0.28, "rim", 1.2)
        pen.glyph(cx, cy, square, max(28.0, size * (0.62 if len(square) == 1 else 0.5)), ink, "JostSemiBold")
        return
    pen.disc(cx, cy, size / 2, tint(casino.colour))
    pen.disc(cx, cy, size / 2 - max(2.5, size * 0.09), "ink")
    draw_symbol(pen, casino.symbol, cx, cy, size * 0.56, "ivory")


def draw_low_card(pen: Pen, casino: Casino, box: Box) -> None:
    """A casino's card in little height: its game on its colour, and its name below, in two lines where there is room."""
    x, y, w, h = box
    band = min(34.0, h - 38)
    pen.rounded(x, y, w, h, 8, "panel")
    pen.rounded(x, y, w, band, 8, tint(casino.colour))
    pen.rect(x, y + band / 2, w, band / 2, tint(casino.colour))
    pen.rounded_line(x + 1, y + 1, w - 2, h - 2, 8, tint(casino.colour), 2)
    if band >= 20:
        draw_symbol(pen, casino.symbol, x + w / 2, y + band / 2, band - 6, "ink")
    name = casino.name.replace("-", "-" + BREAK)
    pen.text((x + 5, y + band, w - 10, h - band - 2), name, 28, "ivory", align="centre", lines=2 if h - band > 60 else 1, name=True)


def draw_card_back(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    """A Bluff card, face down."""
    pen.rounded(x, y, w, h, min(6, w * 0.12), "brass")
    pen.rounded_line(x + 2, y + 2, w - 4, h - 4, min(5, w * 0.1), "ink", 1, 0.5)


def draw_chip(pen: Pen, value: int, cx: float, cy: float, r: float, *, chosen: bool = False) -> None:
    """A chip with its value in thousands."""
    if chosen:
        pen.disc(cx, cy, r + 4, "champ")
    pen.disc(cx, cy, r, CHIPS.get(value, "ivory"))
    for k in range(8):
        a = k * pi / 4
        pen.line([cx + cos(a) * r * 0.82, cy + sin(a) * r * 0.82, cx + cos(a) * r, cy + sin(a) * r], "ink", r * 0.24)
    if r < 26:
        # A mark for money, and no value.
        return
    said = chip_words(value)
    pen.glyph(cx, cy, said, max(28.0, r * (0.86 if len(said) < 3 else 0.7)), "ink", "JostSemiBold")


def chip_words(value: int) -> str:
    """A chip's value in thousands."""
    return f"{value // 1000}" if value % 1000 == 0 else f"{value / 1000:g}"
