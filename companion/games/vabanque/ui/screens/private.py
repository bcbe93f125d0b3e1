"""Private entry: the player to act tells the kind of a card in secret, with one finger, while the others look away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character, PlaceCard
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.widgets.private import PrivatePad
from companion.table.commands import Do
from companion.table.snapshot import Snapshot
from companion.ui.kit import theme
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen, one_game
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt

SEEN = 1.2
"""For so many seconds "Card laid" stays, unless somebody taps."""


class PrivateScreen(GameScreen[View]):
    """Opened from the cards screen only, for one card: `owner` and `table` are those of the table that waited when it was opened."""

    name = "private"
    undoes = False

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.pad: PrivatePad = self.add(PrivatePad(self._choose))
        self.retry: Button = self.add(Button("", self._back, kind="secondary"))
        self.laid = False
        """Whether the kind has been told: for a moment that is said, then the next player comes."""

    card = Chosen[tuple[Colour, int] | None](None, one_game)
    """Whose card is told, and at which table."""

    @property
    def owner(self) -> Colour | None:
        """Whose card is told."""
        return self.card[0] if self.card is not None else None

    @property
    def table(self) -> int | None:
        """Where it lies."""
        return self.card[1] if self.card is not None else None

    def enter(self) -> None:
        self.pad.cover()
        self.card = None
        self.laid = False

    def _asked(self, shown: Snapshot) -> tuple[Colour, int] | None:
        """The card that is told in this state: that of the table that waits, else the one before."""
        pending = shown.pending
        if self.laid or pending is None or pending.spot is None:
            return self.card
        return pending.owner, pending.spot

    def fits(self, shown: Snapshot) -> bool:
        if self.laid and shown.notice is None:
            # A tag that is read meanwhile is the next player's: that is seen at once.
            return shown.pending is None or (shown.pending.owner, shown.pending.spot) == self.card
        card, view = self._asked(shown), shown.view
        return card is not None and view is not None and view.phase is Phase.CARDS and view.to_act == card[0]

    def lingers(self) -> bool:
        return self.laid

    def show(self, shown: Snapshot) -> None:
        self.follow(shown)
        if shown.notice is not None:
            # Refused: the card is still in hand.
            self.laid = False
        self.card = self._asked(shown)
        super().show(shown)

    def prompt(self, view: View) -> Prompt:
        if self.owner is None:
            return Prompt("eye-off", tr("Everyone else looks away"))
        aside = tr("Table {n}", n=self.table or 0)
        text = tr("Card laid") if self.laid else tr("Everyone else looks away")
        return Prompt(self.owner, self.names[self.owner], text, aside)

    def fill(self, view: View) -> None:
        self.retry.show(tr("Try the tag again"))
        self.repaint(self.table)

    def _choose(self, character: Character) -> None:
        if self.owner is None or self.table is None or self.laid:
            return
        # It is said when it is on disk.
        self.laid = True
        self.act(Do(PlaceCard(self.owner, character, self.table)))
        Clock.schedule_once(lambda _: self._on(), SEEN)

    def _on(self) -> None:
        if self.laid:
            self.laid = False
            self.act("on")

    def _back(self) -> None:
        """The table goes on waiting: its card's tag may be tried once more."""
        if not self.laid:
            self.act("back")

    def on_touch_down(self, touch: Any) -> bool:
        if self.laid and self.shown is not None and self.shown.view is not None and self.shown.view.to_act != self.owner:
            self._on()
            return True
        return bool(super().on_touch_down(touch))

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(24, 0)
        if frame.portrait:
            # Taller than wide, so that the cards lie above the pad.
            h = body.h - 280
            w = min(body.w, h - 2)
            self.pad.put(body.x + (body.w - w) / 2, body.y + 146, w, h)
            self.retry.put(body.x, body.y + body.h - 66, body.w, 58)
        else:
            top = body.y + 76
            self.pad.put(body.x, top, body.w, body.y + body.h - 82 - top)
            self.retry.put(body.x, body.y + body.h - 66, body.w * 0.355 + 12, 56)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        frame = self.frame
        body = frame.body.inset(24, 0)
        text = tr("Keep holding, slide onto your card, let go. Places change each time.")
        pen.text((body.x, body.y, body.w, 140 if frame.portrait else 72), text, theme.SMALLEST_TEXT, "ivory", lines=4 if frame.portrait else 2)
        shield = tr("Shield it with your hand")
        if frame.portrait:
            x, y, w = body.x, body.y + body.h - 122, body.w
        else:
            x, y, w = body.x + body.w * 0.355 + 28, body.y + body.h - 66, body.w * 0.645 - 28
        draw_icon(pen, "eye-off", x + 18, y + 28, 30, "champ", 2.2)
        pen.text((x + 46, y + 2, w - 46, 52), shield, theme.SMALLEST_TEXT, "mist")
