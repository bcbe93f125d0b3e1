"""One Pico on a serial port, and the thread that serves its line: no other device's line waits for it.

Opening, writing and closing may hang in the system for seconds where a device has stopped reading; so each has a thread of its own, and
nothing is ever written that the line does not take at once.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import termios
import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

import serial

from companion.devices.beat import BEAT, PUNCTUAL
from companion.devices.link import SILENCE, Link
from companion.devices.outlet import Outlet
from companion.devices.signals import PATTERNS
from companion.devices.tend import tend, told
from companion.devices.usb import LOOK, opening_fault
from companion.devices.wake import Wake
from companion.pico import wire
from companion.table.events import Fault, Input, LinkForgotten, LinkLost, LinkUp, Signal

TURN = 0.1
"""Seconds after which a line is looked after even if nobody speaks."""
LATE = 0.3
"""When the thread was held up for longer (the machine slept, say), what lies in the buffer is as old as that."""
PATIENCE = 2.0
"""Seconds for which `stop` waits for a line that hangs in the system; then its thread is left to end by itself."""


class Owner(Protocol):
    """Whoever has all Picos, and knows them from each other."""

    def free_name(self, name: str, of: Link) -> str:
        """The name by which this one goes: the one it gives itself, or another where that is taken."""

    def sweeps_after(self, of: Link) -> float | None:
        """Seconds after each beat at which this ring is told to sweep; None where nobody has to keep in step with it."""


class Pico:
    """One device, plugged in or not. `path` is set by whoever looks at the ports: where it is plugged in, empty if it is not."""

    def __init__(self, owner: Owner, outlet: Outlet, open_port: Callable[[str], serial.Serial], clock: Callable[[], float]) -> None:
        self.path = ""
        self.link = Link(lambda: f"{secrets.randbelow(0xFFFFFFFF) + 1:08X}", self._deliver, owner.free_name)
        self._owner = owner
        self._outlet = outlet
        self._open_port = open_port
        self._clock = clock
        self._told: tuple[str, Fault, str] | None = None
        self._known_as = ("", "")
        self._signals: deque[tuple[Signal, float]] = deque(maxlen=4)
        self._thread: threading.Thread | None = None
        self._before: threading.Thread | None = None
        self._wake = Wake()
        self._wake.close()

    # --- any thread ---

    def start(self) -> None:
        """Opens the port on a thread of its own and keeps it open; what it tells goes to `emit`."""
        if self._thread is not None:
            return
        self._wake = Wake()
        self._thread = threading.Thread(target=self._run, args=(self._wake, self._before), name=f"serial port {self.path}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tells the thread to end; `join` waits for it."""
        self._before, self._thread = self._thread or self._before, None
        self._wake()

    def join(self) -> None:
        """Waits for its thread, PATIENCE seconds at most."""
        if self._before is not None and self._before is not threading.current_thread():
            self._before.join(PATIENCE)

    def plug(self, path: str) -> None:
        """It is at this port now; nowhere if the path is empty."""
        if path != self.path:
            self.path = path
            self._wake()

    def signal(self, signal: Signal) -> None:
        """Has the device give a light and a tone."""
        self._signals.append((signal, self._clock()))
        self._wake()

    def give_up_name(self) -> None:
        """Another device goes by its name from now on."""
        self.link.name = ""
        self._known_as = ("", "")

    # --- its thread ---

    def _run(self, wake: Wake, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()  # stopped by its own emit, or held up: it still closes its port
        # Whoever listens anew is told anew.
        self._told, self._known_as = None, (self.link.name, self.link.hardware)
        try:
            tend(threading.current_thread().name, self._turn, self._failed, self.runs, self._pause)
        finally:
            wake.close()

    def runs(self) -> bool:
        """Whether the calling thread is its own, and has not been told to end."""
        return self._thread is threading.current_thread()

    def _pause(self, seconds: float) -> None:
        """So long, unless it ends or is plugged in elsewhere."""
        until, path = self._clock() + seconds, self.path
        while self.runs() and self.path == path and (left := until - self._clock()) > 0:
            self._wake.wait(min(TURN, left))

    def _turn(self) -> float:
        """From opening the port until it is lost."""
        path = self.path
        if not path:
            if self._known_as[0]:
                self._lose(Fault.UNPLUGGED, "")
            self._wake.wait(None)
            return 0.0
        self.link.port = path
        try:
            port = self._open_port(path)
        except Exception as error:  # noqa: BLE001  what is no fault of the system's is raised again
            fault = opening_fault(path, error)
            if fault is not None:
                self._lose(*fault)
            return LOOK
        try:
            lost = self._serve(port, path)
        finally:
            self.link.closed()
            with contextlib.suppress(OSError):
                port.close()
        if lost is None:
            return 0.0
        self._lose(*lost)
        return LOOK

    def _serve(self, port: serial.Serial, path: str) -> tuple[Fault, str] | None:
        """Keeps the line; why it is lost, None if the companion stops."""
        line = port.fileno()
        now = read_at = taken_at = self._clock()
        beat = 0
        out = b""
        self.link.opened(now)
        while self.runs():
            if self.path != path:
                return Fault.UNPLUGGED, ""
            ready, _, _ = select.select([self._wake, line], [line] if out else [], [], self._silence_allowed())
            self._wake.clear()
            now = self._clock()
            held_up, read_at = now - read_at, now
            self._give_signals()
            if line in ready:
                try:
                    data = port.read(4096)
                except OSError:
                    return Fault.UNPLUGGED, ""
                self.link.receive(data, now, held_up if held_up > LATE else 0.0)
            if self.link.up:
                self._told = None
            if not out:
                taken_at = now
                out = self.link.due(now)
                after = self._owner.sweeps_after(self.link)
                if after is not None and int((now - after) / BEAT) != beat:
                    beat = int((now - after) / BEAT)
                    if (now - after) % BEAT < PUNCTUAL:
                        out += self.link.sweep()
            try:
                out = _write(line, out)
            except OSError:
                return Fault.UNPLUGGED, ""
            lost = self.link.silent(now)
            if lost is None and now - taken_at > SILENCE:
                lost = Fault.NO_ANSWER, ""
            if lost is not None:
                if out:
                    # Closing would wait for what is never taken.
                    with contextlib.suppress(OSError, termios.error):
                        port.reset_output_buffer()
                return lost
        if not out:
            with contextlib.suppress(OSError):
                _write(line, self.link.bye())
        return None

    def _silence_allowed(self) -> float:
        """Seconds for which nothing has to be said, as long as nothing comes."""
        after = self._owner.sweeps_after(self.link)
        return TURN if after is None else min(TURN, BEAT - (self._clock() - after) % BEAT)

    def _give_signals(self) -> None:
        while self._signals:
            signal, at = self._signals.popleft()
            pattern = PATTERNS[signal]
            self.link.command("light", str(pattern.times), wire.light_word(list(pattern.light)), now=at)
            self.link.command("tone", wire.tone_word(list(pattern.tone)), now=at)

    # --- what is told ---

    def _failed(self, error: Exception) -> None:
        self._lose(Fault.FAILED, told(error))

    def _lose(self, fault: Fault, detail: str) -> None:
        """Says why, once for the same reason."""
        device = self.link.device
        if fault is Fault.UNPLUGGED and not self.link.name:
            # Nobody misses what has never told a name.
            if self._known_as[0] and self._outlet(LinkForgotten(self._known_as[0])):
                self._known_as = ("", "")
            self._told = None
        elif self._told != (device, fault, detail) and self._deliver(LinkLost(device, fault, detail)):
            self._told = device, fault, detail

    def _deliver(self, told: Input) -> bool:
        """What its health was told under before it told its name, or told another, is forgotten first."""
        if isinstance(told, LinkUp) or (isinstance(told, LinkLost) and told.fault is not Fault.SCANS_LOST):
            name, hardware = self._known_as
            if name not in ("", told.device) and hardware in ("", self.link.hardware) and not self._outlet(LinkForgotten(name)):
                return False
            self._known_as = told.device, self.link.hardware
        return self._outlet(told)


def _write(line: int, data: bytes) -> bytes:
    """Writes what the line takes at once; what is left. pyserial's own write waits, or spins, where a line is full."""
    if not data:
        return b""
    try:
        return data[os.write(line, data) :]
    except BlockingIOError:
        return data
