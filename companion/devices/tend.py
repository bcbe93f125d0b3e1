"""The one rule for the thread of a device: whatever is raised in it costs a turn, never the thread.

A library may raise what its page does not name (pyserial a TypeError while it lists the ports, termios an error that is no OSError), and so
may we. It is logged with its trace, told at the table as the device's fault, and tried again after a while that grows.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

BACK_OFF = (0.5, 1.0, 2.0, 5.0)
"""Seconds before the first, second ... turn after a failure; the last counts from then on."""
WELL = 10.0
"""Seconds without a failure after which the next one is a first one again."""


def tend(
    name: str,
    turn: Callable[[], float],
    failed: Callable[[Exception], object],
    running: Callable[[], bool],
    wait: Callable[[float], object],
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Makes one turn after another while it is `running`. `turn` returns the seconds to `wait` before the next.

    `failed` is given what a turn has raised: it tells it at the table and closes what is open.
    """
    failures, last = 0, clock()
    while running():
        try:
            pause = turn()
        except Exception as error:
            now = clock()
            failures = 1 if now - last > WELL else failures + 1
            last = now
            pause = BACK_OFF[min(failures, len(BACK_OFF)) - 1]
            log.exception("%s has failed and is tried again in %s s", name, pause)
            try:
                failed(error)
            except Exception:
                log.exception("The failure of %s could not be told", name)
        wait(pause)


def told(error: Exception) -> str:
    """What was raised, as the detail of a fault."""
    text = str(error)
    return f"{type(error).__name__}: {text}"[:120] if text else type(error).__name__
