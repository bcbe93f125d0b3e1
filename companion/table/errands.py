"""Errands of the screen: each on a thread of their own, so that a slow or broken stick holds up neither the table nor the picture."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion import logs
from companion.errors import CompanionError

log = logging.getLogger(__name__)

T = TypeVar("T")
Done = Callable[[T | CompanionError], None]
"""Is given the result, or why there is none. Called from another thread."""


class Errands:
    """They are done one after the other. `folder`: the data, where mistakes are reported."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._errands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def do(self, errand: Callable[[], T], done: Done[T]) -> None:
        """Returns at once; the result is told to `done`."""
        self._errands.put(lambda: self.tell(errand, done))
        if self._thread is None:
            # Nobody waits for it at the end: a stick that does not answer must not keep the companion from closing.
            self._thread = threading.Thread(target=self._run, name="errands", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                self._errands.get()()
            except Exception as error:  # noqa: BLE001  whoever waits for one errand's result may be gone; the next one is done all the same
                logs.fault(self.folder, error)

    def tell(self, errand: Callable[[], T], done: Done[T]) -> None:
        """Does an errand on this thread."""
        try:
            result: T | CompanionError = errand()
        except CompanionError as error:
            log.warning("%s", error)
            result = error
        except Exception as error:  # noqa: BLE001  told to whoever asked
            logs.fault(self.folder, error)
            result = CompanionError("That failed ({kind}). What happened is in the log.", kind=type(error).__name__)
        done(result)
