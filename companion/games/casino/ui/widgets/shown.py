"""The card that was played, large, and why it takes what is lit."""

from __future__ import annotations

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.worth import takes
from companion.games.casino.ui.widgets.card import draw_card
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn

LINE = 36.0
"""The height in dp of a line below the card, and of a sum."""
LEAST = 118.0
"""The least height in dp of the card that leaves room for a second line."""


class ShownCard(Drawn):
    """The card, and what it is worth."""

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        self.worth = self.values = ""
        self.four = False

    def show(self, card: Card | None, house: HouseRules, four: bool) -> None:
        """Takes the card that was shown; None for none."""
        values = takes(house, card) if card is not None else ()
        self.values = " / ".join(map(str, values))
        worth = tr("Worth {v}", v=self.values) if values else ""
        if (card, worth, four) != (self.card, self.worth, self.four):
            self.card, self.worth, self.four = card, worth, four
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if self.card is None:
            return
        w, h = self.box.w, self.box.h
        lines = [line for line in (tr("played"), self.worth) if line]
        if h - 12 - LINE * len(lines) < LEAST:
            lines = lines[-1:]
        tall = min(h - 12 - LINE * len(lines), (w - 20) / 0.71)
        wide = tall * 0.71
        draw_card(pen, self.card, (w - wide) / 2, 6, wide, tall, four=self.four)
        for n, line in enumerate(lines):
            last = n == len(lines) - 1 and self.worth
            if pen.width(line, theme.SMALLEST_TEXT, "JostSemiBold") > w:
                line = self.values
            ink, font = ("champ", "JostSemiBold") if last else ("mist", "Jost")
            pen.text((0, tall + 8 + n * LINE, w, LINE), line, theme.SMALLEST_TEXT, ink, font=font, align="centre")


class Sums(Drawn):
    """Why the card takes what is lit: a line a set, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[str, ...] = ()

    def show(self, lines: tuple[str, ...]) -> None:
        """Takes the lines, from the top."""
        if lines != self.lines:
            self.lines = lines
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        said = [(left.strip(), right.replace(" ", "") or tr("build")) for left, right in [line.split("=") for line in self.lines]]
        wide = max([pen.width(left, 28, "JostSemiBold") + pen.width(f"= {right}", 28) + 16 for left, right in said], default=0.0)
        columns = 2 if max(150.0, wide) <= w / 2 else 1
        for i, (left, right) in enumerate(said[: int(h // LINE) * columns]):
            x, y = i % columns * w / columns, i // columns * LINE
            first = pen.width(left, 28, "JostSemiBold")
            pen.text((x + 4, y, first + 2, LINE), left, 28, "champ", font="JostSemiBold")
            pen.text((x + first + 12, y, w / columns - first - 16, LINE), f"= {right}", 28, "ivory")
