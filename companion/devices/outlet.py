"""The way from a device's thread to whoever listens, which can be shut for good at any moment."""

from __future__ import annotations

import threading

from companion.table.events import Emit, Input


class Outlet:
    """Passes inputs on while it is open. When `shut` has returned nothing passes any more, not even what was on its way."""

    def __init__(self) -> None:
        # Held while an input passes, so that `shut` waits for it. Whoever takes the input may shut the outlet itself.
        self._lock = threading.RLock()
        self._emit: Emit | None = None

    def open(self, emit: Emit) -> None:
        """From now on inputs pass to `emit`."""
        with self._lock:
            self._emit = emit

    def shut(self) -> None:
        """From now on nothing passes. It waits for whatever passes now."""
        with self._lock:
            self._emit = None

    def __call__(self, told: Input) -> bool:
        """Whether it was passed on."""
        with self._lock:
            if self._emit is None:
                return False
            self._emit(told)
            return True
