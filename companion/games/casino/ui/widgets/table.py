"""The table: loose cards in rows, and builds fanned so that each rank shows, with value and owner on a plate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.state import Build
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.card import draw_card
from companion.ui.kit import lettering
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem


class Size(NamedTuple):
    """How large cards are drawn: width, height, by how much those of a build are apart, and how far things lie from each other."""

    w: float
    h: float
    fan: float
    gap: float = 16.0


SIZES = (Size(88, 122, 40), Size(66, 92, 33), Size(52, 73, 27), Size(44, 62, 24), Size(38, 46, 24, 12))
PLATE = 22.0
"""So far a build's plate stands out below, in dp."""

_Thing = Card | Build


def _fanned(build: Build, size: Size) -> float:
    """How wide the cards of a build are, in dp."""
    return size.w + size.fan * (len(build.cards) - 1)


def _tall(boxes: list[Box]) -> float:
    """So far down they reach, in dp."""
    return max((box.y + box.h for box in boxes), default=0.0)


class CasinoTable(Drawn):
    """`on_tap` gets a card: a loose one, or the first of a build, which is touched whole."""

    def __init__(self, on_tap: Callable[[Card], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.things: tuple[_Thing, ...] = ()
        self.lit: frozenset[Card] | None = None
        self.four = False
        self.holes = 0

    def show(
        self, loose: tuple[Card, ...], builds: tuple[Build, ...], *, lit: frozenset[Card] | None = None, four: bool = False, holes: int = 0
    ) -> None:
        """`lit`: the cards that are chosen, the others are dim; None for all alike. `holes`: cards that are still to be laid."""
        things: tuple[_Thing, ...] = (*loose, *builds)
        now = (things, lit, four, holes)
        if now != (self.things, self.lit, self.four, self.holes):
            self.things, self.lit, self.four, self.holes = now
            self.redraw()

    def boxes(self) -> tuple[Size, list[Box]]:
        """The size in which all has room, and where each thing lies; the smallest where none has."""
        for size in SIZES:
            found = self._rows(size)
            if _tall(found) <= self.box.h:
                break
        return size, found

    def least(self) -> float:
        """How high it is in dp, in its width, with everything as small as may be."""
        return _tall(self._rows(SIZES[-1]))

    def _rows(self, size: Size) -> list[Box]:
        widths = [max(_fanned(thing, size), self._plate(thing)) if isinstance(thing, Build) else size.w for thing in self.things]
        widths += [size.w] * self.holes
        found: list[Box] = []
        x, y = 6.0, 8.0
        row = [isinstance(thing, Build) for thing in self.things] + [False] * self.holes
        plate = False
        for wide, built in zip(widths, row, strict=True):
            if found and x + wide > self.box.w - 4:
                x, y, plate = 6.0, y + size.h + (PLATE if plate else 0) + size.gap, False
            found.append(Box(x, y, wide, size.h + (PLATE if built else 0)))
            x, plate = x + wide + size.gap, plate or built
        return found

    def _plate(self, build: Build) -> float:
        """How wide the plate of a build is, in dp."""
        return max(92.0, lettering.width(words.value(build), "JostBold", 32 * self.scale) / self.scale + 62)

    def draw(self, pen: Pen) -> None:
        size, boxes = self.boxes()
        for thing, box in zip(self.things, boxes, strict=False):
            key = thing.cards[0] if isinstance(thing, Build) else thing
            lit = self.lit is not None and key in self.lit
            dim = self.lit is not None and not lit
            down = self.pressed == key
            draw = partial(self._build, build=thing) if isinstance(thing, Build) else partial(self._card, card=thing)
            self.layer(key, (thing, box, lit, dim, down, self.four), partial(draw, box=box, size=size, lit=lit or down, dim=dim and not down))
        for box in boxes[len(self.things) :]:
            pen.rounded_line(box.x + 1, box.y + 1, box.w - 2, box.h - 2, 6, "rim", 1.6, 0.7)

    def _card(self, pen: Pen, card: Card, box: Box, size: Size, lit: bool, dim: bool) -> None:
        if self.on_tap is not None:
            pen.target(card, box.x - 6, box.y - 6, box.w + 12, box.h + 12)
        draw_card(pen, card, *box, four=self.four, lit=lit, dim=dim)

    def _build(self, pen: Pen, build: Build, box: Box, size: Size, lit: bool, dim: bool) -> None:
        if self.on_tap is not None:
            pen.target(build.cards[0], box.x - 6, box.y - 6, box.w + 12, box.h + 12)
        if lit:
            pen.rounded(box.x - 5, box.y - 5, box.w + 10, size.h + 10, 10, "champ")
        left = box.x + (box.w - _fanned(build, size)) / 2
        for place, card in enumerate(build.cards):
            draw_card(pen, card, left + place * size.fan, box.y, size.w, size.h, four=self.four, dim=dim)
        said = words.value(build)
        wide = self._plate(build)
        x, y = max(2.0, min(box.x + (box.w - wide) / 2, self.box.w - wide - 2)), box.y + size.h - 20
        pen.cut(x, y, wide, 44, 10, "bar")
        pen.cut_line(x + 0.8, y + 0.8, wide - 1.6, 42.4, 10, "champ" if lit else "brass", 2.0 if lit else 1.6)
        pen.glyph(x + (wide - 44) / 2, y + 22, said, 32, "mist" if dim else "champ", "JostBold")
        draw_emblem(pen, build.owner, x + wide - 26, y + 22, 40)
