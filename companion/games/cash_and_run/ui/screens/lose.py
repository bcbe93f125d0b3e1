"""A casino that is lost: which one the winner takes, or which one is sold for a debt."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.commands import TapCasino
from companion.games.cash_and_run.ui.screens.base import CashScreen
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui import texts
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class PickScreen(CashScreen):
    """What the winner of a lost challenge takes."""

    name = "pick"

    def prompt(self, view: View) -> Prompt:
        contest = view.contest
        assert contest is not None
        return Prompt(contest.winner or "card", self.who(contest.winner), tr("Take one of {name}’s casinos", name=self.within(contest.bettor)))

    def bands(self, view: View) -> Sequence[Band]:
        contest = view.contest
        assert contest is not None
        return (Band(tuple([Tile(TapCasino(each), casino=self.casino(each)) for each in self.of(contest.bettor).casinos]), 2),)


class SellScreen(CashScreen):
    """Who can't pay chooses what is auctioned."""

    name = "sell"

    def prompt(self, view: View) -> Prompt:
        seller = next(iter(view.may_act), None)
        return Prompt(seller or "chip", self.who(seller), tr("Choose the casino to auction"))

    def bands(self, view: View) -> Sequence[Band]:
        return (Band(tuple([Tile(TapCasino(each), casino=self.casino(each)) for each in view.sellable]), 2),)

    def lines(self, view: View) -> Sequence[Line]:
        debt = view.debt
        if debt is None:
            return ()
        owes = tr("{name} owes {other} {sum}", name=self.within(debt.by), other=self.within(debt.to), sum=texts.amount(debt.left))
        return (Line(owes, colour="champ"), *self.news(view))
