"""The games and settings, as far as the launcher must know them: where they are, in which form, and how they were before a new version."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from .files import write

JOURNAL, SETTINGS, LOCK = "journal.db", "settings.toml", "lock"
LOGS = ("-wal", "-shm")
"""What SQLite keeps beside a journal: its write-ahead log, and the log's index."""


def data_folder(arguments: list[str], environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of games and settings that a start with these arguments uses."""
    for number, word in enumerate(arguments):
        if word == "--data" and number + 1 < len(arguments):
            return Path(arguments[number + 1])
        if word.startswith("--data="):
            return Path(word.partition("=")[2])
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "vabanque-companion"


def in_use(data: Path) -> bool:
    """Whether a companion plays with these data."""
    try:
        lock = os.open(data / LOCK, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def journal_version(file: Path) -> int:
    """The version of a journal's tables; a very high one where it can't be read. 0: there is none."""
    if not file.exists():
        return 0
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=5.0)) as db:
            return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return sys.maxsize


def settings_version(file: Path) -> int:
    """The version of a settings file; a very high one where it can't be read. 0: there is none."""
    try:
        version = tomllib.loads(file.read_text("utf-8")).get("version", 1)
    except FileNotFoundError:
        return 0
    except (OSError, ValueError):
        return sys.maxsize
    return version if isinstance(version, int) else sys.maxsize


def keep(data: Path, before: Path) -> None:
    """Copies the data that a newer version may turn into a form of its own. Nobody else uses them meanwhile. Raises OSError."""
    shutil.rmtree(before, ignore_errors=True)
    before.mkdir(mode=0o700)
    for name in (JOURNAL, *(JOURNAL + log for log in LOGS), SETTINGS):
        # The index of SQLite's log is made anew by whoever opens it.
        if (data / name).exists() and not name.endswith("-shm"):
            write(before / name, (data / name).read_bytes())


def give_back(before: Path, data: Path, name: str) -> None:
    """Puts the kept data back where the version called `name` has left a form that the one before can't read.

    What it left stays beside it under a name of its own. May be broken off anywhere and done again. Raises OSError.
    """
    journal, kept = data / JOURNAL, before / JOURNAL
    if kept.exists() and (not journal.exists() or journal_version(journal) > journal_version(kept)):
        # One file without a log: a log that stays behind would be read into the other journal.
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(kept)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
        if journal.exists():
            with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(journal)) as db:
                db.execute("PRAGMA journal_mode = DELETE")
            os.replace(journal, data / f"journal-of-{name}.db")
        for log in LOGS:
            (data / (JOURNAL + log)).unlink(missing_ok=True)
        write(journal, kept.read_bytes())
    settings = data / SETTINGS
    if (before / SETTINGS).exists() and settings_version(settings) > settings_version(before / SETTINGS):
        write(settings, (before / SETTINGS).read_bytes())
