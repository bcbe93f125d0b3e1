"""Phase 4: what each table pays and why, table by table; then the notes are handed out, one player after the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character, Paid
from companion.games.vabanque.rules.view import HandOutView, Payment, Phase, Reason, RoundResult, TableResult, View
from companion.games.vabanque.table.commands import ProposeCard
from companion.games.vabanque.ui.screens.hand import TableHand
from companion.games.vabanque.ui.screens.notes import NotesNow, Payees, changes, remark
from companion.games.vabanque.ui.widgets.payment import PaymentRows
from companion.table.commands import Do
from companion.ui import texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, IconButton
from companion.ui.widgets.prompt import Prompt

MOST_ROWS = 7


class PayoutScreen(GameScreen[View]):
    """Which table is looked at is the screen's own affair; which player has the notes in hand is told to the session."""

    name = "payout"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.hand = TableHand(self._another)
        self.rows = PaymentRows()
        self.notes = NotesNow()
        self.payees_list = Payees()
        self.back = IconButton("left", self._earlier, label="table before")
        self.on: Button = self.add(Button("", self._on))

    # --- the state of the looking ---

    def _result(self, _at: int) -> Hashable:
        view = self.shown.view
        # The tables are looked at in this order, whether notes have been handed out yet or not.
        return (self.shown.game, view.round, view.results[-1].paid_in_order) if view is not None and view.results else None

    looked_at = Chosen(0, _result)

    @property
    def at(self) -> int:
        """The table that is looked at, counted from 0 in the order of payment; beyond the last one the hand-out begins."""
        view = self.shown.view if self.shown is not None else None
        if view is not None and view.results and view.handed_out:
            # Notes are in hands already: the tables have been looked at.
            return max(self.looked_at, len(view.results[-1].tables))
        return self.looked_at

    def prepare(self, view: View) -> bool:
        # The language's way to write numbers and lists is looked up when the first one is written.
        texts.amount(0)
        texts.names(("", ""))
        return super().prepare(view)

    def result(self, view: View) -> RoundResult:
        """The round that is paid."""
        return view.results[-1]

    def table(self, view: View) -> TableResult | None:
        """The table that is looked at; None during the hand-out."""
        result = self.result(view)
        if self.at >= len(result.paid_in_order):
            return None
        number = result.paid_in_order[self.at]
        return next(table for table in result.tables if table.table == number)

    def payees(self, view: View) -> list[Colour]:
        """Who gets notes in this round, in the order of play."""
        result = self.result(view)
        return [colour for colour in result.order if result.earned[colour]]

    def due(self, view: View) -> Colour | None:
        """Who is handed the notes next."""
        return next((colour for colour in self.payees(view) if colour not in view.handed_out), None)

    def plan(self, view: View, colour: Colour) -> HandOutView | None:
        """The notes for a player; None where no notes are planned."""
        return next((each for each in view.hand_outs if each.to is colour), None)

    def plans(self, view: View, due: Colour) -> list[HandOutView]:
        """What changes hands until `due` is ticked off: debts to people who earned nothing go along with the next one, or with the last."""
        found: list[HandOutView] = []
        for each in view.hand_outs:
            if not each.done:
                found.append(each)
            if each.to is due and due is not self.payees(view)[-1]:
                break
        return found

    # --- what is shown ---

    def prompt(self, view: View) -> Prompt:
        table = self.table(view)
        if table is not None:
            of = len(self.result(view).paid_in_order)
            aside = tr("table {a} of {b}", a=self.at + 1, b=of)
            tokens, value = texts.number(table.tokens), texts.number(table.value)
            return Prompt(table.table, tr("Table {n}", n=table.table), f"{tokens} × {table.multiplier} = {value}", aside, sum=True)
        due = self.due(view)
        if due is None:
            return Prompt("chip", tr("Payout"), tr("Nobody gets anything"))
        plan = self.plan(view, due)
        pays = self.result(view).earned[due] + (plan.settled - plan.owed if plan is not None else 0)
        return Prompt(due, self.names[due], tr("The bank pays {m}", m=texts.amount(pays)))

    def fill(self, view: View) -> None:
        table = self.table(view)
        if table is not None:
            self.hand.show(view.tables[table.table - 1].tokens, table.revealed)
            self.rows.show(rows(table), self.names)
        else:
            self._show_notes(view)
        self.on.show(self._onward(view))
        self.place(self.frame)

    def _show_notes(self, view: View) -> None:
        result, due = self.result(view), self.due(view)
        payees = self.payees(view)
        self.payees_list.show([(c, result.earned[c], c in view.handed_out, c == due) for c in payees])
        if due is not None:
            plan = self.plan(view, due)
            self.notes.show(due, self.names[due], result.earned[due], remark(plan), changes(due, self.plans(view, due)))

    def _onward(self, view: View) -> str:
        if self.table(view) is not None:
            last = self.at + 1 == len(self.result(view).paid_in_order)
            if not last:
                return tr("Next table")
            return tr("Hand out the notes") if self.payees(view) else tr("Go on")
        left = [colour for colour in self.payees(view) if colour not in view.handed_out]
        if len(left) > 1:
            return tr("Paid – next: {n}", n=self.said[left[1]])
        return tr("Paid") if left else tr("Go on")

    # --- what is touched ---

    def _on(self) -> None:
        view = self.view
        table, due = self.table(view), self.due(view)
        if table is None and due is not None:
            self._paid(due)
            return
        self.looked_at = self.at + 1
        if self.table(view) is None and due is None:
            self.act("on")
        else:
            self._look()

    def _paid(self, colour: Colour) -> None:
        if self.view.phase is Phase.PAYOUT:
            self.act(Do(Paid(colour)))

    def _another(self, card: tuple[Colour, Character]) -> None:
        """A card that lies open is not what was told."""
        table = self.table(self.view)
        if table is not None:
            self.act(ProposeCard(*card, table.table))

    def _earlier(self) -> None:
        if self.at:
            self.looked_at = self.at - 1
            self._look()

    def _look(self) -> None:
        self.fill(self.view)
        self.say()

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        looking = self.shown is not None and self.shown.view is not None and self.table(self.shown.view) is not None
        earlier = self.at > 0 and (looking or not (self.shown is not None and self.shown.view is not None and self.shown.view.handed_out))
        body = frame.body
        if frame.portrait:
            left, right = frame.halves(0.42, 12)
            bottom = Box(right.x, right.y + right.h - 60, right.w, 60)
        else:
            left = Box(16, body.y + 4, 244, body.h - 14)
            right = Box(284, body.y + 6, frame.w - 296, body.h - 16)
            bottom = Box(right.x, frame.h - 64, right.w, 56)
        self.have(self.hand, left if looking else None)
        self.have(self.rows, (right.x, right.y, right.w, bottom.y - right.y - 8) if looking else None)
        wide = body.inset(12, 6)
        due = not looking and self.shown is not None and self.shown.view is not None and self.due(self.shown.view) is not None
        now, others = notes_boxes(frame, Box(wide.x, wide.y, wide.w, bottom.y - wide.y - 8))
        self.have(self.notes, now if due else None)
        self.have(self.payees_list, others if due else None)
        if not looking:
            bottom = Box(wide.x, bottom.y, wide.w, bottom.h)
        self.have(self.back, (bottom.x, bottom.y, 60, bottom.h) if earlier else None)
        shift = 68 if earlier else 0
        self.have(self.on, (bottom.x + shift, bottom.y, bottom.w - shift, bottom.h))


def notes_boxes(frame: Frame, room: Box) -> tuple[Box, Box]:
    """Who is paid now, and all who are paid: side by side, or one above the other."""
    if frame.portrait:
        return Box(room.x, room.y, room.w, room.h - 180), Box(0, room.y + room.h - 172, frame.w, 172)
    return Box(room.x, room.y, room.w - 344, room.h), Box(room.x + room.w - 336, room.y, 336, room.h)


def rows(table: TableResult) -> Sequence[Payment]:
    """The payments of a table as its rows: those that pay first. A pawn that is blocked is named in the rows of the Cheats that it pays,
    so where the rows would be too many, a cheater has no second one for it."""
    found = sorted(table.payments, key=lambda payment: (payment.amount == 0, -payment.amount))
    if len(found) > MOST_ROWS:
        cheaters = {payment.to for payment in found if payment.reason is Reason.CHEAT_PAID}
        found = [p for p in found if not (p.reason is Reason.PAWN_BLOCKED and p.to in cheaters) and p.reason is not Reason.CHEAT_IDLE]
    return found
