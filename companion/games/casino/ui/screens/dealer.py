"""Who deals first: lots are drawn, or the players choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.casino.rules.moves import Begin
from companion.games.casino.rules.view import View
from companion.games.casino.table.commands import DrawDealer
from companion.table.commands import Do
from companion.ui.kit.layout import Frame
from companion.ui.screens.game import GameScreen
from companion.ui.screens.players import SIDE
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import Chair, SeatChooser


class DealerScreen(GameScreen):
    name = "dealer"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.chairs: SeatChooser = self.add(SeatChooser(self._chosen))
        self.lots: Button = self.add(Button("", lambda: self.act(DrawDealer()), icon="dice"))

    def _chosen(self, chair: int) -> None:
        sitting = next((player for player in self.view.players if player.chair == chair), None)
        if sitting is not None:
            self.act(Do(Begin(sitting.colour, drawn=False)))

    def prompt(self, view: View) -> Prompt:
        return Prompt("dice", tr("Who deals first?"), tr("Draw lots, or tap who deals"))

    def fill(self, view: View) -> None:
        at = {player.chair: player for player in view.players}
        chairs = [Chair(at[i].colour, at[i].name) if i in at else Chair() for i in range(4)]
        self.chairs.show(chairs, trn("{n} player", "{n} players", len(view.players)), "", 0)
        self.lots.show(tr("Draw lots"))

    def place(self, frame: Frame) -> None:
        body = frame.body
        if frame.portrait:
            self.chairs.put(12, body.y + 8, body.w - 24, min(420, body.h - 90))
            self.lots.put(12, body.y + body.h - 70, body.w - 24, 60)
            return
        left = body.x + body.w - SIDE
        self.chairs.put(body.x + 24, body.y + 12, left - 48, body.h - 26)
        self.lots.put(left + 12, body.y + body.h - 76, SIDE - 24, 60)
