"""The board: the ring of tables with chips, cards and pawns, and in its middle the round, the phase and what is at hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial
from itertools import pairwise
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Phase, TableView, View
from companion.games.vabanque.ui import layout
from companion.games.vabanque.ui.layout import Board
from companion.games.vabanque.ui.widgets import lane
from companion.games.vabanque.ui.widgets.middle import Middle as Middle
from companion.games.vabanque.ui.widgets.middle import draw_middle, fault_box, laid, overlap
from companion.games.vabanque.ui.widgets.tile import CARD_OUT, TileLook, draw_cards, draw_chip_on_top, draw_flash, draw_tile, plate
from companion.ui.kit import theme
from companion.ui.kit.background import sunburst
from companion.ui.kit.layout import Box
from companion.ui.kit.motion import Motion
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

PAWN = 40
PAWN_TO_MOVE = 48
APART = 43
FALL = 24
"""From so high a token falls on its table, in dp."""


class Ring(Drawn):
    """Draws a public view. `on_tap` gets a table's number, "stay", "action" or "fault"."""

    def __init__(self, on_tap: Callable[[Any], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.view: View | None = None
        self.middle = Middle()
        self.lit: frozenset[int] | None = None
        self.waiting: int | None = None
        self._motions: dict[str, Motion] = {}
        self._lift: dict[int, float] = {}
        self._out: dict[int, float] = {}
        self._flash: dict[int, float] = {}
        self._walk: dict[Colour, tuple[int, float]] = {}

    def show(
        self,
        view: View,
        *,
        middle: Middle | None = None,
        lit: Collection[int] | None = None,
        waiting: int | None = None,
        motion: bool = True,
    ) -> None:
        """Shows a view. `lit`: these tables are bright, the others dim; `waiting`: it waits for its card; `motion`: explain changes."""
        before = self.view
        now = (view, middle or Middle(), None if lit is None else frozenset(lit), waiting)
        if now == (self.view, self.middle, self.lit, self.waiting):
            return
        self.view, self.middle, self.lit, self.waiting = now
        if before is not None and motion and before.ring == view.ring and len(before.tables) == len(view.tables):
            self._explain(before, view)
        self.redraw()

    # --- motion: what has come, slides in; what was taken back is simply gone ---

    def _explain(self, before: View, after: View) -> None:
        for old, new in zip(before.tables, after.tables, strict=True):
            if len(new.tokens) == len(old.tokens) + 1:
                self._move(f"chip{new.number}", "token", self._lift, new.number, lambda share: 1 - share * share)
                self._move(f"flash{new.number}", "flash", self._flash, new.number, lambda share: float(share < 1))
            if new.face_down == old.face_down + 1:
                self._move(f"card{new.number}", "card_slide", self._out, new.number, lambda share: share)
        stood = {player.colour: player.pawn for player in before.players}
        for player in after.players:
            start = stood.get(player.colour)
            if start is not None and player.pawn is not None and start != player.pawn and after.round == before.round:
                steps = (player.pawn - start) % len(after.tables)
                if 1 <= steps <= 4:
                    self._walk_pawn(player.colour, start, steps)

    def _move(self, name: str, event: str, values: dict[int, float], table: int, curve: Callable[[float], float]) -> None:
        def step(share: float) -> None:
            values[table] = curve(share)
            self._place_moving()
            if share >= 1:
                del values[table]

        self._start(name, Motion(theme.duration(event), step))

    def _walk_pawn(self, colour: Colour, start: int, steps: int) -> None:
        def step(share: float) -> None:
            board = self.board()
            if share < 1 and board is not None:
                self._walk[colour] = (start, share * steps)
                self._walk_on(board, colour, *self._walk[colour])
            else:
                self._walk.pop(colour, None)
                self._place_pawns()

        self._start(f"pawn{colour}", Motion(min(theme.duration("pawn_step") * steps, theme.duration("pawn_max")), step))

    def _start(self, name: str, motion: Motion) -> None:
        old = self._motions.pop(name, None)
        if old is not None:
            old.stop()
        self._motions[name] = motion

    # --- drawing ---

    def board(self) -> Board | None:
        """The geometry in the widget's own dp; None without tables."""
        if self.view is None or not self.view.tables:
            return None
        return layout.board(Box(0, 0, self.box.w, self.box.h), len(self.view.tables), self.box.h > self.box.w * 0.8)

    def draw(self, pen: Pen) -> None:
        board, view = self.board(), self.view
        if board is None or view is None:
            return
        self.layer("ground", board, partial(_ground, board=board))
        steps = {table: n for n, table in reversed(view.reachable)} if view.phase is Phase.PAWNS else {}
        for table in view.tables:
            self._table(self._look(table, board, steps), board.tile_box(table.number))
        route = tuple(table for _, table in view.reachable) if steps else ()
        self.layer("route", route, partial(_route, board=board, tables=route))
        spots = self._spots(board)
        hidden = tuple(Box(x - s / 2, y - s / 2, s, s) for x, y, s in spots.values())
        middle = (view.round, view.phase, self.middle, view.token, view.stock, laid(view), view.reachable, self.pressed, hidden)
        self.layer("middle", middle, partial(draw_middle, edge=board.lane, view=view, middle=self.middle, pawns=hidden, pressed=self.pressed))
        if self.middle.fault is not None:
            banner = fault_box(board.lane).inset(6)
            spots = {c: (x, y, s) for c, (x, y, s) in spots.items() if not overlap(banner, Box(x - s / 2, y - s / 2, s, s))}
        for colour, (_, _, size) in spots.items():
            # The one that is to move is a part of its own, drawn last: it lies above the others.
            if size == PAWN:
                self.layer(("pawn", colour), None, partial(_pawn, colour=colour, size=size), mobile=True)
        for colour, (_, _, size) in spots.items():
            if size != PAWN:
                self.layer(("mover", colour), None, partial(_pawn, colour=colour, size=size), mobile=True)
        self._place_moving()
        self._place_pawns()

    def _table(self, look: TileLook, box: Box) -> None:
        """A table's parts: its cards, which slide out from under the tile, the tile, the chip that falls on it, its flashing rim."""
        number = look.number
        # Language and text size are part of the plate: `forget` comes with a change of either.
        cards = (look.cards, look.owners, look.dimmed)
        self.layer(("cards", number), cards, partial(draw_cards, box=box, look=look) if look.cards else _nothing, mobile=True)
        self.layer(("tile", number), look, partial(self._tile, box=box, look=look))
        chip = partial(draw_chip_on_top, box=box, look=look) if look.tokens else _nothing
        self.layer(("chip", number), (look.tokens, look.value), chip, mobile=True)
        flash = partial(draw_flash, box=box) if number in self._flash else _nothing
        self.layer(("flash", number), number in self._flash, flash, fading=True)

    def _place_moving(self) -> None:
        """Moves what slides, falls or shines to where it is now: a motion draws nothing."""
        board = self.board()
        if board is None:
            return
        for table, out in self._out.items():
            if (part := self.part(("cards", table))) is not None:
                ox, oy = board.places[table - 1].outward
                part.move(ox * CARD_OUT * (out - 1), oy * CARD_OUT * (out - 1))
        for table, lift in self._lift.items():
            if (part := self.part(("chip", table))) is not None:
                part.move(0, -FALL * lift)
        for table, shine in self._flash.items():
            if (part := self.part(("flash", table))) is not None:
                part.fade(shine)

    def _place_pawns(self) -> None:
        """Puts each pawn where it stands, or is on its way."""
        board = self.board()
        if board is None:
            return
        for colour, (x, y, size) in self._spots(board).items():
            part = self.part(("pawn" if size == PAWN else "mover", colour))
            if part is not None:
                part.stretch(1.0, 1.0)
                part.move(x, y)
        for colour, (start, way) in self._walk.items():
            self._walk_on(board, colour, start, way)

    def _walk_on(self, board: Board, colour: Colour, start: int, way: float) -> None:
        """Shows a pawn so many tables after its start, as large as the one that is to move."""
        part = self.part(("pawn", colour))
        if part is not None:
            part.stretch(PAWN_TO_MOVE / PAWN, PAWN_TO_MOVE / PAWN)
            part.move(*self._on_the_way(board, start, way))

    def _look(self, table: TableView, board: Board, steps: dict[int, int]) -> TileLook:
        number = table.number
        bright = number in steps if steps else self.lit is None or number in self.lit
        return TileLook(
            number=number,
            tokens=table.tokens,
            value=table.value,
            cards=table.face_down,
            outward=board.places[number - 1].outward,
            owners=table.owners,
            reachable=(bright and (bool(steps) or self.lit is not None)) or number == self.waiting,
            plate=plate(steps[number]) if number in steps else "",
            dimmed=not bright,
            pressed=self.pressed == number,
        )

    def _tile(self, pen: Pen, box: Box, look: TileLook) -> None:
        pen.target(look.number, *box)
        draw_tile(pen, box, look)

    # --- pawns ---

    def _spots(self, board: Board) -> dict[Colour, tuple[float, float, float]]:
        """Where each pawn stands, or will stand when it has walked: centre and size."""
        view = self.view
        assert view is not None
        found: dict[Colour, tuple[float, float, float]] = {}
        for table in view.tables:
            for colour, (x, y) in zip(table.pawns, pawn_spots(board, table.number, len(table.pawns)), strict=True):
                size = PAWN
                if view.phase is Phase.PAWNS and colour == view.to_act:
                    # Larger, it still covers no more of its table than the others do.
                    ox, oy = board.places[table.number - 1].outward
                    size, x, y = PAWN_TO_MOVE, x - ox * (PAWN_TO_MOVE - PAWN) / 2, y - oy * (PAWN_TO_MOVE - PAWN) / 2
                found[colour] = (x, y, size)
        return found

    @staticmethod
    def _on_the_way(board: Board, start: int, way: float) -> tuple[float, float]:
        """The place on the lane so many tables after a start."""
        whole = int(way)
        a = board.places[(start - 1 + whole) % len(board.places)].pawn
        b = board.places[(start + whole) % len(board.places)].pawn
        return lane.along(board.lane, a, b, way - whole)


def _ground(pen: Pen, board: Board) -> None:
    edge = board.lane
    cx, cy = edge.centre
    a, b = (edge.r - edge.l) / 2, (edge.b - edge.t) / 2
    sunburst(pen, cx, cy, (a * 0.58, b * 0.5), (a - 9, b - 9), 56)
    pen.rounded_line(edge.l, edge.t, 2 * a, 2 * b, edge.q, "brass", 1.6, 0.55)


def pawn_spots(board: Board, table: int, count: int) -> list[tuple[float, float]]:
    """Stops of `count` pawns: up to 4 in a row along the lane, more in rows inward; beside another table of the column only 2 in a row."""
    place = board.places[table - 1]
    x, y = place.pawn
    ox, oy = place.outward
    beside = sum(1 for other in board.places if other.outward == place.outward)
    most = 4 if oy or beside == 1 else 2
    if count > most:
        most = math.ceil(count / 2) if oy or beside == 1 else 2
    spots = []
    for i in range(count):
        line, at = divmod(i, most)
        along = (at - (min(most, count - line * most) - 1) / 2) * APART
        inward = line * (APART - 2)
        spots.append((x + along, y - oy * inward) if oy else (x - ox * inward, y + along))
    return spots


def _pawn(pen: Pen, colour: Colour, size: float) -> None:
    """A pawn around the widget's corner, from where it is moved to its place."""
    draw_emblem(pen, colour, 0, 0, size, halo=size > PAWN)


def _nothing(pen: Pen) -> None:
    pass


def _route(pen: Pen, board: Board, tables: tuple[int, ...]) -> None:
    """The lane from where the pawn stands to the farthest reachable table, with a dot at each."""
    stops = [board.places[table - 1].pawn for table in tables]
    for a, b in pairwise(stops):
        pen.line([v for point in lane.path(board.lane, a, b) for v in point], "champ", 4)
    for x, y in stops[1:]:
        pen.disc(x, y, 8, "ink")
        pen.disc(x, y, 6.6, "champ")
