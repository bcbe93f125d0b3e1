"""The first pawn: the start player chooses its table; where the others stand follows from it."""

from __future__ import annotations

from companion.games.vabanque.view import View
from companion.ui.screens.board import BoardScreen
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.ring import Middle


class StartScreen(BoardScreen):
    name = "start"

    def prompt(self, view: View) -> Prompt:
        first = view.first or view.order[0]
        return Prompt(first, self.names[first], tr("Put your pawn on any table"))

    def middle(self, view: View) -> Middle:
        return Middle(text=tr("Pick a table"))
