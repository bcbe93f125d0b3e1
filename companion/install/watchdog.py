"""Tells the service manager that the companion has started and that its screen is alive. Without one it tells nobody.

The beat comes from the thread that draws: a screen that hangs stops it, and systemd starts the companion anew (WatchdogSec of the unit).
A version on probation has shown that it starts when its screen has lived for one beat more; the launcher then keeps it.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping
from pathlib import Path

HEALTHY = "COMPANION_HEALTHY"
"""In this variable the launcher names the file by which a version on probation shows that it starts."""

SECONDS = 5.0
"""The longest time between two beats."""


class Watchdog:
    """`every`: seconds between beats, a third of what the service manager allows (WATCHDOG_USEC, sd_watchdog_enabled(3))."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # A leading @ stands for the zero byte of an abstract socket. sd_notify(3).
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._healthy = environment.get(HEALTHY)
        allowed = environment.get("WATCHDOG_USEC", "")
        self.every = min(SECONDS, int(allowed) / 3e6) if allowed.isdecimal() and int(allowed) else SECONDS
        self._beats = 0

    def beat(self) -> None:
        """The screen is alive. The first beat tells that it is there."""
        self._beats += 1
        self._tell("READY=1" if self._beats == 1 else "WATCHDOG=1")
        if self._beats == 2:
            self._show_health()

    def stop(self) -> None:
        """The companion ends in good order; if its screen was there, it has shown that it starts."""
        if self._beats:
            self._show_health()
        self._tell("STOPPING=1")

    def _show_health(self) -> None:
        if self._healthy:
            with contextlib.suppress(OSError):
                Path(self._healthy).touch()

    def _tell(self, word: str) -> None:
        if not self._address:
            return
        # A service manager that does not listen must not disturb the game.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(word.encode(), self._address)
