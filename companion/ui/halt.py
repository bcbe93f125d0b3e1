"""A window with one page, where the companion can't open: what is wrong, what to do, and whether to try again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.app import App

from companion.settings import Settings
from companion.table.journal.damage import Warned
from companion.table.snapshot import Snapshot
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.screens.trouble import TroubleScreen
from companion.ui.stage import Stage


class HaltApp(App):
    """`again`: whether whoever read it wants another start. `warned`: what is wrong."""

    title = "Companion"

    def __init__(self, warned: Warned, settings: Settings, on_start: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.again = False
        texts.use("" if settings.language == "system" else settings.language)
        theme.look.text, theme.look.calm = theme.TEXT_SIZES[settings.text_size], settings.calm
        self.stage = Stage(turn=-settings.turn % 360, dim_after=settings.dim_after)
        self.page = TroubleScreen(self.act)
        self.page.halted = True
        self.page.show(Snapshot(serial=1, warnings=(warned,)))
        self._on_start = on_start

    def build(self) -> Stage:
        """The stage with the one page on it; it is called by Kivy."""
        self.stage.open(self.page)
        return self.stage

    def on_start(self) -> None:
        """The loop begins."""
        self._on_start()

    def open_settings(self, *_: Any) -> bool:
        """Kivy has a panel of its own behind F1."""
        return False

    def act(self, word: str) -> None:
        """Takes what a button says: "again" or "quit"."""
        if word in ("again", "quit"):
            self.again = word == "again"
            self.stop()
