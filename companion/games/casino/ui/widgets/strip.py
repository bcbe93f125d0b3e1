"""What was done last: whose emblem, the words, and the cards; below it what else the table is told of it."""

from __future__ import annotations

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.state import Did, Play
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.card import draw_low_card
from companion.ui.kit import lettering, theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

HEIGHT, LINE = 46.0, 36.0
"""The heights in dp of what was done, and of a line below it."""
CARD = 50.0
"""The width in dp of a card in it, where there is room."""


class Strip(Drawn):
    """The last settled act; it stays until the next one. `notes`: sentences below it, such as that a build has changed hands."""

    def __init__(self) -> None:
        super().__init__()
        self.play: Play | None = None
        self.notes: tuple[str, ...] = ()
        self.four = False

    def show(self, play: Play | None, notes: tuple[str, ...] = (), *, four: bool = False) -> None:
        """Takes the play that was made last, and what is said of it."""
        if (play, notes, four) != (self.play, self.notes, self.four):
            self.play, self.notes, self.four = play, notes, four
            self.redraw()

    def tall(self, w: float) -> float:
        """The height in dp that it needs in so much width."""
        return HEIGHT + sum(self._lines(note, w) * LINE for note in self.notes)

    def _lines(self, note: str, w: float) -> int:
        return 1 if lettering.fit(note, w - 16, LINE, theme.SMALLEST_TEXT, scale=self.scale, least=theme.SMALLEST_TEXT).whole else 2

    def draw(self, pen: Pen) -> None:
        w = self.box.w
        pen.rect(0, 0, w, 1, "brass", 0.3)
        self.layer("play", (self.play, w, self.four), self._play)
        y = HEIGHT if self.play is not None else 6.0
        for note in self.notes:
            high = self._lines(note, w) * LINE
            pen.text((8, y, w - 16, high), note, theme.SMALLEST_TEXT, "champ", lines=2)
            y += high

    def _play(self, pen: Pen) -> None:
        play = self.play
        if play is None:
            return
        w, size = self.box.w, theme.SMALLEST_TEXT
        draw_emblem(pen, play.by, 24, HEIGHT / 2, 40)
        parts = _parts(play)
        said = sum(pen.width(part, size) + 14 for part in parts if isinstance(part, str))
        number = sum(len(part) for part in parts if not isinstance(part, str))
        # A great many cards lie over one another.
        pitch = min(CARD + 4, (w - 58 - said - CARD) / max(1, number - 1))
        x = 54.0
        for part in parts:
            if isinstance(part, str):
                wide = min(pen.width(part, size) + 4, w - x)
                pen.text((x, 0, wide, HEIGHT), part, size, "ivory")
                x += wide + 8
                continue
            for card in part:
                pen.stamp(x, 4, _mini, card=card, four=self.four)
                x += pitch
            x += 6


def _mini(pen: Pen, card: Card, four: bool) -> None:
    pen.rounded(-1, -1, CARD + 2, 40, 6, "ink")
    draw_low_card(pen, card, 0, 0, CARD, 38, four=four)


def _parts(play: Play) -> tuple[str | tuple[Card, ...], ...]:
    card = (play.card,) if play.card is not None else ()
    match play.did:
        case Did.LAY:
            return (tr("laid"), card)
        case Did.TRAIL:
            return (tr("left"), card)
        case Did.TAKE:
            return (tr("took"), card, tr("with"), play.cards)
        case Did.BUILD:
            return (words.did(play), (*card, *play.cards))
        case _:
            return (words.did(play), card)
