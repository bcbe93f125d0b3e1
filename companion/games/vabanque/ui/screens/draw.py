"""Set-up: who begins. Lots are drawn, or the players choose; then the order of play goes clockwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Begin
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.table.commands import DrawStart
from companion.table.commands import Do, Undo
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen, one_game
from companion.ui.screens.game import GameScreen
from companion.ui.screens.players import SIDE, draw_side
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button, IconButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import Chair, SeatChooser


class PlayOrder(Drawn):
    """The order of play, the first one lit."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[tuple[Colour, str], ...] = ()

    def show(self, rows: tuple[tuple[Colour, str], ...]) -> None:
        """Takes colour and name of each player, in the order of play."""
        if rows != self.rows:
            self.rows = rows
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        pen.text((16, 0, w - 20, 34), tr("Order of play"), theme.SMALLEST_TEXT, "champ")
        columns = 2 if w > 300 else 1
        lines = -(-len(self.rows) // columns) or 1
        pitch = min(58.0, (h - 36) / lines)
        for i, (colour, name) in enumerate(self.rows):
            x, y = (i // lines) * w / columns, 36 + (i % lines) * pitch
            if i == 0:
                pen.rect(x, y, w / columns, pitch - 2, "panelHi")
                pen.rect(x, y, 5, pitch - 2, "champ")
            middle = y + pitch / 2 - 1
            pen.glyph(x + 24, middle, str(i + 1), 30, "champ", "Federo")
            draw_emblem(pen, colour, x + 64, middle, 40)
            pen.text((x + 92, y, w / columns - 96, pitch), name, theme.SMALLEST_TEXT, "ivory", name=True, font="JostSemiBold" if i == 0 else "Jost")


class DrawScreen(GameScreen[View]):
    """Asks who begins; when that is known, the app holds it open with the result until the players go on."""

    name = "draw"

    seen_at = Chosen[tuple[tuple[Colour, int], ...]]((), one_game)
    """Where everybody was seen to sit while it was asked who begins: nobody moves when that is known and the chairs are counted anew."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.chairs: SeatChooser = self.add(SeatChooser(self._chosen))
        self.order = PlayOrder()
        self.lots = Button("", lambda: self.act(DrawStart()), icon="dice")
        self.again = IconButton("dice", lambda: self.act((Undo(), DrawStart())), label="draw again")
        self.begin = Button("", lambda: self.act("on"))

    def _known(self) -> bool:
        return self.shown is not None and self.shown.view is not None and self.shown.view.phase is not Phase.DRAW

    def _chosen(self, chair: int) -> None:
        sitting = next((player for player in self.view.players if player.chair == chair), None)
        if sitting is not None and not self._known():
            self.act(Do(Begin(sitting.colour, drawn=False)))

    def prompt(self, view: View) -> Prompt:
        if view.first is None or not self._known():
            return Prompt("dice", tr("Who begins?"), tr("Draw lots, or tap who begins"))
        text = tr("Drawn by lot, then clockwise") if view.drawn else tr("Chosen, then clockwise")
        return Prompt(view.first, tr("{n} begins", n=self.said[view.first]), text)

    def fill(self, view: View) -> None:
        if not self._known():
            self.seen_at = tuple((player.colour, player.chair) for player in view.players)
        sat = dict(self.seen_at)
        at = {sat.get(player.colour, player.chair): player for player in view.players}
        chairs = [Chair(at[i].colour, at[i].name, chosen=at[i].colour == view.first) if i in at else Chair() for i in range(6)]
        count, tables = len(view.players), view.tiles_needed
        self.chairs.show(chairs, trn("{n} player", "{n} players", count), trn("{n} table in a circle", "{n} tables in a circle", tables), tables)
        self.order.show(tuple((colour, self.names[colour]) for colour in view.order))
        self.lots.show(tr("Draw lots"))
        self.begin.show(tr("Begin"))
        self.place(self.frame)

    def place(self, frame: Frame) -> None:
        body, known = frame.body, self._known()
        if frame.portrait:
            self.have(self.chairs, (12, body.y + 8, body.w - 24, min(380, body.h - 250)))
            side = Box(12, body.y + 8 + min(380, body.h - 250) + 8, body.w - 24, 0)
            side = Box(side.x, side.y, side.w, body.y + body.h - side.y - 8)
        else:
            left = body.x + body.w - SIDE
            self.have(self.chairs, (body.x + 24, body.y + 12, left - 48, body.h - 26))
            side = Box(left + 8, body.y + 6, SIDE - 20, body.h - 14)
        bottom = side.y + side.h - 62
        self.have(self.order, (side.x - 6, side.y, side.w + 12, bottom - side.y - 8) if known else None)
        drawn = known and self.view.drawn
        self.have(self.again, (side.x, bottom, 56, 60) if drawn else None)
        self.have(self.begin, (side.x + (66 if drawn else 0), bottom, side.w - (66 if drawn else 0), 60) if known else None)
        self.have(self.lots, None if known else (side.x, bottom, side.w, 60))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        draw_side(pen, self.frame)
