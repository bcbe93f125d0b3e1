"""Earlier versions of the journal's tables, and the steps from each to the next.

A step is never changed once it has been shipped: a journal of any version goes through all later ones, in one transaction, so that a cut of the
power leaves it as it was. Before that a copy is laid aside which no later copy pushes out.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.errors import JournalError
from companion.table import copies

STEPS: dict[int, tuple[str, ...]] = {
    1: (
        # Past games are deleted with a way back; their facts are kept for the statistics; two spellings of a name can be one player.
        "ALTER TABLE games ADD COLUMN deleted TEXT",
        "ALTER TABLE games ADD COLUMN facts TEXT",
        "CREATE TABLE aliases (alias TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID",
    ),
}
"""From this version to the next: SQL, a statement each."""

VERSION = 1 + len(STEPS)
"""The version of the tables, kept as SQLite's user_version."""


def migrate(db: sqlite3.Connection, folder: Path) -> None:
    """Brings an open journal to the present version. Raises JournalError, OSError or sqlite3.Error; then nothing has changed in it."""
    found = version_of(db)
    if found > VERSION:
        raise JournalError(
            "The data in {folder} was written by a newer version of the companion. Update the companion, or name another folder with --data DIR.",
            folder=folder,
        )
    if found == VERSION:
        return
    if found not in STEPS:
        raise JournalError("The data in {folder} is no journal of the companion. Name another folder with --data DIR.", folder=folder)
    copies.lay_aside(db, folder, found)
    db.execute("BEGIN IMMEDIATE")
    try:
        # Another program may have been faster.
        for version in range(version_of(db), VERSION):
            for statement in STEPS[version]:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def version_of(db: sqlite3.Connection) -> int:
    """The version of an open journal."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])
