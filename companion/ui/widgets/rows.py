"""A list of rows that can be touched: games, players, settings, checks. It moves by whole rows and rests between them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

import msgspec

from companion.games.kit.colours import Colour
from companion.ui.kit import lettering, theme
from companion.ui.kit.initials import Seated
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

SIZE = theme.SMALLEST_TEXT
"""The type size of all that stands in a row. Two lines of it need a row of 72 dp."""


class Row(msgspec.Struct, frozen=True):
    """One row. `mark` is an icon's name or a player's colour at the left, `end` an icon at the right; `value` stands before it.

    `rank` is a numeral in front of all. `alarm`: champagne ground. A row without `key` can't be touched.
    """

    key: Hashable
    title: str
    sub: str = ""
    value: str = ""
    mark: str | Colour = ""
    end: str = ""
    rank: str = ""
    chosen: bool = False
    alarm: bool = False
    name: bool = False
    """The title is a player's name and may be shortened."""
    seated: Seated | None = None
    """Who sits at the table that the row tells of, if that is another one than the screen's."""


class Rows(Drawn):
    """Rows of equal height; more than fit are reached by dragging. `on_tap` gets a row's key."""

    lines = 2
    """So many lines a title without a second text may take."""

    def __init__(self, on_tap: Callable[[Any], Any] | None = None, *, row: float = 74) -> None:
        super().__init__(on_tap)
        self.row = row
        self.rows: tuple[Row, ...] = ()
        self.first = 0
        self._grab_y: float | None = None
        self._grab_first = 0

    def show(self, rows: Sequence[Row]) -> None:
        """Replaces the rows."""
        if tuple(rows) != self.rows:
            self.rows = tuple(rows)
            self.first = max(0, min(self.first, len(self.rows) - self.fitting))
            self.redraw()

    def placed(self) -> None:
        self.first = max(0, min(self.first, len(self.rows) - self.fitting))

    @property
    def fitting(self) -> int:
        """How many rows are to be seen at once."""
        return max(1, int(self.box.h / self.row))

    def move(self, by: int) -> None:
        """Moves down by so many rows (up if negative)."""
        first = max(0, min(self.first + by, len(self.rows) - self.fitting))
        if first != self.first:
            self.first = first
            self.redraw()

    def scrolled(self, by: int) -> bool:
        self.move(by)
        return True

    def on_touch_down(self, touch: Any) -> bool:
        taken = super().on_touch_down(touch)
        if taken:
            self._grab_y, self._grab_first = touch.y, self.first
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and self._grab_y is not None and len(self.rows) > self.fitting:
            moved = round((touch.y - self._grab_y) / self.scale / self.row)
            if abs(touch.y - self._grab_y) > 14 * self.scale and self.pressed is not None:
                # The finger drags: it taps no row.
                self._press(None)
            self.move(self._grab_first + moved - self.first)
        return super().on_touch_move(touch)

    def draw(self, pen: Pen) -> None:
        w = self.box.w
        more = len(self.rows) > self.fitting
        wide = w - (14 if more else 0)
        for i, row in enumerate(self.rows[self.first : self.first + self.fitting]):
            value = (row, i, wide, self.pressed == ("row", row.key))
            self.layer(i, value, partial(self._row, row=row, y=i * self.row, w=wide))
        if more:
            h = self.fitting * self.row - 4
            pen.rect(w - 5, 0, 3, h, "rim", 0.3)
            size = max(24, h * self.fitting / len(self.rows))
            pen.rect(w - 6, (h - size) * self.first / max(1, len(self.rows) - self.fitting), 5, size, "champ")

    def tapped(self, key: Any) -> None:
        super().tapped(key[1])

    def _row(self, pen: Pen, row: Row, y: float, w: float) -> None:
        h = self.row - 4
        ink, hushed = ("ink", "ink") if row.alarm else ("ivory", "mist")
        pen.rect(0, y, w, h, "champ" if row.alarm else "panelHi" if row.chosen or self.pressed == ("row", row.key) else "bar")
        if row.chosen:
            pen.rect(0, y, 5, h, "champ")
        if row.key is not None and self.on_tap is not None:
            pen.target(("row", row.key), 0, y, w, max(h, 52))
        left, right = 14.0, w - 12.0
        if row.rank:
            pen.text((left, y, 26, h), row.rank, 30, "champ", font="Federo", align="centre")
            left += 36
        if isinstance(row.mark, Colour):
            draw_emblem(pen, row.mark, left + 20, y + h / 2, min(42, h - 8), seated=row.seated)
            left += 52
        elif row.mark:
            draw_icon(pen, row.mark, left + 16, y + h / 2, 26, ink if row.alarm else "champ")
            left += 46
        if row.end:
            draw_icon(pen, row.end, right - 12, y + h / 2, 22, ink if row.alarm else "ok" if row.end == "check" else "champ")
            right -= 36
        if row.value:
            room = min(pen.width(row.value, SIZE) + 4, (right - left) * 0.5)
            pen.text((right - room, y + 2, room, h - 4), row.value, SIZE, hushed, align="right", lines=2)
            right -= room + 10
        room = right - left
        # Whose emblem it is stands in words, too, unless the words say it already.
        name = pen.named(row.mark) if isinstance(row.mark, Colour) and row.seated is None else ""
        sub = row.sub or ("" if name in row.title else name)
        both = 2 * theme.SMALLEST_TEXT * lettering.LEADING
        together, high = f"{row.title} · {row.sub}", h >= 1.5 * both
        # A high row has three lines: two are the title's if it needs them, else those of what stands below it.
        one = pen.width(row.title, SIZE) <= room
        shares = (0.52,) if not high else (0.35, 0.66) if one else (0.66, 0.35)

        def fits(text: str, share: float) -> bool:
            return lettering.fit(text, room, h * share, SIZE, scale=pen.scale, lines=2 if high else 1).whole

        upper = next((share for share in shares if (row.name or fits(row.title, share)) and (not row.sub or fits(row.sub, 1.01 - share))), None)
        if row.sub and upper is None and not row.name:
            # Too long for lines of their own, they follow each other.
            pen.text((left, y + 1, room, h - 2), together, SIZE / theme.look.text, ink, lines=3 if high else 2)
        elif sub and (row.sub or (h >= both - 4 and lettering.fit(row.title, room, h * 0.52, SIZE, scale=pen.scale).whole)):
            upper = shares[0] if upper is None else upper
            pen.text((left, y + 1, room, h * upper), row.title, SIZE, ink, lines=2 if high else 1, name=row.name)
            pen.text((left, y + h * (upper - 0.03), room, h * (1.01 - upper)), sub, SIZE, hushed, lines=2 if high else 1, name=not row.sub)
        else:
            pen.text((left, y + 2, room, h - 4), row.title, SIZE, ink, lines=self.lines, name=row.name)
