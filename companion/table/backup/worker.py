"""Backups for the screen: each errand on a thread of its own, so that a slow or broken stick holds up neither the table nor the picture."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from companion import logs
from companion.errors import CompanionError
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.worker import Mailbox

# Nothing of this is wanted before the first picture; an errand loads what it needs.
if TYPE_CHECKING:
    from companion.table.backup.drives import Stick
    from companion.table.backup.folder import Restored, Stock, Written
    from companion.table.backup.write import Backup

log = logging.getLogger(__name__)

T = TypeVar("T")
Done = Callable[[T | CompanionError], None]
"""Is given the result, or why there is none. Called from another thread."""


class Preview(msgspec.Struct, frozen=True):
    """A backup that was read and checked, what is in it, and what it would replace."""

    backup: Backup
    holds: Stock
    replaces: Stock


class Keeper:
    """Errands are done one after the other; each returns at once and tells its result to `done`."""

    def __init__(self, folder: Path, mailbox: Mailbox, opened: Callable[[Path], Journal] = Journal) -> None:
        """`folder`: the data. `mailbox`: whose session plays with them. `opened`: opens their journal."""
        self._folder = folder
        self._mailbox = mailbox
        self._opened = opened
        self._errands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def look(self, done: Done[tuple[Stick, ...]]) -> None:
        """Which sticks are there, with their backups."""

        def errand() -> tuple[Stick, ...]:
            from companion.table.backup import drives

            return drives.sticks()

        self._do(errand, done)

    def back_up(self, stick: Path, done: Done[Written]) -> None:
        """Writes a backup onto a stick. When it is told as written, the stick can be pulled out."""

        def errand() -> Written:
            from companion.table.backup import folder as vault

            journal = self._opened(self._folder)
            try:
                return vault.write(journal, vault.settings_in(self._folder), stick)
            finally:
                journal.close()

        self._do(errand, done)

    def preview(self, file: Path, done: Done[Preview]) -> None:
        """Reads a backup and checks it whole; nothing is replaced."""

        def errand() -> Preview:
            from companion.table.backup import folder as vault

            backup = vault.read(file)
            journal = self._opened(self._folder)
            try:
                return Preview(backup, vault.stock_of(backup), vault.stock(journal))
            finally:
                journal.close()

        self._do(errand, done)

    def restore(self, backup: Backup, done: Done[Restored]) -> None:
        """Puts a backup that was previewed in the place of the present data; the session goes home. See `vault.restore`."""

        def errand(session: Session) -> None:
            _tell(lambda: session.replace(backup), done, self._folder)

        self._mailbox.call(errand)

    def _do(self, errand: Callable[[], T], done: Done[T]) -> None:
        self._errands.put(lambda: _tell(errand, done, self._folder))
        if self._thread is None:
            # Nobody waits for it at the end: a stick that does not answer must not keep the companion from closing.
            self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                self._errands.get()()
            except Exception as error:  # noqa: BLE001  whoever waits for one errand's result may be gone; the next one is done all the same
                logs.fault(self._folder, error)


def _tell(errand: Callable[[], T], done: Done[T], folder: Path) -> None:
    try:
        result: T | CompanionError = errand()
    except CompanionError as error:
        log.warning("%s", error)
        result = error
    except Exception as error:  # noqa: BLE001  told to whoever asked
        logs.fault(folder, error)
        result = CompanionError("That failed ({kind}). What happened is in the log.", kind=type(error).__name__)
    done(result)
