"""The piles that are counted by hand, a row a side: cards, spades, the six point cards, sweeps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from companion.games.casino.rules.cards import POINTS, Card
from companion.games.casino.table.hand_count import HandCount, Row
from companion.games.casino.ui.widgets.card import draw_low_card, draw_suit
from companion.games.kit.colours import Colour
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

HEAD, LINE = 34.0, 58.0
"""The heights in dp of the heads and of a side."""
NARROW = 560.0
"""In less width than this the point cards are those of one side, in a row of their own below all sides."""


class Cell(NamedTuple):
    """A number of a side: `field` is cards, spades or sweeps."""

    side: str
    field: str


class Point(NamedTuple):
    """A point card of a side."""

    side: str
    card: Card


class Shown(msgspec.Struct, frozen=True):
    """All that the table depends on. `told`: a number that was told, else it follows from the others; `open`: where the keys write."""

    rows: tuple[tuple[str, Row, Row], ...] = ()
    side: str = ""
    field: str = ""
    fields: tuple[str, ...] = ()


class PilesTable(Drawn):
    """`on_tap` gets a `Cell` or a `Point`."""

    def __init__(self, on_tap: Callable[[Any], Any]) -> None:
        super().__init__(on_tap)
        self.now = Shown()

    def show(self, count: HandCount, field: str, fields: tuple[str, ...]) -> None:
        """`fields`: which numbers are told."""
        filled = count.filled()
        now = Shown(tuple([(side, row, filled[side]) for side, row in count.rows.items()]), count.side, field, fields)
        if now != self.now:
            self.now = now
            self.redraw()

    @staticmethod
    def tall(sides: int, w: float) -> float:
        """The height in dp that it needs in so much width."""
        return HEAD + sides * LINE + (LINE if w < NARROW else 0)

    def draw(self, pen: Pen) -> None:
        w, now = self.box.w, self.now
        narrow = w < NARROW
        emblem = 96.0 if any("+" in side for side, _, _ in now.rows) else 52.0
        each = (w - emblem) / len(now.fields) if narrow else 78.0
        points = 0.0 if narrow else w - emblem - each * len(now.fields)
        # Numbers, then the point cards, then sweeps.
        lefts = {field: emblem + n * each + (points if field == "sweeps" else 0) for n, field in enumerate(now.fields)}
        self.layer("heads", (tuple(lefts.items()), each), partial(self._heads, lefts=lefts, each=each))
        for n, (side, told, filled) in enumerate(now.rows):
            y = HEAD + n * LINE
            state = (told, filled, side == now.side, now.field, y, w, self.pressed)
            draw = partial(self._side, side=side, told=told, filled=filled, y=y, lefts=lefts, each=each)
            self.layer(side, state, draw)
            if not narrow:
                box = (emblem + 2 * each, y, points, LINE)
                self.layer((side, "points"), (filled.points, box, self.pressed), partial(self._points, side=side, held=filled.points, box=box))
        if narrow:
            held = next((filled.points for side, _, filled in now.rows if side == now.side), ())
            box = (0.0, HEAD + len(now.rows) * LINE, w, LINE)
            self.layer("points", (now.side, held, box, self.pressed), partial(self._points, side=now.side, held=held, box=box))

    @staticmethod
    def _heads(pen: Pen, lefts: dict[str, float], each: float) -> None:
        for field, x in lefts.items():
            cx = x + each / 2
            if field == "spades":
                draw_suit(pen, "S", cx, HEAD / 2, 24, "mist")
            elif field == "cards":
                draw_icon(pen, "card", cx, HEAD / 2, 26, "mist")
            else:
                # A broom.
                pen.line([cx + 9, 3, cx - 1, 17], "mist", 3)
                pen.quad([cx - 5, 14, cx + 3, 20, cx - 5, 31, cx - 14, 24], "mist")

    def _side(self, pen: Pen, side: str, told: Row, filled: Row, y: float, lefts: dict[str, float], each: float) -> None:
        w = self.box.w
        if side == self.now.side:
            pen.rect(0, y, w, LINE - 2, "panel")
            pen.rect(0, y, 4, LINE - 2, "champ")
        pen.rect(0, y + LINE - 1, w, 1, "brass", 0.25)
        for k, colour in enumerate(side.split("+")):
            draw_emblem(pen, Colour(colour), 28 + 44 * k, y + LINE / 2 - 1, 40)
        for field, x in lefts.items():
            cell = Cell(side, field)
            value, open_ = getattr(filled, field), side == self.now.side and field == self.now.field
            pen.target(cell, x, y, each, LINE)
            pen.cut(x + 3, y + 3, each - 6, LINE - 8, 8, "panelHi" if open_ or self.pressed == cell else "bar")
            pen.cut_line(x + 3.8, y + 3.8, each - 7.6, LINE - 9.6, 8, "champ" if open_ else "rim", 2.2 if open_ else 1.2)
            ink = "mist" if getattr(told, field) is None else "champ"
            pen.glyph(x + each / 2, y + LINE / 2 - 1, "–" if value is None else str(value), 34, ink, "JostSemiBold")

    def _points(self, pen: Pen, side: str, held: tuple[Card, ...], box: tuple[float, float, float, float]) -> None:
        x, y, w, h = box
        each = w / len(POINTS)
        for i, card in enumerate(POINTS):
            point = Point(side, card)
            pen.target(point, x + i * each, y, each, h)
            down = self.pressed == point
            draw_low_card(pen, card, x + i * each + 3, y + 5, each - 6, h - 12, off=card not in held and not down, down=down)
