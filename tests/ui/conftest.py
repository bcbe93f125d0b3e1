"""The window is prepared before anything of Kivy is imported, and every test finds the look as it is by default."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tests.ui.harness
from companion.games import FIRST, SHELF
from companion.ui import texts
from companion.ui.kit import theme


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelf has one game, so that home asks for none. Several are tried in tests/any_game."""
    monkeypatch.setattr(SHELF, "_built_in", (FIRST,))


@pytest.fixture(autouse=True)
def own_look() -> Iterator[None]:
    """An app puts the owner's settings in force for the whole process; they end with the test."""
    before = theme.Look()
    yield
    theme.look.text, theme.look.calm, theme.look.mute = before.text, before.calm, before.mute
    texts.use("en")
    # What a test has left to come (a refusal's four seconds) is not to come in the middle of another one.
    from kivy.clock import Clock  # not before the harness has prepared the window

    for event in list(Clock.get_events()):
        event.cancel()
    used = tests.ui.harness._harness
    if used is not None:
        # Nor does a finger that a test has left on the screen, or has just lifted, count in the next one.
        used.stage._finger = used.stage._last = None
        used.stage.wake()
