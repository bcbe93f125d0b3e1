"""The first pawn: the start player chooses its table; where the others stand follows from it."""

from __future__ import annotations

from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui.screens.board import BoardScreen
from companion.games.vabanque.ui.widgets.ring import Middle
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class StartScreen(BoardScreen):
    """The start player places the first pawn."""

    name = "start"

    def prompt(self, view: View) -> Prompt:
        first = view.first or view.order[0]
        return Prompt(first, self.names[first], tr("Put your pawn on any table"))

    def middle(self, view: View) -> Middle:
        return Middle(text=tr("Pick a table"))
