"""The first pawns: the start player chooses a table, then each next pawn stands two tables further on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.games.colours import Colour
from companion.games.vabanque.view import Phase, View
from companion.ui.screens.board import BoardScreen
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.ring import Middle


class StartScreen(BoardScreen):
    """In the phase of start it asks for the first pawn. After it, held open by the app, it tells the others one by one where theirs go."""

    name = "start"

    def enter(self) -> None:
        self._told = 1

    _told = 1
    """How many players have been told; the start player knows."""

    def _next(self, view: View) -> Colour | None:
        return view.order[self._told] if view.phase is not Phase.START and self._told < len(view.order) else None

    def _table(self, view: View) -> int:
        following = self._next(view)
        assert following is not None
        return self.player(following).pawn or 0

    def prompt(self, view: View) -> Prompt:
        following = self._next(view)
        if following is not None:
            return Prompt(following, self.names[following], tr("Your pawn goes to table {n}", n=self._table(view)))
        first = view.first or view.order[0]
        return Prompt(first, self.names[first], tr("Put your pawn on any table"))

    def middle(self, view: View) -> Middle:
        if self._next(view) is None:
            return Middle(text=tr("Pick a table"))
        return Middle(action=tr("It stands"))

    def lit(self, view: View) -> Collection[int] | None:
        return None if self._next(view) is None else [self._table(view)]

    def ring_tapped(self, key: Any) -> None:
        view = self.view
        if self._next(view) is None:
            super().ring_tapped(key)
        elif key in ("action", self._table(view)):
            self._told += 1
            if self._next(view) is None:
                self.act("on")
            else:
                self.fill(view)
                self.say()
