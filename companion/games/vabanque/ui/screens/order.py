"""Phase 5: the new order of play, who changes chairs with whom and why; then the cards are taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Seated, Seating, Stay
from companion.games.vabanque.rules.view import RoundResult, View
from companion.games.vabanque.ui.screens.chosen import one_result
from companion.games.vabanque.ui.widgets.counting import CorrectionRows
from companion.games.vabanque.ui.widgets.places import OrderList, Place
from companion.table.commands import Do
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen, one_game
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.button import Button
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import SeatPicture


class OrderScreen(GameScreen[View]):
    """First the chairs (or platelets), then the cards: two faces, one act."""

    name = "order"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.list = OrderList(lambda _: self._look(mended=True))
        self.mended = CorrectionRows(lambda _: self._look(mended=False))
        self.seats = SeatPicture(lambda _: self._turn())
        self.on: Button = self.add(Button("", self._on, icon="check"))
        self.stay = Button("", lambda: self.act(Do(Stay())), kind="secondary")

    sitting = Chosen(False, one_result)
    """Whether everybody sits and the cards are next."""
    reading = Chosen(False, one_result)
    """Whether the corrections are looked at."""
    turned = Chosen(0, one_game)
    """By how many chairs the picture is turned."""

    def result(self, view: View) -> RoundResult:
        """The round that was paid last."""
        return view.results[-1]

    def prompt(self, view: View) -> Prompt:
        aside = tr("for round {r}", r=view.round + 1)
        if self.reading:
            return Prompt("pencil", tr("Corrections"), tr("Set right by the count"), aside)
        if self.sitting:
            return Prompt("card", tr("Take back all cards"), tr("Put your colour card before you"), aside)
        if view.seating is Seating.PLATELETS:
            return Prompt("list", tr("New order of play"), tr("Take your number’s platelet"), aside)
        if not self._moves(view):
            text = tr("This once everybody stays") if self.result(view).stayed else tr("Everybody stays seated")
            return Prompt("chair", tr("New order of play"), text, aside)
        return Prompt("chair", tr("New order of play"), tr("Change chairs. The richest stays"), aside)

    def _moves(self, view: View) -> bool:
        """Whether anybody changes chairs."""
        return view.seating is Seating.CHAIRS and self.result(view).seats != tuple(player.colour for player in view.players)

    def fill(self, view: View) -> None:
        result = self.result(view)
        now = tuple(player.colour for player in view.players)
        then, order = result.seats or now, result.next_order or view.order
        moving = view.seating is Seating.CHAIRS

        def chair_of(colour: Colour) -> Colour | None:
            sat = now[then.index(colour)]
            return None if sat == colour else sat

        places = tuple(Place(colour, self.names[colour], result.fortunes[colour], chair_of(colour) if moving else None) for colour in order)
        self.reading = self.reading and bool(result.corrections)
        self.list.show(places, result.ties, moving, result.corrections)
        self.mended.show_all(result.corrections)
        self.seats.show(then, now, turned=self.turned)
        self.stay.show(tr("We stay"))
        self.on.show(self._onward(view))
        self.place(self.frame)
        self.repaint(self.sitting, self.reading, self._moves(view), view.players[0].colour)

    def _onward(self, view: View) -> str:
        if self.sitting:
            return tr("Cards are back")
        if view.seating is Seating.PLATELETS:
            return tr("Everyone has a platelet")
        return tr("All seated") if self._moves(view) else tr("Everyone is seated")

    def keys(self) -> tuple[str, ...] | None:
        return ("left", "menu") if self.reading else None

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self._look(mended=False)
        else:
            super()._bar_tapped(key)

    def _look(self, mended: bool) -> None:
        self.reading = mended
        self.fill(self.view)
        self.say()

    def _turn(self) -> None:
        self.turned = (self.turned + 1) % len(self.view.players)
        self.fill(self.view)

    def _on(self) -> None:
        if self.sitting:
            self.act(Do(Seated()))
        else:
            self.sitting = True
            self.fill(self.view)
            self.say()

    def undo(self) -> None:
        if self.sitting and self.shown.pending is None:
            self.sitting = False
            self.fill(self.view)
            self.say()
        else:
            super().undo()

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        if frame.portrait:
            return frame.halves(0.54, 12)
        body = frame.body
        return Box(12, body.y + 6, 404, body.h - 16), Box(428, body.y, frame.w - 440, body.h - 8)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        chairs = self.shown is not None and self.shown.view is not None and self.shown.view.seating is Seating.CHAIRS
        order = not self.sitting and not self.reading
        body = frame.body.inset(12, 6)
        bottom = right.y + right.h - 58
        stay = chairs and order and self._moves(self.view)
        third = (right.w - 8) * 0.49 if stay else 0
        self.have(self.stay, (right.x + 8, bottom, third - 10, 56) if stay else None)
        if chairs and order:
            self.have(self.on, (right.x + 8 + third, bottom, right.w - 8 - third, 56))
        else:
            left = Box(body.x, body.y, body.w, bottom - body.y - 10)
            self.have(self.on, None if self.reading else (body.x, bottom, body.w, 56))
        self.have(self.list, left if order else None)
        self.have(self.seats, (right.x, right.y + 6, right.w, right.h - 108) if chairs and order else None)
        self.have(self.mended, body if self.reading else None)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        _, right = self._parts(self.frame)
        if self.shown is None or self.shown.view is None or self.reading:
            return
        if not self.sitting:
            if self._moves(self.shown.view):
                text = tr("Small: sat there before")
                pen.text((right.x, right.y + right.h - 100, right.w, 36), text, theme.SMALLEST_TEXT, "mist", align="centre", lines=2)
            return
        body = self.frame.body
        text = tr("Everybody takes back the three cards, turned over or not. Pawns and tokens stay.")
        top = body.y + (80 if self.frame.portrait else 26)
        box = (body.x + 24, top + 176, body.w - 48, 150 if self.frame.portrait else 76)
        pen.text(box, text, theme.SMALLEST_TEXT, "ivory", align="centre", lines=4)
        left_edge = body.w / 2 - 226
        for k in range(3):
            draw_back(pen, left_edge + k * 100, top, 92, 138)
        draw_icon(pen, "arrow-right", left_edge + 328, top + 69, 30, "champ", 3)
        _colour_card(pen, left_edge + 360, top, self.view.players[0].colour)


def _colour_card(pen: Pen, x: float, y: float, colour: Colour) -> None:
    """A substitute card, as it lies before its player."""
    pen.rounded(x - 2, y - 2, 96, 142, 8, "ink")
    pen.rounded(x, y, 92, 138, 6, "ivory")
    pen.rounded_line(x + 5, y + 5, 82, 128, 3, "brass", 1.2)
    draw_emblem(pen, colour, x + 46, y + 69, 52)
