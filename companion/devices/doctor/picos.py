"""What the Picos on USB say of themselves: firmware, and how each of their readers is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.devices.usb import NONE, Further, UsbPort, serial_ports
from companion.devices.wand import Wands
from companion.table.events import Fault, Input, LinkForgotten, LinkLost, LinkUp, ReaderBack, ReaderLost

PATIENCE = 8.0
"""Seconds in which a Pico that works has said its name."""
SETTLE = 1.5
"""Seconds more in which its readers have started, or have been found dead."""


@dataclass
class Told:
    """One Pico, by its name or else its port. `fault`: why it can't be used; `broken`: its readers that do not work, and why."""

    name: str
    firmware: str = ""
    readers: tuple[str, ...] = ()
    broken: dict[str, Fault] = field(default_factory=dict)
    fault: Fault | None = None
    detail: str = ""


def ask(
    more: Further = NONE, ports: Callable[[Further], Iterable[UsbPort]] = serial_ports, patience: float = PATIENCE, settle: float = SETTLE
) -> list[Told]:
    """Every Pico that is plugged in and answers, or that says why not; `more`: what else may be one.

    The companion must not run: a port has one owner.
    """
    expected = len(list(ports(more)))
    told: dict[str, Told] = {}
    complete = threading.Event()
    if not expected:
        return []

    def take(thing: Input) -> None:
        if isinstance(thing, LinkUp):
            told[thing.device] = Told(thing.device, thing.detail.removeprefix("firmware "), thing.readers)
        elif isinstance(thing, LinkLost) and thing.fault is not Fault.SCANS_LOST:
            known = told.setdefault(thing.device, Told(thing.device))
            known.fault, known.detail = thing.fault, thing.detail
        elif isinstance(thing, LinkForgotten):
            told.pop(thing.device, None)
        elif isinstance(thing, ReaderLost) and thing.device in told:
            told[thing.device].broken[thing.reader] = thing.fault
        elif isinstance(thing, ReaderBack) and thing.device in told:
            told[thing.device].broken.pop(thing.reader, None)
        if len(told) >= expected:
            complete.set()

    wands = Wands(ports=lambda: ports(more))
    wands.start(take)
    if complete.wait(patience):
        threading.Event().wait(settle)
    wands.stop()
    return [told[name] for name in sorted(told)]
