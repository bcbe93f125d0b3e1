"""Who deals first: lots are drawn, or the players choose. Whoever was drawn is seen before the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.casino.rules.moves import Begin
from companion.games.casino.rules.view import View
from companion.games.casino.table.beginning import DrawnDealer
from companion.games.casino.table.commands import DrawDealer
from companion.games.kit.colours import Colour
from companion.table.commands import Do
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.game import GameScreen
from companion.ui.screens.players import SIDE
from companion.ui.texts import tr, trn
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import Chair, SeatChooser


class Pack(Drawn):
    """The pack that lies before whoever deals."""

    def draw(self, pen: Pen) -> None:
        high = min(self.box.h - 10, (self.box.w - 10) / 0.71)
        left = (self.box.w - high * 0.71) / 2
        for k in (2, 1, 0):
            draw_back(pen, left + 3 * k, 3 + 3 * k, high * 0.71, high)


class DealerScreen(GameScreen[View]):
    """Who deals first."""

    name = "dealer"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.chairs: SeatChooser = self.add(SeatChooser(self._chosen))
        self.lots: Button = self.add(Button("", lambda: self.act(DrawDealer()), icon="dice"))
        self.on = Button("", self._confirmed)
        self.pack = Pack()

    @property
    def drawn(self) -> Colour | None:
        """Who was drawn and is to be confirmed."""
        draft = self.shown.draft if self.shown is not None else None
        return draft.dealer if isinstance(draft, DrawnDealer) else None

    def _confirmed(self) -> None:
        if self.drawn is not None:
            self.act(Do(Begin(self.drawn)))

    def _chosen(self, chair: int) -> None:
        sitting = next((player for player in self.view.players if player.chair == chair), None)
        if sitting is not None:
            self.act(Do(Begin(sitting.colour, drawn=sitting.colour is self.drawn)))

    def prompt(self, view: View) -> Prompt:
        if self.drawn is not None:
            return Prompt(self.drawn, self.names[self.drawn], tr("Deals first, drawn by lot"))
        return Prompt("dice", tr("Who deals first?"), tr("Draw lots, or tap who deals"))

    def fill(self, view: View) -> None:
        at, drawn = {player.chair: player for player in view.players}, self.drawn
        chairs = [Chair(at[i].colour, at[i].name, chosen=at[i].colour is drawn) if i in at else Chair() for i in range(4)]
        self.chairs.show(chairs, trn("{n} player", "{n} players", len(view.players)), "", 0)
        self.lots.show(tr("Draw lots") if drawn is None else tr("Draw again"), kind="primary" if drawn is None else "quiet")
        if drawn is not None:
            self.on.show(tr("{who} deals", who=self.said[drawn]))
        self.place(self.frame)

    def place(self, frame: Frame) -> None:
        body, drawn = frame.body, self.drawn
        if frame.portrait:
            self.chairs.put(12, body.y + 8, body.w - 24, min(420, body.h - 90))
            low, wide, x = body.y + body.h - 70, body.w - 24, 12.0
            pack = (body.w / 2 - 60, low - 170, 120.0, 92.0) if body.h > 420 + 90 + 66 + 100 else None
        else:
            left = body.x + body.w - SIDE
            self.chairs.put(body.x + 24, body.y + 12, left - 48, body.h - 26)
            low, wide, x = body.y + body.h - 76, SIDE - 24, left + 12
            pack = (x, body.y + 14, wide, body.h - 14 - 76 - 70 - 10)
        self.lots.put(x, low - (66 if drawn is not None else 0), wide, 60)
        self.have(self.on, (x, low, wide, 60) if drawn is not None else None)
        self.have(self.pack, pack if drawn is not None else None)
