"""The screens that show the ring of tables with the players beside it: tokens, cards, pawns and what belongs to them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui.laid import ring_lies
from companion.games.vabanque.ui.widgets.rail import PlayerRail
from companion.games.vabanque.ui.widgets.ring import Middle, Ring
from companion.table.commands import TouchSpot
from companion.ui import answers
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.game import GameScreen


class BoardScreen(GameScreen[View]):
    """Ring and rail. A finger on a table says that table to the session, as its tag does."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.ring: Ring = self.add(Ring(self.ring_tapped))
        self.rail: PlayerRail = self.add(PlayerRail())

    def middle(self, view: View) -> Middle:
        """What stands in the middle of the ring."""
        return Middle()

    def lit(self, view: View) -> Collection[int] | None:
        """The tables that are bright while the others are dim; None for all alike."""
        return None

    def waiting(self, view: View) -> int | None:
        """A table that waits for its card."""
        return None

    def fill(self, view: View) -> None:
        middle = self.middle(view)
        if self.lost is not None and not middle.action and not middle.free:
            middle = Middle(fault=answers.fault(self.lost))
        self.ring.show(view, middle=middle, lit=self.lit(view), waiting=self.waiting(view))
        self.rail.show(view, self.shown.looked)

    def prepare(self, view: View) -> bool:
        if ring_lies(view):
            self.ring.show(view, motion=False)
            self.rail.show(view)
        return ring_lies(view)

    def tray_boxes(self, frame: Frame) -> tuple[Box, Box] | None:
        return Box(frame.board.x + frame.board.w - 54, frame.board.y + frame.board.h - 56, 52, 54), frame.rail

    def place(self, frame: Frame) -> None:
        self.ring.put(*frame.board)
        self.rail.put(*frame.rail)

    def ring_tapped(self, key: Any) -> None:
        """A table's number, or what stands in the middle."""
        if isinstance(key, int):
            self.act(TouchSpot(key))
        elif key == "fault":
            self.act("quiet")
