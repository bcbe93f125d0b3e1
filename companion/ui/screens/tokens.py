"""Phase 1: one token on any table."""

from __future__ import annotations

from companion.games.vabanque.view import View
from companion.ui.screens.board import BoardScreen
from companion.ui.texts import tr, trc
from companion.ui.widgets.prompt import Prompt


class TokensScreen(BoardScreen):
    name = "tokens"

    def prompt(self, view: View) -> Prompt:
        if view.to_act is None:
            return Prompt("chip", tr("Tokens"))
        # German says "einen Fünfer": the numeral itself is translated, in the case that "lay" asks for.
        token = {5: trc("lay a", "5"), 10: trc("lay a", "10"), 20: trc("lay a", "20"), 50: trc("lay a", "50")}[view.token]
        return Prompt(view.to_act, self.names[view.to_act], tr("Lay a {v} on any table", v=token))
