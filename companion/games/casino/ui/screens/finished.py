"""The end: who has won, and how the scores grew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.game import sides_of
from companion.games.casino.rules.view import View
from companion.games.casino.ui import words
from companion.games.kit.colours import Colour
from companion.table.commands import GoHome, NewGame, Rematch
from companion.ui import texts
from companion.ui.kit.layout import Frame
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr, trc, trn
from companion.ui.widgets.button import Button, IconButton
from companion.ui.widgets.chart import MoneyChart, Podium
from companion.ui.widgets.prompt import Prompt


def _places(view: View) -> dict[Colour, int]:
    """Everybody's place: who has won first, in Royal perhaps with a lower total; partners share theirs, and are one before the next."""
    winners = view.outcome.winners if view.outcome is not None else ()
    others = {player.side: player.score for player in view.players if player.colour not in winners}
    return {player.colour: 1 if player.colour in winners else 2 + sum(score > player.score for score in others.values()) for player in view.players}


class FinishedScreen(GameScreen[View]):
    """Who has won, and with how many points."""

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
            self.act(NewGame(practice=self.shown.practice, rules=self.rules))
        else:
            self.act(Rematch(self.shown.game))

    def prompt(self, view: View) -> Prompt:
        outcome = view.outcome
        if outcome is None or outcome.left:
            return Prompt("list", tr("Ended in round {r}", r=view.round), tr("Nobody wins"))
        people = texts.names(self.said[colour] for colour in outcome.winners)
        totals = sorted(outcome.scores.values(), reverse=True)
        rounds = trn("after {n} round", "after {n} rounds", len(view.results))
        decided = words.decided(outcome.decided_at, view.house.target)
        text = decided or tr("{a} to {b} {rounds}", a=totals[0], b=totals[1], rounds=rounds)
        if len(outcome.winners) == 1:
            return Prompt(outcome.winners[0], tr("{n} wins", n=people), text)
        return Prompt("crown", trc("several people", "{n} win", n=people), text)

    def fill(self, view: View) -> None:
        outcome = view.outcome
        won = outcome is not None and not outcome.left
        scores, places = {player.colour: player.score for player in view.players}, _places(view) if won else None
        self.podium.show(scores, crowned=won, places=places, sides=sides_of(view.players))
        side = {player.colour: view.sides[player.side] for player in view.players} if view.sides else {}
        self.chart.show(
            [{colour: result.scores[side[colour]] for colour in side} for result in view.results],
            tr("Points by round"),
            view.house.target if view.rounds is None else 0,
        )
        self.again.show(tr("Play again"))

    def place(self, frame: Frame) -> None:
        left, right = frame.halves(0.5 if frame.portrait else 0.55, 14)
        bottom = right.y + right.h - 56
        self.podium.put(*left)
        self.chart.put(right.x, right.y, right.w, bottom - right.y - 8)
        self.again.put(right.x, bottom, right.w - 66, 56)
        self.home.put(right.x + right.w - 56, bottom, 56, 56)
