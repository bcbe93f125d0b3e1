"""Picos on pseudo-terminals: a stand-in that runs the firmware's own end of the link, and what tests need to wait for inputs."""

from __future__ import annotations

import os
import queue
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from companion.devices.usb import UsbPort
from companion.firmware import link as firmware
from companion.table.events import Input

T = TypeVar("T", bound=Input)

PATIENCE = 120.0
"""Seconds after which a test gives up waiting for what must come."""


class _FastClock:
    """A clock that runs eight times as fast, so that silences of seconds take a moment.

    It stands still while nobody looks at it: where the machine is busy and all threads wait, no time passes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen_at = time.monotonic()
        self._passed = 0.0

    def __call__(self) -> float:
        with self._lock:
            now = time.monotonic()
            self._passed += min(now - self._seen_at, 0.03) * 8
            self._seen_at = now
            return self._passed


fast_clock = _FastClock()


KEPT = 100
_gone = deque[int]()


def let_go() -> None:
    """Closes what is kept of terminals that are gone."""
    while _gone:
        os.close(_gone.popleft())


class Inbox:
    """Takes what a device emits."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self.all: list[Input] = []

    def __call__(self, told: Input) -> None:
        self._queue.put(told)

    def next(self) -> Input:
        """The next input, waited for."""
        self.all.append(self._queue.get(timeout=PATIENCE))
        return self.all[-1]

    def until(self, kind: type[T]) -> T:
        """The next input of this kind; those before it are passed over."""
        while not isinstance(told := self.next(), kind):
            pass
        return told

    def empty(self) -> bool:
        return self._queue.empty()


def eventually(holds: Callable[[], bool]) -> None:
    """Waits until it holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never came to hold"
        time.sleep(0.005)


class Bench:
    """The USB ports of a machine: Picos are plugged in and out. `clock`: the time of its Picos."""

    def __init__(self) -> None:
        self.ports: dict[str, str] = {}
        self.clock: Callable[[], float] = time.monotonic

    def __call__(self) -> list[UsbPort]:
        return [UsbPort(path, identity) for identity, path in self.ports.items()]


class PortOnPty:
    """A device on a pseudo-terminal. `answer` gets the bytes that came (none: a moment passed) and gives those to send."""

    def __init__(self, bench: Bench, identity: str, answer: Callable[[bytes], bytes], reads: Callable[[], bool] = lambda: True) -> None:
        self.bench, self.identity, self.answer, self.reads = bench, identity, answer, reads
        self.heard = b""
        self._master, slave = os.openpty()
        # Raw at both ends, or the terminal would echo and translate.
        tty.setraw(self._master)
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._slave = slave
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        bench.ports[identity] = self.path

    def _serve(self) -> None:
        while not self._stop.is_set():
            ready, _, _ = select.select([self._master] if self.reads() else [], [], [], 0.005)
            data = os.read(self._master, 4096) if ready else b""
            self.heard += data
            out = self.answer(data)
            if out:
                os.write(self._master, out)

    def unplug(self) -> None:
        """The port goes away, with all that was in it."""
        self.bench.ports.pop(self.identity, None)
        self._stop.set()
        self._thread.join()
        os.close(self._master)
        # Its path is no more. As long as this end is open no terminal of another process gets the same one, on which a host that still looks for
        # it would find somebody else's Pico.
        _gone.append(self._slave)
        if len(_gone) > KEPT:
            os.close(_gone.popleft())


class Pico(PortOnPty):
    """A wand with the firmware's own link."""

    boots = 0

    def __init__(self, bench: Bench, identity: str = "E661", name: str = "wand", readers: tuple[str, ...] = ("wand",), hardware: str = "") -> None:
        Pico.boots += 1
        self.link = firmware.Link(name, list(readers), hardware or identity, f"{0xB0070000 + Pico.boots:08X}")
        self.link.health = ["ok"] * len(readers)
        self.commands: list[list[str]] = []
        self._lock = threading.Lock()
        self._plug(bench, identity)

    def _plug(self, bench: Bench, identity: str) -> None:
        super().__init__(bench, identity, self._answer)

    def replug(self) -> None:
        """Plugged in again, with its memory: it has a supply of its own."""
        self._plug(self.bench, self.identity)

    def now(self) -> int:
        return int(self.bench.clock() * 1000)

    def push(self, verb: str, reader: str, what: str, age: int = 0) -> None:
        with self._lock:
            self.link.push(verb, reader, what, self.now() - age)

    def idle(self) -> bool:
        with self._lock:
            return self.link.idle

    def _answer(self, data: bytes) -> bytes:
        with self._lock:
            self.commands += self.link.receive(data, self.now())
            return self.link.due(self.now())
