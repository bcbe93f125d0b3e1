"""A journal that can only be read, as a picture of it in memory: on a card that has become read-only, in a folder that is another user's.

SQLite itself needs to write beside a journal whose log is not empty. Nothing of the picture is ever written anywhere.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from companion.table.journal import copies, migrate, wal
from companion.table.journal.keys import LENGTH, Keys


class KeysToRead(Keys):
    """The keys beside a journal that can only be read. One that a migration makes is in memory only, as all that is sealed with it."""

    def make(self, game: int) -> str:
        name = f"{game}-{os.urandom(8).hex()}"
        self._known[name] = os.urandom(LENGTH)
        return name


def picture(folder: Path, file: Path, keys: Keys) -> tuple[sqlite3.Connection, str]:
    """The journal, or its newest good copy where it is damaged, and then of which date. Raises OSError, sqlite3.Error or JournalError."""
    date = ""
    db = _loaded(file)
    try:
        if not copies.holds_a_journal(db):
            copy = copies.newest_good(folder, migrate.VERSION)
            if copy is None:
                raise sqlite3.DatabaseError("it is damaged, and there is no good copy")
            date = copies.date_of(copy)
            db.close()
            db = _loaded(copy)
        db.execute("PRAGMA foreign_keys = ON")
        migrate.migrate(db, folder, keys, keep=False)
        db.execute("PRAGMA query_only = ON")
    except BaseException:
        db.close()
        raise
    return db, date


def _loaded(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        db.deserialize(wal.folded(file))
    except BaseException:
        db.close()
        raise
    return db
