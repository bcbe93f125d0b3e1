"""A help sheet for each phase: the rule in two sentences, and how to tell the companion."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.games.vabanque.rules.view import Phase
from companion.ui import texts
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt

SHEETS = ("", *(str(phase) for phase in Phase))
"""One a phase, in the order of a game; the first is about the companion itself."""

ICONS = {
    "": "home", "players": "chair", "ring": "chip", "draw": "dice", "start": "pawn", "tokens": "chip", "cards": "card", "pawns": "pawn",
    "stand": "check", "reveal": "card", "payout": "chip", "count": "list", "order": "chair", "finished": "crown",
}  # fmt: skip


def rule(sheet: str) -> str:
    """The rule of a phase in two sentences."""
    return {
        "": lambda: tr(
            "The companion knows what lies on the table and works out who gets what. It keeps every secret until the cards are turned over."
        ),
        "players": lambda: tr(
            "Three to six players, each with a colour: a pawn and four cards. Your colour card lies face up in front of you; the other "
            "three are your hand."
        ),
        "ring": lambda: tr(
            "Seven, nine, ten or twelve tables lie in a circle, for three, four, five or six players. They are numbered clockwise from the first one."
        ),
        "draw": lambda: tr("The start player is drawn by lot. The others follow clockwise."),
        "start": lambda: tr("The start player puts their pawn on any table. Each next pawn goes two tables further, clockwise."),
        "tokens": lambda: tr(
            "In turn, each player places one token on any table, until this round’s tokens are gone. Tokens stay until the end of the game."
        ),
        "cards": lambda: tr(
            "In turn, each player puts a card face down beside any table, three times round. A Raise adds the table’s tokens once more, a "
            "Cheat takes other pawns’ money, a Bluff does nothing."
        ),
        "pawns": lambda: tr("Each pawn stays, or goes one to four tables on, clockwise. Only tables with a pawn pay."),
        "stand": lambda: tr("All pawns are in place. Look once more: next the cards are turned over."),
        "reveal": lambda: tr("At the tables with pawns every card is turned over. The others stay face down and secret."),
        "payout": lambda: tr(
            "A table is worth its tokens, doubled by one Raise, tripled by two. Each pawn there gets 1,000 times that; another player’s "
            "Cheat takes it instead, for each pawn."
        ),
        "count": lambda: tr("Everybody counts and compares with the amount shown. Differences are settled before the new order."),
        "order": lambda: tr("The richest stays seated; the others sit clockwise by their money. Tied players swap their order."),
        "finished": lambda: tr("After four rounds the richest wins. Tied winners share the win."),
    }[sheet]()


def way(sheet: str) -> str:
    """How to tell the companion."""
    return {
        "": lambda: tr("Scan the tags, or tap the screen: both do the same. The arrow at the top undoes the last move."),
        "players": lambda: tr("Scan your colour card, or tap a colour on the screen. Tap a chair to change its name; drag it to another place."),
        "ring": lambda: tr("Scan the tables clockwise, or use last time’s circle."),
        "draw": lambda: tr("Tap the die, or the chair of whoever begins."),
        "start": lambda: tr("Tap the table, or scan it."),
        "tokens": lambda: tr("Tap the table, or scan it."),
        "cards": lambda: tr("Scan the card, then its table. Without a reader: tap the table, then choose the card in secret."),
        "pawns": lambda: tr("Tap the table where the pawn goes, or scan it."),
        "stand": lambda: tr("Everything can be undone until you go on."),
        "reveal": lambda: tr("Cards that were scanned turn over by themselves. Scan the missing ones, or pick them on the screen."),
        "payout": lambda: tr("Look at one table after the other, then hand out the notes and tick them off."),
        "count": lambda: tr("Confirm, or enter your notes."),
        "order": lambda: tr("Change chairs, then take back your cards."),
        "finished": lambda: tr("The game is kept under past games."),
    }[sheet]()


class HelpScreen(PageScreen):
    """Opens at the phase of the game; the arrows lead through the whole game."""

    name = "help"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self._drawn = ""

    def _at(self, _sheet: object) -> Hashable:
        view = self.shown.view
        return self.shown.game, view.phase if view is not None else ""

    chosen = Chosen[str | None](None, _at)

    def enter(self) -> None:
        self.chosen = None

    @property
    def sheet(self) -> str:
        """The one that is read: that of the phase, unless another one is chosen."""
        if self.chosen is not None:
            return self.chosen
        view = self.shown.view if self.shown is not None else None
        return str(view.phase) if view is not None else ""

    def fill(self) -> None:
        if self.sheet != self._drawn:
            self._drawn = self.sheet
            self.redraw()

    def prompt(self) -> Prompt:
        sheet = self.sheet
        title = texts.phase(Phase(sheet)) if sheet else tr("Help")
        return Prompt(ICONS[sheet], title, tr("Help: {a} of {b}", a=SHEETS.index(sheet) + 1, b=len(SHEETS)))

    def keys(self) -> tuple[str, ...]:
        return ("up", "down", "left")

    def bar_tapped(self, key: str) -> None:
        if key in ("up", "down"):
            at = SHEETS.index(self.sheet) + (1 if key == "down" else -1)
            self.chosen = SHEETS[at % len(SHEETS)]
            self.look()
        else:
            super().bar_tapped(key)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        sheet, body = self.sheet, self.frame.body.inset(16, 10)
        tall = body.h * 0.62
        pen.cut(body.x, body.y, body.w, tall - 8, 16, "panel")
        pen.cut_line(body.x + 5, body.y + 5, body.w - 10, tall - 18, 14, "brass", 1, 0.5)
        pen.text((body.x + 24, body.y + 10, body.w - 48, tall - 28), rule(sheet), 30, "ivory", lines=9)
        draw_icon(pen, "reader", body.x + 28, body.y + tall + (body.h - tall) / 2, 40, "champ")
        pen.text((body.x + 68, body.y + tall, body.w - 76, body.h - tall), way(sheet), 28, "mist", lines=7)

    def place(self, frame: Frame) -> None:
        """All of it is drawn."""
