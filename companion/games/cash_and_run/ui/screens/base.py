"""What the screens of Cash & Run share: things to tap, lines that tell, buttons below, the players beside."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.cash_and_run import GAME
from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.settings import CashAndRunSettings
from companion.games.cash_and_run.rules.view import Player, View
from companion.games.cash_and_run.table import buttons
from companion.games.cash_and_run.table.commands import Act, Tap
from companion.games.cash_and_run.table.replies import NOTHING, Pending
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.widgets.info import Info, Line, fitting, height
from companion.games.cash_and_run.ui.widgets.picture import Picture, Shows
from companion.games.cash_and_run.ui.widgets.rail import CashRail
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tiles, fitted
from companion.games.kit.colours import Colour
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.base import Kit
from companion.ui.screens.game import GameScreen
from companion.ui.screens.page import abreast, in_rows
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt

BUTTON = 58
LOW, LOWEST = 150.0, 66.0
"""How wide a picture beside the lines is with its margin, and how high it is at least."""
NEWS = ("taken over", "sold", "lap over", "may run", "bankrupt", "cash & run", "turned over", "left")
"""Events that everybody has to hear of; the others are seen by what is paid."""


@dataclass(frozen=True)
class Choice:
    """A button below: what it says, and what it does: an act, a command, or whatever a screen's own `chosen` knows."""

    words: str
    does: Any
    primary: bool = False
    enabled: bool = True
    icon: str = ""


class CashScreen(GameScreen[View]):
    """Subclasses say `prompt`, `bands`, `lines` and `choices`; a tile's key is what `chosen` gets, as a rule the command itself."""

    railed = True
    """Whether the players stand beside it; where much is to be tapped there is no room."""
    tallest = 110.0
    most = 3
    """So many buttons there are at most."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.tiles: Tiles = self.add(Tiles(self._tapped, self.tallest))
        self.info: Info = self.add(Info())
        self.picture = Picture()
        self.rail = CashRail()
        self.buttons = [Button("", lambda at=at: self._pressed(at)) for at in range(self.most)]  # type: ignore[misc]
        self._offered: tuple[Choice, ...] = ()
        self.own_settings = CashAndRunSettings()

    # --- what subclasses say ---

    def bands(self, view: View) -> Sequence[Band]:
        """What can be tapped."""
        return ()

    def lines(self, view: View) -> Sequence[Line]:
        """What is told above it."""
        return ()

    def pictured(self, view: View) -> Shows | None:
        """What is drawn large beside the lines."""
        return None

    low = False
    """Whether it is drawn no higher than the lines, so that what can be tapped has the whole width."""

    def choices(self, view: View) -> Sequence[Choice]:
        """The buttons below, from left to right."""
        return ()

    def chosen(self, what: Any) -> None:
        """Something was tapped."""
        self.act(Tap(what) if isinstance(what, Act) else what)

    def instead(self, view: View) -> Prompt | None:
        """Of a casino card that was shown where it means nothing: whose it is, its game and its colour, for a moment."""
        casino = self.casino(self.pending.looked)
        if casino is None:
            return None
        owner = view.owners.get(casino.id)
        said = tr("{game}, {colour}", game=words.symbol(casino.symbol), colour=words.tint(casino.colour))
        title = tr("{casino}: for sale", casino=casino.name) if owner is None else tr("{casino}: {name}", casino=casino.name, name=self.said[owner])
        return Prompt(owner or "card", title, said)

    # --- what they read ---

    @property
    def pending(self) -> Pending:
        """What is chosen so far."""
        return self.shown.pending if self.shown is not None and isinstance(self.shown.pending, Pending) else NOTHING

    def who(self, colour: Colour | None) -> str:
        """A player's name."""
        return self.names.get(colour, "?") if colour is not None else "?"

    def within(self, colour: Colour | None) -> str:
        """A player's name within a sentence."""
        return self.said.get(colour, "?") if colour is not None else "?"

    def of(self, colour: Colour | None) -> Player:
        """The player of that colour."""
        return next(player for player in self.view.players if player.colour is colour)

    def casino(self, id_: str | None) -> Casino | None:
        """The casino of that id."""
        return next((each for each in self.view.casinos if each.id == id_), None)

    def place_of(self, square: str | None) -> str:
        """A square's name."""
        return words.square(self.view.casinos, square)

    @property
    def lit(self) -> Act | None:
        """The act of the button that is lit: the panel's OK presses it."""
        view = self.shown.view if self.shown is not None else None
        return buttons.lit(view, self.pending) if view is not None else None

    @property
    def draws(self) -> bool:
        """Whether the companion offers to draw results."""
        return self.own_settings.draws

    def equip(self, kit: Kit) -> None:
        self.own_settings = kit.settings.of(GAME)

    def news(self, view: View, most: int = 2) -> list[Line]:
        """What the newest turn has paid and brought: each booking with both names and its reason, the newest first."""
        turns = [*view.turns, *([view.now] if view.now is not None else [])]
        told = next((turn for turn in reversed(turns) if turn.payments or turn.events), None)
        if told is None:
            return []
        found = [Line(words.payment(paid, self.said), colour="mist") for paid in reversed(told.payments)]
        if view.chips_taught and found:
            # The newest one is handed over now.
            handed = words.chips(told.payments[-1].amount, view.chips)
            found[1:1] = [Line(tr("in chips: {chips}", chips=handed), colour="mist")] if handed else []
        heard = [event for event in told.events if event.what in NEWS]
        said = [Line(words.event(event, self.said, view.casinos), colour="champ" if event.what == "may run" else "mist") for event in heard]
        return [*said[-1:], *found[:most]][: max(most, 2)]

    def titled(self, long: str, short: str) -> str:
        """What stands in the bar's first line: upright it is short, beside the emblem of whoever acts."""
        return short if self.frame.portrait else long

    # --- filling and placing ---

    def fill(self, view: View) -> None:
        self.put_choices(self.choices(view))
        self.rail.show(view)
        self.place(self.frame)

    def put_choices(self, choices: Sequence[Choice]) -> None:
        """Puts words on the buttons below."""
        self._offered = tuple(choices)[: self.most]
        for button, choice in zip(self.buttons, self._offered, strict=False):
            primary = choice.primary or (choice.does is not None and choice.does is self.lit)
            button.show(choice.words, enabled=choice.enabled, icon=choice.icon, kind="primary" if primary else "secondary")

    def above(self, row: Box) -> float:
        """Override: places what else stands above the buttons, in this row of dp; says how much room it takes."""
        return 0.0

    def _tapped(self, key: Hashable) -> None:
        self.chosen(key)

    def _pressed(self, at: int) -> None:
        if at < len(self._offered):
            self.chosen(self._offered[at].does)

    def room(self, frame: Frame) -> Box:
        """Where everything but the rail is."""
        if frame.portrait:
            bottom = frame.rail.y if self.railed else frame.body.y + frame.body.h
            return Box(8, frame.body.y + 4, frame.w - 16, bottom - frame.body.y - 8)
        wide = frame.w - (frame.rail.w if self.railed else 0)
        return Box(8, frame.body.y + 2, wide - 16, frame.body.h - 8)

    def layout(self, frame: Frame) -> None:
        super().layout(frame)
        # What the bar says hangs on the frame as well.
        self.say()

    def place(self, frame: Frame) -> None:
        if self.shown is not None and self.shown.view is not None:
            # In how many columns they stand, and what is told, hangs on the frame.
            self.tiles.show([fitted(band, self.room(frame).w, self.scale) for band in self.bands(self.shown.view)])
            self.info.show(self.lines(self.shown.view))
        room = self.room(frame)
        self.have(self.rail, frame.rail if self.railed else None)
        count = len(self._offered)
        stacked = (frame.portrait and count > 2) or len(in_rows(room.w, self.buttons[:count], self.scale, 8)) > 1
        rows = count if stacked else min(1, count)
        foot = float(rows * (BUTTON + 8))
        above = self.above(Box(room.x, room.y + room.h - foot - BUTTON, room.w, BUTTON))
        row = Box(room.x, room.y + room.h - foot + 8, room.w, BUTTON)
        beside = () if stacked else abreast(row, self.buttons[:count], self.scale, 8)
        for at, button in enumerate(self.buttons):
            if at >= count:
                self.have(button, None)
            else:
                self.have(button, Box(row.x, row.y + at * (BUTTON + 8), row.w, BUTTON) if stacked else beside[at][1])
        foot += above
        low = self.low and not frame.portrait
        room, drawn = (room, None) if low else self._pictured_room(room, foot)
        aside = LOW if low else 0.0
        told = min(height(self.info.lines, room.w - 12 - aside), room.h - foot)
        least = sum(band.rows * max(theme.TARGET[1] + 0.5, band.least) for band in self.tiles.bands)
        if least:
            # First of all the tiles can be hit.
            most = max(0.0, min(room.h * 0.5, room.h - foot - least))
            if told > most:
                # No room is kept for a line that is left out.
                told = fitting(self.info.lines, room.w - 12 - aside, most) or most
        if low and self.shown is not None and self.shown.view is not None:
            self.picture.show(self.pictured(self.shown.view))
            drawn = Box(room.x + 2, room.y + 2, LOW - 10, told - 6) if told >= LOWEST else None
            aside = LOW if drawn is not None else 0.0
        self.have(self.picture, drawn)
        self.have(self.info, (room.x + 6 + aside, room.y, room.w - 12 - aside, told) if told else None)
        body = Box(room.x, room.y + told, room.w, room.h - told - foot)
        self.have(self.tiles, body if self.tiles.bands else None)

    def _pictured_room(self, room: Box, foot: float) -> tuple[Box, Box | None]:
        """What is left beside, or upright below, what is drawn large; and where that is."""
        shows = self.pictured(self.shown.view) if self.shown is not None and self.shown.view is not None else None
        self.picture.show(shows)
        if shows is None:
            return room, None
        if self.frame.portrait:
            high = min(220.0, (room.h - foot) * 0.4)
            return Box(room.x, room.y + high + 8, room.w, room.h - high - 8), Box(room.x, room.y + 4, room.w, high)
        wide = min(240.0, room.w * 0.34)
        left = Box(room.x + 4, room.y + 6, wide - 8, room.h - foot - 10)
        return Box(room.x + wide + 6, room.y, room.w - wide - 6, room.h), left
