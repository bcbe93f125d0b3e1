"""A ring that empties while half a gesture waits. Only its arc changes with time; nothing is drawn anew for it."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.table.snapshot import Waiting
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen

WIDTH = 5.0


class Countdown:
    """Belongs to a widget, which calls `draw` where the ring is to be."""

    _first: tuple[Waiting | None, float] = (None, 0.0)
    """What waits, and when any screen was told of it first: half a gesture goes on waiting while screens change."""

    def __init__(self) -> None:
        self.waiting: Waiting | None = None
        self._arc: Any = None
        self._circle: tuple[float, float, float] = (0, 0, 0)
        self._next: Any = None

    def show(self, waiting: Waiting | None) -> bool:
        """Sets what waits, None if nothing does; whether that has changed, so that the widget has to be drawn."""
        if waiting is not None and waiting != Countdown._first[0]:
            Countdown._first = (waiting, Clock.time())
        changed, self.waiting = waiting != self.waiting, waiting
        if waiting is None:
            self.stop()
        return changed

    @property
    def left(self) -> float:
        """The share of its time that is left, from 1 to 0."""
        waiting, since = Countdown._first
        if self.waiting is None or waiting is None:
            return 0.0
        return max(0.0, 1.0 - float(Clock.time() - since) / waiting.seconds)

    def draw(self, pen: Pen, cx: float, cy: float, r: float, colour: str) -> None:
        """Draws what is left of the ring, which then empties by itself."""
        self.stop()
        if self.waiting is None or not self.left:
            return
        pen.arc(cx, cy, r, colour, WIDTH, 0.25)
        pen.arc(cx, cy, r, colour, WIDTH, 1, 360 * (1 - self.left), 360)
        self._arc, self._circle = pen.group.children[-1], (pen.x(cx), pen.y(cy), r * pen.scale)
        # Without motion it empties by whole seconds.
        self._next = Clock.schedule_interval(self._step, 1.0 if theme.look.calm else 0.1)

    def _step(self, _dt: float) -> bool | None:
        self._arc.circle = (*self._circle, 360 * (1 - self.left), 360)
        return None if self.left else False

    def stop(self) -> None:
        """It stands still."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
