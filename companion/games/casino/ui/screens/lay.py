"""Four face-up cards begin a round."""

from __future__ import annotations

from companion.games.casino.rules.state import FACE_UP
from companion.games.casino.rules.view import View
from companion.games.casino.ui.screens.table import TableScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.prompt import Prompt


class LayScreen(TableScreen):
    """The four cards that lie open at the beginning."""

    name = "table"

    with_stock = False

    def notes(self, view: View) -> tuple[str, ...]:
        return (tr("Four cards each, two by two"),) if not view.loose else ()

    def holes(self, view: View) -> int:
        return FACE_UP - len(view.loose)

    def prompt(self, view: View) -> Prompt:
        left = self.holes(view)
        who = view.dealer or "card"
        called = self.names.get(view.dealer, "") if view.dealer is not None else ""
        if left == FACE_UP:
            text = tr("Tap the four face-up cards") if self.with_grid else tr("Deal. Scan four face-up cards")
            drawn = tr("drawn by lot") if view.round == 1 and view.drawn else ""
            return Prompt(who, called, text, drawn)
        return Prompt(who, called, trn("{n} more face-up card", "{n} more face-up cards", left))
