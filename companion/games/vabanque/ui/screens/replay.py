"""A past game of Vabanque: the board as everybody saw it, each payout table by table, the new orders, the end."""

from __future__ import annotations

import msgspec

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Phase, RoundResult, TableResult, View
from companion.games.vabanque.ui.screens.hand import TableHand
from companion.games.vabanque.ui.screens.notes import NotesNow, Payees, changes, remark
from companion.games.vabanque.ui.screens.payout import notes_boxes, rows
from companion.games.vabanque.ui.widgets.payment import PaymentRows
from companion.games.vabanque.ui.widgets.places import OrderList, Place
from companion.games.vabanque.ui.widgets.rail import PlayerRail
from companion.games.vabanque.ui.widgets.ring import Middle, Ring
from companion.table.snapshot import PastGame
from companion.ui import texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.looked import Looked
from companion.ui.texts import tr, trn
from companion.ui.widgets.chart import MoneyChart
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import Chair, SeatPicture

SETUP = (Phase.PLAYERS, Phase.RING, Phase.DRAW)


def names_of(replay: PastGame) -> dict[Colour, str]:
    """The players' names by colour."""
    return {player.colour: player.name for player in replay.view.players}


class VabanqueLooked(Looked):
    """A step at which a payout became known has a picture for each table that is paid, in the order of payment."""

    def __init__(self) -> None:
        super().__init__()
        self.ring = Ring()
        self.rail = PlayerRail()
        self.hand = TableHand()
        self.payments = PaymentRows()
        self.notes = NotesNow()
        self.payees = Payees()
        self.order = OrderList()
        self.seat_picture = SeatPicture()
        self.chart = MoneyChart()
        self.ring.disabled = True
        self.widgets += (*(self.ring, self.rail, self.hand, self.payments, self.notes, self.payees, self.order, self.seat_picture, self.chart),)

    @staticmethod
    def paid_now(replay: PastGame) -> tuple[TableResult, ...]:
        """The tables in the order of payment, at the very step at which their payout became known."""
        if not any(mark.payout and mark.step == replay.step for mark in replay.marks):
            return ()
        result = replay.view.results[-1]
        by_number = {table.table: table for table in result.tables}
        return tuple(by_number[number] for number in result.paid_in_order)

    def stops(self, replay: PastGame) -> int:
        return len(self.paid_now(replay))

    def table(self, replay: PastGame, at: int) -> TableResult | None:
        """The table whose payout is shown now."""
        tables = self.paid_now(replay)
        return tables[at] if at < len(tables) else None

    def prompt(self, replay: PastGame, at: int) -> Prompt | None:
        table = self.table(replay, at)
        if table is None:
            return None
        aside = tr("table {a} of {b}", a=at + 1, b=self.stops(replay))
        tokens, value = texts.number(table.tokens), texts.number(table.value)
        return Prompt(table.table, tr("Table {n}", n=table.table), f"{tokens} × {table.multiplier} = {value}", aside, sum=True)

    def fill(self, replay: PastGame, at: int) -> None:
        view, table = replay.view, self.table(replay, at)
        if table is not None:
            self.hand.show(view.tables[table.table - 1].tokens, table.revealed)
            self.payments.show(rows(table), names_of(replay))
        elif view.phase in SETUP:
            self.sit(replay)
        elif view.phase is Phase.FINISHED:
            self.podium.show({player.colour: player.fortune for player in view.players}, crowned=not view.ended)
            self.chart.show([result.fortunes for result in view.results], tr("Money by round"))
        elif view.phase is Phase.ORDER:
            self._new_order(replay, view, view.results[-1])
        elif self._handing_out(replay):
            self._notes(replay, view, view.results[-1])
        else:
            # Nobody acts in a replay: no table is to be reached, and who has just acted stands out.
            by = replay.done.by if replay.done is not None else None
            seen = msgspec.structs.replace(view, reachable=(), to_act=by)
            self.ring.show(seen, middle=Middle(), motion=True)
            self.rail.show(seen)

    def sit(self, replay: PastGame) -> None:
        view = replay.view
        sitting = {player.chair: player for player in view.players}
        chairs = [Chair(sitting[i].colour, sitting[i].name, chosen=sitting[i].colour == view.first) if i in sitting else Chair() for i in range(6)]
        told = len(view.ring)
        title = trn("{n} player", "{n} players", len(sitting)) if sitting else ""
        self.chairs.show(chairs, title, trn("{n} table in a circle", "{n} tables in a circle", told) if told else "", told)

    def _new_order(self, replay: PastGame, view: View, result: RoundResult) -> None:
        now = tuple(player.colour for player in view.players)
        order = result.next_order or view.order
        self.order.show(tuple(Place(c, names_of(replay)[c], result.fortunes[c], None) for c in order), result.ties, False, result.corrections)
        self.seat_picture.show(result.seats or now, now)

    @staticmethod
    def _handing_out(replay: PastGame) -> bool:
        """Whether this step is one of the hand-out of the notes. The last one has the next phase already."""
        done = replay.done
        return replay.view.phase is Phase.PAYOUT or (done is not None and done.do == "paid")

    def _notes(self, replay: PastGame, view: View, result: RoundResult) -> None:
        done = replay.done
        paid = [colour for colour in result.order if result.earned[colour]]
        now = done.by if done is not None and done.do == "paid" and done.by in paid else paid[0]
        # When the last has the notes, the phase is over, and so is the list of who has them.
        handed = view.handed_out if view.phase is Phase.PAYOUT else tuple(paid)
        self.payees.show([(c, result.earned[c], c in handed, c is now) for c in paid])
        plan = next((each for each in view.hand_outs if each.to is now), None)
        self.notes.show(now, names_of(replay)[now], result.earned[now], remark(plan), changes(now, [plan] if plan is not None else []))

    def boxes(self, replay: PastGame, at: int, frame: Frame, foot: float) -> list[tuple[Drawn, Box]]:
        view, body = replay.view, frame.body.inset(12, 8)
        if self.table(replay, at) is not None:
            if frame.portrait:
                left, right = frame.halves(0.44, 12)
            else:
                left = Box(16, body.y + 2, 244, body.h)
                right = Box(284, body.y + 2, frame.w - 296, body.h)
            return [(self.hand, left), (self.payments, right)]
        if view.phase in SETUP:
            return [(self.chairs, self.seats(frame, foot))]
        if view.phase is Phase.FINISHED:
            left, right = frame.halves(0.59, 14)
            return [(self.podium, left), (self.chart, right)]
        if view.phase is Phase.ORDER:
            left, right = frame.halves(0.52, 16)
            return [(self.order, left), (self.seat_picture, right)]
        if self._handing_out(replay):
            now, others = notes_boxes(frame, body)
            return [(self.notes, now), (self.payees, others)]
        return [(self.ring, frame.board), (self.rail, frame.rail)]
