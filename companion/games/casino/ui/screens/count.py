"""A round is counted: every point with its reason; corrections of the score; on to the next round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.casino import GAME
from companion.games.casino.rules.cards import POINTS, RANK, RANKS, SUIT, SUITS, Card
from companion.games.casino.rules.count import CARDS, SPADE, SWEEPS
from companion.games.casino.rules.moves import Correct, Counted
from companion.games.casino.rules.settings import USUAL, CasinoSettings
from companion.games.casino.rules.state import RoundResult
from companion.games.casino.rules.view import View
from companion.games.casino.ui import words
from companion.games.casino.ui.result import won
from companion.games.casino.ui.widgets.count import ACE, ACES, POINT_CARDS, CountTable
from companion.games.casino.ui.widgets.sides import SideTabs
from companion.games.casino.ui.widgets.taken import TakenCards
from companion.games.kit.colours import Colour
from companion.table.commands import Do
from companion.ui.kit import theme
from companion.ui.kit.layout import Frame
from companion.ui.screens.base import Kit
from companion.ui.screens.chosen import Chosen, one_phase
from companion.ui.screens.game import GameScreen
from companion.ui.texts import signed, tr, trn
from companion.ui.widgets.button import Button, IconButton
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

STEPS = (-2, -1, 1, 2)


def counts(what: str, card: Card) -> bool:
    """Whether a row of the count counts the card."""
    of = {SPADE: lambda: SUIT[card] == "S", ACE: lambda: card in ACES, POINT_CARDS: lambda: card in POINTS}.get(what)
    return of() if of is not None else what in (CARDS, card)


NAMED = 5
"""So many cards of the table are named; of more it is said how many."""


class CountScreen(GameScreen[View]):
    """Four faces: the count, the cards of one of its rows, a correction of somebody's points, and its reason."""

    name = "count"

    face = Chosen[str]("", one_phase)
    row = Chosen[str](CARDS, one_phase)
    """Which row of the count is open."""
    side = Chosen[str]("", one_phase)
    points = Chosen[int](1, one_phase)

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.settings: CasinoSettings = USUAL
        self.table: CountTable = self.add(CountTable(self._opened))
        self.taken = TakenCards()
        self.ways = tuple(IconButton(icon, partial(self._turn, by), label=icon) for icon, by in (("left", -1), ("right", 1)))
        self.back = Button("", lambda: self._look(""), kind="secondary")
        self.notes: Rows = self.add(Rows(None, row=42))
        self.mend = Button("", lambda: self._other_tapped(), kind="secondary")
        self.on = Button("", lambda: self._on_tapped())
        self.whose = SideTabs(self._whose)
        self.much = ChoiceRow(self._much)
        self.reasons: tuple[Button, ...] = tuple(Button("", partial(self._reason, i), kind="secondary") for i in range(3))
        self.other = Button("", lambda: self._look("reason"), kind="quiet")
        self.entry = TextEntry(self._because)

    def equip(self, kit: Kit) -> None:
        self.settings = kit.settings.of(GAME)

    @property
    def number(self) -> int:
        """The round that is looked at, from 1."""
        return len(self.view.results)

    @property
    def result(self) -> RoundResult:
        """The round that is counted."""
        result: RoundResult = self.view.results[self.number - 1]
        return result

    # --- what is shown --------------------------------------------------------------------------------------------

    def prompt(self, view: View) -> Prompt:
        if self.face == "row":
            who, text = self._reason_of_row()
            return Prompt(who, self._title(), text, tr("the count"))
        if self.face == "reason":
            return Prompt("pencil", tr("Correct the score"), tr("Type the reason"))
        if self.face:
            return Prompt("pencil", tr("Correct the score"), tr("Why? Everybody may read it"))
        return Prompt("chart", tr("Round {r}", r=self.number), self._leads(view), tr("the count"))

    def _leads(self, view: View) -> str:
        scores = sorted(self.result.scores.items(), key=lambda item: -item[1])
        (first, most), (_, second) = scores[0], scores[1]
        if most == second:
            return tr("Tied at {n}", n=most)
        if "+" in first:
            return tr("{a} to {b}", a=most, b=second)
        return tr("{who} leads, {a} to {b}", who=words.side(first, self.said), a=most, b=second)

    def _title(self) -> str:
        return {ACE: lambda: tr("Aces"), POINT_CARDS: lambda: tr("Point cards")}.get(self.row, lambda: words.item(self.row))()

    def _points(self, side: str) -> int:
        """What the row brings a side."""
        of = {ACE: ACES, POINT_CARDS: tuple(POINTS)}.get(self.row, (self.row,))
        return sum(line.points for line in self.result.counted if line.what in of and line.to == side)

    def _reason_of_row(self) -> tuple[Colour | str, str]:
        """Who gets it, or an icon, and why."""
        if self.row in (CARDS, SPADE):
            line = next(line for line in self.result.counted if line.what == self.row)
            if line.to is None:
                return "chart", tr("Tied at the top: nobody")
            pile = self.result.piles[line.to]
            number = pile.cards if self.row == CARDS else pile.spades
            return "crown" if "+" in line.to else Colour(line.to), tr("The most: {n}", n=number)
        if self.row == SWEEPS:
            return "chart", tr("A point for each")
        return "chart", tr("For whoever has taken it") if self.row in POINTS else tr("For whoever has taken them")

    def _held(self, side: str) -> tuple[Card, ...]:
        """The cards of a side that the row counts, from the ace to the king."""
        held = self.result.piles[side].held
        return tuple(sorted([card for card in held if counts(self.row, card)], key=lambda card: (RANKS.index(RANK[card]), SUITS.index(SUIT[card]))))

    def _of_row(self) -> tuple[tuple[str, str, tuple[Card, ...]], ...]:
        found = []
        for side in self.view.sides:
            cards, points = self._held(side), self._points(side)
            number = self.result.piles[side].sweeps if self.row == SWEEPS else len(cards)
            found.append((side, f"{number}" + (f" · +{points}" if points else ""), cards))
        return tuple(found)

    def fill(self, view: View) -> None:
        self.taken.show(self._of_row(), four=self.settings.four_colours)
        self.back.show(tr("Back to the count"))
        before = view.results[self.number - 2].scores if self.number > 1 else {}
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
            last, number = self.said[result.last_take], len(result.residue)
            # As many as have room are named.
            listed = tr("{cards} go to {who}, who took last", cards=words.cards(result.residue), who=last)
            counted = trn("{n} card goes to {who}, who took last", "{n} cards go to {who}, who took last", number, who=last)
            found.append(listed if number <= NAMED else counted)
        found += [words.unheld(false, who) for false in result.unheld]
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

    def _other_tapped(self) -> None:
        self._look("correct")

    def _on_tapped(self) -> None:
        self.act(Do(Counted()))

    def _look(self, face: str) -> None:
        self.face = face
        self.fill(self.view)
        self.say()

    def _opened(self, what: str) -> None:
        self.row = what
        self._look("row")

    def _turn(self, by: int) -> None:
        """The row before this one, or after it."""
        rows = [line.what for line in self.table.drawn]
        at = rows.index(self.row) if self.row in rows else 0
        self._opened(rows[(at + by) % len(rows)])

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
        counting, correcting, opened = self.face == "", self.face == "correct", self.face == "row"
        self.have(self.taken, (body.x, body.y + 4, body.w, bottom - body.y - 12) if opened else None)
        for n, way in enumerate(self.ways):
            self.have(way, (body.x + n * 66, bottom, 56, 56) if opened else None)
        self.have(self.back, (body.x + 142, bottom, body.w - 142, 56) if opened else None)
        self.have(self.table, (body.x, body.y, body.w, bottom - high - body.y - low - 4) if counting else None)
        self.have(self.notes, (body.x, bottom - high - low - 2, body.w, low) if counting and low else None)
        wide = 0.0 if frame.portrait else 260.0
        self.have(self.mend, (body.x, bottom - high, wide - 10 if wide else body.w, 56) if counting else None)
        self.have(self.on, (body.x + wide, bottom, body.w - wide, 56) if counting else None)
        self.have(self.whose, (body.x, body.y, body.w, 58) if correcting else None)
        self.have(self.much, (body.x, body.y + 62, body.w, self.much.tall(body.w)) if correcting else None)
        y = body.y + 66 + self.much.tall(body.w)
        pitch = min(66.0, (body.y + body.h - y) / 4)
        # However little room there is, each can be hit.
        high = max(theme.TARGET[1] + 0.5, pitch - 8)
        for i, button in enumerate((*self.reasons, self.other)):
            self.have(button, (body.x, y + i * pitch, body.w, min(high, pitch)) if correcting else None)
        self.have(self.entry, (body.x, body.y, body.w, min(330, body.h)) if self.face == "reason" else None)
