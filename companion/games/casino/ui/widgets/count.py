"""The count of a round as a table: what scores by row, sides by column, how many each has and what it brings; below, the standing."""

from __future__ import annotations

from functools import partial

import msgspec

from companion.games.casino.rules.cards import RANK, SUIT, Card
from companion.games.casino.rules.count import CARDS, SPADE, SWEEPS
from companion.games.casino.rules.state import RoundResult
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.card import draw_suit
from companion.games.kit.colours import Colour
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

ACES = ("AS", "AC", "AH", "AD")


class Cell(msgspec.Struct, frozen=True):
    """What a side has of a row, and the points for it. `cards`: the point cards that it has."""

    has: str = ""
    points: int = 0
    cards: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A row: its words, the card that it is about, a cell a side."""

    title: str
    card: str
    cells: tuple[Cell, ...]


class CountTable(Drawn):
    """`on_tap` gets nothing: the table is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[Line, ...] = ()
        self.sides: tuple[str, ...] = ()
        self.scores: tuple[tuple[int, int], ...] = ()
        self.goal = ""

    def show(self, result: RoundResult, sides: tuple[str, ...], before: dict[str, int], goal: str) -> None:
        """`before`: the totals before this round."""
        scores = tuple([(before.get(side, 0), result.scores[side]) for side in sides])
        now = (_lines(result, sides), sides, scores, goal)
        if now != (self.lines, self.sides, self.scores, self.goal):
            self.lines, self.sides, self.scores, self.goal = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        if not self.sides:
            return
        first = min(250.0, w * 0.34)
        each = (w - first) / len(self.sides)
        pitch = min(44.0, (h - 50 - 50) / max(1, len(self.lines)))
        for i, side in enumerate(self.sides):
            colours = [Colour(colour) for colour in side.split("+")]
            x = first + i * each
            for k, colour in enumerate(colours):
                draw_emblem(pen, colour, x + 24 + k * 44, 24, 40)
            room = each - 28 - 44 * len(colours)
            if room > 60 and len(colours) == 1:
                pen.text((x + 50, 4, room, 40), pen.named(colours[0]), theme.SMALLEST_TEXT, "ivory", name=True)
        for n, line in enumerate(self.lines):
            y = 50 + n * pitch
            self.layer(n, (line, y, w, first, each, pitch), partial(self._line, line=line, y=y, first=first, each=each, h=pitch))
        self._standing(pen, 50 + len(self.lines) * pitch + 2, first, each)

    def _line(self, pen: Pen, line: Line, y: float, first: float, each: float, h: float) -> None:
        w, size = self.box.w, theme.SMALLEST_TEXT
        pen.rect(0, y, w, 1, "brass", 0.22)
        title = first - (64 if line.card else 8)
        pen.text((6, y, title, h), line.title, size, "ivory")
        if line.card:
            pen.glyph(first - 46, y + h / 2, RANK[Card(line.card)], size, "ivory", "JostSemiBold")
            draw_suit(pen, SUIT[Card(line.card)], first - 16, y + h / 2, 20, "#F07B84" if SUIT[Card(line.card)] in "HD" else "ivory")
        for i, cell in enumerate(line.cells):
            x = first + i * each
            if cell.has:
                pen.text((x + 4, y, each * 0.5, h), cell.has, size, "ivory" if cell.points else "mist", align="centre")
            pitch = min(24.0, each * 0.5 / max(1, len(cell.cards)))
            for k, card in enumerate(cell.cards):
                draw_suit(pen, SUIT[Card(card)], x + 18 + k * pitch, y + h / 2, 20, "#F07B84" if SUIT[Card(card)] in "HD" else "ivory")
            said = f"+{cell.points}" if cell.points else "–"
            pen.text((x + each * 0.5, y, each * 0.5 - 10, h), said, size, "champ" if cell.points else "mist", font="JostSemiBold", align="right")

    def _standing(self, pen: Pen, y: float, first: float, each: float) -> None:
        w, size = self.box.w, theme.SMALLEST_TEXT
        pen.rect(0, y, w, 2, "brass")
        pen.text((6, y + 4, first - 12, 46), f"{tr('Standing')} {self.goal}", size, "champ")
        for i, (before, after) in enumerate(self.scores):
            x = first + i * each
            pen.text((x + 4, y + 4, each * 0.55, 46), f"{before} + {after - before}", size, "mist", align="centre")
            pen.text((x + each * 0.5, y + 2, each * 0.5 - 10, 48), str(after), 40, "ivory", font="JostSemiBold", align="right")


def _lines(result: RoundResult, sides: tuple[str, ...]) -> tuple[Line, ...]:
    points = {(line.what, line.to): line.points for line in result.counted}
    piles = [result.piles[side] for side in sides]
    found = [
        Line(tr("Most cards"), "", tuple([Cell(str(pile.cards), points.get((CARDS, side), 0)) for side, pile in zip(sides, piles, strict=True)])),
        Line(tr("Most spades"), "", tuple([Cell(str(pile.spades), points.get((SPADE, side), 0)) for side, pile in zip(sides, piles, strict=True)])),
        Line(tr("Big casino"), "10D", tuple([Cell("", points.get(("10D", side), 0)) for side in sides])),
        Line(tr("Little casino"), "2S", tuple([Cell("", points.get(("2S", side), 0)) for side in sides])),
        Line(
            tr("Aces"),
            "",
            tuple([Cell("", sum(points.get((ace, side), 0) for ace in ACES), tuple(a for a in ACES if points.get((a, side)))) for side in sides]),
        ),
    ]
    if any(what == SWEEPS for what, _ in points):
        found.append(Line(words.item(SWEEPS), "", tuple([Cell("", points.get((SWEEPS, side), 0)) for side in sides])))
    return tuple(found)
