"""The app in the window, at a table where a game of any kind is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.settings import Settings
from companion.table import commands
from tests.any_game.evening import Evening
from tests.ui.harness import harness  # before anything of kivy.core.window

from companion.ui.app import CompanionApp  # isort: skip
from companion.ui.kit import theme  # isort: skip


class Window:
    """The app in the window, at the table of an evening."""

    def __init__(self, evening: Evening, language: str = "en", text: str = "normal") -> None:
        self.evening, self.harness = evening, harness()
        self.kept = self.harness.stage
        settings = Settings(calm=True, sound=False, language=language, text_size=text, dim_after=0)  # type: ignore[arg-type]
        self.app = CompanionApp(
            self._post, evening.session.listeners.append, settings=settings, own_cards=evening.session.own_cards, clock=lambda: self.harness.now
        )
        self.harness.window.remove_widget(self.kept)
        self.harness.stage = self.app.build()
        self.harness.window.add_widget(self.harness.stage)
        self.look()

    def _post(self, thing: Any) -> None:
        self.evening.now += 10
        self.evening.session.handle(thing)

    def look(self) -> None:
        """What is so is drawn."""
        self.app.listen(self.evening.shown)
        self.harness.tick()
        self.harness.settle(1)

    def act(self, thing: Any) -> None:
        """As a button of the open page does."""
        self.app.act(thing)
        self.look()

    @property
    def open(self) -> str:
        return str(getattr(self.harness.stage.screen, "name", ""))

    def faults(self) -> list[Any]:
        """What is cut, written over something else, too small or outside the picture."""
        return [(self.open, fault) for fault in (*self.harness.cuts(), *self.harness.overlaps(), *self.harness.small_targets())]

    def close(self) -> None:
        self.harness.window.remove_widget(self.harness.stage)
        self.harness.stage = self.kept
        self.harness.window.add_widget(self.kept)
        theme.look.text, theme.look.calm, theme.look.mute = 1.0, False, False


def phases(window: Window, seed: int = 7) -> Iterator[str]:
    """Plays a game and stops where a phase is seen for the first time, and at the end."""
    evening, seen = window.evening, set()
    window.act(commands.NewGame(rules=evening.of.key))
    for move in [None, *evening.game(seed)]:
        if move is not None:
            evening.play([move])
        phase = str(evening.view.phase)
        if phase not in seen:
            seen.add(phase)
            window.look()
            # What came before may be looked at a moment longer.
            window.act("on")
            yield phase
