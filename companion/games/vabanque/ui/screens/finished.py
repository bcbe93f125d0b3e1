"""The end: who has won, and how the money grew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.vabanque.rules.view import View
from companion.table.commands import GoHome, NewGame, Rematch
from companion.ui import texts
from companion.ui.kit.layout import Frame
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, IconButton
from companion.ui.widgets.chart import MoneyChart, Podium
from companion.ui.widgets.prompt import Prompt

WIDE = 10_000_000
"""From this amount on the bar has room for it alone."""


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
        if self.shown.practice or self.shown.game is None:
            self.act(NewGame(practice=self.shown.practice))
        else:
            self.act(Rematch(self.shown.game))

    def prompt(self, view: View) -> Prompt:
        richest = max((player.fortune for player in view.players), default=0)
        most, wide = texts.amount(richest), richest >= WIDE
        if view.ended:
            return Prompt("list", tr("Ended in round {r}", r=view.round), tr("Nobody wins"))
        if len(view.winners) == 1:
            winner = view.winners[0]
            return Prompt(winner, tr("{n} wins", n=self.said[winner]), most if wide else tr("{m} after four rounds", m=most))
        people = texts.names(self.said[colour] for colour in view.winners)
        return Prompt("crown", people, most if wide else tr("share the win: {m} each", m=most))

    def fill(self, view: View) -> None:
        self.podium.show({player.colour: player.fortune for player in view.players}, crowned=not view.ended)
        self.chart.show([result.fortunes for result in view.results], tr("Money by round"))
        self.again.show(tr("Play again"))

    def place(self, frame: Frame) -> None:
        left, right = frame.halves(0.5 if frame.portrait else 0.59, 14)
        bottom = right.y + right.h - 56
        self.podium.put(*left)
        self.chart.put(right.x, right.y, right.w, bottom - right.y - 8)
        self.again.put(right.x, bottom, right.w - 66, 56)
        self.home.put(right.x + right.w - 56, bottom, 56, 56)
