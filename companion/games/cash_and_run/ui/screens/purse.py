"""One's own money, where it is not shown to everybody: looked at alone, while the pad is held. Everybody sees that it was done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.errors import CompanionError
from companion.games.cash_and_run.rules.view import Purse, View
from companion.games.cash_and_run.ui.screens.base import CashScreen
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.pad import Pad
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.games.kit.colours import Colour
from companion.table.commands import CloseOwn, LookAt
from companion.table.snapshot import Own, Snapshot
from companion.ui.kit.layout import Frame
from companion.ui.screens.base import Kit
from companion.ui.screens.chosen import Chosen, one_view
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class PurseScreen(CashScreen):
    """Whose it is is chosen first. No sum is in a snapshot: it is asked for while the pad is held, and forgotten when it is let go."""

    name = "purse"
    railed = False
    undoes = False
    tallest = 84.0
    whose = Chosen[Colour | None](None, one_view)

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.pad = Pad(self._look)
        self._ask: Callable[[Colour], Sequence[Purse]] = lambda owner: ()
        self._used: Own | None = None

    def equip(self, kit: Kit) -> None:
        super().equip(kit)
        self._ask = kit.own_cards

    def enter(self) -> None:
        self.pad.cover()
        self.whose = None

    def fits(self, shown: Snapshot) -> bool:
        return shown.view is not None and shown.view.round > 0 and shown.view.outcome is None

    def prompt(self, view: View) -> Prompt:
        if self.whose is None:
            return Prompt("eye-off", tr("My money"), tr("Whose? Tap yourself"))
        return Prompt(self.whose, self.who(self.whose), tr("Everyone else looks away"))

    def keys(self) -> tuple[str, ...] | None:
        return ("left",)

    def _bar_tapped(self, key: str) -> None:
        if key != "left":
            super()._bar_tapped(key)
            return
        if self.shown.own is not None:
            self.act(CloseOwn())
        if self.whose is None:
            self.act("game")
        else:
            self.pad.cover()
            self.whose = None
            self._filled()

    def bands(self, view: View) -> Sequence[Band]:
        if self.whose is not None:
            return ()
        playing = [each for each in view.players if not each.out]
        return (Band(tuple([Tile(("who", each.colour), each.name, player=each.colour) for each in playing]), 1 if self.frame.portrait else 2),)

    def lines(self, view: View) -> Sequence[Line]:
        if self.whose is None:
            return ()
        return (Line(tr("Only you look: keep holding to see your money")), Line(tr("Shield it with your hand"), colour="mist"))

    def chosen(self, what: Any) -> None:
        match what:
            case ("who", Colour() as colour):
                self.whose = colour
                self._filled()
            case _:
                super().chosen(what)

    def _filled(self) -> None:
        self.fill(self.view)
        self.say()

    def fill(self, view: View) -> None:
        super().fill(view)
        if self._opened is not None and self.pad.held and self._opened is not self._used:
            # It was held before the money could be seen.
            self.pad.uncovered()
            self.pad.redraw()

    @property
    def _opened(self) -> Own | None:
        """What is open for whoever is chosen."""
        own: Own | None = self.shown.own if self.shown is not None else None
        return own if own is not None and own.open and own.owner is self.whose else None

    def _look(self) -> int | None:
        """The money, if it is open. Once it was seen it has to be opened anew."""
        if self.whose is None:
            return None
        if self._opened is None or self._opened is self._used:
            self.act(LookAt(self.whose))
            return None
        self._used = self._opened
        try:
            return next((purse.cash for purse in self._ask(self.whose)), None)
        except CompanionError:
            # The table says what has happened.
            self.act("game")
            return None

    def place(self, frame: Frame) -> None:
        super().place(frame)
        room = self.room(frame)
        top = 130.0
        self.have(self.pad, (room.x, room.y + top, room.w, room.h - top) if self.whose is not None else None)
