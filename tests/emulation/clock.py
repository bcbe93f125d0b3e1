"""Simulated time. Nothing in the models sleeps: whoever waits moves the clock."""

from __future__ import annotations

import heapq
from collections.abc import Callable


class Clock:
    """Time in microseconds, and what is to happen at some of it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = 0

    def wait_us(self, microseconds: float) -> None:
        """Lets time pass; everything that falls due happens in its order, each at its own time."""
        end = self.now + microseconds
        while self._due and self._due[0][0] <= end:
            at, _, act = heapq.heappop(self._due)
            self.now = max(self.now, at)
            act()
        self.now = max(self.now, end)

    def sleep(self, seconds: float) -> None:
        self.wait_us(seconds * 1e6)

    def seconds(self) -> float:
        return self.now / 1e6

    def ms(self) -> int:
        return int(self.now // 1000)

    def after(self, microseconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Lets `act` happen later. The function that is returned calls it off."""
        live = [True]

        def run() -> None:
            if live[0]:
                act()

        heapq.heappush(self._due, (self.now + microseconds, self._order, run))
        self._order += 1
        return lambda: live.__setitem__(0, False)
