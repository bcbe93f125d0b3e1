"""Things to tap in rows: dice, numbers, cards, fields of the felt, squares, casinos, players, chips. Each is a `Tile`, and each looks its part."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.ui.widgets.marks import chip_words, draw_chip, draw_die, draw_place, draw_suit, draw_symbol, tint
from companion.games.kit.colours import Colour
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.lettering import BREAK
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import SMALLEST as SMALLEST_EMBLEM
from companion.ui.widgets.emblem import draw_emblem

GROUNDS = {"plain": "panel", "red": "#A62B35", "black": "#14181B", "green": "#1E6B4C", "felt": "#174C43", "gold": "champ"}
GAP = 4
EMBLEM = float(SMALLEST_EMBLEM)


@dataclass(frozen=True)
class Tile:
    """One thing to tap; `key` None: a gap. `lit`: with a bright rim; `dead`: it can't be tapped now.

    What is drawn: `dice` faces, a `chip`, a `suit` with the text as its rank, a `symbol`, a `casino` with its `owner`, a `square`, or a `player`;
    `text` and `sub` beside or below it, `value` at the end of a row.
    """

    key: Hashable
    text: str = ""
    sub: str = ""
    value: str = ""
    ground: str = "plain"
    lit: bool = False
    dead: bool = False
    dice: tuple[int, ...] = ()
    chip: int | None = None
    suit: str = ""
    symbol: Symbol | None = None
    casino: Casino | None = None
    owner: Colour | None = None
    square: str = ""
    player: Colour | None = None
    laid: int | None = None
    """The chip that lies on this field."""
    blank: bool = False
    """A card that shows nothing."""
    flag: bool = False
    """A pennant: this casino is laid out in a last lap."""

    @property
    def plain(self) -> bool:
        """Whether there is nothing but words on it."""
        drawn = (self.dice, self.suit, self.symbol, self.casino, self.square, self.player)
        return self.key is not None and self.chip is None and not any(drawn)


@dataclass(frozen=True)
class Band:
    """Tiles in rows of `columns`; `label` stands before them. `share`: how high a row is beside those of other bands."""

    tiles: tuple[Tile, ...]
    columns: int
    label: str = ""
    share: float = 1.0
    least: float = 0.0
    """How high a row is at least, in dp, before anything is told above it."""
    side: Tile | None = None
    """One more tile before the rows, as high as all of them."""

    @property
    def rows(self) -> int:
        """How many rows they fill."""
        return -(-len(self.tiles) // self.columns)


def fitted(band: Band, wide: float, scale: float) -> Band:
    """The same in fewer columns, where a word of a tile has no room in so many; `wide`: the room of a row, `scale`: pixels for a dp."""
    words = [word for tile in band.tiles if tile.plain for word in (tile.text, tile.sub) for word in word.split(" ")]
    room = max([lettering.width(word, "JostSemiBold", theme.SMALLEST_TEXT * scale) / scale for word in words], default=0.0) + GAP + 2 * INSET
    wide -= LABEL if band.label or band.side else 0
    columns = max(1, min(band.columns, int(wide / room)))
    return band if columns == band.columns else replace(band, columns=-(-len(band.tiles) // -(-len(band.tiles) // columns)))


INSET = 4.0
"""What is left free beside the words of a tile."""
LABEL = 62.0
"""The least room that is left for labels."""
SMALLEST = 24.0
WIDE_FIELD = 150.0
"""A field so wide, in dp, has room for chips beside its words."""


class Tiles(Drawn):
    """Bands of tiles, one below the other, which fill the box. `on_tap` gets a tile's key."""

    def __init__(self, on_tap: object = None, tallest: float = 120) -> None:
        super().__init__(on_tap)  # type: ignore[arg-type]
        self.bands: tuple[Band, ...] = ()
        self.tallest = tallest

    def show(self, bands: Sequence[Band]) -> None:
        """Draws what differs."""
        if tuple(bands) != self.bands:
            self.bands = tuple(bands)
            self.redraw()

    def _heights(self, shares: float) -> list[float]:
        """How high a row of each band is, in dp: as its share says, but so that it can be hit, where the others have room for that."""
        unit, least = min(self.tallest, self.box.h / shares), theme.TARGET[1] + 0.5
        low = [band for band in self.bands if unit * band.share < least]
        others = sum(band.rows * band.share for band in self.bands if band not in low)
        rest = self.box.h - least * sum(band.rows for band in low)
        unit = min(unit, rest / others) if others else unit
        usual = [unit * band.share for band in self.bands]
        raised = [max(least, high) for high in usual]
        fits = sum(band.rows * high for band, high in zip(self.bands, raised, strict=True)) <= self.box.h + 0.1
        return raised if fits else [min(self.tallest, self.box.h / shares) * band.share for band in self.bands]

    def draw(self, pen: Pen) -> None:
        shares = sum(band.rows * band.share for band in self.bands)
        if not shares:
            return
        heights = self._heights(shares)
        top, before = 0.0, max(LABEL, *[pen.width(band.label, 28) + 10 for band in self.bands])
        for number, band in enumerate(self.bands):
            left = before if band.label or band.side else 0
            high = heights[number]
            if band.side is not None:
                box = Box(GAP / 2, top + GAP / 2, before - GAP, high * band.rows - GAP)
                down = self.pressed == band.side.key
                self.layer((number, "side"), (band.side, box, down), partial(_draw_tile, tile=band.side, box=box, down=down))
            elif band.label:
                pen.text((0, top, before - 6, high), band.label, 28, "mist", align="centre")
            wide = (self.box.w - left) / band.columns
            for at, tile in enumerate(band.tiles):
                row, column = divmod(at, band.columns)
                if tile.key is not None:
                    box = Box(left + column * wide + GAP / 2, top + row * high + GAP / 2, wide - GAP, high - GAP)
                    down = self.pressed == tile.key
                    self.layer((number, at), (tile, box, down), partial(_draw_tile, tile=tile, box=box, down=down))
            top += band.rows * high


def _draw_tile(pen: Pen, tile: Tile, box: Box, down: bool) -> None:
    x, y, w, h = box
    if w < SMALLEST or h < SMALLEST:
        # Nobody could hit it, and nothing can be drawn in it.
        return
    if not tile.dead:
        # What can be hit reaches to its neighbour.
        pen.target(tile.key, x - GAP / 2, y - GAP / 2, w + GAP, h + GAP)
    if tile.chip is not None:
        _chip(pen, tile, box, down)
        return
    k = min(10.0, h * 0.14)
    pen.cut(x, y, w, h, k, "panelHi" if down else GROUNDS[tile.ground], 0.5 if tile.dead else 1)
    if tile.casino is not None and not tile.dice:
        pen.rect(x + k, y, w - 2 * k, 6, tint(tile.casino.colour))
    rim, width = ("champ", 3.0) if tile.lit else ("rim", 1.4)
    pen.cut_line(x + width / 2, y + width / 2, w - width, h - width, k, rim, width, 0.5 if tile.dead else 1)
    if tile.flag:
        pen.line([x + w - 30, y + 8, x + w - 30, y + 32], "champ", 2)
        pen.triangle([x + w - 29, y + 8, x + w - 29, y + 21, x + w - 12, y + 14], "champ")
    ink = "ink" if tile.ground == "gold" else "mist" if tile.dead else "ivory"
    if tile.dice:
        _dice(pen, tile, box, ink)
    elif tile.suit:
        _card(pen, tile, box)
    elif tile.player is not None:
        _player(pen, tile, box, ink)
    elif tile.square and tile.text:
        pen.text((x + 3, y + 1, w - 6, 34), tile.text, 28, "mist", align="centre")
        draw_place(pen, tile.square, tile.casino, x + w / 2, y + 33 + (h - 37) / 2, max(14.0, min(w, h - 37)))
    elif tile.casino is not None:
        _casino(pen, tile, box, ink)
    elif tile.symbol is not None or tile.blank:
        _symbol(pen, tile, box, ink)
    elif tile.square:
        pen.text((x + 2, y, w - 4, h), tile.square, 34, ink, font="JostSemiBold", align="centre")
    elif tile.sub and h >= 62:
        pen.text((x + 4, y + 3, w - 8, h / 2), tile.text, 30, ink, font="JostSemiBold", align="centre")
        pen.text((x + 4, y + h / 2 - 2, w - 8, h / 2 - 2), tile.sub, 28, ink, align="centre")
    elif tile.sub:
        # In a low row the value stands at its end.
        taken = min(pen.width(tile.sub, 28, "JostSemiBold") + 6, w - 30 - low_room(tile.text, "Jost", pen.scale))
        pen.text((x + 12, y + 2, w - taken - 30, h - 4), tile.text, 28, ink)
        pen.text((x + w - taken - 12, y + 2, taken, h - 4), tile.sub, 28, ink, font="JostSemiBold", align="right")
    else:
        aside = 38.0 if tile.laid is not None and w >= WIDE_FIELD and not tile.dice else 0.0
        pen.text((x + 3, y + 2, w - 6 - aside, h - 4), tile.text, 38 if len(tile.text) < 3 else 30, ink, font="JostSemiBold", align="centre", lines=2)
    if tile.laid is not None:
        # The chips lie at the end of the field, or small in the corner of a narrow one.
        if w >= WIDE_FIELD:
            draw_chip(pen, tile.laid, x + w - 24, y + h / 2, min(17.0, h / 2 - 5))
        else:
            draw_chip(pen, tile.laid, x + w - 10, y + 10, 9)


def low_room(text: str, font: str, scale: float) -> float:
    """The width in dp of words in a low row that are as small as they may be; `scale`: pixels for a dp."""
    return lettering.width(text, font, theme.SMALLEST_TEXT * scale) / scale + 2


def _chip(pen: Pen, tile: Tile, box: Box, down: bool) -> None:
    """A chip with its number in it, or beside it where it is small."""
    x, y, w, h = box
    assert tile.chip is not None
    if tile.lit:
        pen.cut(x, y, w, h, min(10.0, h * 0.14), "panelHi")
        pen.cut_line(x + 1.5, y + 1.5, w - 3, h - 3, min(10.0, h * 0.14), "champ", 3)
    elif down:
        pen.cut(x, y, w, h, min(10.0, h * 0.14), "panelHi")
    if min(w, h) >= 76:
        draw_chip(pen, tile.chip, x + w / 2, y + h / 2, min(w, h, 100.0) / 2 - 6)
        return
    said = chip_words(tile.chip)
    r = min(17.0, h / 2 - 6)
    taken = 2 * r + 8 + pen.width(said, 34, "JostSemiBold")
    left = x + max(3.0, (w - taken) / 2)
    draw_chip(pen, tile.chip, left + r, y + h / 2, r)
    pen.text((left + 2 * r + 8, y, w - (left - x) - 2 * r - 10, h), said, 34, "ivory", font="JostSemiBold")


def _dice(pen: Pen, tile: Tile, box: Box, ink: str) -> None:
    x, y, w, h = box
    below = bool(tile.square or tile.casino or tile.text)
    size = max(12.0, min((w - 9) / 2, h - 46 if below else h - 12, 34)) if len(tile.dice) > 1 else min(w, h) * 0.66
    middle = y + (size / 2 + 7 if below else h / 2)
    step = size + 3
    for at, face in enumerate(tile.dice):
        draw_die(pen, face, x + w / 2 + (at - (len(tile.dice) - 1) / 2) * step, middle, size)
    if tile.square:
        rest = h - size - 14
        middle = y + h - rest / 2 - 3
        if tile.owner is not None and rest >= EMBLEM:
            draw_place(pen, tile.square, tile.casino, x + w / 2 - EMBLEM / 2, middle, w - EMBLEM - 6)
            draw_emblem(pen, tile.owner, x + w - EMBLEM / 2 - 3, middle, EMBLEM)
        else:
            draw_place(pen, tile.square, tile.casino, x + w / 2, middle, max(14.0, min(rest, 46)))
    elif tile.text:
        pen.text((x + 2, y + size + 10, w - 4, h - size - 14), tile.text, 28, ink, align="centre")


def _card(pen: Pen, tile: Tile, box: Box) -> None:
    x, y, w, h = box
    colour = "#F08088" if tile.suit in "HD" else "ivory"
    if not tile.text:
        draw_suit(pen, tile.suit, x + w / 2, y + h / 2, min(w, h) * 0.5, colour)
        return
    pen.text((x + 2, y + 2, w - 4, h * 0.54), tile.text, 32, "ivory", font="JostSemiBold", align="centre")
    draw_suit(pen, tile.suit, x + w / 2, y + h * 0.74, min(w, h) * 0.36, colour)


def _player(pen: Pen, tile: Tile, box: Box, ink: str) -> None:
    x, y, w, h = box
    assert tile.player is not None
    size = min(46.0, h - 8)
    draw_emblem(pen, tile.player, x + 10 + size / 2, y + h / 2, size)
    left = x + 20 + size
    taken = pen.width(tile.value, 38, "JostSemiBold") + 8 if tile.value else 0
    room = w - (left - x) - taken - 10
    if tile.sub and room < 270 and h >= 66:
        pen.text((left, y + 2, room, h / 2), tile.text, 30, ink, name=True)
        pen.text((left, y + h / 2 - 2, w - (left - x) - 8, h / 2), tile.sub, 28, "mist")
        pen.text((x + w - taken - 8, y, taken, h * 0.56), tile.value, 38, "champ" if tile.lit else ink, font="JostSemiBold", align="right", far=True)
        return
    if tile.sub and h < 66 and room > 420:
        pen.text((left, y, room * 0.3, h), tile.text, 30, ink, name=True)
        pen.text((left + room * 0.32, y, room * 0.66, h), tile.sub, 28, "mist")
    elif tile.sub and h >= 66:
        pen.text((left, y + 2, room, h / 2), tile.text, 30, ink, name=True)
        pen.text((left, y + h / 2 - 2, room, h / 2), tile.sub, 28, "mist")
    else:
        pen.text((left, y, room, h), tile.text if room > 90 else "", 30, ink, name=True)
    if tile.value:
        pen.text((x + w - taken - 8, y, taken, h), tile.value, 38, "champ" if tile.lit else ink, font="JostSemiBold", align="right", far=True)


def _casino(pen: Pen, tile: Tile, box: Box, ink: str) -> None:
    x, y, w, h = box
    assert tile.casino is not None
    size = min(34.0, h * 0.44)
    if w < 150:
        draw_symbol(pen, tile.casino.symbol, x + w / 2, y + 10 + size / 2, size)
        pen.text((x + 3, y + 10 + size, w - 6, h - size - 12), tile.casino.name, 28, ink, align="centre", lines=1 if h < 100 else 2, name=True)
    else:
        size = min(26.0, h * 0.4)
        if tile.owner is None:
            draw_symbol(pen, tile.casino.symbol, x + 6 + size / 2, y + h / 2 + 3, size)
        else:
            # Whose it is matters more than its game, which stands small in the corner.
            draw_emblem(pen, tile.owner, x + 4 + EMBLEM / 2, y + h / 2 + 3, EMBLEM)
            draw_symbol(pen, tile.casino.symbol, x + w - 15, y + h - 14, 20)
            size = EMBLEM
        # A name with a hyphen may be broken there.
        name = tile.casino.name.replace("-", "-" + BREAK)
        pen.text((x + 9 + size, y + 5, w - size - 14, h - 6), name, 28, ink, lines=2, name=True)


def _symbol(pen: Pen, tile: Tile, box: Box, ink: str) -> None:
    x, y, w, h = box

    def drawn(cx: float, cy: float, size: float) -> None:
        if tile.symbol is not None:
            draw_symbol(pen, tile.symbol, cx, cy, size, tint(tile.sub) if tile.sub else "champ")
        else:
            pen.rounded_line(cx - size * 0.36, cy - size / 2, size * 0.72, size, 4, "champ", 2)

    if not tile.text:
        drawn(x + w / 2, y + h / 2, min(w, h) * 0.6)
    elif h >= 84:
        size = min(64.0, h * 0.46)
        drawn(x + w / 2, y + 10 + size / 2, size)
        pen.text((x + 4, y + size + 10, w - 8, h - size - 14), tile.text, 28, ink, align="centre", lines=2)
    else:
        size = min(38.0, h - 14)
        drawn(x + 10 + size / 2, y + h / 2, size)
        pen.text((x + 16 + size, y + 2, w - size - 22, h - 4), tile.text, 28, ink, lines=2)
