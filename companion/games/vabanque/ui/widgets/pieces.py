"""The pieces of the box that carry tags, and how many tags each has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.pieces import TILES, Tile
from companion.games.vabanque.ui import words
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.pieces import SIDE, PieceSet, Set

ROWS = ("colour", *(str(kind) for kind in KINDS))
"""The four cards of a colour, as their codes name them."""
LABEL = 128.0
"""The width in dp of what names a row of cards."""
BESIDE = 8 + LABEL + 6 * theme.TARGET[0] + SIDE + 36
"""In less room than this, in dp, cards and tables have none beside each other."""


class CardGrid(Drawn):
    """The 24 cards: a column a colour, a row a card. `on_tap` gets a piece's code."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.set = Set()

    def show(self, now: Set) -> None:
        """Takes which pieces have tags, and which is awaited."""
        if now != self.set:
            self.set = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        label = LABEL
        wide, tall = (w - label) / 6, (h - 52) / 4
        for i, colour in enumerate(Colour):
            draw_emblem(pen, colour, label + (i + 0.5) * wide, 25, 44)
            for k, card in enumerate(ROWS):
                code = f"{colour} {card}"
                box = Box(label + i * wide + 2, 52 + k * tall + 2, wide - 4, tall - 4)
                value = (box, self.set.bound.get(code, 0), self.set.awaited == code, self.set.holder == code, self.pressed == code)
                self.layer(code, value, partial(_cell, key=code, box=box, look=value[1:]))
        for k, name in enumerate((tr("Colour"), *(words.on_card(kind) for kind in KINDS))):
            pen.text((0, 52 + k * tall, label - 6, tall), name, 28, "ivory", align="right", lines=2)


class TileGrid(Drawn):
    """The twelve tables by their numbers. `on_tap` gets a piece's code."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.set = Set()

    def show(self, now: Set) -> None:
        """Takes which pieces have tags, and which is awaited."""
        if now != self.set:
            self.set = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        pen.text((0, 4, w, 40), tr("Tables"), 28, "champ")
        columns = 6 if w > 330 else 4
        wide, tall = w / columns, (h - 52) / (len(TILES) // columns)
        for i, number in enumerate(TILES):
            code = Tile(number).code
            box = Box((i % columns) * wide + 1, 52 + (i // columns) * tall + 2, wide - 2, tall - 4)
            value = (box, self.set.bound.get(code, 0), self.set.awaited == code, self.set.holder == code, self.pressed == code)
            self.layer(code, value, partial(_cell, key=code, box=box, look=value[1:], label=str(number)))


def _cell(pen: Pen, key: str, box: Box, look: tuple[int, bool, bool, bool], label: str = "") -> None:
    """One piece: how many tags it has, whether it is awaited, whether it holds the tag just shown, whether it is pressed."""
    tags, awaited, holder, down = look
    x, y, w, h = box
    k = 10 if label else 4
    pen.target(key, x - 2, y - 2, w + 4, h + 4)
    if holder:
        pen.cut(x, y, w, h, k, "champ")
    elif awaited or down:
        pen.cut(x - 1, y - 1, w + 2, h + 2, k, "champ")
        pen.cut(x + 3, y + 3, w - 6, h - 6, max(1, k - 2.2), "tileHi" if awaited else "bg0")
    else:
        pen.cut(x, y, w, h, k, "tile" if tags else "bar")
        pen.cut_line(x + 0.8, y + 0.8, w - 1.6, h - 1.6, k, "rim", 1.4, 1 if tags else 0.5)
    cx, cy = x + w / 2, y + h / 2
    mark = "waves" if awaited else "check" if tags else ""
    if label:
        pen.glyph(cx - (13 if mark and not holder else 0), cy, label, 28, "ink" if holder else "ivory" if tags or awaited else "mist", "JostSemiBold")
        cx += 18
    if holder:
        if not label:
            draw_icon(pen, "warning", cx, cy, 26, "ink")
    elif mark:
        draw_icon(pen, mark, cx - (8 if tags > 1 and not label else 0), cy, 17 if label else 24, "champ" if awaited else "ok", 2.6)
        if tags > 1 and not label:
            pen.glyph(cx + 16, cy, str(tags), theme.SMALLEST_TEXT, "ok", "JostSemiBold")
    elif not label:
        pen.disc(cx, cy, 2.4, "rim")


class VabanqueSet(PieceSet):
    """Cards and tables beside each other, upright the tables below the cards."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.cards: CardGrid = self.add(CardGrid(on_tap))
        self.tiles: TileGrid = self.add(TileGrid(on_tap))

    def show(self, now: Set, pieces: Sequence[tuple[str, str]]) -> None:
        self.cards.show(now)
        self.tiles.show(now)

    @property
    def _upright(self) -> bool:
        return self.box.w < BESIDE

    def placed(self) -> None:
        w = self.box.w
        if self._upright:
            self.cards.put(6, 2, w - 18, 296)
            self.tiles.put(12, 300, w - 24, 172)
        else:
            self.cards.put(8, 2, min(w - SIDE - 36, 620) - 8, 296)
            self.tiles.put(w - SIDE - 12, 2, SIDE, 296)
        self.redraw()

    def draw(self, pen: Pen) -> None:
        if not self._upright:
            pen.rect(self.box.w - SIDE - 20, 8, 1, 280, "brass", 0.5)
