"""Where a game has nothing to show: what is so, and the ways on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.commands import GoHome, Undo
from companion.ui import gameui
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt


class ErrorScreen(PageScreen):
    """A phase without a screen, or one whose screen has failed: never a dark picture. `failed`: that there is one, and it could not be drawn.
    `reported`: that this was written down."""

    name = "error"
    failed = False
    reported = False

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.menu: Button = self.add(Button("", lambda: self.act("menu"), icon="menu"))
        self.undo: Button = self.add(Button("", lambda: self.act(Undo()), kind="secondary", icon="undo"))
        self.home: Button = self.add(Button("", self._home, kind="quiet", icon="home"))
        self._drawn: tuple[Any, ...] = ()

    def _home(self) -> None:
        self.act("game")
        self.act(GoHome())

    def prompt(self) -> Prompt:
        view = self.shown.view
        where = self.ui.phase(view.phase) if view is not None else ""
        return Prompt("warning", tr("This page is missing"), f"{gameui.title(self.rules)} · {where}")

    def keys(self) -> tuple[str, ...]:
        return ("menu",)

    def bar_tapped(self, key: str) -> None:
        if key == "menu":
            self.act("menu")
        else:
            super().bar_tapped(key)

    def fill(self) -> None:
        self.menu.show(tr("Menu"))
        self.undo.show(tr("Undo"), enabled=self.shown.undo is not None and not self.shown.undo.sure)
        self.home.show(tr("Home"))
        if (self.failed, self.reported, self.rules) != self._drawn:
            self._drawn = (self.failed, self.reported, self.rules)
            self.redraw()

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(24, 16)
        wide = body.w if frame.portrait else (body.w - 24) / 3
        for i, button in enumerate((self.menu, self.undo, self.home)):
            x, below = (body.x, (3 - i) * 76) if frame.portrait else (body.x + i * (wide + 12), 64)
            button.put(x, body.y + body.h - below, wide, 64)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        body = self.frame.body.inset(28, 14)
        room = body.h - (240 if self.frame.portrait else 84)
        said = tr("This game could not draw its page; a report was written. Nothing is lost. Scanned tags still count; the menu and home lead on.")
        if not self.reported:
            said = tr("This game could not draw its page. Nothing is lost. Scanned tags still count; the menu and home lead on.")
        if not self.failed:
            said = tr("This game has no page for what comes now. Nothing is lost. Scanned tags still count; the menu and home lead on.")
        pen.text((body.x, body.y, body.w, room), said, 28, "ivory", lines=9, valign="top")
