"""The games and settings, as far as the launcher must know them: where they are, in which form, and how they were before a new version."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path

from .files import erase, write

JOURNAL, SETTINGS, LOCK, COPIES = "journal.db", "settings.toml", "lock", "copies"
LOGS = ("-wal", "-shm")
"""What SQLite keeps beside a journal: its write-ahead log, and the log's index."""

WHOLE = "whole"
"""Among the kept data, made last."""

UNREADABLE = sys.maxsize
"""Stands for the version of a file that can't be read: above all others."""


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
    """The version of a journal's tables; UNREADABLE where it can't be read. 0: there is none."""
    if not file.exists():
        return 0
    # A pipe would make us wait for ever.
    if not file.is_file():
        return UNREADABLE
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=5.0)) as db:
            return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return UNREADABLE


def settings_version(file: Path) -> int:
    """The version of a settings file; UNREADABLE where it can't be read. 0: there is none."""
    if file.exists() and not file.is_file():
        return UNREADABLE
    import tomllib

    try:
        version = tomllib.loads(file.read_text("utf-8")).get("version", 1)
    except FileNotFoundError:
        return 0
    except (OSError, ValueError):
        return UNREADABLE
    return version if isinstance(version, int) else UNREADABLE


def keep(data: Path, before: Path) -> None:
    """Copies the data that a newer version may turn into a form of its own. Nobody else uses them meanwhile. Raises OSError."""
    erase(before)
    before.mkdir(mode=0o700)
    for name in (JOURNAL, *(JOURNAL + log for log in LOGS), SETTINGS):
        # The index of SQLite's log is made anew by whoever opens it.
        if (data / name).is_file() and not name.endswith("-shm"):
            write(before / name, (data / name).read_bytes())
    write(before / WHOLE, b"")


def give_back(before: Path, data: Path) -> None:
    """Puts the kept data back where the newer version has left a form that the one before can't read.

    What it left lies among the copies. May be broken off anywhere and done again.
    Raises OSError.
    """
    if not (before / WHOLE).exists():
        return
    journal, kept = data / JOURNAL, before / JOURNAL
    left, was = journal_version(journal), journal_version(kept)
    if left > was or left == 0 < was:
        if was:
            _one_file(kept)
        if left:
            _one_file(journal)
            (data / COPIES).mkdir(exist_ok=True, mode=0o700)
            os.replace(journal, data / COPIES / f"version-{left if left < UNREADABLE else 'unreadable'}.db")
        for log in LOGS:
            (data / (JOURNAL + log)).unlink(missing_ok=True)
        if was:
            write(journal, kept.read_bytes())
    settings = data / SETTINGS
    if (before / SETTINGS).exists() and settings_version(settings) > settings_version(before / SETTINGS):
        write(settings, (before / SETTINGS).read_bytes())


def _one_file(journal: Path) -> None:
    """Takes SQLite's log into the journal: one that stays behind would be read into whatever journal lies there next."""
    if not journal.is_file():
        return
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(journal)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
