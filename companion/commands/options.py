"""What several commands share: their options, exit statuses, the journal with its warnings told, and how one ends that runs on."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from companion import assemble, printing
from companion.errors import JournalError
from companion.table.journal import Journal, Lock
from companion.table.shut import shut

Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="The folder of games and settings, if not the usual one.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line instead of tables.")]

BAD_INPUT = 2
"""Exit status where a file can't be read or used."""
NOT_FINE = 1
"""Exit status where a check has found something."""


NO_READER = 3.0
"""Seconds without any reader after which is said that there is none."""


@contextmanager
def until_stopped() -> Iterator[None]:
    """Ends its block quietly at Ctrl-C and at SIGTERM, so that devices can be given back."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(journal: Journal, told: int = 0) -> int:
    for warning in journal.warnings[told:]:
        print(printing.shown(warning), file=sys.stderr)
    return len(journal.warnings)


def _to_read(folder: Path) -> Journal:
    try:
        return Journal(folder)
    except JournalError as error:
        if shut(error, folder).damage in assemble.BARRED:
            raise
        try:
            journal = Journal.reading(folder)
        except JournalError:
            raise error from None
        print(f"Nothing can be written in {printing.shown(str(folder))}, so it is only read. `companion doctor` says why.", file=sys.stderr)
        return journal


@contextmanager
def opened_journal(data: Path | None, *, alone: bool = False, reading: bool = False) -> Iterator[Journal]:
    """The games' journal, open. What was found damaged in it is told on standard error.

    `alone`: raises JournalError where the companion is running with it, which would not notice a change. `reading`: it is only looked at,
    so it may also lie where nothing can be written.
    """
    folder = assemble.data_folder(data)
    lock = Lock(folder) if alone else None
    try:
        journal = _to_read(folder) if reading else Journal(folder)
        try:
            told = _tell(journal)
            yield journal
            # A game that can't be opened is found damaged when it is looked at.
            _tell(journal, told)
        finally:
            journal.close()
    finally:
        if lock is not None:
            lock.release()
