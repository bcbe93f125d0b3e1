"""Somebody plays a card, or everybody gets four new ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import Dealt, FalseBuild
from companion.games.casino.rules.state import Build
from companion.games.casino.rules.view import View
from companion.games.casino.ui.screens.table import BESIDE, TableScreen
from companion.table.commands import Do
from companion.ui.kit.layout import Box, Frame
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt


class PlayScreen(TableScreen):
    """Somebody plays a card."""

    name = "play"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.fall = Button("", self._fall, kind="quiet")

    def _own(self) -> Build | None:
        """The oldest build of whoever plays."""
        return next((build for build in self.view.builds if build.owner is self.view.to_act), None)

    def _fall(self) -> None:
        build = self._own()
        if build is not None:
            self.act(Do(FalseBuild(build.owner, build.cards)))

    def prompt(self, view: View) -> Prompt:
        if view.to_act is None:
            return Prompt("card", tr("Play"))
        called, own = self.names[view.to_act], self._own()
        last = view.deal == view.deals
        # Where the whole deck is to be tapped nobody sees the rail.
        aside = tr("last deal") if last else tr("deal {a} of {b}", a=view.deal, b=view.deals) if self.with_grid else ""
        if own is not None:
            return Prompt(view.to_act, called, tr("Take, build or add: your {v} lies", v=own.value), aside)
        text = tr("Which card was played? Tap it") if self.with_grid else tr("Play a card: scan it, face up")
        return Prompt(view.to_act, called, text, aside)

    def fill(self, view: View) -> None:
        own = self._own()
        if own is not None:
            self.fall.show(tr("No {v}? It falls apart", v=own.value))
        super().fill(view)

    def foot(self, frame: Frame, room: Box) -> float:
        self.have(self.fall, (room.x + BESIDE + 12, room.y + room.h - 58, room.w - BESIDE - 16, 54) if self._own() is not None else None)
        return super().foot(frame, room)

    def place(self, frame: Frame) -> None:
        if self.with_grid:
            self.have(self.fall, None)
        super().place(frame)


class DealScreen(TableScreen):
    """All hands are empty. The next card that is shown says that everybody has four new ones."""

    name = "deal"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.on = Button("", lambda: self.act(Do(Dealt())))

    def prompt(self, view: View) -> Prompt:
        following = (view.deal or 0) + 1
        who = view.dealer or "card"
        text = tr("The last deal: say “last”") if following == view.deals else tr("Deal four cards to each")
        return Prompt(who, self.names[view.dealer] if view.dealer is not None else "", text, tr("deal {a} of {b}", a=following, b=view.deals))

    def lit(self, view: View) -> frozenset[Card]:
        """Nothing is played now."""
        return frozenset()

    def fill(self, view: View) -> None:
        self.on.show(tr("All have four cards"))
        super().fill(view)

    def foot(self, frame: Frame, room: Box) -> float:
        super().foot(frame, room)
        self.have(self.on, (room.x + BESIDE + 12, room.y + room.h - 58, room.w - BESIDE - 16, 54))
        return 66.0

    def place(self, frame: Frame) -> None:
        if self.with_grid:
            self.have(self.on, None)
        super().place(frame)
