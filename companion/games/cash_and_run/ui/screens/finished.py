"""The end: who has won and how, how the others stand, and how everybody's money went."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.cash_and_run.rules.end import Ending
from companion.games.cash_and_run.rules.view import View
from companion.games.kit.colours import Colour
from companion.table.commands import GoHome, NewGame, Rematch
from companion.ui.kit.layout import Frame
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, IconButton
from companion.ui.widgets.chart import MoneyChart, Podium
from companion.ui.widgets.prompt import Prompt


def by_turn(view: View) -> list[dict[Colour, int]]:
    """Everybody's money at the beginning and after each turn."""
    now = {player.colour: view.options.start for player in view.players}
    found = [dict(now)]
    for turn in view.turns:
        for paid in turn.payments:
            for name, sum_ in ((paid.source, -paid.amount), (paid.to, paid.amount)):
                if name in now:
                    now[Colour(name)] += sum_
        found.append(dict(now))
    return found


class FinishedScreen(GameScreen[View]):
    """Who has won, and what everybody has."""

    name = "finished"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.podium: Podium = self.add(Podium())
        self.chart: MoneyChart = self.add(MoneyChart())
        self.again: Button = self.add(Button("", self._again_tapped))
        self.home: IconButton = self.add(IconButton("home", lambda: self.act(GoHome()), label="home"))

    def _again_tapped(self) -> None:
        """The same people once more; a practice game is followed by another one."""
        practice = self.shown.practice or self.shown.game is None
        self.act(NewGame(practice=self.shown.practice, rules=self.rules) if practice else Rematch(self.shown.game))

    def prompt(self, view: View) -> Prompt:
        outcome = view.outcome
        if outcome is None or outcome.left:
            return Prompt("list", tr("Ended in turn {r}", r=view.round), tr("Nobody wins"))
        (winner,) = outcome.winners
        said = tr("The lap is run") if outcome.ending is Ending.LAP else tr("All others are bankrupt")
        return Prompt(winner, tr("{n} wins", n=self.said[winner]), said)

    def fill(self, view: View) -> None:
        won = view.outcome is not None and not view.outcome.left
        # The standing goes by the lap, then by ruin, casinos and money.
        order = view.standing or tuple(player.colour for player in view.players)
        self.podium.show({player.colour: player.cash or 0 for player in view.players}, crowned=won, order=order if won else ())
        first, *after = by_turn(view)
        self.chart.show(after, tr("Money by turn"), first=first)
        self.again.show(tr("Play again"))

    def place(self, frame: Frame) -> None:
        left, right = frame.halves(0.5 if frame.portrait else 0.55, 14)
        bottom = right.y + right.h - 56
        self.podium.put(*left)
        self.chart.put(right.x, right.y, right.w, bottom - right.y - 8)
        self.again.put(right.x, bottom, right.w - 66, 56)
        self.home.put(right.x + right.w - 56, bottom, 56, 56)
