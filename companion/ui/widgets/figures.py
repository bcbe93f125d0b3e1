"""Figures with what they are, and money by month or year as columns."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.evenings.statistics import Period
from companion.ui import texts
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.chart import axis_step
from companion.ui.widgets.drawn import Drawn

BESIDE = 430
"""In more room than this, in dp, what is said besides stands beside what a figure is."""

Figure = tuple[str, str, str]
"""What it is, the figure, and what is to be said of it besides."""


class Figures(Drawn):
    """Figures in two columns; the last of an odd number has both for itself."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: tuple[Figure, ...] = ()

    def show(self, figures: Sequence[Figure]) -> None:
        if tuple(figures) != self.figures:
            self.figures = tuple(figures)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, count = self.box.w, len(self.figures)
        pitch = min(76.0, self.box.h / max(1, -(-count // 2)))
        for i, figure in enumerate(self.figures):
            whole = i + 1 == count and count % 2 == 1
            self._figure(pen, figure, Box((i % 2) * w / 2, (i // 2) * pitch, w if whole else w / 2, pitch - 4), whole)

    @staticmethod
    def _figure(pen: Pen, figure: Figure, box: Box, whole: bool) -> None:
        label, value, note = figure
        x, y, w, h = box
        pen.rect(x, y, w - 4, h, "bar")
        taken = min(pen.width(value, 26, "JostSemiBold") + 6, w * 0.55)
        pen.text((x + w - 14 - taken, y, taken, h), value, 26, "champ", font="JostSemiBold", align="right")
        room = w - 28 - taken
        if not note:
            pen.text((x + 10, y + 1, room, h - 2), label, 18, "ivory", lines=2)
        elif whole and w > BESIDE:
            pen.text((x + 10, y + 1, room * 0.4, h - 2), label, 18, "ivory", lines=2)
            pen.text((x + 10 + room * 0.42, y + 1, room * 0.58, h - 2), note, 18, "mist", lines=2)
        else:
            pen.text((x + 10, y + 1, room, h * 0.5), label, 18, "ivory")
            pen.text((x + 10, y + h * 0.5, room, h * 0.48), note, 18, "mist", name=True)


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
        pen.text((0, 0, w, 26), self.title, 20, "champ")
        if not any(period.games for _, period in self.periods):
            pen.text((0, h * 0.5 - 34, w, 68), tr("No dated game"), 20, "mist", align="centre", lines=2)
            return
        most = max(1, *(period.money for _, period in self.periods))
        mark = axis_step(most)
        axis = max(pen.width(texts.short_amount(k * mark), 18) for k in range(1, int(most / mark) + 2)) + 8
        left, top, bottom = axis, 48.0, h - 28.0
        high = max(most, mark)
        for k in range(int(high / mark) + 1):
            y = bottom - (bottom - top) * k * mark / high
            pen.rect(left, y, w - left, 1, "brass" if k == 0 else "rim", 0.9 if k == 0 else 0.35)
            pen.text((0, y - 13, axis - 6, 26), texts.short_amount(k * mark) if k else "0", 18, "mist", align="right")
        pitch = (w - left) / len(self.periods)
        for i, (label, period) in enumerate(self.periods):
            x, wide = left + i * pitch, min(pitch * 0.7, 46.0)
            tall = (bottom - top) * period.money / high
            if tall:
                pen.rect(x + (pitch - wide) / 2, bottom - tall, wide, tall, "card")
            for k in range(min(period.wins, 5)):
                pen.diamond(x + pitch / 2 + (k - (min(period.wins, 5) - 1) / 2) * 9, bottom - tall - 8, 4, "champ")
            if pitch >= pen.width(label, 18) or i % 2 == 0:
                room = max(pitch, pen.width(label, 18) + 2)
                pen.text((min(x + (pitch - room) / 2, w - room), bottom + 3, room, 24), label, 18, "mist", align="centre")
