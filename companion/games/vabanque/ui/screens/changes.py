"""What a correction or an undo changes, in one list: money to hand back or out, fortunes, order, chairs, pawns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Adjustment
from companion.games.vabanque.table.corrections.change import Change as Corrected
from companion.games.vabanque.table.corrections.change import Turned
from companion.table.snapshot import Behind
from companion.ui import texts
from companion.ui.kit.painter import Pen
from companion.ui.screens.notes import changes, words_of
from companion.ui.texts import tr, trn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.rows import Row, Rows

STEP = 44.0
NARROW = 560
"""In less room than this, in dp, rows are higher: what stands in them takes more lines."""


@dataclass(frozen=True)
class Line(Row):
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
        who = row.who if isinstance(row, Line) else ()
        h = self.row - 4
        if who:
            pen.rect(0, y, w, h, "bar")
        super()._row(pen, row, y, w - STEP * len(who) - (6 if who else 0))
        for i, colour in enumerate(who):
            draw_emblem(pen, colour, w - 6 - STEP * (len(who) - i - 0.5), y + h / 2, 40)


def paid(adjustments: Iterable[Adjustment]) -> list[Row]:
    """Money that changes hands at once, with the notes that are drawn from or given to the bank."""
    rows: list[Row] = []
    for each in adjustments:
        amount = texts.amount(abs(each.amount))
        rows.append(Row(None, tr("The bank pays {m}", m=amount) if each.amount > 0 else tr("Gives {m} back", m=amount), mark=each.to, chosen=True))
        rows += [Row(None, tr("{what}: {notes}", what=step.text, notes=words_of(step)), mark=step.who) for step in changes(each.to, [each])]
        if each.owed:
            owed = texts.amount(abs(each.owed))
            rows.append(
                Row(None, tr("The bank owes {m} of it", m=owed) if each.owed > 0 else tr("Keeps {m}: no change", m=owed), mark=each.to)
            )
    return rows


def turned(card: Turned) -> Row:
    """A card that lies face up: what it is then, and what it was told to be until now."""
    was, now = (texts.character(kind) if kind is not None else "" for kind in (card.was, card.now))
    if not now:
        return Row(None, tr("No {card} at table {n}", card=was, n=card.table), tr("Was: {what}", what=was), mark=card.owner)
    sub = tr("Was: {what}", what=was) if was else tr("Chosen again")
    return Row(None, tr("{card} at table {n}", card=now, n=card.table), sub, mark=card.owner)


def corrected(change: Corrected) -> list[Row]:
    """All that a correction changes; nothing if nothing else changes."""
    rows = paid(change.payments) + [turned(each) for each in change.turned]
    rows += [Row(None, tr("A card stays unknown: table {n}", n=each.table), mark=each.owner) for each in change.untold]
    rows += [Row(None, tr("Agreed: {m}", m=texts.signed(each.amount)), mark=each.by) for each in change.settled]
    rows += [
        Row(None, tr("{a} in all, instead of {b}", a=texts.amount(after), b=texts.amount(before)), mark=colour)
        for colour, before, after in change.fortunes
    ]
    rows += [Row(None, tr("The pawn is on table {n}", n=table), mark=colour) for colour, table in change.pawns]
    rows += lines(change.order, change.seats)
    if change.winners is not None:
        rows.append(Line(None, tr("Has won") if len(change.winners) == 1 else tr("Have won"), mark="crown", who=change.winners))
    rows += [Row(None, tr("Round {r} stays in the order in which it was played", r=number), mark="list") for number in change.as_played]
    return rows


def lines(order: tuple[Colour, ...] | None, seats: tuple[Colour, ...] | None) -> list[Row]:
    """The order of play and the chairs that hold then, where they are others than now."""
    found: list[Row] = []
    if order is not None:
        found.append(Line(None, tr("Order of play"), mark="list", who=order))
    if seats is not None:
        found.append(Line(None, tr("Chairs, clockwise"), mark="chair", who=seats))
    return found


def undone(behind: Behind, names: Mapping[Colour, str]) -> list[Row]:
    """What goes back together with an act that is taken back."""
    rows: list[Row] = []
    if behind.cards:
        where = texts.names(str(table) for table in behind.tables)
        one = len(behind.tables) == 1
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
