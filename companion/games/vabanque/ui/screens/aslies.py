"""What lies where: one picture from which a bumped board, or last night's, is laid out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME
from companion.games.vabanque.rules.box import TOKEN_OF_ROUND
from companion.games.vabanque.rules.view import TableView, View
from companion.games.vabanque.ui import layout, words
from companion.games.vabanque.ui.layout import Board
from companion.games.vabanque.ui.theme import CHIPS
from companion.games.vabanque.ui.widgets.card import draw_plain_back
from companion.games.vabanque.ui.widgets.chip import draw_chip
from companion.games.vabanque.ui.widgets.rail import PlayerRail
from companion.games.vabanque.ui.widgets.ring import pawn_spots
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.prompt import Prompt


class Lies(Drawn):
    """The ring with how many tokens of each value lie at every table, the pawns, and how many cards lie face down or open."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: tuple[TableView, ...] = ()
        self.portrait = False

    def show(self, tables: tuple[TableView, ...]) -> None:
        """Takes the tables, in their order."""
        if tables != self.tables:
            self.tables = tables
            self.redraw()

    def board(self) -> Board:
        """The geometry in the widget's own dp."""
        return layout.board(Box(0, 0, self.box.w, self.box.h), len(self.tables), self.portrait)

    def draw(self, pen: Pen) -> None:
        if not self.tables:
            return
        board = self.board()
        lane = board.lane
        pen.rounded_line(lane.l, lane.t, lane.r - lane.l, lane.b - lane.t, lane.q, "brass", 1.6, 0.4)
        for table in self.tables:
            self.layer(table.number, (table, board), lambda p, t=table: self._table(p, board, t))  # type: ignore[misc]
        pawns: dict[Colour, tuple[float, float]] = {}
        for table in self.tables:
            pawns.update(zip(table.pawns, pawn_spots(board, table.number, len(table.pawns)), strict=True))
        self.layer("pawns", tuple(pawns.items()), lambda p: _pawns(p, pawns))

    def _table(self, pen: Pen, board: Board, table: TableView) -> None:
        x, y, w, h = board.tile_box(table.number)
        ox, oy = board.places[table.number - 1].outward
        k = theme.CHAMFER["tile"]
        cards = table.face_down + len(table.revealed)
        if cards:
            self._cards(pen, Box(x, y, w, h), (ox, oy), cards)
        pen.cut(x, y, w, h, k, "tile")
        pen.cut_line(x + 1, y + 1, w - 2, h - 2, k - 0.5, "rim", 1.6)
        size, number = theme.SMALLEST_TEXT, str(table.number)
        taken = lettering.width(number, "JostSemiBold", size * pen.scale) / pen.scale
        pen.glyph(x + 5 + taken / 2, y + (h / 2 if not ox else 24), number, size, "champ", "JostSemiBold")
        counts = Counter(table.tokens)
        values = [value for value in TOKEN_OF_ROUND if counts[value]]
        each = 36.0 if len(number) == 1 else 32.0
        for i, value in enumerate(values):
            # Two rows of two, beside the number.
            cx, cy = x + w - 3 - each * (1.5 - i % 2), y + h / 2 + each * (i // 2 - 0.5) if len(values) > 2 else y + h / 2
            pen.disc(cx, cy, each / 2 - 0.2, "ink")
            pen.disc(cx, cy, each / 2 - 1, CHIPS[value])
            pen.glyph(cx, cy, str(counts[value]), size, "ink", "JostSemiBold")

    @staticmethod
    def _cards(pen: Pen, box: Box, outward: tuple[int, int], cards: int) -> None:
        x, y, w, h = box
        ox, oy = outward
        cx, cy = x + w / 2 + ox * (w / 2 + 13), y + h / 2 + oy * (h / 2 + 13)
        draw_plain_back(pen, cx - (24 if oy else 13), cy - (13 if oy else 24), 48 if oy else 26, 26 if oy else 48)
        pen.glyph(cx, cy, str(cards), theme.SMALLEST_TEXT, "cardInk", "JostSemiBold")


def _pawns(pen: Pen, pawns: dict[Colour, tuple[float, float]]) -> None:
    for colour, (x, y) in pawns.items():
        draw_emblem(pen, colour, x, y, 40)


class AsItLiesScreen(GameScreen[View]):
    """Opened from the menu; stays while the game goes on beneath it."""

    name = "aslies"
    stays = True
    undoes = False

    owns = True
    """Whether players may look at their own cards."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.lies: Lies = self.add(Lies())
        self.rail: PlayerRail = self.add(PlayerRail())
        self.own: Button = Button("", lambda: self.act("own"), kind="secondary", icon="eye-off")

    def equip(self, kit: Kit) -> None:
        self.owns = kit.settings.of(GAME).own_cards

    def prompt(self, view: View) -> Prompt:
        where = f"{tr('Round {r}', r=view.round)} · {words.phase(view.phase)}"
        return Prompt(view.to_act if view.to_act is not None else "list", tr("What lies where"), where, tr("tokens, pawns, cards"))

    def fill(self, view: View) -> None:
        self.lies.show(view.tables)
        self.rail.show(view, self.shown.looked)
        self.own.show(tr("My cards"))
        self.place(self.frame)

    def place(self, frame: Frame) -> None:
        self.lies.portrait = frame.portrait
        self.have(self.lies, frame.board)
        self.have(self.rail, frame.rail)
        box = self._middle(frame)
        high = 80 if frame.portrait else 54
        self.have(self.own, (box.x, box.y + box.h - high, box.w, high) if box is not None and self.owns and self._cards_lie() else None)

    def _cards_lie(self) -> bool:
        return any(table.face_down or table.revealed for table in self.lies.tables)

    def keys(self) -> tuple[str, ...]:
        return ("left", "menu")

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self.act("back")
        else:
            super()._bar_tapped(key)

    def _middle(self, frame: Frame) -> Box | None:
        if self.shown is None or self.shown.view is None or not self.shown.view.tables:
            return None
        board = frame.board
        lane = layout.board(Box(0, 0, board.w, board.h), len(self.shown.view.tables), frame.portrait).lane
        cx, cy = board.x + lane.centre[0], board.y + lane.centre[1]
        # Clear of the pawns that stand on the lane.
        wide = min(204, lane.r - lane.l - 8)
        return Box(cx - wide / 2, cy - 43, wide, 108) if wide >= 200 else Box(cx - wide / 2, cy - 96, wide, 192)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        box = self._middle(self.frame)
        if box is None:
            return
        # A row of four, or two of two.
        columns = 4 if box.w >= 200 else 2
        for i, value in enumerate(TOKEN_OF_ROUND):
            column, row = i % columns, i // columns
            draw_chip(pen, value, box.x + box.w / 2 + (column - (columns - 1) / 2) * 51, box.y + 24 + row * 52, 48)
