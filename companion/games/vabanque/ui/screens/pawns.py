"""Phase 3: every pawn stays or goes 1 to 4 tables clockwise."""

from __future__ import annotations

from typing import Any

from companion.games.vabanque.rules.moves import MovePawn
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui.screens.board import BoardScreen
from companion.games.vabanque.ui.widgets.ring import Middle
from companion.table.commands import Do
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class PawnsScreen(BoardScreen):
    """Somebody moves the pawn: the tables that it can reach are lit."""

    name = "pawns"

    def prompt(self, view: View) -> Prompt:
        if view.to_act is None:
            return Prompt("pawn", tr("Pawns"))
        return Prompt(view.to_act, self.names[view.to_act], tr("Stay, or move 1 to 4 tables on"))

    def middle(self, view: View) -> Middle:
        stands = next((table for steps, table in view.reachable if steps == 0), None)
        return Middle() if stands is None else Middle(action=tr("Stay at {n}", n=stands))

    def ring_tapped(self, key: Any) -> None:
        if key == "action":
            if self.view.to_act is not None:
                self.act(Do(MovePawn(self.view.to_act, 0)))
        else:
            super().ring_tapped(key)
