"""A player's own cards, as they lie: to be looked at alone, while the pad is held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.errors import CompanionError
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import PlaceCard
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui.widgets.own import OwnCards
from companion.table.commands import CloseOwn, LookAt
from companion.table.snapshot import Own
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.chosen import Chosen, one_view
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.people import People
from companion.ui.widgets.prompt import Prompt


class OwnScreen(GameScreen[View]):
    """Opened from the picture of how everything lies. Who it is for is chosen first; nothing of it is in a snapshot."""

    name = "own"
    undoes = False

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.people: People = self.add(People(self._choose))
        self.pad: OwnCards = self.add(OwnCards(self._look))
        self._ask: Callable[[Colour], Sequence[PlaceCard]] = lambda owner: ()
        self._used: Own | None = None
        """What was opened and has been looked at."""

    chosen = Chosen[Colour | None](None, one_view)

    @property
    def owner(self) -> Colour | None:
        """Whose cards are looked at: who is to act, unless somebody else is chosen."""
        view = self.shown.view if self.shown is not None else None
        if view is None:
            return None
        order = view.order or tuple(player.colour for player in view.players)
        return next((each for each in (self.chosen, view.to_act) if each in order), order[0] if order else None)

    def equip(self, kit: Kit) -> None:
        self._ask = kit.own_cards

    def enter(self) -> None:
        self.pad.cover()
        self.chosen = None

    def prompt(self, view: View) -> Prompt:
        if self.owner is None:
            return Prompt("eye-off", tr("My cards"))
        own = self.shown.own if self.shown is not None else None
        if own is not None and own.owner is self.owner and not own.open:
            return Prompt(self.owner, self.names[self.owner], tr("Scan your colour card"))
        return Prompt(self.owner, self.names[self.owner], tr("Everyone else looks away"))

    def keys(self) -> tuple[str, ...]:
        return ("left", "menu")

    def fill(self, view: View) -> None:
        order = view.order or tuple(player.colour for player in view.players)
        self.people.show(tuple((colour, self.names[colour]) for colour in order), self.owner)
        own = self.shown.own
        opened = own is not None and own.owner is self.owner and own.open
        self.pad.tell(tr("No card played yet") if opened else "")
        if opened and self.pad.held and own is not self._used:
            # It was held before the cards could be seen.
            self.pad.uncovered()
            self.pad.redraw()

    # --- what is touched ---

    def _choose(self, colour: Colour) -> None:
        self.pad.cover()
        self.chosen = colour
        self.fill(self.view)
        self.say()

    def _look(self) -> tuple[PlaceCard, ...]:
        """What lies, if it is open. Once it was seen it has to be opened anew."""
        own = self.shown.own
        if self.owner is None:
            return ()
        if own is None or own.owner is not self.owner or own is self._used or not own.open:
            # The colour card is awaited for a while: who holds the pad again waits anew.
            self.act(LookAt(self.owner))
            return ()
        self._used = own
        try:
            return tuple(self._ask(self.owner))
        except CompanionError:
            # The table says what has happened; an empty pad would say that no card lies.
            self.act("aslies")
            return ()

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            if self.shown.own is not None:
                self.act(CloseOwn())
            self.act("aslies")
        else:
            super()._bar_tapped(key)

    # --- where it is ---

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        """The players, and the pad with its words."""
        body = frame.body.inset(12, 4)
        if frame.portrait:
            return Box(body.x, body.y, body.w, 68), Box(body.x, body.y + 76, body.w, body.h - 76)
        return Box(body.x, body.y, 200, body.h), Box(body.x + 212, body.y, body.w - 212, body.h)

    def place(self, frame: Frame) -> None:
        left, (x, y, w, h) = self._parts(frame)
        self.people.put(*left)
        tall = h - 72 - 48
        # Upright the cards lie above the pad, which the pad takes from its being taller than wide.
        wide = min(w, tall - 2) if frame.portrait else w
        self.pad.put(x + (w - wide) / 2, y + 72, wide, tall)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        _, (x, y, w, h) = self._parts(self.frame)
        pen.text((x, y - 2, w, 72), tr("Only you look: keep holding to see your cards and their tables."), theme.SMALLEST_TEXT, "ivory", lines=2)
        draw_icon(pen, "eye-off", x + 18, y + h - 22, 30, "champ", 2.2)
        pen.text((x + 46, y + h - 42, w - 46, 40), tr("Shield it with your hand"), theme.SMALLEST_TEXT, "mist")
