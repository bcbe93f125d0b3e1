"""How far the clock can be believed. It only labels: nothing is ever decided, let alone deleted, by a date alone.

A Raspberry Pi has no battery behind its clock: without a network it goes on from where it was switched off.
"""

from __future__ import annotations

import contextlib
import ctypes
from datetime import UTC, date, datetime
from pathlib import Path

from companion import RELEASED

SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""Is there once the clock was set by the network since the start. systemd-timesyncd.service(8)."""
MODEL = Path("/proc/device-tree/model")
TIMEX, TIME_ERROR = 512, 5
"""Bytes that hold a struct timex on every machine, and what the kernel says of a clock that is not synchronised."""
BATTERY = Path("/sys/class/rtc/rtc0/since_epoch")
"""Seconds since 1970 of a clock with a battery. Linux: Documentation/ABI/testing/sysfs-class-rtc"""


def now() -> datetime:
    """The local time of day."""
    return datetime.now().astimezone()


def unsure(newest: str | None) -> bool:
    """Whether today's date may be wrong. `newest`: when the last act was written whose own date is believed, ISO, UTC.

    It is where today comes before this program was made or before that act, and on a Pi where neither a network nor a battery has set the
    clock. Other computers have a battery.
    """
    at = now()
    if at.date() < date.fromisoformat(RELEASED):
        return True
    # What a disk has damaged says nothing of the clock.
    with contextlib.suppress(ValueError, TypeError):
        if newest is not None and at.astimezone(UTC) < datetime.fromisoformat(newest):
            return True
    return _on_a_pi() and not _by_network() and not _battery()


def _on_a_pi() -> bool:
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def _by_network() -> bool:
    """Whether any service has set the clock by the network: systemd's own leaves a file, each tells the kernel. adjtimex(2)."""
    return SYNCHRONISED.exists() or _by_kernel()


def _by_kernel() -> bool:
    return ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX)) not in (-1, TIME_ERROR)


def _battery() -> bool:
    """Whether there is a clock with a battery that was set: one without is at 1970, or at a day before this program was made."""
    try:
        seconds = int(BATTERY.read_text())
    except (OSError, ValueError):
        return False
    return datetime.fromtimestamp(seconds, UTC).date() >= date.fromisoformat(RELEASED)
