"""Why the data could not be opened for an evening, as data for the screen's texts."""

from __future__ import annotations

import os
from pathlib import Path

from companion.errors import InUse, JournalError, NewerData
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.lock import LOCK
from companion.table.journal.opening import FILE
from companion.table.journal.storage import is_full, is_locked


def shut(error: JournalError, folder: Path) -> Warned:
    """What is wrong with `folder`, after opening its journal has raised `error`."""
    damage = _what(error, folder)
    cause = error.__cause__
    return Warned(error.sentence, damage, folder=str(folder), user=_user(), key=str(getattr(cause, "strerror", None) or cause or ""))


def _what(error: JournalError, folder: Path) -> Damage:
    cause = error.__cause__
    if isinstance(error, InUse) or is_locked(cause):
        return Damage.IN_USE
    if isinstance(error, NewerData):
        return Damage.DATA_NEWER
    if is_full(cause):
        return Damage.FULL
    try:
        there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        if os.statvfs(there).f_flag & os.ST_RDONLY:
            return Damage.READ_ONLY
    except OSError:
        return Damage.NOT_YOURS
    if not folder.is_dir():
        return Damage.NO_FOLDER
    if not os.access(folder, os.X_OK):
        shut_off = [folder]
    else:
        files = (folder, *(folder / name for name in (LOCK, FILE, f"{FILE}-wal", f"{FILE}-shm")))
        shut_off = [file for file in files if file.exists() and not os.access(file, os.R_OK | os.W_OK)]
    if not shut_off:
        return Damage.UNREADABLE
    own = all(file.stat().st_uid == os.geteuid() for file in shut_off)
    return Damage.NOT_ALLOWED if own else Damage.NOT_YOURS


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return str(os.getuid())
