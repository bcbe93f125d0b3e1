"""One program at a time has the journal of a folder."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from companion.errors import InUse
from companion.table.journal.storage import unopened

LOCK = "lock"


class Lock:
    """Held by the program that plays: two at one journal would each show a table that the other has changed."""

    def __init__(self, folder: Path) -> None:
        """Raises InUse if another program holds it, JournalError where the folder takes no lock."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise unopened(folder, error) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._file)
            raise InUse("The companion is running already with the data in {folder}. Close it first, or use --data DIR.", folder=folder) from error

    def release(self) -> None:
        """Lets another program open the folder."""
        os.close(self._file)
