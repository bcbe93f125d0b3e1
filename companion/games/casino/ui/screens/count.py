"""A round is counted: every point with its reason; corrections of the score; on to the next round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.casino.rules.moves import Correct, Counted
from companion.games.casino.rules.state import RoundResult
from companion.games.casino.rules.view import View
from companion.games.casino.ui import words
from companion.games.casino.ui.result import won
from companion.games.casino.ui.widgets.count import CountTable
from companion.games.casino.ui.widgets.sides import SideTabs
from companion.table.commands import Do
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chosen, one_phase
from companion.ui.screens.game import GameScreen
from companion.ui.texts import signed, tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

STEPS = (-2, -1, 1, 2)


class CountScreen(GameScreen):
    """Three faces: the count, a correction of somebody's points, and its reason."""

    name = "count"

    face = Chosen[str]("", one_phase)
    side = Chosen[str]("", one_phase)
    points = Chosen[int](1, one_phase)

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.table: CountTable = self.add(CountTable())
        self.notes: Rows = self.add(Rows(None, row=42))
        self.mend = Button("", lambda: self._look("correct"), kind="secondary")
        self.on = Button("", lambda: self.act(Do(Counted())))
        self.whose = SideTabs(self._whose)
        self.much = ChoiceRow(self._much)
        self.reasons: tuple[Button, ...] = tuple(Button("", partial(self._reason, i), kind="secondary") for i in range(3))
        self.other = Button("", lambda: self._look("reason"), kind="quiet")
        self.entry = TextEntry(self._because)

    @property
    def result(self) -> RoundResult:
        """The round that is counted."""
        result: RoundResult = self.view.results[-1]
        return result

    # --- what is shown --------------------------------------------------------------------------------------------

    def prompt(self, view: View) -> Prompt:
        if self.face == "reason":
            return Prompt("pencil", tr("Correct the score"), tr("Type the reason"))
        if self.face:
            return Prompt("pencil", tr("Correct the score"), tr("Why? Everybody may read it"))
        return Prompt("chart", tr("Round {r}", r=view.round), self._leads(view), tr("the count"))

    def _leads(self, view: View) -> str:
        scores = sorted(self.result.scores.items(), key=lambda item: -item[1])
        (first, most), (_, second) = scores[0], scores[1]
        if most == second:
            return tr("Tied at {n}", n=most)
        if "+" in first:
            return tr("{a} to {b}", a=most, b=second)
        return tr("{who} leads, {a} to {b}", who=words.side(first, self.said), a=most, b=second)

    def fill(self, view: View) -> None:
        before = view.results[-2].scores if len(view.results) > 1 else {}
        goal = tr("of {n}", n=view.rounds) if view.rounds else tr("to {n}", n=view.house.target)
        self.table.show(self.result, view.sides, before, goal)
        self.notes.show([Row(None, said) for said in self._notes()])
        self.mend.show(tr("Not so? Correct"))
        following = view.players[(next(p.chair for p in view.players if p.colour is view.dealer) + 1) % len(view.players)]
        self.on.show(tr("Next: {who} deals", who=self.said[following.colour]) if not won(view) else tr("To the end"))
        side = self.side or view.sides[0]
        self.whose.show(view.sides, side)
        self.much.show(Choice(tr("Points"), tuple((n, signed(n)) for n in STEPS), self.points))
        for button, text in zip(self.reasons, (tr("A card lay in the wrong pile"), tr("A sweep was missed"), tr("Agreed at the table")), strict=True):
            button.show(text)
        self.other.show(tr("Another reason"))
        self.place(self.frame)

    def _notes(self) -> list[str]:
        result, who = self.result, self.names
        found = []
        if result.residue and result.last_take is not None:
            found.append(tr("{cards} go to {who}, who took last", cards=words.cards(result.residue), who=who[result.last_take]))
        found += [tr("{who} built {v} in deal {n} and held none", who=who[u.by], v=u.value, n=u.deal) for u in result.unheld]
        found += [tr("{who} {n}: {reason}", who=words.side(c.side, who), n=signed(c.points), reason=c.reason) for c in result.corrections]
        if result.by_hand:
            found.append(tr("The piles were counted by hand"))
        return found

    def keys(self) -> tuple[str, ...] | None:
        return ("left", "menu") if self.face else None

    # --- what is touched ------------------------------------------------------------------------------------------

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self._look("correct" if self.face == "reason" else "")
        else:
            super()._bar_tapped(key)

    def _look(self, face: str) -> None:
        self.face = face
        self.fill(self.view)
        self.say()

    def _whose(self, side: str) -> None:
        self.side = side
        self.fill(self.view)

    def _much(self, points: int) -> None:
        self.points = points
        self.fill(self.view)

    def _reason(self, i: int) -> None:
        self._because(self.reasons[i].text)

    def _because(self, reason: str) -> None:
        self.act(Do(Correct(self.side or self.view.sides[0], self.points, reason)))
        self._look("")

    # --- where it is ----------------------------------------------------------------------------------------------

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(10, 2)
        bottom = body.y + body.h - 58
        notes = self._notes() if self.shown is not None and self.shown.view is not None and self.shown.view.results else []
        self.notes.row = 78.0 if frame.portrait else 42.0
        low = self.notes.row * min(2 if frame.portrait else 1, len(notes))
        high = 64.0 if frame.portrait else 0.0
        counting, correcting = self.face == "", self.face == "correct"
        self.have(self.table, (body.x, body.y, body.w, bottom - high - body.y - low - 4) if counting else None)
        self.have(self.notes, (body.x, bottom - high - low - 2, body.w, low) if counting and low else None)
        wide = 0.0 if frame.portrait else 260.0
        self.have(self.mend, (body.x, bottom - high, wide - 10 if wide else body.w, 56) if counting else None)
        self.have(self.on, (body.x + wide, bottom, body.w - wide, 56) if counting else None)
        self.have(self.whose, (body.x, body.y, body.w, 58) if correcting else None)
        self.have(self.much, (body.x, body.y + 62, body.w, self.much.tall(body.w)) if correcting else None)
        y = body.y + 66 + self.much.tall(body.w)
        pitch = min(66.0, (body.y + body.h - y) / 4)
        for i, button in enumerate((*self.reasons, self.other)):
            self.have(button, (body.x, y + i * pitch, body.w, pitch - 8) if correcting else None)
        self.have(self.entry, (body.x, body.y, body.w, min(330, body.h)) if self.face == "reason" else None)
