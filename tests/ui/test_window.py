"""The window's settings: one provider for touches, nothing that is not needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.base import EventLoop
from kivy.config import Config

from companion.ui import window
from tests.ui.harness import harness


def test_one_provider_tells_each_touch_once() -> None:
    assert Config.items("input") == [("mouse", "mouse,disable_multitouch")]
    harness()
    # The window's own provider is there as well; on Linux it keeps fingers to itself.
    assert {type(provider).__name__ for provider in EventLoop.input_providers} <= {"MouseMotionEventProvider", "SDL2MotionEventProvider"}


def test_the_panel_stays_awake_and_unsampled() -> None:
    assert Config.get("graphics", "allow_screensaver") == "0"
    assert Config.get("graphics", "multisamples") == "0"


def test_preparing_too_late_says_so(tmp_path: Path) -> None:
    harness()
    with pytest.raises(RuntimeError, match="prepare it before"):
        window.prepare(800, 480, home=tmp_path)
