"""Playing cards: rank and suit in the corner, the suit once more below. Suits are shapes, so that no font has to have them."""

from __future__ import annotations

from companion.games.casino.rules.cards import RANK, SUIT, Card
from companion.ui.kit import lettering, theme
from companion.ui.kit.painter import Pen

RED, BLACK = "#B81F2C", "#16130F"
FOUR = {"S": BLACK, "H": RED, "D": "#1F56B8", "C": "#1B7A46"}
"""With a colour for each suit."""
TWO = {"S": BLACK, "H": RED, "D": RED, "C": BLACK}
PAPER, OFF = "ivory", "#31464B"
"""The ground of a card, and what is written on one that can't be told."""
FAINT = "#5E787C"
"""What is written on a card that can't be told now."""
LOW = 50.0
"""On a card that is narrower, in dp, the suit stands once."""
RANK_SHARE = 0.4
"""Of the height of a card, its rank's."""


def colour(card: Card, four: bool = False) -> str:
    """The colour of a card's suit on paper."""
    return (FOUR if four else TWO)[SUIT[card]]


def draw_suit(pen: Pen, suit: str, cx: float, cy: float, size: float, ink: str, alpha: float = 1.0) -> None:
    """A suit, `size` dp high, around a point."""
    r = size / 2
    if suit == "D":
        pen.quad([cx, cy - r, cx + r * 0.78, cy, cx, cy + r, cx - r * 0.78, cy], ink, alpha)
        return
    if suit == "H":
        q = r * 0.5
        pen.disc(cx - q * 0.92, cy - r * 0.34, q * 1.06, ink, alpha)
        pen.disc(cx + q * 0.92, cy - r * 0.34, q * 1.06, ink, alpha)
        pen.triangle([cx - r * 0.94, cy - r * 0.14, cx + r * 0.94, cy - r * 0.14, cx, cy + r], ink, alpha)
        return
    if suit == "S":
        q = r * 0.48
        pen.triangle([cx, cy - r, cx + r * 0.9, cy + r * 0.16, cx - r * 0.9, cy + r * 0.16], ink, alpha)
        pen.disc(cx - q * 0.92, cy + r * 0.26, q, ink, alpha)
        pen.disc(cx + q * 0.92, cy + r * 0.26, q, ink, alpha)
    else:
        q = r * 0.44
        pen.disc(cx, cy - r * 0.5, q, ink, alpha)
        pen.disc(cx - r * 0.52, cy + r * 0.2, q, ink, alpha)
        pen.disc(cx + r * 0.52, cy + r * 0.2, q, ink, alpha)
        pen.rect(cx - r * 0.16, cy - r * 0.4, r * 0.32, r * 0.8, ink, alpha)
    pen.triangle([cx, cy + r * 0.1, cx + r * 0.42, cy + r, cx - r * 0.42, cy + r], ink, alpha)


def draw_card(pen: Pen, card: Card, x: float, y: float, w: float, h: float, *, four: bool = False, lit: bool = False, dim: bool = False) -> None:
    """A face. `lit`: it is chosen; `dim`: something else is."""
    if lit:
        pen.rounded(x - 5, y - 5, w + 10, h + 10, 10, "champ")
        pen.rounded(x - 2, y - 2, w + 4, h + 4, 8, "ink")
    else:
        pen.rounded(x - 1.5, y - 1.5, w + 3, h + 3, 7, "ink")
    pen.rounded(x, y, w, h, 6, "#8D9A97" if dim else PAPER)
    pen.rounded_line(x + 3, y + 3, w - 6, h - 6, 3, "brass", 1, 0.6)
    ink, rank = colour(card, four), RANK[card]
    high = h * RANK_SHARE
    if dim:
        ink = "#16303A"
    two = len(rank) > 1
    small = w < LOW
    middle = 0.5 if small and two else 0.36 if two else 0.34 if small else 0.31
    pen.glyph(x + w * middle, y + h * 0.235, rank, max(theme.SMALLEST_TEXT, high * (0.84 if two else 1)), ink)
    if not small:
        draw_suit(pen, SUIT[card], x + w * (0.84 if two else 0.78), y + h * 0.2, h * 0.16, ink)
    draw_suit(pen, SUIT[card], x + w / 2, y + h * 0.69, h * 0.4, ink)


def draw_low_card(
    pen: Pen, card: Card, x: float, y: float, w: float, h: float, *, four: bool = False, off: bool = False, down: bool = False, faint: str = FAINT
) -> None:
    """A face of one line: rank and suit side by side. `off`: it can't be told, for it lies on the table."""
    if off:
        pen.rounded_line(x + 1, y + 1, w - 2, h - 2, 5, "rim", 1.2, 0.4)
    else:
        pen.rounded(x, y, w, h, 5, "champ" if down else PAPER)
    ink = faint if off else colour(card, four)
    size = max(28.0, min(30.0, h * 0.56))
    rank = RANK[card]
    two = len(rank) > 1
    size = 28.0 if two else size
    share = 0.58 if two else 0.72
    # As large as the card asks for: what is drawn on it does not grow with the text size.
    wide = lettering.width(rank, "JostBold", size * pen.scale) / pen.scale
    left = x + (w - wide - size * share * 0.94) / 2
    pen.glyph(left + wide / 2 - 1, y + h / 2, rank, size, ink)
    draw_suit(pen, SUIT[card], left + wide + size * share * 0.5, y + h / 2, size * share, ink)
