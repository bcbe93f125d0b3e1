"""Short motions that explain a change. While nothing moves, nothing is scheduled; a touch makes every motion jump to its end."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

_moving: list[Motion] = []


class Motion:
    """Calls `step(share)` each frame with a share from 0 to 1, and at last with exactly 1. `seconds` 0 jumps to the end at once."""

    def __init__(self, seconds: float, step: Callable[[float], None]) -> None:
        self.seconds = seconds
        self.step = step
        self.past = 0.0
        if seconds <= 0:
            step(1.0)
            return
        _moving.append(self)
        step(0.0)
        self._next = Clock.schedule_once(self._tick, 0)

    def _tick(self, dt: float) -> None:
        self.past += dt
        if self.past >= self.seconds:
            self.finish()
            return
        self.step(self.past / self.seconds)
        self._next = Clock.schedule_once(self._tick, 0)

    def finish(self) -> None:
        """Jumps to the end."""
        if self in _moving:
            _moving.remove(self)
            self._next.cancel()
            self.step(1.0)

    def stop(self) -> None:
        """Ends it where it is, without another step."""
        if self in _moving:
            _moving.remove(self)
            self._next.cancel()


def finish_all() -> None:
    """Every motion jumps to its end: somebody has touched the screen."""
    for motion in list(_moving):
        motion.finish()


def moving() -> int:
    """How many motions are under way."""
    return len(_moving)


def eased(share: float) -> float:
    """Slows down towards the end."""
    return 1 - (1 - share) ** 3
