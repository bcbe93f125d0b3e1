"""Wands and rings: Picos on USB, found by what they are, never by the number of their port (pyserial).

One thread looks after all of them: it watches the ports, opens each Pico, keeps its link, and comes back after any unplugging.
"""

from __future__ import annotations

import contextlib
import errno
import grp
import os
import secrets
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import serial
from serial.tools import list_ports

from companion.devices import wire
from companion.devices.link import Link
from companion.devices.outlet import Outlet
from companion.devices.signals import PATTERNS
from companion.table.inputs import Emit, Fault, LinkLost, Signal

USB_IDS = {(0x2E8A, 0x0005)}
"""Vendor and product of a Pico that runs MicroPython."""
LOOK = 1.0
"""Seconds between two looks at the ports, and before a Pico that failed is tried again."""
TURN = 0.1
"""Seconds after which the links are looked after even if nobody speaks."""
LATE = 0.3
"""When the thread was held up for longer (the machine slept, say), what lies in the buffer is as old as that."""
SWEEP = 0.25
"""Seconds between two sweeps where several rings have to read in step."""


class UsbPort(NamedTuple):
    """A serial port and what tells its device from any other, wherever it is plugged in."""

    path: str
    identity: str


def pico_ports() -> list[UsbPort]:
    """The ports of all Picos that run MicroPython, by vendor, product and serial number."""
    found = [port for port in list_ports.comports() if (port.vid, port.pid) in USB_IDS]
    return [UsbPort(port.device, port.serial_number or port.location or port.device) for port in sorted(found)]


def open_port(path: str) -> serial.Serial:
    """Opens a port for this program alone. Raises serial.SerialException, which carries the system's errno."""
    # The Pico's USB knows no baud rate; the figure is for other makers' peers.
    return serial.Serial(path, 115200, timeout=0, write_timeout=0.5, exclusive=True)


def opening_fault(path: str, error: OSError) -> tuple[Fault, str] | None:
    """What an error at opening means, None if the device is just going away."""
    if error.errno in (errno.EACCES, errno.EPERM):
        try:
            group = grp.getgrgid(os.stat(path).st_gid).gr_name
        except (OSError, KeyError):
            group = "dialout"
        return Fault.NO_PERMISSION, f"{path}, group {group}"
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return Fault.BUSY, path
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO):
        return None
    return Fault.NO_ANSWER, path


@dataclass
class _Pico:
    """One Pico, plugged in or not."""

    link: Link
    path: str = ""
    port: serial.Serial | None = None
    read_at: float = 0.0
    retry_at: float = 0.0
    told: tuple[Fault, str] | None = None


@dataclass
class Wands:
    """Every wand and ring that is plugged in, as one device of the table. Says nothing of wands that were never there."""

    ports: Callable[[], Iterable[UsbPort]] = pico_ports
    open_port: Callable[[str], serial.Serial] = open_port
    clock: Callable[[], float] = time.monotonic
    name: str = "wands"
    _picos: dict[str, _Pico] = field(default_factory=dict)
    _outlet: Outlet = field(default_factory=Outlet)
    _thread: threading.Thread | None = None
    _stopped: threading.Thread | None = None
    _signals: deque[Signal] = field(default_factory=deque)
    _wake: tuple[int, int] | None = None
    _wake_lock: threading.Lock = field(default_factory=threading.Lock)
    _look_at: float = 0.0
    _sweep_at: float = 0.0

    def start(self, emit: Emit) -> None:
        if self._thread is not None:
            return
        self._outlet.open(emit)
        with self._wake_lock:
            self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, args=(self._wake, self._stopped), name="wands", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._outlet.shut()
        self._stopped, self._thread = self._thread or self._stopped, None
        self._wake_up()
        if self._stopped is not None and self._stopped is not threading.current_thread():
            self._stopped.join()

    def signal(self, signal: Signal) -> None:
        self._signals.append(signal)
        self._wake_up()

    def _wake_up(self) -> None:
        with self._wake_lock:
            if self._wake is not None:
                os.write(self._wake[1], b".")

    def _run(self, wake: tuple[int, int], before: threading.Thread | None) -> None:
        if before is not None:
            before.join()  # stopped by its own emit: it still closes its ports
        self._look_at = 0.0
        for pico in self._picos.values():
            pico.told = None
        try:
            while self._thread is threading.current_thread():
                self._turn(wake[0])
        finally:
            for pico in self._picos.values():
                self._write(pico, pico.link.bye())
                self._close(pico)
            with self._wake_lock:
                os.close(wake[0])
                os.close(wake[1])
                if self._wake == wake:
                    self._wake = None

    def _turn(self, wake: int) -> None:
        """Look after everything once; wait for bytes, a signal or the next thing to do, whichever comes first."""
        now = self.clock()
        if now >= self._look_at:
            self._look(now)
            self._look_at = now + LOOK
        talking = {pico.port.fileno(): pico for pico in self._picos.values() if pico.port is not None}
        ready, _, _ = select.select([wake, *talking], [], [], TURN if talking else max(0.0, self._look_at - self.clock()))
        now = self.clock()
        if wake in ready:
            os.read(wake, 4096)
        self._give_signals(now)
        for number, pico in talking.items():
            self._talk(pico, number in ready, now)
        rings = [pico for pico in talking.values() if pico.port is not None and pico.link.sweep()]
        if len(rings) > 1 and now >= self._sweep_at:
            self._sweep_at = now + SWEEP
            for pico in rings:
                self._write(pico, pico.link.sweep())

    def _look(self, now: float) -> None:
        there = {port.identity: port.path for port in self.ports()}
        for identity, pico in self._picos.items():
            if pico.path and identity not in there:
                self._lose(pico, Fault.UNPLUGGED, "", now)
                pico.path = ""
        for identity, path in there.items():
            if identity not in self._picos:
                self._picos[identity] = _Pico(Link(lambda: secrets.token_hex(4).upper(), self._outlet, self._free_name))
            pico = self._picos[identity]
            pico.path = path
            if pico.port is None and now >= pico.retry_at:
                self._open(pico, now)

    def _free_name(self, name: str, of: Link) -> str:
        """The name a Pico gives itself, or with a number after it where another that is plugged in goes by it already."""
        taken = {pico.link.name for pico in self._picos.values() if pico.link is not of and pico.link.up}
        return next(free for free in (name, *(f"{name}-{number}" for number in range(2, 100))) if free not in taken)

    def _open(self, pico: _Pico, now: float) -> None:
        try:
            pico.port = self.open_port(pico.path)
        except OSError as error:
            fault = opening_fault(pico.path, error)
            if fault is not None:
                self._lose(pico, *fault, now)
            return
        pico.read_at = now
        pico.link.opened(now)

    def _close(self, pico: _Pico) -> None:
        pico.link.closed()
        port, pico.port = pico.port, None
        if port is not None:
            with contextlib.suppress(OSError):
                port.close()

    def _lose(self, pico: _Pico, fault: Fault, detail: str, now: float) -> None:
        """Close and say why, once for the same reason; try again later."""
        self._close(pico)
        pico.retry_at = now + LOOK
        if pico.told != (fault, detail) and self._outlet(LinkLost(pico.link.name, fault, detail)):
            pico.told = (fault, detail)

    def _talk(self, pico: _Pico, ready: bool, now: float) -> None:
        assert pico.port is not None
        held_up = now - pico.read_at
        pico.read_at = now
        if ready:
            try:
                data = pico.port.read(4096)
            except OSError:
                self._lose(pico, Fault.UNPLUGGED, "", now)
                return
            pico.link.receive(data, now, held_up if held_up > LATE else 0.0)
        if pico.link.up:
            pico.told = None
        self._write(pico, pico.link.due(now))
        fault = pico.link.silent(now)
        if fault is not None:
            self._lose(pico, *fault, now)

    def _write(self, pico: _Pico, data: bytes) -> None:
        if not data or pico.port is None:
            return
        try:
            pico.port.write(data)
        except serial.SerialTimeoutException:
            self._lose(pico, Fault.NO_ANSWER, "", self.clock())
        except OSError:
            self._lose(pico, Fault.UNPLUGGED, "", self.clock())

    def _give_signals(self, now: float) -> None:
        while self._signals:
            pattern = PATTERNS[self._signals.popleft()]
            for pico in self._picos.values():
                pico.link.command("light", str(pattern.times), wire.light_word(list(pattern.light)), now=now)
                pico.link.command("tone", wire.tone_word(list(pattern.tone)), now=now)
