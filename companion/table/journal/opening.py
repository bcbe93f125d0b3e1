"""The journal's file: made empty, opened for writing, and put right before it where it is damaged."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.said import Said
from companion.table.journal import copies, wal
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.migrate import VERSION

FILE = "journal.db"

SCHEMA = """
CREATE TABLE games (
    game INTEGER PRIMARY KEY AUTOINCREMENT,
    rules TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('real', 'practice', 'imported')),
    started TEXT NOT NULL,
    ended TEXT,
    date TEXT,
    place TEXT,
    digest TEXT UNIQUE,
    summary TEXT,
    deleted TEXT,
    facts TEXT,
    key TEXT,
    round INTEGER,
    unsure INTEGER
);
CREATE TABLE acts (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    act TEXT NOT NULL,
    seal BLOB,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE tags (
    rules TEXT NOT NULL, uid TEXT NOT NULL, piece TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (rules, uid)
) WITHOUT ROWID;
CREATE TABLE taught (rules TEXT PRIMARY KEY, copy TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE names (name TEXT PRIMARY KEY, used TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE aliases (alias TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
"""


def put_right(file: Path) -> list[Warned]:
    """Sets aside what is damaged, puts the newest good copy in its place, and says so. Raises OSError or sqlite3.Error."""
    folder = file.parent
    # A file with nothing in it is damage too: a new journal gets its name only when its tables are on disk.
    torn = _kept_if_torn(file)
    if file.exists() and copies.is_good(file):
        if torn is not None:
            said = Said(
                "The end of the game could not be read; the file was kept as {file}. Check the last moves, and repeat any that are missing.",
                file=torn.name,
            )
            return [Warned(said, Damage.TORN, file=torn.name)]
        return []
    aside = ""
    if copies.parts(file):
        aside = copies.move_aside(file).name
    elif not copies.all_copies(folder):
        return []
    # Where there is none the power went between setting it aside and opening a copy.
    copy = copies.newest_good(folder, VERSION)
    if copy is None:
        said = Said("The games were missing, and there is no good copy: the list is empty now.")
        if aside:
            said = Said("The games could not be read. The file was kept as {file}; there is no good copy: the list is empty now.", file=aside)
        return [Warned(said, Damage.NO_COPY_LEFT, file=aside)]
    copies.restore(copy, file)
    date = copies.date_of(copy)
    said = Said("The games were missing; a copy of {date} was opened. Later moves are missing.", date=date)
    if aside:
        said = Said(
            "The games could not be read. The file was kept as {file}; a copy of {date} was opened: later moves are missing.",
            file=aside,
            date=date,
        )
    return [Warned(said, Damage.COPY_OPENED, file=aside, date=date)]


def _kept_if_torn(file: Path) -> Path | None:
    """Keeps a journal whose log is torn as it is, before anything opens it. Returns under which name."""
    if (aside := copies.no_logs(file)) is not None:
        return aside
    if not file.is_file() or not wal.is_torn(file):
        return None
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=copies.PATIENCE_S)) as db:
            # Another program may just be writing the log; not while this one might.
            db.execute("BEGIN IMMEDIATE")
            return copies.keep(file) if wal.is_torn(file) else None
    except sqlite3.DatabaseError as error:
        return None if "locked" in str(error) else copies.keep(file)


def create(file: Path) -> None:
    """Makes a journal with nothing in it; it gets its name when its tables are on disk. Raises OSError or sqlite3.Error."""
    new = file.with_name(file.name + ".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT, 0o600))
    db = sqlite3.connect(new, isolation_level=None)
    try:
        db.executescript(SCHEMA)
        db.execute(f"PRAGMA user_version = {VERSION}")
    finally:
        db.close()
    copies.put_in_place(new, file)


def connect(file: Path) -> sqlite3.Connection:
    """Opens a journal's file for one writer at a time. Raises sqlite3.Error."""
    db = sqlite3.connect(file, isolation_level=None, timeout=copies.PATIENCE_S, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute(copies.FEW_PAGES)
    except sqlite3.Error:
        db.close()
        raise
    return db


def highest(db: sqlite3.Connection) -> int:
    """The highest number that a game has ever had; 0 for none."""
    # https://www.sqlite.org/autoinc.html: kept although the game is gone.
    rows = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchall()
    return int(rows[0][0]) if rows else 0
