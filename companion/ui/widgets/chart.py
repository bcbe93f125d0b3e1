"""The end: a podium, and everybody's money by round."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from companion.games.kit.colours import Colour
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.motion import Motion
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem, shape

PLATE = 36
"""The height of the line of names below the columns, in dp."""
NAME = 84
"""In less room, in dp, no name is written: its emblem says more than two letters and dots."""


REST = 78
"""The height of those who stand on no column, in dp."""
MARKED = 20
"""So many points of a line at most are marked."""
WIDE = 560
"""In more room than this, in dp, the lines of the chart end at names."""


def _fitting(pen: Pen, amount: int, room: float) -> str:
    """An amount in full, or where that has no room in a short word."""
    full = texts.amount(amount)
    return full if pen.width(full, 28, "JostSemiBold") <= room else texts.short_amount(amount)


class PodiumStep(NamedTuple):
    """Who stands on a step of the podium: one, or all who are level."""

    rank: int
    colours: tuple[Colour, ...]
    fortune: int


class Podium(Drawn):
    """Columns for the first three and whoever is level with one of them, the others below; who is level shares rank and height, or a step.

    Columns rise from the last to the first.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ranks: tuple[tuple[int, Colour, int], ...] = ()
        self.crowned = True
        self._ordered = False
        self._share = 1.0
        self._columns: dict[int, tuple[float, float]] = {}
        """Base and height of each column."""
        self._motion: Motion | None = None

    def show(
        self,
        fortunes: Mapping[Colour, int],
        crowned: bool = True,
        order: Sequence[Colour] = (),
        places: Mapping[Colour, int] | None = None,
        sides: Sequence[Sequence[Colour]] = (),
    ) -> None:
        """Fortunes by colour; the richest is first, all who are level are of the same rank. `crowned`: who is first has won.

        `order`: who is first, second ... where that does not go by the fortune; `places`: everybody's, where several share one.
        `sides`: who plays together, and is one in the ranking.
        """
        if places:
            ranks = tuple(sorted([(places[c], c, fortunes[c]) for c in fortunes], key=lambda each: (each[0], list(Colour).index(each[1]))))
        elif order:
            ranks = tuple((place, c, fortunes[c]) for place, c in enumerate(order, 1))
        else:
            richest: list[Colour] = sorted(fortunes, key=lambda colour: (-fortunes[colour], list(Colour).index(colour)))
            each = [fortunes[side[0]] for side in sides] if sides else list(fortunes.values())
            ranks = tuple((1 + sum(1 for v in each if v > fortunes[c]), c, fortunes[c]) for c in richest)
        if (ranks, crowned) == (self.ranks, self.crowned):
            return
        self.ranks, self.crowned, self._ordered = ranks, crowned, bool(order or places)
        if self._motion is not None:
            self._motion.stop()

        def step(share: float) -> None:
            self._share = share
            self._rise()

        self.redraw()
        self._motion = Motion(3 * theme.duration("podium"), step)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        if not self.ranks:
            return
        if not self.ranks[0][2] and not self._ordered:
            self._poor(pen)
            return
        steps = self.steps()
        rest = self.ranks[sum(len(step.colours) for step in steps) :]
        base = h - (REST + 4 if rest else 6) - PLATE
        tallest = base - 106
        self._columns = {}
        boxes = self._across(w, steps, max(116.0, *(pen.width(texts.amount(step.fortune), 28, "JostSemiBold") + 8 for step in steps)))
        for i, (step, (left, wide)) in enumerate(zip(steps, boxes, strict=True)):
            tall = max(50.0, tallest * {1: 1.0, 2: 0.73, 3: 0.55}[step.rank])
            self._columns[i] = (base, tall)
            self._column(i, Box(left, base - tall, wide, tall), step)
        pen.rect(0, base, w, 2, "brass")
        for step, (left, wide) in zip(steps, boxes, strict=True):
            each = (wide + 4) / len(step.colours)
            for k, colour in enumerate(step.colours):
                if each >= NAME:
                    pen.text((left - 1 + k * each, base + 2, each - 2, PLATE - 2), pen.named(colour), 28, "mist", align="centre", name=True)
        for i, (_, colour, fortune) in enumerate(rest):
            self._below(pen, Box(i * w / len(rest), h - REST, w / len(rest), REST), colour, fortune)

    def steps(self) -> list[PodiumStep]:
        """The first three, each on a step; where more are level with one of them, all who are level stand on one step."""
        top = [each for each in self.ranks if each[0] <= 3]
        if len(top) <= 3:
            return [PodiumStep(rank, (colour,), fortune) for rank, colour, fortune in top]
        return [
            PodiumStep(rank, tuple(colour for at, colour, _ in top if at == rank), next(fortune for at, _, fortune in top if at == rank))
            for rank in sorted({rank for rank, _, _ in top})
        ]

    @staticmethod
    def _across(w: float, steps: list[PodiumStep], widest: float) -> list[tuple[float, float]]:
        """Left edge and width of each step, in dp: the first of three in the middle; a step for several is wider.

        `widest`: so wide is a step with the widest amount.
        """
        several = sum(len(step.colours) > 1 for step in steps)
        alone = min(widest if several else max(140.0, widest), (w - 16) / 3 - 6)
        spare = w - 16 - (alone + 4) * (len(steps) - several)
        widths = [alone if len(step.colours) == 1 else min(spare / several - 4, alone * len(step.colours)) for step in steps]
        order = [1, 0, 2] if len(steps) == 3 else list(range(len(steps)))
        left, found = (w - sum(widths) - 4 * (len(steps) - 1)) / 2, dict[int, float]()
        for i in order:
            found[i] = left
            left += widths[i] + 4
        return [(found[i], widths[i]) for i in range(len(steps))]

    @staticmethod
    def _below(pen: Pen, box: Box, colour: Colour, fortune: int) -> None:
        """Who stands on no column: the emblem with the name beside it, and the money below."""
        x, y, w, h = box
        name = pen.named(colour)
        beside = min(pen.width(name, 28) + 4, w - 50) if name and w - 50 >= NAME else 0.0
        left = x + (w - 45 - beside) / 2
        draw_emblem(pen, colour, left + 20, y + 21, 40)
        if beside:
            pen.text((left + 47, y + 3, beside, 36), name, 28, "mist", name=True)
        pen.text((x + 1, y + h - 36, w - 2, 36), _fitting(pen, fortune, w - 2), 28, "ivory", align="centre")

    def _poor(self, pen: Pen) -> None:
        """Nobody has anything, so nobody stands higher."""
        w, h = self.box.w, self.box.h
        each = w / len(self.ranks)
        for i, (_, colour, fortune) in enumerate(self.ranks):
            draw_emblem(pen, colour, each * (i + 0.5), h * 0.5 - 34, 46)
            pen.text((each * i + 2, h * 0.5 + 6, each - 4, 36), texts.amount(fortune), 28, "ivory", font="JostSemiBold", align="centre")
            if each >= NAME:
                pen.text((each * i + 2, h * 0.5 + 42, each - 4, 36), pen.named(colour), 28, "mist", align="centre", name=True)
        pen.rect(0, h * 0.5, w, 2, "brass")

    def _column(self, i: int, box: Box, step: PodiumStep) -> None:
        """A column in parts: it rises with its emblems on top, and what is written on it is seen when it stands."""
        first = step.rank == 1 and self.crowned
        look = (box, step, first)
        self.layer(("column", i), look, partial(_column, box=box, first=first), mobile=True)
        self.layer(("told", i), look, partial(self._told, box=box, rank=step.rank, fortune=step.fortune, first=first), fading=True)
        self.layer(("crest", i), look, partial(_crest, colours=step.colours, box=box, size=58 if first else 46), mobile=True)
        self._rise()

    def _told(self, pen: Pen, box: Box, rank: int, fortune: int, first: bool) -> None:
        x, y, w, h = box
        if h > 84:
            room = h - 40
            pen.glyph(x + w / 2, y + min(40, room / 2 + 2), str(rank), min(46 if first else 40, room - 10), "champ", "Federo")
        pen.text((x + 2, y + h - 40, w - 4, 36), _fitting(pen, fortune, w - 4), 28, "ivory", font="JostSemiBold", align="centre")
        if first:
            self._rays(pen, x + w / 2, y - 8)

    def _rise(self) -> None:
        """Brings the columns to the height that they have by now."""
        for i, (base, tall) in self._columns.items():
            share = max(0.0, min(1.0, self._share * 3 - (len(self._columns) - 1 - i))) if self._share < 1 else 1.0
            high = max(50.0, tall * share)
            column, told, crest = (self.part((what, i)) for what in ("column", "told", "crest"))
            if column is not None:
                column.stretch(1.0, high / tall, (0, base))
            if told is not None:
                told.fade(float(share >= 1))
            if crest is not None:
                crest.move(0, tall - high)

    def _rays(self, pen: Pen, cx: float, cy: float) -> None:
        lines = []
        for i in range(19):
            angle = math.pi * i / 18
            near, far = (44, 92) if i % 2 else (50, 84)
            lines.append((cx - near * math.cos(angle), cy - near * math.sin(angle), cx - far * math.cos(angle), cy - far * math.sin(angle)))
        pen.rays(lines, "brass", 1, 0.8)


def _crest(pen: Pen, colours: tuple[Colour, ...], box: Box, size: float) -> None:
    """Who stands on a step, side by side."""
    each = box.w / len(colours)
    for k, colour in enumerate(colours):
        draw_emblem(pen, colour, box.x + (k + 0.5) * each, box.y - 34, min(size, each - 2) if len(colours) > 1 else size)


def _column(pen: Pen, box: Box, first: bool) -> None:
    """A column with the upper corners cut off."""
    x, y, w, h = box
    base = y + h
    pen.quad([x, base, x, y + 12, x + w, y + 12, x + w, base], "tileHi" if first else "tile")
    pen.quad([x, y + 12, x + 12, y, x + w - 12, y, x + w, y + 12], "tileHi" if first else "tile")
    outline = [x, base, x, y + 12, x + 12, y, x + w - 12, y, x + w, y + 12, x + w, base]
    pen.line(outline, "champ" if first else "rim", 3 if first else 1.6)


class MoneyChart(Drawn):
    """Lines of money by round with an emblem at the end of each. Nothing moves."""

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.rounds: tuple[dict[Colour, int], ...] = ()
        self.goal = 0
        self.first: dict[Colour, int] = {}

    def show(self, rounds: Sequence[Mapping[Colour, int]], title: str = "", goal: int = 0, first: Mapping[Colour, int] | None = None) -> None:
        """`rounds`: fortunes by colour after round 1, 2, ...; `first`: before it, where somebody has something then. `goal`: a line is drawn
        at it; 0 for none.
        """
        now, begun = tuple(dict(fortunes) for fortunes in rounds), dict(first or {})
        if (now, title, goal, begun) != (self.rounds, self.title, self.goal, self.first):
            self.rounds, self.title, self.goal, self.first = now, title, goal, begun
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        pen.text((0, 0, w - 48, 36), self.title, 28, "champ")
        if not self.rounds:
            pen.text((0, h * 0.5 - 34, w, 68), tr("No round was paid out"), 28, "mist", align="centre", lines=2)
            return
        n = len(self.rounds)
        most = max(1, self.goal, *(v for fortunes in (self.first, *self.rounds) for v in fortunes.values()))
        mark = axis_step(most)
        axis = max(pen.width(texts.short_amount(k * mark), 28) for k in range(1, int(most / mark) + 2)) + 8
        # In little room the emblems stand alone: the names are on the podium.
        named = min(max((pen.width(pen.named(colour), 28) for colour in self.rounds[-1]), default=0.0) + 8, w * 0.3) if w > WIDE else 0.0
        left, right, top, bottom = axis, w - 50.0 - named, 52.0, h - 38.0
        high = max(most, mark)

        def at(r: int, value: int) -> tuple[float, float]:
            return left + (right - left) * r / n, bottom - (bottom - top) * value / high

        for k in range(int(high / mark) + 1):
            y = at(0, k * mark)[1]
            pen.rect(left, y, right - left, 1, "brass" if k == 0 else "rim", 0.9 if k == 0 else 0.35)
            pen.text((0, y - 18, axis - 4, 36), texts.short_amount(k * mark) if k else "0", 28, "mist", align="right")
        # So far apart that their numbers stand clear of each other.
        wide = max(40.0, pen.width(str(n), 28) + 4)
        every = max(1, axis_step(n)) if n * (wide - 10) > right - left else 1
        for r in range(0, n + 1, every):
            x = at(r, 0)[0]
            pen.rect(x, top - 8, 1, bottom - top + 8, "rim", 0.3)
            if r:
                pen.text((x - wide / 2, bottom + 2, wide, 36), str(r), 28, "mist", align="centre")
        if self.goal:
            y = at(0, self.goal)[1]
            dashes = max(1, int((right - left) / 12))
            pen.rays([(left + 12 * k, y, left + 12 * k + 7, y) for k in range(dashes)], "champ", 2)
        self._lines(pen, at)
        last: dict[Colour, int] = self.rounds[-1]
        ends: list[Colour] = sorted(last, key=lambda c: -last[c])
        ys = _spread([at(n, self.rounds[-1][c])[1] for c in ends], min(42.0, (h - 42) / max(1, len(ends) - 1)), 21, h - 21)
        for colour, y in zip(ends, ys, strict=True):
            draw_emblem(pen, colour, w - named - 22, y, 40)
            if named:
                pen.text((w - named, y - 18, named, 36), pen.named(colour), 28, "mist", name=True)

    def _lines(self, pen: Pen, at: Callable[[int, int], tuple[float, float]]) -> None:
        for colour in sorted(self.rounds[-1], key=lambda c: self.rounds[-1][c]):
            livery = theme.LIVERIES[colour]
            points = [at(0, self.first.get(colour, 0)), *(at(r + 1, fortunes[colour]) for r, fortunes in enumerate(self.rounds))]
            flat = [v for point in points for v in point]
            if colour is Colour.BLACK:
                pen.line(flat, "ivory", 5)
            pen.line(flat, livery.fill, 3)
            # Of many rounds there is no room for a mark each.
            for x, y in points[1:-1] if len(points) <= MARKED else ():
                shape(pen, livery.shape, x, y, 7.4, "ivory")
                shape(pen, livery.shape, x, y, 5.8, livery.fill)


def axis_step(most: int) -> int:
    """A round distance of the axis marks: 1, 2 or 5 times a power of ten, two to four marks."""
    step = 1
    while most / step > 4.5:
        step *= 10
    for smaller in (10, 5, 2):
        if step >= smaller and most / (step / smaller) <= 4.5:
            return step // smaller
    return step


def _spread(ys: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Moves heights apart so that neighbours keep a distance, in their order, within bounds (if these have room for them)."""
    placed = sorted(ys)
    for _ in range(50):
        for i, (a, b) in enumerate(pairwise(placed)):
            if b - a < gap:
                push = (gap - (b - a)) / 2
                placed[i], placed[i + 1] = a - push, b + push
    # What was pushed beyond a bound comes back, and pushes its neighbours before it.
    for i in range(len(placed)):
        placed[i] = max(placed[i], placed[i - 1] + gap if i else low)
    for i in reversed(range(len(placed))):
        placed[i] = min(placed[i], placed[i + 1] - gap if i + 1 < len(placed) else high)
    return placed
