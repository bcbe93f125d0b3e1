"""A help sheet for each phase: the rule in two sentences, and how to tell the companion."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt

OWN = ""
"""The first sheet, which is about the companion itself."""


def rule() -> str:
    """What the companion is, in two sentences."""
    return tr("The companion knows what lies on the table and works out who gets what. It keeps every secret until the cards are turned over.")


def way() -> str:
    """How to tell it what was done."""
    return tr("Scan the tags, or tap the screen: both do the same. The arrow at the top undoes the last move.")


class HelpScreen(PageScreen):
    """Opens at the phase of the game; the arrows lead through the whole game."""

    name = "help"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self._drawn = ("", "")

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
        return str(view.phase) if view is not None and str(view.phase) in self.sheets else OWN

    @property
    def sheets(self) -> tuple[str, ...]:
        """One a phase, in the order of a game, after the companion's own."""
        return OWN, *(sheet.phase for sheet in self.ui.sheets)

    def _words(self) -> tuple[str, str, str, str]:
        """Icon, title, rule and way of the sheet that is read."""
        sheet = self.ui.sheet(self.sheet)
        if sheet is None:
            return "home", tr("Help"), rule(), way()
        return sheet.icon, sheet.title(), sheet.rule(), sheet.way()

    def fill(self) -> None:
        if (self.shown.rules, self.sheet) != self._drawn:
            self._drawn = (self.shown.rules, self.sheet)
            self.redraw()

    def prompt(self) -> Prompt:
        sheet = self.sheet
        icon, title, _, _ = self._words()
        return Prompt(icon, title, tr("Help: {a} of {b}", a=self.sheets.index(sheet) + 1, b=len(self.sheets)))

    def keys(self) -> tuple[str, ...]:
        return ("up", "down", "left")

    def bar_tapped(self, key: str) -> None:
        if key in ("up", "down"):
            at = self.sheets.index(self.sheet) + (1 if key == "down" else -1)
            self.chosen = self.sheets[at % len(self.sheets)]
            self.look()
        else:
            super().bar_tapped(key)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        body = self.frame.body.inset(16, 10)
        _, _, rule_of_it, way_to_tell = self._words()
        tall = body.h * 0.62
        pen.cut(body.x, body.y, body.w, tall - 8, 16, "panel")
        pen.cut_line(body.x + 5, body.y + 5, body.w - 10, tall - 18, 14, "brass", 1, 0.5)
        pen.text((body.x + 24, body.y + 10, body.w - 48, tall - 28), rule_of_it, 30, "ivory", lines=9)
        draw_icon(pen, "reader", body.x + 28, body.y + tall + (body.h - tall) / 2, 40, "champ")
        pen.text((body.x + 68, body.y + tall, body.w - 76, body.h - tall), way_to_tell, 28, "mist", lines=7)

    def place(self, frame: Frame) -> None:
        """All of it is drawn."""
