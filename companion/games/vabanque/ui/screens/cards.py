"""Phase 2: a card face down beside any table, told by tags or by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.table.commands import LayUnread
from companion.games.vabanque.ui import layout
from companion.games.vabanque.ui.screens.board import BoardScreen
from companion.games.vabanque.ui.screens.chosen import one_result
from companion.games.vabanque.ui.widgets.ring import Middle
from companion.table.commands import TouchSpot
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chosen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt


class CardsScreen(BoardScreen):
    """While a table waits for its card, the middle of the ring offers the ways without a tag.

    Where nothing can be read, and a card was laid unread, the next table lays one at once; the middle then leads back to the choice.
    """

    name = "cards"

    unread_ones = Chosen(False, one_result)
    """Whether a table that is touched lays a card unread, without being asked."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.unread = Button("", self._lay_unread, kind="secondary", icon="card")
        self.secret = Button("", lambda: self.act("private"), kind="secondary", icon="eye-off")

    def _ways(self) -> bool:
        return self.shown.pending is not None and self.shown.pending.spot is not None

    def prompt(self, view: View) -> Prompt:
        if view.to_act is None:
            return Prompt("card", tr("Cards"))
        pending = self.shown.pending
        if pending is None:
            text = tr("Scan a card, then its table") if self._reading() and not self._at_once() else tr("Tap a table on this screen")
        elif pending.spot is None:
            text = tr("Card read. Now scan the table")
        else:
            text = tr("Table {n}. Now scan the card", n=pending.spot)
        laid = len(KINDS) - self.player(view.to_act).cards_left + 1
        return Prompt(view.to_act, self.names[view.to_act], text, tr("card {a} of {b}", a=laid, b=len(KINDS)))

    def _reading(self) -> bool:
        """Whether some reader is there that can read a card."""
        links = self.shown.links
        return not links or any(link.reads for link in links)

    def _at_once(self) -> bool:
        """Whether a touched table lays a card unread at once."""
        return self.unread_ones and self.shown.pending is None and not any(link.reads for link in self.shown.links)

    def _lay_unread(self) -> None:
        self.unread_ones = True
        self.act(LayUnread())

    def ring_tapped(self, key: Any) -> None:
        if key == "action":
            self.unread_ones = False
            self.fill(self.view)
            self.say()
        elif isinstance(key, int) and self._at_once():
            self.act((TouchSpot(key), LayUnread()))
        else:
            super().ring_tapped(key)

    def waiting(self, view: View) -> int | None:
        return self.shown.pending.spot if self.shown.pending is not None else None

    def middle(self, view: View) -> Middle:
        return Middle(free=self._ways(), action=tr("In secret") if self._at_once() else "")

    def fill(self, view: View) -> None:
        super().fill(view)
        self.unread.show(tr("Don’t scan"))
        self.secret.show(tr("In secret"))
        self._put_ways()

    def place(self, frame: Frame) -> None:
        super().place(frame)
        self._put_ways()

    def _put_ways(self) -> None:
        """The two buttons one above the other inside the pawns' lane; away while no table waits."""
        board = self.frame.board
        tables = len(self.shown.view.tables) if self.shown is not None and self.shown.view is not None else 0
        if not tables or not self._ways():
            self.have(self.unread, None)
            self.have(self.secret, None)
            return
        lane = layout.board(Box(0, 0, board.w, board.h), tables, self.frame.portrait).lane
        room = Box(board.x + lane.l, board.y + lane.t, lane.r - lane.l, lane.b - lane.t).inset(16, 6)
        if self.frame.portrait:
            # Pawns on the lane above and below are not covered.
            high = min(100.0, room.h / 2 - 20)
            self.have(self.unread, (room.x, room.y + room.h / 2 - high - 4, room.w, high))
            self.have(self.secret, (room.x, room.y + room.h / 2 + 4, room.w, high))
        else:
            half = room.h / 2 - 3
            self.have(self.unread, (room.x, room.y, room.w, half))
            self.have(self.secret, (room.x, room.y + half + 6, room.w, half))
