"""What to say where the disk or the database refuses: the cause decides what helps."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from companion.errors import JournalError, Unread
from companion.said import Said, why


def is_full(error: BaseException | None) -> bool:
    """Whether a disk has no room; SQLite has several words for it, by what it was about to write."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def is_locked(error: BaseException | None) -> bool:
    """Whether another program holds the database."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def unopened(folder: Path, error: OSError | sqlite3.Error) -> JournalError:
    """The data can't be opened."""
    if is_full(error):
        return JournalError("The data in {folder} can't be opened: the disk is full. Free some space.", folder=folder)
    if is_locked(error):
        return JournalError("Another program holds the data in {folder}. Close that program, then try again.", folder=folder)
    return JournalError("The data in {folder} can't be opened ({why}). Name another folder with --data DIR.", folder=folder, why=cause(error))


def unread(folder: Path, error: sqlite3.Error) -> Unread:
    """What was asked for is not given."""
    if is_locked(error):
        return Unread("Another program holds the data in {folder}. Close that program, then try again.", folder=folder)
    return Unread("The data in {folder} can't be read ({why}). `companion doctor` says more.", folder=folder, why=cause(error))


def unwritten(error: OSError | sqlite3.Error) -> JournalError:
    """An act can't be kept."""
    if is_locked(error):
        return JournalError("Another program holds the data, so this was not saved. Close that program, then try again.")
    if is_full(error):
        return JournalError("The disk is full, so this was not saved. Free some space, or use another folder with --data DIR.")
    return JournalError("It could not be saved ({why}). `companion doctor` says more; or use another folder with --data DIR.", why=cause(error))


def cause(error: OSError | sqlite3.Error) -> Said:
    """What the system or the database has refused, in words."""
    if isinstance(error, OSError):
        return why(error)
    return {
        sqlite3.SQLITE_READONLY: Said("the disk is read-only"),
        sqlite3.SQLITE_CANTOPEN: Said("a file in it can't be opened"),
        sqlite3.SQLITE_PERM: Said("this user may not"),
        sqlite3.SQLITE_IOERR: Said("the disk does not answer as it should"),
    }.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, Said("{error}", error=error))
