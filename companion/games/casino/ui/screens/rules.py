"""How this table plays: base or Royal, and what else is agreed on before the dealer is drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.games.casino.rules.house import PARTNERS, TARGET, Ace, Faces, HouseRules, Kind, Must
from companion.games.casino.rules.moves import Agree
from companion.games.casino.rules.view import View
from companion.table.commands import Do
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chosen, one_phase
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.prompt import Prompt

POINTS = (11, 15, 21)
LONG = 50
ROUNDS = (1, 2, 4)
ASKED = 10
"""So many questions there are at most."""


class RulesScreen(GameScreen[View]):
    """What most tables ask, and on further pages what few do."""

    name = "rules"

    house = Chosen[HouseRules | None](None, one_phase)
    page = Chosen[int](0, one_phase)

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.rows = tuple(ChoiceRow(partial(self._set, i)) for i in range(ASKED))
        self.other = Button("", self._turn, kind="secondary")
        self.on = Button("", lambda: self.act(Do(Agree(self.now))))
        self._fields: tuple[str, ...] = ()
        self._usual = 0

    @property
    def now(self) -> HouseRules:
        """As they are chosen; before anything is, as in the newest game."""
        if self.house is not None:
            return self.house
        last = self.shown.lately
        return last if isinstance(last, HouseRules) else self.view.house

    def prompt(self, view: View) -> Prompt:
        return Prompt("list", tr("How do you play?"), tr("Everybody agrees on it"))

    def _turn(self) -> None:
        self.page = (self.page + 1) % len(self._pages(self._room(self.frame)))
        self.place(self.frame)

    def _set(self, i: int, value: Any) -> None:
        field = self._fields[i]
        house = replace(self.now, **{field: value})
        if field == "target":
            house = replace(house, rounds=None)
        elif field == "rounds":
            house = replace(house, target=TARGET)
        if field == "kind":
            house = replace(house, sweeps=None)
        self.house = house
        self.fill(self.view)

    @staticmethod
    def _yes_no() -> tuple[tuple[bool, str], ...]:
        return (True, tr("Yes")), (False, tr("No"))

    def _further(self) -> list[tuple[str, Choice]]:
        """What few tables ask."""
        house, yes_no = self.now, self._yes_no()
        found = [
            ("raise_own", Choice(tr("Raise one’s own build"), yes_no, house.raise_own)),
            ("equal_builds", Choice(tr("Two builds of one value"), yes_no, house.equal_builds)),
            (
                "must_take",
                Choice(tr("Must take"), ((Must.NOTHING, tr("nothing")), (Must.EQUAL, tr("equals")), (Must.ANYTHING, tr("all"))), house.must_take),
            ),
        ]
        if house.royal:
            found.append(("ace", Choice(tr("An ace is"), ((Ace.BOTH, tr("1 or 14")), (Ace.ONE, "1")), house.ace)))
        else:
            options = ((Faces.ONE, "1"), (Faces.ODD, tr("1 or 3")), (Faces.ALL, tr("any")))
            found.append(("faces", Choice(tr("A face card takes"), options, house.faces)))
        rounds = ((None, tr("no")), *((n, str(n)) for n in ROUNDS))
        found.append(("rounds", Choice(tr("For so many rounds"), rounds, house.rounds)))
        found.append(("target", Choice(tr("A long game"), ((TARGET, tr("no")), (LONG, tr("to {n}", n=LONG))), house.target)))
        return found

    def _first(self, view: View) -> list[tuple[str, Choice]]:
        """What most tables ask."""
        house, yes_no = self.now, self._yes_no()
        goals = tuple((n, str(n)) for n in POINTS)
        found = [
            ("kind", Choice(tr("Game"), ((Kind.BASE, tr("Casino")), (Kind.ROYAL, tr("Royal"))), house.kind)),
            ("target", Choice(tr("Played to"), goals, house.target if house.rounds is None else None)),
            ("sweeps", Choice(tr("Sweeps score"), yes_no, house.sweeps_score)),
        ]
        if len(view.players) == PARTNERS:
            found.append(("teams", Choice(tr("Four players"), ((False, tr("each alone")), (True, tr("partners"))), house.teams)))
        return found

    def fill(self, view: View) -> None:
        first = self._first(view)
        found = [*first, *self._further()]
        self._fields, self._usual = tuple(field for field, _ in found), len(first)
        for row, (_, choice) in zip(self.rows, found, strict=False):
            row.show(choice)
        self.on.show(tr("So we play"))
        self.place(self.frame)

    def _room(self, frame: Frame) -> Box:
        body = frame.body.inset(14, 4)
        return Box(body.x, body.y, body.w, body.h - 60)

    def _pages(self, room: Box) -> list[list[int]]:
        """Which questions stand on which page: the usual ones on the first, of the others as many on each as have room."""
        pages, high = [list(range(self._usual)), list[int]()], 0.0
        for i in range(self._usual, len(self._fields)):
            tall = self.rows[i].tall(room.w) + 2
            if high + tall > room.h and pages[-1]:
                pages.append([])
                high = 0.0
            pages[-1].append(i)
            high += tall
        return pages

    def place(self, frame: Frame) -> None:
        room = self._room(frame)
        pages = self._pages(room)
        page = min(self.page, len(pages) - 1)
        y = room.y
        for i, row in enumerate(self.rows):
            there = i in pages[page]
            tall = row.tall(room.w) if there else 0.0
            self.have(row, (room.x, y, room.w, tall) if there else None)
            y += tall + 2 if there else 0
        self.other.show(tr("Back") if page + 1 == len(pages) else tr("More rules"))
        half = (room.w - 12) * (0.42 if frame.portrait else 0.34)
        bottom = room.y + room.h + 2
        self.have(self.other, (room.x, bottom, half, 56))
        self.have(self.on, (room.x + half + 12, bottom, room.w - half - 12, 56))
