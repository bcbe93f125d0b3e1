"""The count of a round as a table: what scores by row, sides by column, how many each has and what it brings; below, the standing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from companion.games.casino.rules.cards import RANK, SUIT, Card
from companion.games.casino.rules.count import CARDS, SPADE, SWEEPS
from companion.games.casino.rules.state import RoundResult
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.card import draw_suit
from companion.games.kit.colours import Colour
from companion.ui.kit import lettering, theme
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

ACES = ("AS", "AC", "AH", "AD")
ACE, POINT_CARDS = "aces", "points"
"""Rows of several cards."""
NAME = 100.0
"""In less room, in dp, a name that would be cut is left out."""
TOP, FOOT, LEAST = 46.0, 46.0, 34.0
"""The heights in dp of the heads and of the standing, and the least that a row has."""


class Cell(msgspec.Struct, frozen=True):
    """What a side has of a row, and the points for it. `cards`: the point cards that it has."""

    has: str = ""
    points: int = 0
    cards: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A row: what it counts, its words, shorter ones, the card that it is about, a cell a side."""

    what: str
    title: str
    short: str
    card: str
    cells: tuple[Cell, ...]


class CountTable(Drawn):
    """`on_tap` gets what a row counts; `opens`: whether its cards are known, so that it can be opened."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.opens = False
        self.lines: tuple[Line, ...] = ()
        self.sides: tuple[str, ...] = ()
        self.scores: tuple[tuple[int, int], ...] = ()
        self.goal = ""

    def show(self, result: RoundResult, sides: tuple[str, ...], before: dict[str, int], goal: str) -> None:
        """`before`: the totals before this round."""
        self.opens = any(pile.held for pile in result.piles.values())
        scores = tuple([(before.get(side, 0), result.scores[side]) for side in sides])
        now = (_lines(result, sides), sides, scores, goal)
        if now != (self.lines, self.sides, self.scores, self.goal):
            self.lines, self.sides, self.scores, self.goal = now
            self.redraw()

    @property
    def drawn(self) -> tuple[Line, ...]:
        """The rows as there is room for them: where there is little, both casinos and the aces are one row."""
        room = (self.box.h - TOP - FOOT) / max(1, len(self.lines))
        return self.lines if room >= LEAST else _together(self.lines)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        if not self.sides:
            return
        first = min(262.0, w * 0.34)
        each = (w - first) / len(self.sides)
        lines = self.drawn
        pitch = min(44.0, (h - TOP - FOOT) / max(1, len(lines)))
        for i, side in enumerate(self.sides):
            colours = [Colour(colour) for colour in side.split("+")]
            x = first + i * each
            for k, colour in enumerate(colours):
                draw_emblem(pen, colour, x + 24 + k * 44, 22, 40)
            room = each - 28 - 44 * len(colours)
            # A name of which two letters would be left says less than its emblem.
            if len(colours) == 1 and min(NAME, pen.width(pen.named(colours[0]), theme.SMALLEST_TEXT)) <= room:
                pen.text((x + 50, 2, room, 40), pen.named(colours[0]), theme.SMALLEST_TEXT, "ivory", name=True)
        for n, line in enumerate(lines):
            y = TOP + n * pitch
            self.layer(
                n,
                (line, y, w, first, each, pitch, self.opens, self.pressed == line.what),
                partial(self._line, line=line, y=y, first=first, each=each, h=pitch),
            )
        self._standing(pen, TOP + len(lines) * pitch + 1, first, each)

    def _line(self, pen: Pen, line: Line, y: float, first: float, each: float, h: float) -> None:
        w, size = self.box.w, theme.SMALLEST_TEXT
        if self.opens:
            # Rows are lower than a finger: a touch opens the one that is nearest.
            high = max(h, theme.TARGET[1])
            pen.target(line.what, 0, min(y + (h - high) / 2, self.box.h - high), w, high)
        if self.pressed == line.what:
            pen.rect(0, y, w, h, "panelHi")
        pen.rect(0, y, w, 1, "brass", 0.22)
        room = first - (68 if line.card else 8)
        title = line.title if pen.width(line.title, size) <= room else line.short
        pen.text((4, y, room, h), title, size, "ivory")
        if line.card:
            pen.glyph(first - 42, y + h / 2, RANK[Card(line.card)], size, "ivory", "JostSemiBold")
            draw_suit(pen, SUIT[Card(line.card)], first - 14, y + h / 2, 20, "#F07B84" if SUIT[Card(line.card)] in "HD" else "ivory")
        for i, cell in enumerate(line.cells):
            x = first + i * each
            said = f"+{cell.points}" if cell.points else "–"
            # In a narrow column each takes what it needs.
            taken = max(each * 0.5 - 10, lettering.width(said, "JostSemiBold", size * pen.scale) / pen.scale + 1)
            rim = 10 if each - taken >= 48 else 3
            if cell.has:
                room = each - taken - rim - 3
                pen.text((x + 3, y, min(each * 0.5, room), h), cell.has, size, "ivory" if cell.points else "mist", align="centre")
            self._cards(pen, cell.cards, x + 6, y + h / 2, each * 0.62)
            pen.text((x + each - rim - taken, y, taken, h), said, size, "champ" if cell.points else "mist", font="JostSemiBold", align="right")

    @staticmethod
    def _cards(pen: Pen, cards: tuple[str, ...], x: float, cy: float, room: float) -> None:
        """Aces by their suits; before them the two casinos by rank and suit."""
        size = theme.SMALLEST_TEXT
        ranked = [card for card in cards if card not in ACES]
        wide = sum(pen.width(RANK[Card(card)], size, "JostSemiBold") + 24 for card in ranked)
        pitch = min(24.0, (room - wide) / max(1, len(cards) - len(ranked)))
        for card in (*ranked, *[card for card in cards if card in ACES]):
            suit = SUIT[Card(card)]
            ink = "#F07B84" if suit in "HD" else "ivory"
            if card in ranked:
                rank = RANK[Card(card)]
                w = pen.width(rank, size, "JostSemiBold")
                pen.glyph(x + w / 2, cy, rank, size, ink, "JostSemiBold")
                draw_suit(pen, suit, x + w + 11, cy, 19, ink)
                x += w + 24
            else:
                draw_suit(pen, suit, x + 11, cy, 20, ink)
                x += pitch

    def _standing(self, pen: Pen, y: float, first: float, each: float) -> None:
        w, size = self.box.w, theme.SMALLEST_TEXT
        pen.rect(0, y, w, 2, "brass")
        said = tr("Standing {goal}", goal=self.goal)
        pen.text((4, y + 2, first - 8, FOOT - 4), said if pen.width(said, size) <= first - 8 else self.goal, size, "champ")
        for i, (before, after) in enumerate(self.scores):
            x = first + i * each
            came = f"{before} + {after - before}"
            both = pen.width(came, size) <= each * 0.58
            if both:
                pen.text((x + 4, y + 2, each * 0.58, FOOT - 4), came, size, "mist", align="centre")
            pen.text(
                (x + each * 0.6, y + 1, each * 0.4 - 10, FOOT - 2) if both else (x + 4, y + 1, each - 14, FOOT - 2),
                str(after),
                38,
                "ivory",
                font="JostSemiBold",
                align="right",
            )


def _single(title: str, card: str, sides: tuple[str, ...], points: dict[tuple[str, str | None], int]) -> Line:
    return Line(card, title, "", card, tuple([Cell("", points.get((card, side), 0)) for side in sides]))


def _together(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The rows of the six point cards as one."""
    single = [line for line in lines if line.card]
    aces = next(line for line in lines if any(cell.cards for cell in line.cells))
    cells = []
    for i, cell in enumerate(aces.cells):
        own = [(line.card, line.cells[i].points) for line in single if line.cells[i].points]
        cells.append(Cell("", cell.points + sum(points for _, points in own), (*[card for card, _ in own], *cell.cards)))
    one = Line(POINT_CARDS, tr("Point cards"), tr("Point cards"), "", tuple(cells))
    return tuple([one if line is aces else line for line in lines if not line.card])


def _lines(result: RoundResult, sides: tuple[str, ...]) -> tuple[Line, ...]:
    points = {(line.what, line.to): line.points for line in result.counted}
    piles = [result.piles[side] for side in sides]
    cards = tuple([Cell(str(pile.cards), points.get((CARDS, side), 0)) for side, pile in zip(sides, piles, strict=True)])
    spades = tuple([Cell(str(pile.spades), points.get((SPADE, side), 0)) for side, pile in zip(sides, piles, strict=True)])
    found = [
        Line(CARDS, tr("Most cards"), tr("Cards"), "", cards),
        Line(SPADE, tr("Most spades"), tr("Spades"), "", spades),
        _single(tr("Big casino"), "10D", sides, points),
        _single(tr("Little casino"), "2S", sides, points),
        Line(
            ACE,
            tr("Aces"),
            tr("Aces"),
            "",
            tuple([Cell("", sum(points.get((ace, side), 0) for ace in ACES), tuple(a for a in ACES if points.get((a, side)))) for side in sides]),
        ),
    ]
    if any(what == SWEEPS for what, _ in points):
        found.append(Line(SWEEPS, words.item(SWEEPS), words.item(SWEEPS), "", tuple([Cell("", points.get((SWEEPS, side), 0)) for side in sides])))
    return tuple(found)
