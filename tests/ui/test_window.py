"""The window's settings: one provider for touches, nothing that is not needed."""

from __future__ import annotations

import subprocess
import sys
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


STILL = """
import sys
from pathlib import Path
from companion.ui import window
window.prepare(home=Path(sys.argv[1]), offscreen=True)
window.video_driver = lambda: sys.argv[2]
opened = window.window()
from kivy.app import App
from kivy.clock import Clock
from kivy.uix.widget import Widget
flips, ticks = [], []
opened.bind(on_flip=lambda *_: flips.append(len(ticks)))
app = App()
app.build = Widget
def tick(_dt):
    ticks.append(1)
    if len(ticks) == 20:
        app.stop()
Clock.schedule_interval(tick, 0)
app.run()
print(len(flips))
"""


@pytest.mark.parametrize(("driver", "frames"), [("KMSDRM", 2), ("x11", 1)])
def test_without_a_desktop_a_picture_in_which_nothing_changes_is_drawn_twice(tmp_path: Path, driver: str, frames: int) -> None:
    """SDL gives the first surface of a full screen away with what was drawn on it: a page of which nothing changes was black on a Pi."""
    done = subprocess.run([sys.executable, "-c", STILL, tmp_path, driver], capture_output=True, text=True, check=True)
    assert int(done.stdout) == frames
