"""After the hand-out: everybody counts, and says so when it agrees with the ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.vabanque.moves import Counted
from companion.games.vabanque.view import View
from companion.table.touches import Do
from companion.ui.layout import Frame
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rail import PlayerRail


class CountScreen(GameScreen):
    name = "count"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.rail: PlayerRail = self.add(PlayerRail())
        self.on: Button = self.add(Button(tr("Everybody's money agrees"), lambda: self.act(Do(Counted()))))

    def prompt(self, view: View) -> Prompt:
        return Prompt("pawn", tr("Count your money"), tr("Compare it with the amounts shown"))

    def fill(self, view: View) -> None:
        self.rail.show(view)
        self.on.show(tr("Everybody's money agrees"))

    def place(self, frame: Frame) -> None:
        body = frame.body
        self.have(self.rail, (body.x + body.w / 2 - 95, body.y + 8, 190, body.h - 90))
        self.have(self.on, (body.x + 12, frame.h - 64, body.w - 24, 56))
