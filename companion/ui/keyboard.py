"""A real keyboard: while a field is on the screen, what is typed on one goes there.

Letters come from text events, which know the layout, dead keys, Caps Lock and input methods. A key's number tells no letter:
only keys that write nothing (return, backspace) are taken from key events.
"""

from __future__ import annotations

from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock

from companion.ui.widgets.drawn import Drawn, walk
from companion.ui.widgets.field import TextEntry


class Keyboard:
    """The keyboard of one stage. The window gives text events as long as a field is on the stage's screen, and no longer."""

    def __init__(self, stage: Any) -> None:
        self._stage = stage
        self._window: Any = None
        self._watched: Drawn | None = None
        self._held: Any = None
        """What the window has given for the field; None while there is none."""
        self.look = Clock.create_trigger(self._look, -1)

    def watch(self, screen: Drawn) -> None:
        """Another screen is open: its fields come and go with its children."""
        if self._watched is not None:
            self._watched.unbind(children=self.look)
        self._watched = screen
        screen.bind(children=self.look)
        if self._window is None and EventLoop.window is not None:
            self._window = EventLoop.window
            self._window.bind(on_textinput=self._typed, on_key_down=self._struck)
            self._window.release_keyboard()
        self.look()

    @property
    def field(self) -> TextEntry | None:
        """The field that is seen."""
        if self._stage.get_root_window() is None:
            return None
        return next((widget for widget in walk(self._stage) if isinstance(widget, TextEntry)), None)

    def _look(self, _dt: float = 0) -> None:
        wanted = self.field is not None
        if self._window is None or wanted == (self._held is not None):
            return
        if wanted:
            self._held = self._window.request_keyboard(self._lost, self._stage)
        else:
            self._held.release()
            self._held = None

    def _lost(self) -> None:
        """The window has taken it back. What is on the screen then decides."""
        self._held = None
        self.look()

    def _typed(self, _window: Any, text: str) -> bool:
        field = self.field
        letters = "".join(letter for letter in text if letter.isprintable())
        if field is None or not letters:
            return False
        self._stage.wake()
        field.type(letters)
        return True

    def _struck(self, _window: Any, key: int, *_: Any) -> bool:
        field = self.field
        if field is None or not field.struck(key):
            return False
        self._stage.wake()
        return True
