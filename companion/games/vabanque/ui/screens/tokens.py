"""Phase 1: one token on any table."""

from __future__ import annotations

from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui.screens.board import BoardScreen
from companion.games.vabanque.ui.widgets.ring import Middle
from companion.ui.texts import tr, trc
from companion.ui.widgets.prompt import Prompt


class TokensScreen(BoardScreen):
    """Somebody lays a token."""

    name = "tokens"

    def middle(self, view: View) -> Middle:
        # The first pawn has said where the others go; that needs no answer.
        begins = view.round == 1 and not any(table.tokens for table in view.tables)
        return Middle(text=tr("Set the pawns as shown")) if begins else Middle()

    def prompt(self, view: View) -> Prompt:
        if view.to_act is None:
            return Prompt("chip", tr("Tokens"))
        # German says "einen Fünfer": the numeral itself is translated, in the case that "lay" asks for.
        token = {5: trc("lay a", "5"), 10: trc("lay a", "10"), 20: trc("lay a", "20"), 50: trc("lay a", "50")}[view.token]
        return Prompt(view.to_act, self.names[view.to_act], tr("Place a {v} on any table", v=token))
