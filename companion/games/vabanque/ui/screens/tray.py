"""The tray: simulated tags on the screen, for trying the companion without a reader. Cards lie in it as backs that nothing tells apart."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.pieces import PIECES, CharacterCard, Tile
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.laid import TABLES_READ
from companion.games.vabanque.ui.widgets.card import draw_figure, draw_plain_back
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.veil import PAD, Veiled


class Tray(Veiled):
    """`lay` puts the piece of a code on the simulated reader.

    The tables of the ring lie open. The three cards of the player to act lie face down, in an order that is shuffled anew after each
    laying; holding the pad shows their faces, hushed and alike, until it is let go.
    """

    def __init__(self, lay: Callable[[str], None], rng: random.Random | None = None) -> None:
        super().__init__()
        self.open = False
        self._lay = lay
        self._rng = rng or random.SystemRandom()
        self._phase: Phase | None = None
        self._owner: Colour | None = None
        self._tiles: tuple[int, ...] = ()
        self._hand: list[str] = []

    @property
    def wanted(self) -> bool:
        """Whether there is anything to be laid now."""
        return bool(self._hand or self._tiles)

    def show(self, view: View) -> None:
        """Takes what can be laid now from the public view."""
        owner = view.to_act if view.phase is Phase.CARDS else None
        tiles = tuple(range(1, 13)) if view.phase is Phase.RING else tuple(table.tile for table in view.tables)
        if view.phase not in TABLES_READ:
            tiles = ()
        if (view.phase, owner, tiles) != (self._phase, self._owner, self._tiles):
            if owner != self._owner:
                self._deal(owner)
            self._phase, self._owner, self._tiles = view.phase, owner, tiles
            self.redraw()

    def _deal(self, owner: Colour | None) -> None:
        self.cover()
        self._hand = [CharacterCard(owner, kind).code for kind in KINDS] if owner is not None else []
        self._rng.shuffle(self._hand)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and self.held and self.target_at(*touch.pos) != PAD:
            self._press(None)
        return super().on_touch_move(touch)

    def tapped(self, key: Any) -> None:
        match key:
            case ("card", int(place)):
                code = self._hand[place]
                self._rng.shuffle(self._hand)
                self._lay(code)
            case ("tile", int(number)):
                self._lay(Tile(number).code)

    # --- drawing ---

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        wide = w > 300
        pen.rect(0, 0, w, h, "bar")
        pen.rect(0, 0, w if wide else 1, 1 if wide else h, "brass", 0.6)
        y = 6.0
        if self._hand:
            y = self._cards(pen, w, wide)
        columns = 6 if wide else 3
        pitch = (w - 12) / columns
        for i, number in enumerate(self._tiles):
            x, ty = 8 + (i % columns) * pitch, y + (i // columns) * 54
            # Until the ring is known, a tile has its own number; then that of the table as which it lies there.
            label = number if self._phase is Phase.RING else i + 1
            look = (label, x, ty, pitch - 4, self.pressed == ("tile", number))
            self.layer(("tile", number), look, partial(self._tile, tile=number, label=label, x=x, y=ty, w=pitch - 4))

    def _tile(self, pen: Pen, tile: int, label: int, x: float, y: float, w: float) -> None:
        key = ("tile", tile)
        pen.target(key, x - 2, y - 1, w + 4, 54)
        pen.cut(x, y + 1, w, 50, 12, "tileHi" if self.pressed == key else "tile")
        pen.cut_line(x + 0.8, y + 1.8, w - 1.6, 48.4, 12, "rim", 1.4)
        pen.glyph(x + w / 2, y + 26, str(label), theme.SMALLEST_TEXT, "ivory", "JostSemiBold")

    def _cards(self, pen: Pen, w: float, wide: bool) -> float:
        pad, cards = Box(8, 6, w - 16, 56), [Box(8 + i * (w - 12) / 3, 68, (w - 12) / 3 - 6, 78) for i in range(3)]
        if wide:
            pad = Box(8, 4, w * 0.42, 56)
            cards = [Box(16 + w * 0.42 + i * (w * 0.58 - 20) / 3, 4, (w * 0.58 - 20) / 3 - 6, 56) for i in range(3)]
        pen.target(PAD, *pad)
        pen.cut(pad.x, pad.y, pad.w, pad.h, 12, "btn" if self.held else "bar")
        pen.cut_line(pad.x + 1, pad.y + 1, pad.w - 2, pad.h - 2, 12, "champ", 2)
        ink = "ink" if self.held else "champ"
        if self._owner is not None:
            draw_emblem(pen, self._owner, pad.x + 27, pad.y + pad.h / 2, 40)
        draw_icon(pen, "eye-off", pad.x + pad.w - 24, pad.y + pad.h / 2, 26, ink, 2.2)
        pen.text((pad.x + 50, pad.y + 2, pad.w - 92, pad.h - 4), tr("Hold"), theme.SMALLEST_TEXT, ink, align="centre")
        for i, box in enumerate(cards):
            if self.held:
                piece = PIECES[self._hand[i]]
                assert isinstance(piece, CharacterCard)
                _hushed(pen, box, piece)
            else:
                pen.target(("card", i), *box)
                draw_plain_back(pen, box.x, box.y, box.w, box.h)
        return 66.0 if wide else 154.0


def _hushed(pen: Pen, box: Box, piece: CharacterCard) -> None:
    """A face in hushed colours and without its name: the figure is enough for the one who holds the pad."""
    pen.rounded(box.x - 1.5, box.y - 1.5, box.w + 3, box.h + 3, 5, "ink")
    pen.rounded(box.x, box.y, box.w, box.h, 4, "#21343B")
    draw_figure(pen, piece.character, box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) * 0.7, "#9FB2B1")
