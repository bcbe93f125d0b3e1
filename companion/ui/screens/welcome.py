"""The very first start: the language, and whether games come back from a stick."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from companion.settings import Settings
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.page import PageScreen
from companion.ui.texts import LANGUAGES, tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.sunrise import draw_sunrise
from companion.words import language


class WelcomeScreen(PageScreen):
    """Two pages with a touch each. The language that is chosen is written down, so that nobody is asked again."""

    name = "welcome"
    stays = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.settings = Settings()
        self.restores = False
        self.chosen = False
        self.languages = {code: Button("", partial(self._choose, code), kind="secondary") for code in LANGUAGES}
        self.begin = Button("", lambda: self.act("back"), icon="right")
        self.restore = Button("", self._restore, kind="secondary", icon="plug")

    def equip(self, kit: Kit) -> None:
        self.settings, self.restores = kit.settings, kit.keeper is not None

    def enter(self) -> None:
        self.chosen = False

    def _choose(self, code: str) -> None:
        self.chosen = True
        self.act(msgspec.structs.replace(self.settings, language=code))
        if not self.restores:
            self.act("back")
            return
        self.look()
        self.redraw()

    def _restore(self) -> None:
        # The way back from there leads home.
        self.act("back")
        self.act("backup")

    def prompt(self) -> Prompt:
        if self.chosen:
            return Prompt("plug", tr("Welcome"), tr("Bring games back from a stick?"))
        return Prompt("globe", "Language", "Sprache · Langue")

    def keys(self) -> tuple[str, ...]:
        return ()

    def fill(self) -> None:
        for code, button in self.languages.items():
            button.show(LANGUAGES[code], kind="primary" if code == language() else "secondary")
        self.begin.show(tr("No, begin"))
        self.restore.show(tr("Yes, from a stick"))

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(24, 12)
        here: list[Button] = [self.restore, self.begin] if self.chosen else list(self.languages.values())
        wide, tall = min(520.0, body.w), 76.0
        for button in (*self.languages.values(), self.begin, self.restore):
            if button not in here:
                self.have(button, None)
                continue
            below = len(here) - here.index(button)
            self.have(button, ((frame.w - wide) / 2, body.y + body.h - below * (tall + 12) + 12, wide, tall))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        body = self.frame.body.inset(24, 12)
        room = body.h - (2 if self.chosen else 3) * 88
        if self.chosen:
            text = tr("A backup from another companion comes back with its games, names and settings. You can also do that later.")
            pen.text((body.x, body.y, body.w, room), text, 28, "ivory", align="centre", lines=7)
        else:
            r = min(150.0, room - 12)
            draw_sunrise(pen, self.frame.w / 2, body.y + r, r)
