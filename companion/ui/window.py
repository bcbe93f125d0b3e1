"""Opens the one window. Kivy reads its settings when `Window` is imported, so `prepare` comes before any import of it."""

from __future__ import annotations

import ctypes
import logging
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.said import Said

log = logging.getLogger(__name__)


def prepare(width: int = 800, height: int = 480, *, home: Path, fullscreen: bool = False, offscreen: bool = False) -> None:
    """Sets what Kivy must know before its window exists. `home` is a folder for Kivy's own files; `offscreen` needs no display.

    Raises RuntimeError if the window was imported already.
    """
    if "kivy.core.window" in sys.modules:
        raise RuntimeError("the window is open already: prepare it before anything of kivy.core.window is imported")
    home = _home(home)
    # No other way to a window than SDL: where SDL has failed, Kivy's own for X11 would end the whole program without a word of ours.
    os.environ["KIVY_WINDOW"] = "sdl2"
    os.environ.update(KIVY_HOME=str(home), KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1")
    # What the graphics driver keeps goes when Kivy's own files go: nothing of ours lies elsewhere in the user's home.
    os.environ.setdefault("MESA_SHADER_CACHE_DIR", str(home))
    # Kivy's own mode would take over standard error, and with it every traceback.
    os.environ["KIVY_LOG_MODE"] = "PYTHON"
    logging.getLogger("kivy").setLevel(logging.ERROR)
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    from kivy.config import Config

    for key, value in {
        "width": width,
        "height": height,
        "fullscreen": "auto" if fullscreen else 0,
        "multisamples": 0,
        "allow_screensaver": 0,
        "resizable": 1,
        "maxfps": 60,
        "show_cursor": 0 if fullscreen else 1,
    }.items():
        Config.set("graphics", key, str(value))
    Config.set("kivy", "exit_on_escape", "0")
    # A real keyboard as the system gives it, and no keyboard of Kivy's on the screen: the fields have their own.
    Config.set("kivy", "keyboard_mode", "system")
    Config.set("kivy", "log_enable", "0")
    # One provider only: probesysfs opens panels that the window reads as well, and every touch would count twice.
    for provider, _ in list(Config.items("input")):
        Config.remove_option("input", provider)
    Config.set("input", "mouse", "mouse,disable_multitouch")


def _home(home: Path) -> Path:
    """A folder that takes Kivy's files: this one, or where it takes none one that is gone after the next start of the machine."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return home
    except OSError:
        for place in (None, "/dev/shm"):
            try:
                return Path(tempfile.mkdtemp(prefix="companion-kivy-", dir=place))
            except OSError:
                continue
        return home


def _leave_style_out() -> None:
    """Has Kivy read our empty style instead of its own: none of its widgets is used, and reading their rules takes as long as opening a window.

    Where Kivy does not look a file up any more, it reads its own.
    """
    from kivy import kivy_data_dir, resources
    from kivy.cache import Cache

    assert resources, "it has set up what is remembered of files that were looked up"
    Cache.append("kv.resourcefind", str(Path(kivy_data_dir) / "style.kv"), str(Path(__file__).parent / "style.kv"))


class _Kept(logging.Handler):
    """Has what Kivy finds wrong while it opens the window in our log, without its traces: why there is none is nothing for a terminal."""

    def __init__(self) -> None:
        # Kivy sets its own level when it is loaded.
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the log for each line of Kivy's."""
        for line in record.getMessage().splitlines():
            if line.strip() and not line.startswith(" "):
                log.error("%s", line)


NO_WINDOW = Said("No window can be opened here. Connect a screen or log in on a desktop, or play a demo in the terminal with `companion demo`.")

UNSEEN = ("offscreen", "dummy", "evdev")
"""SDL's drivers whose pictures nobody sees. It takes one of them by itself where no other one works."""


def window() -> Any:
    """The window. Raises CompanionError if none can be opened that anybody sees, unless an unseen one was asked for (SDL_VIDEODRIVER)."""
    _leave_style_out()
    told, kept = logging.getLogger("kivy"), _Kept()
    told.addHandler(kept)
    told.propagate = False
    try:
        from kivy.core.window import Window
    except SystemExit as error:
        raise CompanionError(NO_WINDOW) from error
    finally:
        told.removeHandler(kept)
        told.propagate = True
    if Window is None:
        raise CompanionError(NO_WINDOW)
    driver = video_driver()
    if driver in UNSEEN and driver not in os.environ.get("SDL_VIDEODRIVER", "").split(","):
        Window.close()
        raise CompanionError(NO_WINDOW)
    if driver == "KMSDRM":
        _draw_twice(Window)
    return Window


def _draw_twice(window: Any) -> None:
    """Has the first frame drawn once more: without a desktop, where the window takes the whole screen, SDL gives the first surface away with what
    was drawn on it. The screen would stay black until something changes.
    """
    from kivy.clock import Clock

    def again(*_: object) -> None:
        window.unbind(on_flip=again)
        Clock.schedule_once(lambda _dt: window.canvas.ask_update())

    window.bind(on_flip=again)


def video_driver() -> str:
    """The name of the driver that SDL has opened; "" where it can't be told. Kivy does not say it, so the library that it has loaded is asked."""
    try:
        maps = Path("/proc/self/maps").read_text()
        loaded = next(line.split(maxsplit=5)[5] for line in maps.splitlines() if re.search(r"/libSDL2-2[^/]*\.so", line))
        ask = ctypes.CDLL(loaded).SDL_GetCurrentVideoDriver
    except (OSError, StopIteration, AttributeError):
        return ""
    ask.restype = ctypes.c_char_p
    return (ask() or b"").decode()
