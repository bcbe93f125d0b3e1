"""The new order as a list: who is level, who goes to whose chair, what was corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Correction
from companion.ui import texts
from companion.ui.kit import lettering
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr, trn
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon


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
            tr("Tied: {list}. Their order is reversed.", list=groups),
            tr("Players in brackets are tied. Their order is reversed."),
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
