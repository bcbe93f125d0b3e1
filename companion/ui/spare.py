"""Spare time: what the next acts will need is made while nobody waits, one piece a frame, and memory is tidied up then and not in an act."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable

from kivy.clock import Clock

from companion.ui.kit import motion

YOUNG = (20_000, 50, 1_000)
"""How many new objects Python's collector waits for. By itself it would look through all there is in the middle of an act."""

Job = Callable[[], object]


class Spare:
    """`jobs` tells what is still to be made, the most urgent first; it is asked again after each. `busy`: whether somebody is acting."""

    def __init__(self, jobs: Callable[[], Iterable[Job]], busy: Callable[[], bool]) -> None:
        self._jobs = jobs
        self._busy = busy
        self._tidies = False
        self._tidied = False
        self._next = Clock.create_trigger(self._go_on)

    def tidy(self) -> None:
        """From now on memory is tidied up in spare time only."""
        self._tidies = True
        gc.set_threshold(*YOUNG)

    def begin(self) -> None:
        """Something has changed: there may be something to do when the change has been shown."""
        self._tidied = False
        self._next()

    def _go_on(self, _dt: float) -> None:
        if motion.moving() or self._busy():
            self._next()
            return
        job = next(iter(self._jobs()), None)
        if job is not None:
            job()
            self._next()
        elif self._tidies and not self._tidied:
            self._tidied = True
            gc.collect()
            # What has been made for the game stays: the collector need not look at it again.
            gc.freeze()
