"""What the screens of a round share: the table with the players beside it, what was done last, and the grid for cards told by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.casino import GAME
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.settings import USUAL, CasinoSettings, Reading
from companion.games.casino.rules.state import HAND, Phase
from companion.games.casino.rules.view import View
from companion.games.casino.table.commands import TapCard
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.grid import CardGrid
from companion.games.casino.ui.widgets.plate import LastDeal
from companion.games.casino.ui.widgets.rail import CasinoRail
from companion.games.casino.ui.widgets.stock import TALL as STOCK
from companion.games.casino.ui.widgets.stock import Stock
from companion.games.casino.ui.widgets.strip import Strip
from companion.games.casino.ui.widgets.table import CasinoTable
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.base import Kit
from companion.ui.screens.chosen import Chosen, one_game
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button

BESIDE = 152.0
"""The width in dp of the button that opens the grid."""
SMALL = 128.0
"""The height in dp of the table above the grid, where little lies there."""


class TableScreen(GameScreen[View]):
    """Table and rail. Where cards are told by hand, a small table and the whole deck as a grid."""

    tells = True
    """Whether a card is told on this screen, so that the grid is offered."""

    with_strip = True
    with_stock = True
    """Whether it is told what was done last, and what is to come."""

    hand = Chosen[bool | None](None, one_game)
    """Whether the grid was opened, or closed; None: as the table reads its cards."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.settings: CasinoSettings = USUAL
        self.table: CasinoTable = self.add(CasinoTable(self._card))
        self.rail: CasinoRail = self.add(CasinoRail())
        self.strip: Strip = self.add(Strip())
        self.stock = Stock()
        self.grid = CardGrid(self._card)
        self.by_hand = Button("", self._turn, kind="secondary")
        self.last_deal = LastDeal()

    def equip(self, kit: Kit) -> None:
        self.settings = kit.settings.of(GAME)

    @property
    def with_grid(self) -> bool:
        """Whether the grid is open."""
        if not self.tells:
            return False
        if self.hand is not None:
            return self.hand
        return self.shown is not None and (self.settings.cards is Reading.BY_HAND or not self._reads)

    @property
    def _reads(self) -> bool:
        """Whether a card can be told by its tag: some have one, and something reads them."""
        return bool(self.shown.tags) and any(link.reads and not link.simulated for link in self.shown.links)

    def _turn(self) -> None:
        self.hand = not self.with_grid
        self.fill(self.view)
        self.say()

    def _card(self, card: Card) -> None:
        self.act(TapCard(card))

    def lit(self, view: View) -> frozenset[Card] | None:
        """The cards that are chosen; None where nothing is to be chosen."""
        return None

    def holes(self, view: View) -> int:
        """How many cards are still to be laid."""
        return 0

    def notes(self, view: View) -> tuple[str, ...]:
        """What the table is told beside what was done last: a build that has changed hands, false builds that have come to light."""
        called = self.said
        # What came to light is said until somebody has played in the next deal.
        fresh = view.deal if view.phase is Phase.DEAL else (view.deal or 1) - 1
        began = view.phase is Phase.DEAL or all(player.left == HAND for player in view.players)
        false = [words.unheld(each, called) for each in view.unheld if each.deal == fresh and began]
        changed = words.new_owner(view.last, called) if view.last is not None else ""
        return (*((changed,) if changed else ()), *false)

    def fill(self, view: View) -> None:
        four = self.settings.four_colours
        self.table.show(view.loose, view.builds, lit=self.lit(view), four=four, holes=self.holes(view))
        self.rail.show(view)
        self.strip.show(view.last, self.notes(view), four=four)
        self.stock.show(view.stock)
        lying = frozenset((*view.loose, *[card for build in view.builds for card in build.cards]))
        self.grid.show(lying, four=four)
        self.last_deal.show(sum(player.left for player in view.players))
        self.by_hand.show(tr("Table") if self.with_grid else tr("By hand"))
        self.place(self.frame)

    def foot(self, frame: Frame, room: Box) -> float:
        """Places what stands below the table in the room; returns how high it is."""
        self.have(self.by_hand, (room.x + 4, room.y + room.h - 58, BESIDE, 54) if self.tells else None)
        return 66.0 if self.tells else 4.0

    def place(self, frame: Frame) -> None:
        if self.with_grid:
            self._place_grid(frame)
            return
        self.have(self.grid, None)
        self.have(self.last_deal, None)
        self.have(self.rail, frame.rail)
        room = frame.board
        foot = self.foot(frame, room)
        strip = self.strip.tall(room.w - 8) if self.with_strip else 0.0
        self.have(self.strip, (room.x + 4, room.y + room.h - foot - strip, room.w - 8, strip) if strip else None)
        table = self.table_box(frame, Box(room.x, room.y, room.w, room.h - foot - strip - 4))
        self.have(self.table, table)
        self.have(self.stock, self._beside(table) if self.with_stock else None)

    def _beside(self, table: Box) -> Box | None:
        """Where the stock has room: below what lies, or at the end of its last row."""
        _, boxes = self.table.boxes()
        low = max((box.y + box.h for box in boxes), default=0.0) + 8
        if table.h - low >= STOCK:
            return Box(table.x, table.y + low, table.w - 4, table.h - low)
        row = [box for box in boxes if box.y == boxes[-1].y]
        right = max(box.x + box.w for box in row) + 16
        if table.w - right >= BESIDE + 70 and row[0].h >= STOCK:
            return Box(table.x + right, table.y + row[0].y, table.w - right - 4, row[0].h)
        return None

    def table_box(self, frame: Frame, room: Box) -> Box:
        """Where the table is drawn."""
        return room

    def _place_grid(self, frame: Frame) -> None:
        body = frame.body
        # Where every card is told by hand nobody needs a way back to the table.
        back = self.shown is not None and self._reads
        self.have(self.strip, None)
        self.have(self.stock, None)
        self.have(self.rail, None)
        self.have(self.by_hand, (body.x + body.w - 196, body.y + 4, 184, 54) if back else None)
        view = self.shown.view if self.shown is not None else None
        last = view is not None and view.deal is not None and view.deal == view.deals
        top = 62 if back else 4
        self.have(self.last_deal, (body.x + body.w - 244, body.y + top, 232, SMALL - top - 6 if back else 78) if last else None)
        wide = body.w - (260 if last else 212 if back else 16)
        self.table.put(body.x + 8, body.y, wide, SMALL)
        # Where much lies there the grid is as low as may be.
        tall = max(SMALL, min(self.table.least() + 6, body.h - 4 - self.grid.least(body.w - 12)))
        self.have(self.table, (body.x + 8, body.y, wide, tall))
        self.have(self.grid, (body.x + 6, body.y + tall, body.w - 12, body.h - tall - 4))
