"""The root of the picture: it turns the picture with the touch, lets one finger act at a time, and dims when left alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate
from kivy.uix.widget import Widget

from companion.ui.keyboard import Keyboard
from companion.ui.kit import motion
from companion.ui.kit.layout import Box, Frame
from companion.ui.widgets.drawn import Drawn, walk

HASTE_SECONDS = 0.35
HASTE_DP = 60
"""A touch so soon and so near after one that acted is the same finger's haste, and does nothing."""


class Stage(Widget):
    """Holds one screen. `turn` is 0, 90, 180 or 270 degrees counter-clockwise; drawing and touch turn together.

    `dim_after`: seconds without a touch until the picture darkens, 0 for never. `on_wake` is called when the first touch brings it back.
    """

    def __init__(self, turn: int = 0, dim_after: float = 0, on_wake: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.turn = turn
        self.dim_after = dim_after
        self.on_wake = on_wake
        self.asleep = False
        self.screen: Drawn | None = None
        self._edition = 0
        """Counts what makes every screen draw itself anew: another language, text size or size of the picture."""
        self._laid: WeakKeyDictionary[Drawn, tuple[int, Frame]] = WeakKeyDictionary()
        self._finger: Any = None
        self._last: Any = None
        with self.canvas.before:
            PushMatrix()
            self._shift = Translate(0, 0)
            self._rotate = Rotate(angle=0, axis=(0, 0, 1))
        with self.canvas.after:
            self._shade_colour = Color(0, 0, 0, 0)
            self._shade = Rectangle()
            PopMatrix()
        self.bind(size=self._lay_out, pos=self._lay_out)
        self._sleep: Any = None
        self.set_dim(dim_after)
        self.keyboard = Keyboard(self)

    # --- the picture ---

    @property
    def frame(self) -> Frame:
        """The frame as the players see it, turned."""
        w, h = (int(v) for v in self.size)
        return Frame(h, w) if self.turn in (90, 270) else Frame(w, h)

    def open(self, screen: Drawn) -> None:
        """Shows a screen instead of the one before."""
        if self.screen is screen:
            return
        if self.screen is not None:
            for widget in walk(self.screen):
                widget.cancel()
            self.remove_widget(self.screen)
        self.screen = screen
        self.add_widget(screen)
        self.lay(screen)
        self.keyboard.watch(screen)

    def set_turn(self, turn: int) -> None:
        """Turns the picture: 0, 90, 180 or 270 degrees."""
        if turn != self.turn:
            self.turn = turn % 360
            self._lay_out()

    def relay(self) -> None:
        """Lays everything out anew: language, text size or turn has changed."""
        self._edition += 1
        self._lay_out()

    def lay(self, screen: Drawn) -> None:
        """Gives a screen its place, whether it is open or is only to be ready. What fits as it was drawn last time, is not drawn anew."""
        frame = self.frame
        if frame.width <= 1 or frame.height <= 1:
            return
        if self._laid.get(screen) == (self._edition, frame):
            screen.placed()
            screen.redraw()
            return
        self._laid[screen] = (self._edition, frame)
        screen.scale = frame.scale
        screen.box = Box(0, 0, frame.w, frame.h)
        screen.size = (frame.width, frame.height)
        screen.pos = (0, 0)
        screen.placed()
        for child in screen.children:
            screen.settle(child)
        screen.forget()

    def _lay_out(self, *_: Any) -> None:
        w, h = self.size
        offsets = {0: (0, 0), 90: (w, 0), 180: (w, h), 270: (0, h)}
        self._shift.xy = offsets[self.turn]
        self._rotate.angle = self.turn
        frame = self.frame
        self._shade.size = (frame.width, frame.height)
        if self.screen is not None:
            self._laid.pop(self.screen, None)
            self.lay(self.screen)

    def to_local(self, x: float, y: float, **_: Any) -> tuple[float, float]:
        """From the window's pixels to the turned picture's."""
        w, h = self.size
        return {0: (x, y), 90: (y, w - x), 180: (w - x, h - y), 270: (h - y, x)}[self.turn]

    def to_parent(self, x: float, y: float, **_: Any) -> tuple[float, float]:
        """From the turned picture's pixels to the window's."""
        w, h = self.size
        return {0: (x, y), 90: (w - y, x), 180: (w - x, h - y), 270: (y, h - x)}[self.turn]

    # --- sleep ---

    def set_dim(self, seconds: float) -> None:
        """Darkens the picture after so many seconds without a touch; 0 for never."""
        if self._sleep is not None:
            self._sleep.cancel()
        self.dim_after = seconds
        self._sleep = Clock.create_trigger(self._fall_asleep, seconds) if seconds else None
        self.wake()

    def wake(self) -> None:
        """Somebody is there: the picture is bright, and the time until it dims starts again."""
        if self._sleep is not None:
            self._sleep.cancel()
            self._sleep()
        if self.asleep:
            self.asleep = False
            self._shade_colour.a = 0

    def _fall_asleep(self, _dt: float) -> None:
        self.asleep = True
        self._shade_colour.a = 0.8

    # --- one finger at a time ---

    @property
    def touched(self) -> bool:
        """Whether a finger rests on the picture."""
        return self._finger is not None

    def on_touch_down(self, touch: Any) -> bool:
        if self.asleep:
            self.wake()
            if self.on_wake is not None:
                self.on_wake()
            # Who taps twice to wake it has not seen yet what the second tap would do.
            touch.ud["acted"] = True
            self._last = touch
            return True
        self.wake()
        if touch.is_mouse_scrolling:
            return self._within(super().on_touch_down, touch)
        if "button" in touch.profile and touch.button != "left":
            return True
        motion.finish_all()
        if self._finger is not None:
            # Two fingers: neither acts, and whatever is held is covered.
            for widget in walk(self):
                widget.cancel()
            self._finger = None
            return True
        if self._hasty(touch):
            return True
        self._finger = touch.uid
        return self._within(super().on_touch_down, touch)

    def on_touch_move(self, touch: Any) -> bool:
        return self._within(super().on_touch_move, touch)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is None and touch.uid == self._finger:
            self._finger = None
            # The acts of this touch come after this call, from the widgets that hold it.
            self._last = touch
        return self._within(super().on_touch_up, touch)

    def _within(self, handle: Callable[[Any], Any], touch: Any) -> bool:
        """Handles a touch in the coordinates of the turned picture."""
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(handle(touch))
        touch.pop()
        return taken

    def _hasty(self, touch: Any) -> bool:
        last = self._last
        if last is None or not last.ud.get("acted") or last.ud.get("typing"):
            return False
        near = abs(touch.x - last.x) + abs(touch.y - last.y) < HASTE_DP * self.frame.scale
        return bool(near and touch.time_start - last.time_end < HASTE_SECONDS)
