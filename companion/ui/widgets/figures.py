"""Figures with what they are, and money by month or year as columns."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.evenings.statistics import Period
from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.chart import axis_step
from companion.ui.widgets.drawn import Drawn

WIDE = 600
"""In more room than this, in dp, the figures stand in two columns, if all are short enough for that."""

LEAST = 42.0
"""The least that a line of figures is high, in dp, with the gap below it."""

Figure = tuple[str, str, str]
"""What it is, the figure, and what is to be said of it besides."""


class Figures(Drawn):
    """Figures in one column or two; the last of an odd number has both for itself. Where not all have room, a page of them is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: tuple[Figure, ...] = ()
        self.page = 0

    def show(self, figures: Sequence[Figure]) -> None:
        """Takes the figures, from the first."""
        if tuple(figures) != self.figures:
            self.figures = tuple(figures)
            self.page = 0
            self.redraw()

    @property
    def _columns(self) -> int:
        # Each has to have room for what it is, beside the figure.
        return 2 if self.box.w > WIDE and self._widest <= self.box.w / 2 else 1

    @property
    def _widest(self) -> float:
        """What the widest needs for both in one line."""
        wide = [_least(label + value, "JostSemiBold", self.scale) for label, value, _ in self.figures]
        return max(wide, default=0.0) + 40

    @property
    def _low(self) -> float:
        """How high each is at least: where one has no room for both in one line, the figure stands below what it is."""
        return LEAST if self._columns == 2 or self._widest <= self.box.w else 2 * LEAST

    @property
    def pages(self) -> int:
        """How many there are."""
        # In one column the longest note, that of the last figure, has a line of its own.
        lines = max(1, int(self.box.h / self._low) - (self._columns == 1))
        return max(1, -(-len(self.figures) // (lines * self._columns)))

    def move(self, by: int) -> None:
        """Turns so many pages."""
        page = max(0, min(self.page + by, self.pages - 1))
        if page != self.page:
            self.page = page
            self.redraw()

    def scrolled(self, by: int) -> bool:
        self.move(by)
        return True

    def draw(self, pen: Pen) -> None:
        w, columns, pages = self.box.w, self._columns, self.pages
        # As many on each page, in whole lines.
        each = -(-len(self.figures) // (pages * columns)) * columns
        first = each * min(self.page, pages - 1)
        seen = self.figures[first : first + each]
        count = len(seen)
        lines = -(-(count if pages == 1 else each) // columns) + (columns == 1)
        pitch = min(max(64.0, self._low), self.box.h / max(1, lines))
        for i, figure in enumerate(seen):
            whole = i + 1 == count and count % 2 == 1
            wide = w if columns == 1 or whole else w / 2 - 2
            below = columns == 1 and i + 1 == count and bool(figure[2])
            box = Box((i % columns) * (w / 2 + 2), (i // columns) * pitch, wide, (2 if below else 1) * pitch - 4)
            self._figure(pen, figure, box, below)

    @staticmethod
    def _figure(pen: Pen, figure: Figure, box: Box, below: bool) -> None:
        """`below`: the note stands on a line of its own."""
        label, value, note = figure
        x, y, w, h = box
        needed, figured = [_least(text, font, pen.scale) + 4 for text, font in ((label, "Jost"), (value, "JostSemiBold"))]
        beside = needed + figured + 30 <= w
        line = h / (1 + (not beside) + below)
        second = y if beside else y + line
        pen.rect(x, y, w, h, "bar")
        # Larger text takes only what the other leaves.
        taken = min(pen.width(value, 28, "JostSemiBold") + 4, max(figured, w - 30 - needed) if beside else w - 24)
        named = min(pen.width(label, 28) + 4, w - 30 - taken if beside else w - 24)
        pen.text((x + 12, y, named, line), label, 28, "ivory")
        pen.text((x + w - 12 - taken, second, taken, line), value, 28, "champ", font="JostSemiBold", align="right")
        left = named + 12 if beside else 0.0
        if below:
            pen.text((x + 12, y + h - line, w - 24, line), note, 28, "mist", name=True)
        elif note and (room := w - 30 - taken - left) > 60:
            pen.text((x + 12 + left, second, room, line), note, 28, "mist", name=True)


def _least(text: str, font: str, scale: float) -> float:
    """The least width in dp of a text."""
    return lettering.width(text, font, theme.SMALLEST_TEXT * scale) / scale


class PeriodChart(Drawn):
    """Money by month or year as columns, with a crown's diamond for each win above it, up to five. Nothing moves."""

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.periods: tuple[tuple[str, Period], ...] = ()

    def show(self, periods: Sequence[tuple[str, Period]], title: str) -> None:
        """Labels with what is drawn above them, in the order of time."""
        if (tuple(periods), title) != (self.periods, self.title):
            self.periods, self.title = tuple(periods), title
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        pen.text((0, 0, w, 36), self.title, 28, "champ")
        if not any(period.games for _, period in self.periods):
            pen.text((0, h * 0.5 - 34, w, 68), tr("No dated game"), 28, "mist", align="centre", lines=2)
            return
        most = max(1, *(period.score for _, period in self.periods))
        mark = axis_step(most)
        axis = max(pen.width(texts.short_amount(k * mark), 28) for k in range(1, int(most / mark) + 2)) + 8
        left, top, bottom = axis + 4, 58.0, h - 38.0
        high = max(most, mark)
        for k in range(int(high / mark) + 1):
            y = bottom - (bottom - top) * k * mark / high
            pen.rect(left, y, w - left, 1, "brass" if k == 0 else "rim", 0.9 if k == 0 else 0.35)
            pen.text((0, y - 18, axis - 2, 36), texts.short_amount(k * mark) if k else "0", 28, "mist", align="right")
        pitch = (w - left) / len(self.periods)
        for i, (label, period) in enumerate(self.periods):
            x, wide = left + i * pitch, min(pitch * 0.7, 46.0)
            tall = (bottom - top) * period.score / high
            if tall:
                pen.rect(x + (pitch - wide) / 2, bottom - tall, wide, tall, "card")
            for k in range(min(period.wins, 5)):
                pen.diamond(x + pitch / 2 + (k - (min(period.wins, 5) - 1) / 2) * 9, bottom - tall - 8, 4, "champ")
            if pitch >= pen.width(label, 28) or i % 2 == 0:
                room = max(pitch, pen.width(label, 28) + 2)
                pen.text((min(x + (pitch - room) / 2, w - room), bottom + 2, room, 36), label, 28, "mist", align="centre")
