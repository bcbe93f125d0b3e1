"""A real window without a display: sizes, touches through Kivy's own dispatch, pictures, texts and counted redraws.

One process has one window; `Harness.resize` changes its size. Import this module before anything of Kivy.
"""

from __future__ import annotations

import atexit
import importlib
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.ui import window

# Kivy reads its folder and the rate of its clock once, when it is imported: otherwise every frame would wait for a sixtieth of a second.
assert "kivy" not in sys.modules, "import tests.ui.harness before anything of Kivy, best in the folder's conftest.py"
# Kivy writes there; processes that run tests at the same time have one each.
HOME = Path(tempfile.mkdtemp(prefix="companion-kivy-"))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
# No test depends on the fonts of the machine: fontconfig knows none.
(HOME / "fonts.conf").write_text("<fontconfig></fontconfig>")
os.environ["FONTCONFIG_FILE"] = str(HOME / "fonts.conf")
# The offscreen driver keeps the first size of its surface: it is as large as the largest picture.
window.prepare(1920, 1280, home=HOME, offscreen=True)
Config = importlib.import_module("kivy.config").Config
# Frames follow each other at once.
Config.set("graphics", "maxfps", "0")

from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.input.motionevent import MotionEvent  # noqa: E402
from kivy.lang import Builder  # noqa: E402

from companion.games.vabanque.ui.screens.tray import Tray  # noqa: E402
from companion.ui.kit import motion, theme  # noqa: E402
from companion.ui.kit.layout import Box  # noqa: E402
from companion.ui.stage import Stage  # noqa: E402
from companion.ui.widgets.drawn import Drawn, walk  # noqa: E402

FRAME_S = 1 / 60
"""So much of Kivy's time passes with each frame, however long the machine takes for it. More passes with `wait` only."""
_now = 1000.0
Clock.time = lambda: _now

SIZES = ((800, 480), (1280, 720), (1920, 1080), (720, 1280))
TURNED = (480, 800)
"""The smallest picture turned by a quarter, as the menu offers."""


class Finger(MotionEvent):
    """A touch as the window's own provider makes it: a place from 0 to 1 and the profile `pos`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("is_touch", True)
        kwargs.setdefault("type_id", "touch")
        super().__init__(*args, **kwargs)
        self.profile = ["pos"]

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        super().depack(args)


@dataclass(frozen=True)
class Cut:
    """A text that does not fit its box."""

    widget: str
    text: str
    box: Box
    needed: tuple[float, float]


class Harness:
    """The window with one stage in it."""

    def __init__(self) -> None:
        self.window = window.window()
        EventLoop.ensure_window()
        self._ids = itertools.count(1)
        self.now = 1000.0
        """Seconds, as the touches tell them."""
        self.redraws = 0
        self.painting = False
        """Whether frames are painted as they come; else only what a picture or `painted` asks for, which is all that most tests need."""
        self.window.bind(on_draw=self._painted)
        self.stage = Stage()
        self.window.add_widget(self.stage)
        self.resize(800, 480)

    def _painted(self, *_: Any) -> None:
        self.redraws += 1

    # --- the picture ---

    def resize(self, width: int, height: int) -> None:
        """Gives the window another size in pixels."""
        if tuple(self.window.system_size) != (width, height):
            self.window.system_size = (width, height)
            # Kivy tells the surface and the stage with the next frame that is painted; here that may be none for long.
            self.window.update_viewport()
            self.settle()
        assert tuple(self.stage.size) == (width, height), self.stage.size
        assert tuple(self.window.size) == (width, height), self.window.size

    def open(self, screen: Drawn, *, turn: int = 0) -> Drawn:
        """Shows a screen and draws it."""
        self.stage.set_turn(turn)
        self.stage.open(screen)
        self.settle()
        return screen

    def lay(self, screen: Drawn) -> Drawn:
        """Shows a screen and lets its widgets draw themselves, without painting a frame: enough to measure texts and targets."""
        self.stage.open(screen)
        self.tick()
        return screen

    def tick(self) -> None:
        """Lets what is due be drawn, without painting a frame."""
        motion.finish_all()
        for _ in range(2):
            wait(FRAME_S)
            Clock.tick()
            Clock.tick_draw()

    def settle(self, frames: int = 4) -> None:
        """Lets the event loop run some frames, and every motion come to its end."""
        for _ in range(frames):
            self.frame()
            motion.finish_all()
        self.frame()

    def frame(self) -> None:
        """One frame of Kivy's loop: time, touches, drawing instructions, and the painting of them."""
        wait(FRAME_S)
        if self.painting:
            EventLoop.idle()
            return
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    @contextmanager
    def painted(self) -> Iterator[None]:
        """Frames are painted, beginning with what has not been painted yet."""
        before, self.painting = self.painting, True
        try:
            self.frame()
            yield
        finally:
            self.painting = before

    def picture(self, path: str | Path) -> Path:
        """Writes what the window shows as PNG."""
        self.settle()
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.window.dispatch("on_draw")
        made = Path(self.window.screenshot(name=str(path)))
        made.replace(path)
        return path

    def pixels(self) -> bytes:
        """What the window shows, as RGB bytes from the bottom row up."""
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        self.settle()
        self.window.dispatch("on_draw")
        w, h = (int(v) for v in self.window.size)
        return bytes(glReadPixels(0, 0, w, h, GL_RGB, GL_UNSIGNED_BYTE))

    def drawings_of(self, action: Callable[[], Any]) -> int:
        """How many widgets drew themselves while an action ran and the frames after it."""
        before = Drawn.drawings
        action()
        self.settle()
        return Drawn.drawings - before

    def redraws_of(self, action: Callable[[], Any]) -> int:
        """How many frames were painted while an action ran; none when nothing on the picture has changed."""
        with self.painted():
            before = self.redraws
            action()
            return self.redraws - before

    # --- touch; places are dp of the turned picture, from its top left ---

    def down(self, x: float, y: float, *, after: float = 1.0, button: str = "") -> Finger:
        """A finger comes down, so many seconds after the last one was lifted (told to the touch, not waited for).

        `button`: a mouse's ("left", "right", "scrollup", "scrolldown") instead of a finger.
        """
        self.frame()
        finger = Finger("test", next(self._ids), self._spot(x, y))
        if button:
            finger.profile.append("button")
            finger.button = button
        self.now += after
        finger.time_start = self.now
        self._dispatch("begin", finger)
        return finger

    def move(self, finger: Finger, x: float, y: float) -> None:
        """It slides."""
        finger.move(self._spot(x, y))
        self._dispatch("update", finger)

    def up(self, finger: Finger, x: float | None = None, y: float | None = None) -> None:
        """It is lifted."""
        if x is not None and y is not None:
            finger.move(self._spot(x, y))
        self.now += 0.05
        finger.time_end = self.now
        self._dispatch("end", finger)

    def tap(self, x: float, y: float, *, hasty: bool = False) -> None:
        """Down and up at one place; `hasty`: a tenth of a second after the touch before."""
        self.up(self.down(x, y, after=0.1 if hasty else 1.0))
        self.settle(1)

    def tap_on(self, widget: Drawn, key: Any = None, *, hasty: bool = False) -> None:
        """Taps the middle of a widget's target (its only one without a key)."""
        box = widget.targets[key] if key is not None else next(iter(widget.targets.values()))
        self.tap(*self.centre(widget, box), hasty=hasty)

    def centre(self, widget: Drawn, box: Box) -> tuple[float, float]:
        """The middle of a box of a widget in dp of the picture."""
        s = self.stage.frame.scale
        cx, cy = box.centre
        return widget.x / s + cx, (self.stage.frame.height - widget.top) / s + cy

    def _spot(self, x: float, y: float) -> tuple[float, float]:
        frame = self.stage.frame
        px, py = self.stage.to_parent(x * frame.scale, frame.height - y * frame.scale)
        w, h = self.window.size
        return px / (w - 1), py / (h - 1)

    def _dispatch(self, kind: str, finger: Finger) -> None:
        EventLoop.post_dispatch_input(kind, finger)

    # --- what is on it ---

    def widgets(self) -> list[Drawn]:
        return walk(self.stage.screen) if self.stage.screen is not None else []

    def texts(self) -> list[str]:
        """Every text on the screen."""
        return [written.text for widget in self.widgets() for written in widget.texts]

    def cuts(self) -> list[Cut]:
        """Texts that do not fit their boxes, lie outside the picture or are smaller than they may be."""
        return list(self._cuts())

    def _cuts(self) -> Iterator[Cut]:
        frame = self.stage.frame
        for widget in self.widgets():
            for written in widget.texts:
                fitted, box = written.fitted, written.box
                left = widget.x / frame.scale + box.x
                top = (frame.height - widget.top) / frame.scale + box.y
                outside = left < -1 or top < -1 or left + box.w > frame.w + 1 or top + box.h > frame.h + 1
                small = fitted.size < (theme.FAR_TEXT if written.far else theme.SMALLEST_TEXT) and not written.small
                narrow = fitted.width > box.w + 0.5
                if written.text and (not fitted.whole or narrow or outside or small):
                    yield Cut(type(widget).__name__, written.text, box, (fitted.width, fitted.height))

    def overlaps(self) -> list[str]:
        """Texts that are written over one another, by more than two dp. Those that the tray lies on are not to be seen."""
        frame = self.stage.frame
        inked = []
        for widget in self.widgets():
            left, top = widget.x / frame.scale, (frame.height - widget.top) / frame.scale
            if isinstance(widget, Tray):
                inked = [(text, box) for text, box in inked if not Box(left, top, widget.box.w, widget.box.h).holds(*box.centre)]
            for written in widget.texts:
                if written.text.strip():
                    x, y, w, h = written.ink
                    inked.append((written.text, Box(left + x, top + y, w, h)))
        return [
            f"{one!r} and {other!r}"
            for n, (one, a) in enumerate(inked)
            for other, b in inked[n + 1 :]
            if min(a.x + a.w, b.x + b.w) - max(a.x, b.x) > 2 and min(a.y + a.h, b.y + b.h) - max(a.y, b.y) > 2
        ]

    def small_targets(self) -> list[tuple[str, Any, Box]]:
        """Targets smaller than 48 x 52 dp, or outside the picture."""
        frame = self.stage.frame
        found = []
        for widget in self.widgets():
            for key, box in widget.targets.items():
                left = widget.x / frame.scale + box.x
                top = (frame.height - widget.top) / frame.scale + box.y
                inside = left > -1 and top > -1 and left + box.w < frame.w + 1 and top + box.h < frame.h + 1
                if box.w < theme.TARGET[0] - 0.1 or box.h < theme.TARGET[1] - 0.1 or not inside:
                    found.append((type(widget).__name__, key, box))
        return found


def wait(seconds: float) -> None:
    """Lets Kivy's clock pass some seconds at once: due events fire in the next frame."""
    global _now
    _now += seconds


_harness: Harness | None = None


def harness() -> Harness:
    """The one harness of this process."""
    global _harness
    if _harness is None:
        _harness = Harness()
    return _harness
