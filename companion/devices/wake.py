"""A way for other threads to end a thread's wait in select."""

from __future__ import annotations

import contextlib
import os
import select
import threading


class Wake:
    """One thread waits, `select` on it or `wait`; any thread calls it. Closed by the one that waits, it may still be called."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._open = True

    def __call__(self) -> None:
        with self._lock:
            if self._open:
                # A full pipe wakes as well as one more byte would.
                with contextlib.suppress(BlockingIOError):
                    os.write(self._write, b".")

    def fileno(self) -> int:
        """The end of the pipe that becomes readable, for `select`."""
        return self._read

    def clear(self) -> None:
        """Takes the calls so far as heard."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self._read, 4096):
                pass

    def wait(self, seconds: float | None) -> None:
        """Until it is called, or for so long."""
        select.select([self], [], [], seconds)
        self.clear()

    def close(self) -> None:
        """Closes both ends of the pipe; calls that come later do nothing."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._read)
                os.close(self._write)
