"""What else changes by an act that is taken back or corrected, in one list: order, chairs, what everybody has."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.kit.colours import Colour
from companion.table.snapshot import Behind
from companion.ui import texts
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr, trn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.rows import SIZE, Row, Rows

STEP = 44.0
NARROW = 560
"""In less room than this, in dp, rows are higher: what stands in them takes more lines."""


class ChangeRow(Row, frozen=True):
    """A row with some players' emblems at its right end, in their order."""

    who: tuple[Colour, ...] = ()


class ChangeList(Rows):
    """Rows that can't be touched; more than fit are reached by dragging or by the pages."""

    def placed(self) -> None:
        narrow = self.box.w < NARROW
        self.row, self.lines = (108.0, 3) if narrow else (74.0, 2)
        super().placed()

    def turn(self) -> None:
        """Shows the next page, after the last one the first."""
        self.move(self.fitting if self.first + self.fitting < len(self.rows) else -len(self.rows))

    @property
    def more(self) -> bool:
        """Whether there are more than can be seen at once."""
        return len(self.rows) > self.fitting

    def _row(self, pen: Pen, row: Row, y: float, w: float) -> None:
        who = row.who if isinstance(row, ChangeRow) else ()
        h, below = self.row - 4, bool(who) and self.box.w < NARROW
        if who:
            pen.rect(0, y, w, h, "bar")
        if below:
            # In little room the emblems have a line of their own.
            draw_icon(pen, str(row.mark), 30, y + h * 0.25, 26, "champ")
            pen.text((60, y + 2, w - 72, h / 2 - 2), row.title, SIZE, "ivory")
        else:
            super()._row(pen, row, y, w - STEP * len(who) - (6 if who else 0))
        for i, colour in enumerate(who):
            draw_emblem(pen, colour, w - 6 - STEP * (len(who) - i - 0.5), y + h * (0.74 if below else 0.5), 40)


def lines(order: tuple[Colour, ...] | None, seats: tuple[Colour, ...] | None) -> list[Row]:
    """The order of play and the chairs that hold then, where they are others than now."""
    found: list[Row] = []
    if order is not None:
        found.append(ChangeRow(None, tr("Order of play"), mark="list", who=order))
    if seats is not None:
        found.append(ChangeRow(None, tr("Chairs, clockwise"), mark="chair", who=seats))
    return found


def undone(behind: Behind, names: Mapping[Colour, str]) -> list[Row]:
    """What goes back together with an act that is taken back."""
    rows: list[Row] = []
    if behind.cards:
        where = texts.names(str(table) for table in behind.spots)
        one = len(behind.spots) == 1
        rows.append(
            Row(
                None,
                trn("{n} card lies face down again", "{n} cards lie face down again", behind.cards),
                tr("Table {n}", n=where) if one else tr("Tables {n}", n=where),
                mark="card",
            )
        )
    rows += [Row(None, texts.signed(amount), mark=colour) for colour, amount in behind.money.items() if colour in names]
    return rows + lines(behind.order, behind.seats)
