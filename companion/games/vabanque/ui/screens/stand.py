"""Between pawns and payout: do all pawns stand? Until the answer everything can be taken back, after it the cards are open."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.games.vabanque.rules.moves import Confirm
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui.screens.board import BoardScreen
from companion.games.vabanque.ui.widgets.ring import Middle
from companion.table.commands import Do
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class StandScreen(BoardScreen):
    """Do all pawns stand? Then cards are turned over."""

    name = "stand"

    def prompt(self, view: View) -> Prompt:
        return Prompt("pawn", tr("Are all pawns in place?"), tr("Then turn the cards over"))

    def middle(self, view: View) -> Middle:
        return Middle(action=tr("Turn over"))

    def lit(self, view: View) -> Collection[int]:
        return [table.number for table in view.tables if table.pawns]

    def ring_tapped(self, key: Any) -> None:
        if key == "action":
            self.act(Do(Confirm()))
