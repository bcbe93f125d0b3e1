"""What was done last: whose emblem, the words, and the cards."""

from __future__ import annotations

from companion.games.casino.rules.cards import RANK, SUIT, Card
from companion.games.casino.rules.state import Did, Play
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.card import draw_suit
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

HEIGHT = 46.0


class Strip(Drawn):
    """The last settled act; it stays until the next one. Where a build has changed hands it says so."""

    def __init__(self) -> None:
        super().__init__()
        self.play: Play | None = None

    def show(self, play: Play | None) -> None:
        if play != self.play:
            self.play = play
            self.redraw()

    def draw(self, pen: Pen) -> None:
        play = self.play
        if play is None:
            return
        w, h = self.box.w, self.box.h
        pen.rect(0, 0, w, 1, "brass", 0.3)
        draw_emblem(pen, play.by, 24, h / 2, 40)
        x, size = 54.0, theme.SMALLEST_TEXT
        for part in _parts(play):
            if isinstance(part, str):
                wide = min(pen.width(part, size) + 4, w - x)
                if wide > 20:
                    pen.text((x, 0, wide, h), part, size, "ivory")
                x += wide + 6
                continue
            for card in part:
                wide = pen.width(RANK[card], size, "JostSemiBold") + 22
                if x + wide > w:
                    return
                ink = "#F07B84" if SUIT[card] in "HD" else "ivory"
                pen.glyph(x + (wide - 22) / 2, h / 2, RANK[card], size, ink, "JostSemiBold")
                draw_suit(pen, SUIT[card], x + wide - 12, h / 2, 19, ink)
                x += wide + 6


def _parts(play: Play) -> tuple[str | tuple[Card, ...], ...]:
    card = (play.card,) if play.card is not None else ()
    match play.did:
        case Did.LAY:
            return (tr("laid"), card)
        case Did.TRAIL:
            return (tr("left"), card)
        case Did.TAKE:
            return (tr("took"), play.cards, tr("with"), card)
        case _:
            called = tr("builds") if play.did is Did.BUILD else ""
            return (words.did(play), card) if not called else (words.did(play), (*card, *play.cards))
