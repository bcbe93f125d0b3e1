"""The screens on which a casino can be told that was not taught: of those dealt, and of squares where no board is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.cash_and_run.rules.board import CASINOS
from companion.games.cash_and_run.rules.copy import MAX_NAME
from companion.games.cash_and_run.rules.moves import TellCasino
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.ui.screens import told
from companion.games.cash_and_run.ui.screens.base import CashScreen
from companion.games.cash_and_run.ui.widgets.tiles import Band
from companion.table.commands import Do
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chosen, one_view
from companion.ui.texts import tr
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.prompt import Prompt


class TellingScreen(CashScreen):
    """Beside its own faces it has two more: a keyboard for the name, and the games in their colours."""

    writing = Chosen(False, one_view)
    name_told = Chosen("", one_view)

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.entry = TextEntry(self._named, longest=MAX_NAME, accepts=lambda name: told.acceptable(name, self.view.casinos))

    def faces(self, view: View) -> Sequence[Band]:
        """What can be tapped where nothing is told."""
        return ()

    def after(self, move: TellCasino) -> tuple[Any, ...]:
        """What a casino that has just been told is told for."""
        return ()

    def more(self, view: View) -> bool:
        """Whether there is a casino that nobody has told."""
        return len(view.casinos) < CASINOS and not view.board

    def bands(self, view: View) -> Sequence[Band]:
        if self.writing:
            return ()
        return told.looks() if self.name_told else self.faces(view)

    def asked(self) -> Prompt | None:
        """What is asked while a casino is told."""
        if self.writing:
            return Prompt("pencil", tr("A casino"), tr("What is printed on its card?"))
        return Prompt("pencil", self.name_told, tr("Tap its game in its colour")) if self.name_told else None

    def keys(self) -> tuple[str, ...] | None:
        return ("left", "menu") if self.writing or self.name_told else None

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self.writing, self.name_told = False, ""
            self._again_shown()
        else:
            super()._bar_tapped(key)

    def write(self) -> None:
        """A casino is to be told."""
        self.writing = True
        self.entry.show("")
        self._again_shown()

    def _named(self, name: str) -> None:
        self.writing, self.name_told = False, name
        self._again_shown()

    def _again_shown(self) -> None:
        self.fill(self.view)
        self.say()

    def chosen(self, what: Any) -> None:
        match what:
            case "tell":
                self.write()
            case ("look", symbol, colour):
                move = told.move(self.name_told, symbol, colour, self.view.casinos)
                self.act((Do(move), *self.after(move)))
            case _:
                super().chosen(what)

    def place(self, frame: Frame) -> None:
        super().place(frame)
        body = frame.body
        edge = 0 if frame.portrait else 8
        self.have(self.entry, (edge, body.y, frame.w - 2 * edge, min(340.0, body.h)) if self.writing else None)
        if self.writing:
            self.have(self.rail, None)
            self.have(self.info, None)
            for button in self.buttons:
                self.have(button, None)
