"""The new order as a list: who is level, who goes to whose chair, what was corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Correction
from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

SIZE = theme.SMALLEST_TEXT
ROW = 40.0
USUAL = 9
"""Sums of so many characters are read from the table; longer ones, from ten million on, are made to fit."""


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
        pitch = min(58.0, (h - note) / max(1, len(self.places)))
        for i, place in enumerate(self.places):
            self._place(pen, i, place, i * pitch, w, pitch - 2)
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
        pen.glyph(20, middle, str(i + 1), 30, "champ", "Federo")
        draw_emblem(pen, place.colour, 60, middle, 40)
        if not self.moving:
            text = texts.amount(place.fortune)
            amount = pen.width(text, theme.FAR_TEXT, "JostSemiBold") + 4
            pen.text((86, y, w - 96 - amount - 14, h), place.name, SIZE, "ivory", name=True)
            pen.text((w - 12 - amount, y, amount, h), text, theme.FAR_TEXT, "ivory", font="JostSemiBold", align="right", far=len(text) <= USUAL)
            return
        # Who changes chairs needs the room; how much everybody has, the order says.
        pen.text((86, y, w - 86 - 128, h), place.name, SIZE, "ivory", name=True)
        if stays:
            pen.text((w - 122, y, 110, h), tr("stays"), SIZE, "champ", align="right")
        else:
            draw_icon(pen, "arrow-right", w - 100, middle, 22, "mist", 1.8)
            draw_icon(pen, "chair", w - 66, middle, 28, "mist", 1.6)
            draw_emblem(pen, place.chair_of or place.colour, w - 30, middle, 40)

    def _note(self, pen: Pen, w: float) -> tuple[float, str]:
        """How high the note below the list is, and what stands in it: with the names if they have room."""
        pairs = zip(self._level(), self._mended(), strict=True)
        for words in [" ".join(part for part in pair if part) for pair in pairs]:
            for height in (50.0, 82.0):
                # The rows are no lower than their sums and emblems.
                fits = height == 50 or height + ROW * len(self.places) <= self.box.h
                if words and fits and lettering.fit(words, self._words(w, height).w, height - 12, SIZE, scale=pen.scale, lines=2).whole:
                    return height, words
        return (50.0 if 82 + ROW * len(self.places) > self.box.h else 82.0, words) if words else (0.0, "")

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
        pen.text((x, y + top, room, tall), words, SIZE, "ivory", lines=2)

    def _level(self) -> tuple[str, str]:
        """Who is level, by name and without names."""
        if not self.ties:
            return "", ""
        by_colour = {place.colour: place.name for place in self.places}
        groups = "; ".join(texts.names(by_colour[colour] for colour in group) for group in self.ties)
        return (
            tr("Tied: {list}. Their order is reversed.", list=groups),
            tr("In brackets: tied, order reversed."),
        )

    def _mended(self) -> tuple[str, str]:
        """How the ledger was corrected, by name and without names."""
        if not self.mended:
            return "", ""
        by_colour = {place.colour: place.name for place in self.places}
        every = ", ".join(f"{by_colour[each.by]} {texts.signed(each.amount)}" for each in self.mended)
        return (
            tr("Ledger corrected: {list}.", list=every),
            tr("Corrections: {n}.", n=len(self.mended)),
        )
