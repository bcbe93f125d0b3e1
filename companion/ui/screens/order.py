"""Phase 5: the new order of play, who changes chairs with whom and why; then the cards are taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.colours import Colour
from companion.games.vabanque.moves import Seated, Seating, Stay
from companion.games.vabanque.view import Correction, RoundResult, View
from companion.table.shown import Shown
from companion.table.touches import Do
from companion.ui import lettering, texts
from companion.ui.layout import Box, Frame
from companion.ui.pen import Pen
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button
from companion.ui.widgets.card import draw_back
from companion.ui.widgets.counting import Corrections
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import SeatPicture


@dataclass(frozen=True)
class Place:
    """A line of the new order. `chair_of`: who sat until now on the chair that this player goes to, None if nobody moves."""

    colour: Colour
    name: str
    fortune: int
    chair_of: Colour | None


class OrderList(Drawn):
    """The new order, richest first; groups of level players are bracketed, and below it stands why they are in this order.

    `on_tap` is called for that note, if the ledger was corrected.
    """

    def __init__(self, on_tap: Callable[[Any], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.places: tuple[Place, ...] = ()
        self.ties: tuple[tuple[Colour, ...], ...] = ()
        self.moving = True
        self.mended: tuple[Correction, ...] = ()

    def show(self, places: tuple[Place, ...], ties: tuple[tuple[Colour, ...], ...], moving: bool, mended: tuple[Correction, ...] = ()) -> None:
        """`moving`: whether people change chairs; `mended`: the corrections that the order goes by."""
        if (places, ties, moving, mended) != (self.places, self.ties, self.moving, self.mended):
            self.places, self.ties, self.moving, self.mended = places, ties, moving, mended
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        note, why = self._note(pen, w)
        pitch = min(54.0, (h - note) / max(1, len(self.places)))
        for i, place in enumerate(self.places):
            self._place(pen, i, place, i * pitch, w, pitch - 3)
        for group in self.ties:
            at = [i for i, place in enumerate(self.places) if place.colour in group]
            top, bottom = min(at) * pitch + 6, max(at) * pitch + pitch - 9
            pen.rect(w - 4, top, 4, bottom - top, "champ")
        if why:
            self._why(pen, len(self.places) * pitch + 4, w, note - 8, why)

    def _place(self, pen: Pen, i: int, place: Place, y: float, w: float, h: float) -> None:
        middle = y + h / 2
        stays = place.chair_of is None
        pen.rect(0, y, w, h, "panelHi" if i == 0 else "bar")
        pen.glyph(20, middle, str(i + 1), 26, "champ", "Federo")
        draw_emblem(pen, place.colour, 60, middle, max(34, min(38, h - 4)))
        goes = 112.0 if self.moving else 14.0
        amount = min(pen.width(texts.amount(place.fortune), 20) + 4, w * 0.34)
        pen.text((86, y, w - 96 - amount - goes, h), place.name, 20, "ivory", name=True)
        pen.text((w - goes - amount, y, amount, h), texts.amount(place.fortune), 20, "ivory", align="right")
        if not self.moving:
            return
        if stays:
            pen.text((w - 100, y, 92, h), tr("stays"), 20, "champ")
        else:
            draw_icon(pen, "arrow-right", w - 88, middle, 20, "mist", 1.8)
            draw_icon(pen, "chair", w - 60, middle, 24, "mist", 1.6)
            draw_emblem(pen, place.chair_of or place.colour, w - 27, middle, 34)

    def _note(self, pen: Pen, w: float) -> tuple[float, str]:
        """How high the note below the list is, and what stands in it: with the names if they have room."""
        pairs = zip(self._level(), self._mended(), strict=True)
        for words in [" ".join(part for part in pair if part) for pair in pairs]:
            for height in (46.0, 62.0, 78.0):
                if words and lettering.fit(words, self._words(w, height).w, height - 12, 20, scale=pen.scale, lines=3).whole:
                    return height, words
        return (78.0, words) if words else (0.0, "")

    def _words(self, w: float, height: float) -> Box:
        """Where the words of the note are, from its top left corner."""
        return Box(16, 2, w - (68 if self.mended else 24), height - 12)

    def _why(self, pen: Pen, y: float, w: float, h: float, words: str) -> None:
        pen.rect(0, y, w, h, "panelHi" if self.pressed == "mended" else "panel")
        pen.rect(0, y, 5, h, "champ")
        if self.mended and self.on_tap is not None:
            pen.target("mended", 0, y, w, max(52, h))
            draw_icon(pen, "pencil", w - 28, y + h / 2, 24, "champ")
        x, top, room, tall = self._words(w, h + 8)
        pen.text((x, y + top, room, tall), words, 20, "ivory", lines=3)

    def _level(self) -> tuple[str, str]:
        """Who is level, by name and without names."""
        if not self.ties:
            return "", ""
        by_colour = {place.colour: place.name for place in self.places}
        groups = "; ".join(texts.names(by_colour[colour] for colour in group) for group in self.ties)
        return (
            tr("Level: {list}. Among them the order turns round.", list=groups),
            tr("Bracketed players are level. Among them the order turns round."),
        )

    def _mended(self) -> tuple[str, str]:
        """How the ledger was corrected, by name and without names."""
        if not self.mended:
            return "", ""
        by_colour = {place.colour: place.name for place in self.places}
        every = ", ".join(f"{by_colour[each.by]} {texts.signed(each.amount)}" for each in self.mended)
        return (
            tr("Ledger corrected: {list}.", list=every),
            trn("{n} correction of the ledger.", "{n} corrections of the ledger.", len(self.mended)),
        )


class OrderScreen(GameScreen):
    """First the chairs (or platelets), then the cards: two faces, one act."""

    name = "order"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.list = OrderList(lambda _: self._look(mended=True))
        self.mended = Corrections(lambda _: self._look(mended=False))
        self.seats = SeatPicture(lambda _: self._turn())
        self.on: Button = self.add(Button("", self._on, icon="check"))
        self.stay = Button("", lambda: self.act(Do(Stay())), kind="secondary")
        self.sitting = False
        """Whether everybody sits and the cards are next."""
        self.reading = False
        """Whether the corrections are looked at."""
        self.turned = 0
        self._of: tuple[int | None, int] = (None, 0)

    def show(self, shown: Shown) -> None:
        if shown.view is not None and (shown.game, shown.view.round) != self._of:
            self._of, self.sitting, self.reading = (shown.game, shown.view.round), False, False
        super().show(shown)

    def result(self, view: View) -> RoundResult:
        return view.results[-1]

    def prompt(self, view: View) -> Prompt:
        aside = tr("for round {r}", r=view.round + 1)
        if self.reading:
            return Prompt("pencil", tr("Corrections"), tr("The ledger was set right by the count"), aside)
        if self.sitting:
            return Prompt("card", tr("Take back all cards"), tr("Lay out your colour card"), aside)
        if view.seating is Seating.PLATELETS:
            return Prompt("list", tr("New order of play"), tr("Take the platelet of your number"), aside)
        if not self._moves(view):
            text = tr("This once everybody stays seated") if self.result(view).stayed else tr("Everybody stays seated")
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
        self.stay.show(tr("We stayed"))
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
            return frame.halves(0.5, 12)
        body = frame.body
        return Box(12, body.y + 6, 404, body.h - 16), Box(428, body.y, frame.w - 440, body.h - 8)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        chairs = self.shown is not None and self.shown.view is not None and self.shown.view.seating is Seating.CHAIRS
        order = not self.sitting and not self.reading
        body = frame.body.inset(12, 6)
        bottom = right.y + right.h - 58
        stay = chairs and order and self._moves(self.view)
        third = (right.w - 8) * 0.42 if stay else 0
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
                text = tr("Small: who sat there until now")
                pen.text((right.x, right.y + right.h - 100, right.w, 34), text, 20, "mist", align="centre", lines=2)
            return
        body = self.frame.body
        text = tr("Everybody takes back the three cards, turned over or not. Pawns and tokens stay.")
        top = body.y + (80 if self.frame.portrait else 26)
        pen.text((body.x + 24, top + 176, body.w - 48, 110 if self.frame.portrait else 70), text, 24, "ivory", align="centre", lines=4)
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
