"""Setting up: which casinos were dealt, where each pawn begins, whose throw was highest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.cash_and_run.rules.moves import Deal, TellCasino
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.commands import TapCasino, TapPlayer
from companion.games.cash_and_run.ui.screens.base import CashScreen
from companion.games.cash_and_run.ui.screens.telling import TellingScreen
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.table.commands import Do
from companion.ui.texts import tr, trn
from companion.ui.widgets.prompt import Prompt


class CasinosScreen(TellingScreen):
    """Each player in turn shows the casinos that were dealt, or taps them."""

    name = "casinos"
    railed = False

    def prompt(self, view: View) -> Prompt:
        asked = self.asked()
        if asked is not None:
            return asked
        left = view.options.dealt - len(self.of(view.by).casinos)
        said = trn("Show or tap your casino", "Show or tap your {n} casinos", left)
        return Prompt(view.by or "card", self.who(view.by), said)

    def faces(self, view: View) -> Sequence[Band]:
        tiles = [
            Tile(TapCasino(each.id), casino=each, owner=view.owners.get(each.id), dead=each.id in view.owners, ground="plain")
            for each in view.casinos
        ]
        if self.more(view):
            tiles.append(Tile("tell", tr("Another casino"), ground="felt"))
        return (Band(tuple(tiles), 2 if self.frame.portrait else 4),)

    def after(self, move: TellCasino) -> tuple[Any, ...]:
        by = self.view.by
        return (Do(Deal(by, move.id)),) if by is not None else ()


class PawnScreen(CashScreen):
    """Each pawn begins at one of its player's casinos."""

    name = "pawn"

    def prompt(self, view: View) -> Prompt:
        return Prompt(view.by or "pawn", self.who(view.by), tr("Tap the casino where you begin"))

    def bands(self, view: View) -> Sequence[Band]:
        own = self.of(view.by).casinos
        tiles = tuple([Tile(TapCasino(each), casino=self.casino(each)) for each in own])
        return (Band(tiles, 1 if self.frame.portrait else max(1, len(tiles))),)


class FirstScreen(CashScreen):
    """Whose throw was highest."""

    name = "first"
    railed = False
    tallest = 84.0

    def prompt(self, view: View) -> Prompt:
        return Prompt("dice", tr("Who begins?"), tr("Throws highest: tap who begins"))

    def bands(self, view: View) -> Sequence[Band]:
        tiles = tuple([Tile(TapPlayer(each.colour), each.name, player=each.colour) for each in view.players])
        return (Band(tiles, 1 if self.frame.portrait else 2),)
