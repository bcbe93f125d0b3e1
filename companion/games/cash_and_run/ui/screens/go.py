"""Square 1: on to any other square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.cash_and_run.rules.moves import Go, TellCasino
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.ui.screens.squares import places, squares
from companion.games.cash_and_run.ui.screens.telling import TellingScreen
from companion.games.cash_and_run.ui.widgets.tiles import Band
from companion.table.commands import Do
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class GoScreen(TellingScreen):
    """The pawn goes on: where it comes to stand."""

    name = "go"
    railed = False

    def prompt(self, view: View) -> Prompt:
        asked = self.asked()
        if asked is not None:
            return asked
        if self.pending.places:
            return Prompt(view.by or "pawn", self.place_of(self.pending.square), tr("Which one? Tap it"))
        return Prompt(view.by or "pawn", self.who(view.by), tr("Go to any square: tap it"))

    def faces(self, view: View) -> Sequence[Band]:
        if self.pending.places:
            return places(view, self.pending.places, self.pending.square)
        return squares(view, portrait=self.frame.portrait, one=False, more=self.more(view))

    def after(self, move: TellCasino) -> tuple[Any, ...]:
        by = self.view.by
        return (Do(Go(by, square=move.id)),) if by is not None else ()
