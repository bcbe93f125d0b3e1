"""Wands and rings: Picos on USB, found by what they are, never by the number of their port; and what the settings name further.

One thread looks at the ports; each port has a thread of its own (pico.py), which comes back after any unplugging.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import serial

from companion.devices import usb
from companion.devices.beat import beginnings, place_at_the_table
from companion.devices.link import Link
from companion.devices.outlet import Outlet
from companion.devices.pico import TURN, Pico
from companion.devices.tend import tend, told
from companion.devices.usb import LOOK, UsbPort, serial_ports
from companion.devices.wake import Wake
from companion.table.events import PORTS, Emit, Fault, LinkForgotten, LinkLost, Signal

TRIES = 3
"""So often in a row the ports can't be listed before it is told: pyserial fails when a device goes while it is listed."""
OTHERS = ("pad", "panel")
"""Names that belong to what is no Pico."""


@dataclass
class Wands:
    """Every wand and ring that is plugged in, as one device of the table. Says nothing of wands that were never there.

    `wrong`: what the settings name as a port and is none; it is told.
    """

    ports: Callable[[], Iterable[UsbPort]] = serial_ports
    open_port: Callable[[str], serial.Serial] = usb.open_port
    clock: Callable[[], float] = time.monotonic
    name: str = "wands"
    wrong: tuple[str, ...] = ()
    _picos: dict[str, Pico] = field(default_factory=dict)
    _outlet: Outlet = field(default_factory=Outlet)
    _naming: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None
    _before: threading.Thread | None = None
    _wake: Wake | None = None
    _failures: int = 0

    def start(self, emit: Emit) -> None:
        """Looks for ports on a thread of its own; see `Device.start`."""
        if self._thread is not None:
            return
        self._outlet.open(emit)
        self._wake = Wake()
        self._thread = threading.Thread(target=self._run, args=(self._wake, self._before), name="serial ports", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Closes all ports; see `Device.stop`."""
        self._outlet.shut()
        by_itself = any(pico.runs() for pico in self._picos.values())
        self._before, self._thread = self._thread or self._before, None
        if self._wake is not None:
            self._wake()
        if self._before is not None and self._before is not threading.current_thread() and not by_itself:
            self._before.join()

    def signal(self, signal: Signal) -> None:
        """Has every Pico give a light and a tone."""
        for pico in self._picos.values():
            pico.signal(signal)

    def free_name(self, name: str, of: Link) -> str:
        """The name a Pico gives itself, or with a number after it where another that is plugged in goes by it already.

        A name whose device is not plugged in passes to the one that tells it: it takes that one's place.
        """
        name = name.strip("/") or "wand"
        with self._naming:
            holders = {pico.link.name: pico for pico in self._picos.values() if pico.link is not of and pico.link.name}
            taken = {held for held, pico in holders.items() if pico.path} | set(OTHERS)
            free = next(free for free in (name, *(f"{name}-{number}" for number in range(2, 100))) if free not in taken)
            if free in holders:
                holders[free].give_up_name()
            of.name = free
            return free

    def sweeps_after(self, of: Link) -> float | None:
        """See `Owner.sweeps_after`."""
        rings = sorted((pico.link for pico in self._picos.values() if pico.link.sweeps), key=lambda link: place_at_the_table(link.name))
        if len(rings) < 2 or not any(link is of for link in rings):
            return None
        return dict(zip(map(id, rings), beginnings([link.size for link in rings]), strict=True))[id(of)]

    def _run(self, wake: Wake, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()  # stopped by its own emit: it still ends what it had begun
        self._failures = 0
        for word in self.wrong:
            self._outlet(LinkLost(PORTS, Fault.WRONG_SETTING, word))
        for pico in self._picos.values():
            pico.start()
        try:
            tend("the list of serial ports", self._look, self._failed, self._runs, lambda seconds: self._pause(wake, seconds))
        finally:
            for pico in self._picos.values():
                pico.stop()
            for pico in self._picos.values():
                pico.join()
            wake.close()

    def _runs(self) -> bool:
        return self._thread is threading.current_thread()

    def _pause(self, wake: Wake, seconds: float) -> None:
        until = self.clock() + seconds
        while self._runs() and (left := until - self.clock()) > 0:
            wake.wait(min(TURN, left))

    def _look(self) -> float:
        """Sees which ports are there; the seconds until the next look."""
        there = {port.identity: port.path for port in self.ports()}
        if self._failures >= TRIES:
            self._outlet(LinkForgotten(PORTS))
        self._failures = 0
        for identity in there:
            if identity not in self._picos:
                # Another thread may be going through the dictionary that was there.
                self._picos = {**self._picos, identity: Pico(self, self._outlet, self.open_port, self.clock)}
        for identity, pico in self._picos.items():
            pico.plug(there.get(identity, ""))
            pico.start()
        return LOOK

    def _failed(self, error: Exception) -> None:
        """The ports that are open go on; what is plugged in meanwhile is not found."""
        self._failures += 1
        if self._failures == TRIES:
            self._outlet(LinkLost(PORTS, Fault.FAILED, told(error)))
