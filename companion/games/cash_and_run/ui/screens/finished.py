"""The end: who has won and how, and how the others stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.cash_and_run.rules.end import Ending
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.table.commands import GoHome, NewGame, Rematch
from companion.ui import texts
from companion.ui.texts import tr, trn
from companion.ui.widgets.prompt import Prompt


class FinishedScreen(CashScreen):
    name = "finished"
    railed = False
    tallest = 78.0

    def prompt(self, view: View) -> Prompt:
        outcome = view.outcome
        if outcome is None or outcome.left:
            return Prompt("list", tr("Ended in turn {r}", r=view.round), tr("Nobody wins"))
        (winner,) = outcome.winners
        said = tr("The lap is run") if outcome.ending is Ending.LAP else tr("All others are bankrupt")
        return Prompt(winner, tr("{n} wins", n=self.said[winner]), said)

    def bands(self, view: View) -> Sequence[Band]:
        tiles = []
        for colour in view.standing or tuple(player.colour for player in view.players):
            player = self.of(colour)
            held = tr("bankrupt") if player.out else trn("{n} casino", "{n} casinos", len(player.casinos))
            won = view.outcome is not None and colour in view.outcome.winners
            # Nothing more can be done with a row.
            tiles.append(Tile(("row", colour), player.name, held, texts.amount(player.cash or 0), player=colour, lit=won, dead=not won))
        return (Band(tuple(tiles), 1 if self.frame.portrait or len(tiles) < 4 else 2),)

    def choices(self, view: View) -> Sequence[Choice]:
        return (Choice(tr("Home"), "home", icon="home"), Choice(tr("Play again"), "again", primary=True))

    def chosen(self, what: Any) -> None:
        if what == "home":
            self.act(GoHome())
        elif what == "again":
            practice = self.shown.practice or self.shown.game is None
            self.act(NewGame(practice=self.shown.practice, rules=self.rules) if practice else Rematch(self.shown.game))
