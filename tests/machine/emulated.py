"""A whole emulated Pico behind the wire: the real MicroPython runs the firmware. It needs a processor's core for itself to keep up with the clock."""

from __future__ import annotations

import os
import queue
import select
import threading
import time
import tty
from collections.abc import Callable
from typing import Self

from companion.devices.pico_settings import configuration
from tests.emulation.pico import measure
from tests.emulation.pico.parts import Parts
from tests.emulation.pico.pico import IDENTITY
from tests.emulation.tags import Tag

STEP_US = 2000.0


class Emulated:
    """A wand whose port is the pseudo-terminal `path`, whichever time it is switched on."""

    identity = IDENTITY

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._master, self._slave = os.openpty()
        for end in (self._master, self._slave):
            tty.setraw(end)
        self.path = os.ttyname(self._slave)
        self.pace = 1.0
        """Seconds of the wall's time that one of the Pico's has taken, since it was switched on."""
        self.wrong: list[str] = []
        self._orders: queue.SimpleQueue[Callable[[measure.Pico], None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.power_down()
        os.close(self._master)
        os.close(self._slave)

    def lay(self, *tags: Tag) -> None:
        self._orders.put(lambda pico: pico.lay(0, *tags))

    def lift(self, *_: Tag) -> None:
        self._orders.put(lambda pico: pico.lay(0))

    def power_up(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._stop,), daemon=True)
        self._thread.start()

    def power_down(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, stop: threading.Event) -> None:
        with measure.pico(self._parts, configuration("wand"), 0) as pico:
            begun = time.monotonic()
            while not stop.is_set():
                while not self._orders.empty():
                    self._orders.get()(pico)
                if select.select([self._master], [], [], 0)[0]:
                    pico.write(os.read(self._master, 4096))
                if data := pico.run(STEP_US):
                    os.write(self._master, data)
                passed = time.monotonic() - begun
                self.pace = passed / (pico.now / 1e6)
                # Never ahead of the wall's time.
                time.sleep(max(0.0, pico.now / 1e6 - passed))
            self.wrong += pico.wrong
