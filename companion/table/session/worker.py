"""The session's thread: one queue for devices and touches, so that the screen stays alive while the disk is slow."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from companion import logs
from companion.settings import Settings
from companion.table.commands import Made, Touch
from companion.table.events import Input
from companion.table.session.session import Session
from companion.table.snapshot import Snapshot

log = logging.getLogger(__name__)


Errand = Callable[[Session], None]


class _Stop:
    pass


class Mailbox:
    """Runs a session. `post` may be called from any thread and returns at once; things are handled in the order in which they came."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._queue: queue.SimpleQueue[tuple[Input | Touch | Made | Settings | Errand | _Stop, float]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)

    def start(self) -> None:
        """Begins to handle what is posted."""
        self._thread.start()

    def post(self, thing: Input | Touch | Made) -> None:
        """Hands in what a device reports or a finger does. The session is told when that was, however long it waits."""
        self._put(thing)

    def use(self, settings: Settings) -> None:
        """Has the session take new settings into use, after what was posted before."""
        self._put(settings)

    def call(self, errand: Errand) -> None:
        """Has something else done on the session's thread, after what was posted before."""
        self._put(errand)

    def subscribe(self, listener: Callable[[Snapshot], None]) -> None:
        """Has every new snapshot given to `listener`, from the session's thread, and the present one at once."""
        self.session.listeners.append(listener)
        listener(self.session.shown)

    def stop(self) -> None:
        """Handles what has been posted, then ends the thread."""
        self._put(_Stop())
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _put(self, thing: Input | Touch | Made | Settings | Errand | _Stop) -> None:
        self._queue.put((thing, self.session.clock()))

    def _run(self) -> None:
        while True:
            try:
                thing, came = self._queue.get(timeout=self._wait())
            except queue.Empty:
                self._safely(None, None)
                continue
            if isinstance(thing, _Stop):
                return
            self._safely(thing, came)

    def _wait(self) -> float | None:
        try:
            return self.session.wait
        except Exception:
            log.exception("How long to wait could not be told")
            return 1.0

    def _safely(self, thing: Input | Touch | Made | Settings | Errand | None, came: float | None) -> None:
        """The evening goes on whatever happens. The session tells its own mistakes at the table; this catches those of errands."""
        try:
            if thing is None:
                self.session.tick()
            elif isinstance(thing, Settings):
                self.session.use(thing)
            elif callable(thing):
                thing(self.session)
            else:
                self.session.handle(thing, came)
        except Exception as error:  # noqa: BLE001  it is told at the table and written down
            log.error("An input of the kind %s could not be handled", type(thing).__name__)
            try:
                self.session.failed(error)
            except Exception as again:  # noqa: BLE001  nothing can be told any more; the next input may come through
                logs.fault(self.session.folder, again)
