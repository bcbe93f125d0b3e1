"""On which day a past game was played: for evenings at which the clock was wrong."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from companion.table.commands import SetDate
from companion.ui import texts
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, IconButton
from companion.ui.widgets.prompt import Prompt

FIRST, LAST = datetime.date(1990, 1, 1), datetime.date(2099, 12, 31)
PARTS = ("day", "month", "year")


def moved(day: datetime.date, part: str, by: int) -> datetime.date:
    """Another day: by so many days, months or years. A month that is shorter ends earlier. One beyond all evenings is the first or last."""
    day = min(max(day, FIRST), LAST)
    if part == "day":
        found = day + datetime.timedelta(days=by)
    else:
        months = day.year * 12 + day.month - 1 + by * (12 if part == "year" else 1)
        year, month = divmod(months, 12)
        found = datetime.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
    return min(max(found, FIRST), LAST)


class DayScreen(PageScreen):
    """Opened from the replay of a game; the day changes by arrows, and is set by the one large button."""

    name = "day"
    stays = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self._drawn: datetime.date | None = None
        self.more = {part: self.add(IconButton("up", partial(self._move, part, 1), label=f"{part} on")) for part in PARTS}
        self.less = {part: self.add(IconButton("down", partial(self._move, part, -1), label=f"{part} back")) for part in PARTS}
        self.set: Button = self.add(Button("", self._set, icon="check"))

    def _dated(self, _day: object) -> Hashable:
        replay = self.shown.replay
        return (replay.game.game, replay.game.date) if replay is not None else None

    chosen = Chosen[datetime.date | None](None, _dated)

    @property
    def day(self) -> datetime.date:
        """The day that is chosen, at first the one on which the game is said to have been."""
        if self.chosen is not None:
            return self.chosen
        game = self.shown.replay.game
        return datetime.date.fromisoformat((game.date or game.started)[:10])

    def enter(self) -> None:
        self.chosen = None

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.replay is not None

    def prompt(self) -> Prompt:
        return Prompt("pencil", tr("When was it?"), tr("The clock may have been wrong") if self.shown.replay.game.unsure else "")

    def _move(self, part: str, by: int) -> None:
        self.chosen = moved(self.day, part, by)
        self.look()

    def _set(self) -> None:
        self.act(SetDate(self.shown.replay.game.game, self.day.isoformat()))
        self.act("back")

    def fill(self) -> None:
        if self.day != self._drawn:
            self._drawn = self.day
            self.redraw()
        self.set.show(tr("It was on {date}", date=texts.date(self.day.isoformat())))

    def _columns(self, frame: Frame) -> list[float]:
        """The left edges of day, month and year, each 120 dp wide."""
        return [frame.w / 2 + (n - 1.5) * 140 + 10 for n in range(3)]

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(24, 16)
        top = body.y + max(0.0, (body.h - 80 - 200) / 2)
        for part, x in zip(PARTS, self._columns(frame), strict=True):
            self.more[part].put(x + 32, top, 56, 56)
            self.less[part].put(x + 32, top + 136, 56, 56)
        wide = min(520.0, body.w)
        self.set.put((frame.w - wide) / 2, body.y + body.h - 64, wide, 64)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if not self.ready:
            return
        body = self.frame.body.inset(24, 16)
        top = body.y + max(0.0, (body.h - 80 - 200) / 2) + 62
        for value, x in zip((self.day.day, self.day.month, self.day.year), self._columns(self.frame), strict=True):
            pen.text((x, top, 120, 66), str(value), 44, "ivory", font="JostSemiBold", align="centre")
