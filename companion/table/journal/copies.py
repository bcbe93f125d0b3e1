"""Copies of the journal: made whole, put in place atomically, the newest few kept; and what is done when the journal itself is damaged.

Before the journal is brought to a later version of its tables a copy is laid aside that stays.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.files import opened, replace

FOLDER = "copies"
NEW = "new"
"""A copy that is being made, among the others."""
KEPT = 3
PATIENCE_S = 5.0
"""How long is waited for another program that is writing, in seconds."""
FEW_PAGES = "PRAGMA cache_size = -512"
"""In KiB. An evening touches few pages; those of past games are the system's to keep, or what we hold would grow with the file."""
SUFFIXES = ("", "-wal", "-shm")
"""SQLite's files of one database: itself, its write-ahead log, the log's index."""


_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)


def is_good(file: Path) -> bool:
    """Whether SQLite can read the whole file and it holds a journal's tables (an empty file holds none).

    Whatever else than a file has its name is not good: a pipe would make us wait for ever.
    The file and its log are left as they are: a log that is folded into a damaged file, or into one that it does not belong to, spoils both.
    """
    if file.exists() and not file.is_file():
        return False
    try:
        # What may only be read is not folded; but what a power cut left half rewritten has to be put right first.
        try:
            with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE_S)) as db:
                return holds_a_journal(db)
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_READONLY:
                raise
            with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE_S)) as db:
                return holds_a_journal(db)
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0)
        if code & 0xFF in _DAMAGED or code in _UNREADABLE:
            return False
        # A file that is locked or not ours to read is not damaged, nor is one beside which a full disk has no room for the log.
        raise


def holds_a_journal(db: sqlite3.Connection) -> bool:
    """Whether the whole of an open database can be read and it holds a journal's tables. Raises sqlite3.Error."""
    db.execute("PRAGMA secure_delete = ON")
    db.execute(FEW_PAGES)
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",) or db.execute("PRAGMA foreign_key_check").fetchone():
        return False
    found = db.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('games', 'acts')").fetchone()
    return bool(found == (2,))


def parts(file: Path) -> list[Path]:
    """The files of a database that are there."""
    return [part for suffix in SUFFIXES if (part := file.with_name(file.name + suffix)).exists()]


def move_aside(file: Path) -> Path:
    """Gives a damaged database a name of its own, with the files that belong to it. Returns the new name."""
    aside = _free(file)
    for part in parts(file):
        os.replace(part, aside.with_name(aside.name + part.name.removeprefix(file.name)))
    return aside


def no_logs(file: Path) -> Path | None:
    """Moves aside what has the name of a database's log and is no file. Returns under which name, None where there is no such thing."""
    strange = [part for part in parts(file) if part != file and not part.is_file()]
    if not strange:
        return None
    aside = _free(file)
    for part in strange:
        os.replace(part, aside.with_name(aside.name + part.name.removeprefix(file.name)))
    return aside


def keep(file: Path) -> Path:
    """Copies a database as it lies there, with the files that belong to it, to a name of its own. Returns the name."""
    aside = _free(file)
    for part in parts(file):
        replace(aside.with_name(aside.name + part.name.removeprefix(file.name)), part.read_bytes())
    return aside


def _free(file: Path) -> Path:
    number = 1
    while parts(aside := file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")):
        number += 1
    return aside


SEALED = 3
"""The first version of the tables in which no secret stands in clear."""


def version_in(file: Path) -> int:
    """The version of a database's tables by its header, 0 where there is none."""
    # https://www.sqlite.org/fileformat2.html#user_version_number
    with opened(file) as content:
        return int.from_bytes(content.read(64)[60:], "big")


def remove(file: Path) -> None:
    """Takes a database's file away. One of before the seals is overwritten first, as far as the disk lets it. Raises OSError."""
    try:
        if file.is_file() and version_in(file) < SEALED:
            overwrite(file)
    except FileNotFoundError:
        return
    file.unlink(missing_ok=True)


def overwrite(file: Path) -> None:
    """Has noughts on the disk in the place of a file. Raises OSError."""
    with open(file, "r+b", buffering=0) as out:
        left = os.fstat(out.fileno()).st_size
        while left > 0:
            left -= out.write(bytes(min(left, 65_536)))
        os.fsync(out.fileno())


def old_copies(folder: Path) -> list[Path]:
    """The copies that may hold secrets in clear, as versions before the seals made them."""
    found = [copy for copy in (folder / FOLDER).glob("*.db") if copy.is_file() and not copy.stem.endswith(PUBLIC)]
    return [copy for copy in found if version_in(copy) < SEALED]


PUBLIC = "-public"
"""In the name of a copy of an earlier version from which the secrets are gone."""


def _number(copy: Path) -> int:
    return int(copy.stem.rpartition("-")[2])


def all_copies(folder: Path) -> list[Path]:
    """The copies, newest first. Their order is their number's, since a clock may jump."""
    found = [file for file in (folder / FOLDER).glob("journal-*.db") if file.is_file() and file.stem.rpartition("-")[2].isdecimal()]
    return sorted(found, key=_number, reverse=True)


def newest_good(folder: Path, version: int) -> Path | None:
    """The newest copy that can be read whole and was not written by a later version than `version` of the tables."""
    return next((copy for copy in all_copies(folder) if is_good(copy) and _version(copy) <= version), None)


def _version(copy: Path) -> int:
    with contextlib.closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def date_of(copy: Path) -> str:
    """When a copy was made, in words fit for a sentence (UTC)."""
    return datetime.fromtimestamp(copy.stat().st_mtime, UTC).strftime("%Y-%m-%d %H:%M UTC")


def make(db: sqlite3.Connection, folder: Path) -> Path:
    """Copies the open database. Raises OSError or sqlite3.Error; then the older copies are untouched."""
    old = all_copies(folder)
    made = folder / FOLDER / f"journal-{_number(old[0]) + 1 if old else 1}.db"
    _copy(db, made)
    for copy in old[KEPT - 1 :]:
        remove(copy)
    return made


def _copy(db: sqlite3.Connection, made: Path) -> None:
    with made_anew(made) as target:
        db.backup(target)


@contextlib.contextmanager
def made_anew(made: Path) -> Iterator[sqlite3.Connection]:
    """An empty database to be filled, which is then put in place, on disk. Raises OSError or sqlite3.Error."""
    home = made.parent
    home.mkdir(exist_ok=True, mode=0o700)
    new = home / NEW
    remove(new)
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT, 0o600))
    target = sqlite3.connect(new, isolation_level=None)
    try:
        target.execute(FEW_PAGES)
        yield target
        # A copy is one file: no log beside it that could be left behind.
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        target.close()
    put_in_place(new, made)


def restore(copy: Path, file: Path) -> None:
    """Puts what is in `copy` in the place of `file`, which is not there any more. Raises OSError."""
    replace(file, copy.read_bytes())


def put_in_place(new: Path, file: Path) -> None:
    """Has `new` on disk, then gives it the name `file`, then has that on disk. Raises OSError."""
    sync(new)
    os.replace(new, file)
    sync(file.parent)


def sync(path: Path) -> None:
    """Has a file or a folder on disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_room(folder: Path) -> bool:
    """Deletes the oldest copy on a disk that is full. False if there is but the newest one left."""
    found = all_copies(folder)
    if len(found) < 2:
        return False
    remove(found[-1])
    return True


def discard(folder: Path) -> None:
    """Deletes all copies, those of earlier versions too."""
    for copy in [*all_copies(folder), *(folder / FOLDER).glob("version-*.db")]:
        remove(copy)


def clean(folder: Path, act: Callable[[sqlite3.Connection], object]) -> None:
    """Deletes the same in every copy; a copy in which it can't be done is deleted itself."""
    for copy in [*all_copies(folder), *(folder / FOLDER).glob("version-*.db")]:
        try:
            db = sqlite3.connect(copy, isolation_level=None)
            try:
                db.execute("PRAGMA secure_delete = ON")
                db.execute(FEW_PAGES)
                db.execute("PRAGMA foreign_keys = ON")
                db.execute("BEGIN")
                act(db)
                db.execute("COMMIT")
            finally:
                db.close()
        except sqlite3.Error:
            for suffix in (*SUFFIXES, "-journal"):
                copy.with_name(copy.name + suffix).unlink(missing_ok=True)
