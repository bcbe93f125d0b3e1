"""A past game, move by move: the board as everybody saw it, each payout table by table, the new orders, the end."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import chain
from typing import Any

import msgspec

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.box import MAX_PLAYERS
from companion.games.vabanque.rules.view import Phase, RoundResult, TableResult, View
from companion.games.vabanque.ui.screens.hand import TableHand
from companion.games.vabanque.ui.screens.payout import notes_boxes, rows
from companion.games.vabanque.ui.widgets.payment import PaymentRows
from companion.games.vabanque.ui.widgets.places import OrderList, Place
from companion.games.vabanque.ui.widgets.rail import PlayerRail
from companion.games.vabanque.ui.widgets.ring import Middle, Ring
from companion.table.commands import Delete, Rematch, ReplayGame, ShowPast
from companion.table.snapshot import Replay, Shown
from companion.ui import texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.notes import NotesNow, Payees, changes, remark
from companion.ui.screens.page import PageScreen, abreast
from companion.ui.screens.told import told, when
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.chart import MoneyChart, Podium
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.progress import Progress
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import Chair, SeatChooser, SeatPicture

KEYS = ("first", "left", "right", "last", "cross")
SETUP = (Phase.PLAYERS, Phase.RING, Phase.DRAW)


class ReplayScreen(PageScreen):
    """Steps are the session's; at a payout the screen walks through the tables by itself before it goes on."""

    name = "replay"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.progress: Progress = self.add(Progress())
        self.chairs = SeatChooser()
        self.ring = Ring()
        self.rail = PlayerRail()
        self.hand = TableHand()
        self.payments = PaymentRows()
        self.notes = NotesNow()
        self.payees = Payees()
        self.order = OrderList()
        self.seats = SeatPicture()
        self.podium = Podium()
        self.chart = MoneyChart()
        self.day = Button("", lambda: self.act("day"), kind="quiet", icon="pencil")
        self.rematch = Button("", lambda: self.act(Rematch(self.replay.game.game)), icon="redo")
        self.delete = HoldButton("", lambda: self.act(Delete(self.replay.game.game)), icon="bin")
        for looked_at in (self.chairs, self.ring):
            looked_at.disabled = True

    def _step(self, _at: object) -> Hashable:
        replay = self.shown.replay
        return (replay.game.game, replay.step) if replay is not None else None

    def _before(self, to: tuple[int, int] | None) -> Hashable:
        replay = self.shown.replay
        # From the step after it, it is asked for; then it is there.
        return to if replay is not None and to in ((replay.game.game, replay.step), (replay.game.game, replay.step - 1)) else None

    looked_at = Chosen[int | None](None, _step)
    _back_to = Chosen[tuple[int, int] | None](None, _before)
    """A step that is gone back to, game and number: there the last table is looked at first."""

    @property
    def at(self) -> int:
        """The table that is looked at during a payout, counted from 0 in the order of payment."""
        if self.looked_at is not None:
            return self.looked_at
        replay = self.shown.replay if self.shown is not None else None
        if replay is None or self._back_to != (replay.game.game, replay.step):
            return 0
        return max(0, len(self.paid_now(replay)) - 1)

    # --- where the replay is ---

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.replay is not None

    def show(self, shown: Shown) -> None:
        if shown.replay is None:
            return
        super().show(shown)

    @property
    def replay(self) -> Replay:
        """What is looked at."""
        replay: Replay = self.shown.replay
        return replay

    @property
    def names(self) -> dict[Colour, str]:
        return {player.colour: player.name for player in self.replay.view.players}

    def at_table(self) -> dict[Colour, str]:
        return self.names

    @staticmethod
    def paid_now(replay: Replay) -> tuple[TableResult, ...]:
        """The tables in the order of payment, at the very step at which their payout became known."""
        if not any(mark.payout and mark.step == replay.step for mark in replay.marks):
            return ()
        result = replay.view.results[-1]
        by_number = {table.table: table for table in result.tables}
        return tuple(by_number[number] for number in result.paid_in_order)

    def table(self) -> TableResult | None:
        """The table whose payout is shown now."""
        tables = self.paid_now(self.replay)
        return tables[self.at] if self.at < len(tables) else None

    # --- what is shown ---

    def prompt(self) -> Prompt:
        replay, view, table = self.replay, self.replay.view, self.table()
        if table is not None:
            aside = tr("table {a} of {b}", a=self.at + 1, b=len(self.paid_now(replay)))
            tokens, value = texts.number(table.tokens), texts.number(table.value)
            return Prompt(table.table, tr("Table {n}", n=table.table), f"{tokens} × {table.multiplier} = {value}", aside, sum=True)
        done = replay.done
        if done is None:
            return Prompt("play", when(replay.game), tr("Go on with the arrow"))
        where = texts.phase(view.phase)
        if view.round and view.phase is not Phase.FINISHED:
            where = f"{tr('Round {r}', r=view.round)} · {where}"
        if done.by is not None and done.by in self.names:
            return Prompt(done.by, self.names[done.by], told(replay), where)
        return Prompt("crown" if view.phase is Phase.FINISHED else "play", where, told(replay))

    def keys(self) -> tuple[str, ...]:
        return KEYS

    def fill(self) -> None:
        view = self.replay.view
        self.progress.show(self.replay)
        self.rematch.show(tr("Rematch"))
        self.delete.show(tr("Hold to delete"))
        self.day.show(tr("Set the date"))
        table = self.table()
        if table is not None:
            self.hand.show(view.tables[table.table - 1].tokens, table.revealed)
            self.payments.show(rows(table), self.names)
        elif view.phase in SETUP:
            self._sit(view)
        elif view.phase is Phase.FINISHED:
            self.podium.show({player.colour: player.fortune for player in view.players}, crowned=not view.ended)
            self.chart.show([result.fortunes for result in view.results], tr("Money by round"))
        elif view.phase is Phase.ORDER:
            self._new_order(view, view.results[-1])
        elif self._handing_out():
            self._notes(view, view.results[-1])
        else:
            # Nobody acts in a replay: no table is to be reached, and who has just acted stands out.
            by = self.replay.done.by if self.replay.done is not None else None
            seen = msgspec.structs.replace(view, reachable=(), to_act=by)
            self.ring.show(seen, middle=Middle(), motion=True)
            self.rail.show(seen)

    def _sit(self, view: View) -> None:
        sitting = {player.chair: player for player in view.players}
        chairs = [
            Chair(sitting[i].colour, sitting[i].name, chosen=sitting[i].colour == view.first) if i in sitting else Chair()
            for i in range(MAX_PLAYERS)
        ]
        told = len(view.ring)
        title = trn("{n} player", "{n} players", len(sitting)) if sitting else ""
        self.chairs.show(chairs, title, trn("{n} table in a circle", "{n} tables in a circle", told) if told else "", told)

    def _new_order(self, view: View, result: RoundResult) -> None:
        now = tuple(player.colour for player in view.players)
        order = result.next_order or view.order
        self.order.show(tuple(Place(c, self.names[c], result.fortunes[c], None) for c in order), result.ties, False, result.corrections)
        self.seats.show(result.seats or now, now)

    def _handing_out(self) -> bool:
        """Whether this step is one of the hand-out of the notes. The last one has the next phase already."""
        done = self.replay.done
        return self.replay.view.phase is Phase.PAYOUT or (done is not None and done.do == "paid")

    def _notes(self, view: View, result: RoundResult) -> None:
        done = self.replay.done
        paid = [colour for colour in result.order if result.earned[colour]]
        now = done.by if done is not None and done.do == "paid" and done.by in paid else paid[0]
        # When the last has the notes, the phase is over, and so is the list of who has them.
        handed = view.handed_out if view.phase is Phase.PAYOUT else tuple(paid)
        self.payees.show([(c, result.earned[c], c in handed, c is now) for c in paid])
        plan = next((each for each in view.hand_outs if each.to is now), None)
        self.notes.show(now, self.names[now], result.earned[now], remark(plan), changes(now, [plan] if plan is not None else []))

    # --- what is touched ---

    def bar_tapped(self, key: str) -> None:
        replay, tables = self.replay, len(self.paid_now(self.replay))
        marks = [mark.step for mark in replay.marks]
        match key:
            case "right" if self.at + 1 < tables:
                self.looked_at = self.at + 1
                self.look()
            case "left" if self.at > 0:
                self.looked_at = self.at - 1
                self.look()
            case "right":
                self._go(replay.step + 1)
            case "left":
                self._back_to = (replay.game.game, replay.step - 1)
                self._go(replay.step - 1)
            case "last":
                self._go(next((step for step in marks if step > replay.step), replay.of))
            case "first" if self.at > 0:
                self.looked_at = 0
                self.look()
            case "first":
                self._go(next((step for step in reversed(marks) if step < replay.step), 0))
            case "cross":
                self.act(ShowPast(self.shown.search))
            case _:
                super().bar_tapped(key)

    def _go(self, step: int) -> None:
        if 0 <= step <= self.replay.of and step != self.replay.step:
            self.act(ReplayGame(self.replay.game.game, step))

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        self.progress.put(0, frame.prompt.h - 6, frame.w, 14)
        there = self._parts(frame) if self.ready else []
        placed = {id(widget) for widget, _ in there}
        every = (
            self.chairs, self.ring, self.rail, self.hand, self.payments,
            self.notes, self.payees, self.order, self.seats, self.podium, self.chart, self.rematch, self.delete, self.day,
        )
        for widget, box in chain(there, ((widget, None) for widget in every if id(widget) not in placed)):
            self.have(widget, box)

    def _game(self, frame: Frame, body: Box) -> list[tuple[Button | HoldButton, Box]]:
        """What can be done with the whole game, before its first move: in one row, or in portrait in two."""
        last = Box(body.x, body.y + body.h - 58, body.w, 58)
        if not frame.portrait:
            return abreast(last, (self.rematch, self.delete, self.day), frame.scale)
        return [(self.delete, last), *abreast(last._replace(y=last.y - 66), (self.rematch, self.day), frame.scale)]

    def _parts(self, frame: Frame) -> list[tuple[Drawn, Box]]:
        """What the phase shows, and where."""
        view, body = self.replay.view, frame.body.inset(12, 8)
        if self.table() is not None:
            if frame.portrait:
                left, right = frame.halves(0.44, 12)
            else:
                left = Box(16, body.y + 2, 244, body.h)
                right = Box(284, body.y + 2, frame.w - 296, body.h)
            return [(self.hand, left), (self.payments, right)]
        if view.phase in SETUP:
            begun = self.replay.step > 0
            foot = 0 if begun else 132 if frame.portrait else 66
            tall = min(body.h - foot, 400)
            chairs = (self.chairs, Box(max(12, body.w / 2 - 290), body.y + (body.h - tall) / 2 if begun else body.y, min(body.w, 604), tall))
            return [chairs] if begun else [chairs, *self._game(frame, body)]
        if view.phase is Phase.FINISHED:
            left, right = frame.halves(0.59, 14)
            return [(self.podium, left), (self.chart, right)]
        if view.phase is Phase.ORDER:
            left, right = frame.halves(0.52, 16)
            return [(self.order, left), (self.seats, right)]
        if self._handing_out():
            now, others = notes_boxes(frame, body)
            return [(self.notes, now), (self.payees, others)]
        return [(self.ring, frame.board), (self.rail, frame.rail)]
