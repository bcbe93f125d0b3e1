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
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chosen, one_phase
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.prompt import Prompt

POINTS = (11, 15, 21)
LONG = 50
ROUNDS = (1, 2, 4)


class RulesScreen(GameScreen):
    """Two pages: what most tables ask, and what few do."""

    name = "rules"

    house = Chosen[HouseRules | None](None, one_phase)
    more = Chosen[bool](False, one_phase)

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.rows = tuple(ChoiceRow(partial(self._set, i)) for i in range(6))
        self.other = Button("", self._turn, kind="secondary")
        self.on = Button("", lambda: self.act(Do(Agree(self.now))))
        self._fields: tuple[str, ...] = ()

    @property
    def now(self) -> HouseRules:
        """As they are chosen."""
        return self.house if self.house is not None else self.view.house

    def prompt(self, view: View) -> Prompt:
        return Prompt("list", tr("How do you play?"), tr("Everybody agrees on it"))

    def _turn(self) -> None:
        self.more = not self.more
        self.fill(self.view)

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

    def _asked(self, view: View) -> list[tuple[str, Choice]]:
        house = self.now
        yes_no = ((True, tr("Yes")), (False, tr("No")))
        if self.more:
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
        found = self._asked(view)
        self._fields = tuple(field for field, _ in found)
        for row, (_, choice) in zip(self.rows, found, strict=False):
            row.show(choice)
        self.other.show(tr("Back") if self.more else tr("More rules"))
        self.on.show(tr("So we play"))
        self.place(self.frame)

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(14, 4)
        bottom = body.y + body.h - 58
        y = body.y
        for i, row in enumerate(self.rows):
            there = i < len(self._fields)
            tall = row.tall(body.w) if there else 0.0
            self.have(row, (body.x, y, body.w, tall) if there else None)
            y += tall + 2
        half = (body.w - 12) * (0.42 if frame.portrait else 0.34)
        self.have(self.other, (body.x, bottom, half, 56))
        self.have(self.on, (body.x + half + 12, bottom, body.w - half - 12, 56))
