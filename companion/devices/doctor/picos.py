"""What the Picos on USB say of themselves: firmware, and how each of their readers is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.devices.wand import UsbPort, Wands, pico_ports
from companion.table.inputs import Fault, Input, LinkLost, LinkUp

PATIENCE = 8.0
"""Seconds in which a Pico that works has said its name."""
SETTLE = 1.5
"""Seconds more in which its readers have started, or have been found dead."""


@dataclass
class Told:
    """One Pico. `fault`: why it can't be used; `broken`: readers that do not work, and why."""

    name: str
    firmware: str = ""
    readers: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    why: Fault | None = None
    fault: Fault | None = None
    detail: str = ""


def ask(
    ports: Callable[[], Iterable[UsbPort]] = pico_ports, patience: float = PATIENCE, settle: float = SETTLE
) -> list[Told]:
    """Every Pico that is plugged in and answers, or that says why not. The companion must not run: a port has one owner."""
    expected = len(list(ports()))
    told: dict[str, Told] = {}
    complete = threading.Event()
    if not expected:
        return []

    def take(thing: Input) -> None:
        if isinstance(thing, LinkUp):
            told[thing.device] = Told(thing.device, thing.detail.removeprefix("firmware "), thing.readers)
        elif isinstance(thing, LinkLost) and thing.fault is not Fault.SCANS_LOST:
            known = told.setdefault(thing.device, Told(thing.device))
            broken = tuple(thing.detail.split(", "))
            if known.readers and set(broken) <= set(known.readers):
                known.broken, known.why = broken, thing.fault
            else:
                known.fault, known.detail = thing.fault, thing.detail
        if len(told) >= expected:
            complete.set()

    wands = Wands(ports=ports)
    wands.start(take)
    if complete.wait(patience):
        threading.Event().wait(settle)
    wands.stop()
    return [told[name] for name in sorted(told)]
