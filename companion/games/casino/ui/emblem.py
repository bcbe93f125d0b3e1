"""How Casino looks on the home screen: two cards, fanned."""

from __future__ import annotations

from companion.games.casino.rules.cards import Card
from companion.games.casino.ui.widgets.card import draw_card
from companion.ui.kit.painter import Pen


def draw_emblem(pen: Pen, cx: float, base: float, r: float) -> None:
    """`r` dp high above the base line."""
    h = r
    w = h * 0.71
    draw_card(pen, Card("2S"), cx - w * 1.02, base - h, w, h)
    draw_card(pen, Card("10D"), cx + w * 0.02, base - h, w, h)
