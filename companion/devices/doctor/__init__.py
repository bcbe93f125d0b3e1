"""One check and one advice for everything that goes wrong on a Pi, or beside one.

    examine(machine) -> Finding, Finding, ...

A check reads the system through `Machine`, finds something fine, worth a warning, broken, or not there at all, and never more than one
thing to do about it. With nothing plugged in, and on a laptop, every check still has an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from companion.devices.doctor import data, pad, panel, ports, screen, system
from companion.devices.doctor.finding import Finding, State, warn
from companion.devices.doctor.machine import Machine
from companion.said import Said

__all__ = ["BESIDE_A_GAME", "CHECKS", "Finding", "Machine", "State", "examine"]

Check = Callable[[Machine], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    system.companion,
    system.machine,
    system.groups,
    system.packages,
    pad.spi,
    pad.reader,
    ports.usb,
    ports.picos,
    ports.modem_manager,
    panel.panel,
    screen.display,
    screen.touch,
    data.folder,
    data.space,
    data.speed,
    system.supply,
    system.clock,
)


IN_USE = (pad.reader, ports.picos, panel.panel)
"""Checks that take a device for themselves: while the companion runs, these devices tell by themselves how they are."""

BESIDE_A_GAME: tuple[Check, ...] = tuple(check for check in CHECKS if check not in IN_USE)
"""Checks that may be made while the companion runs."""


def examine(machine: Machine, checks: Iterable[Check] = CHECKS) -> Iterator[Finding]:
    """Every finding, each as soon as it is made."""
    for check in checks:
        try:
            yield from check(machine)
        except Exception as error:  # noqa: BLE001  a check that fails must not keep the others from being made
            name = check.__name__.replace("_", " ")
            yield warn(
                name,
                Said("this could not be checked ({kind}: {error})", kind=type(error).__name__, error=error),
                Said("Report it with this line; the other lines hold."),
            )
