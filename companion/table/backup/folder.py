"""Backups as files: writing one, reading one, and putting one in the place of the present data, which are kept as a backup themselves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion import files, settings_file
from companion.errors import BackupError, SettingsError
from companion.files import replace
from companion.games import FIRST, SHELF
from companion.said import why
from companion.settings import Settings
from companion.table.backup import read as reader
from companion.table.backup.write import MAX_SIZE, Backup, encode
from companion.table.deposit import deposit, free, refused
from companion.table.journal import copies
from companion.table.journal.opening import FILE as JOURNAL
from companion.table.journal.storage import is_full
from companion.table.journal.store import Journal
from companion.table.session import lying

REPLACED = "replaced"
"""The folder, among the data, of what was replaced by a backup."""
ENDING = ".jsonl"


class Stock(msgspec.Struct, frozen=True):
    """What there is, in figures: games and those of them in progress, the date of the newest, pieces with a tag (None: not told), names.

    `pieces`: how many may have a tag, in the games whose sets are there.
    """

    games: int
    in_progress: int
    newest: str | None
    tags: int | None
    names: int
    pieces: int = 0


class Written(msgspec.Struct, frozen=True):
    """A backup that is on its disk, file and folder synced. `missing`, `unread`: see `backup.Packed`."""

    file: Path
    games: int
    missing: tuple[str, ...]
    unread: tuple[int, ...]


class Restored(msgspec.Struct, frozen=True):
    """What was here before lies in `kept`. `settings`: those that hold now, None if they stayed."""

    kept: Path
    settings: Settings | None


class Preview(msgspec.Struct, frozen=True):
    """A backup that was read and checked, what is in it, and what it would replace."""

    backup: Backup
    holds: Stock
    replaces: Stock


# --- what there is ----------------------------------------------------------------------------------------------


def stock(journal: Journal) -> Stock:
    """What is in a journal."""
    rows = [*journal.games(), *journal.games(deleted=True)]
    names, aliases = journal.people()
    return Stock(
        len(rows),
        sum(row.ended is None for row in rows),
        max((row.date or row.started[:10] for row in rows), default=None),
        sum(len(set(journal.tags(rules).values())) for rules in journal.sets()),
        len(names) + len(aliases),
        _pieces(journal.sets()),
    )


def stock_of(backup: Backup) -> Stock:
    """What is in a backup."""
    rows = [game.row for game in backup.games]
    return Stock(
        len(rows),
        sum(row.ended is None for row in rows),
        max((row.date or row.started[:10] for row in rows), default=None),
        None if backup.tags is None else sum(len(set(bound.values())) for bound in backup.tags.values()),
        len(backup.names) + len(backup.aliases),
        _pieces(backup.tags or ()),
    )


def _pieces(sets: Iterable[str]) -> int:
    """Of the games with these keys; where a package is gone nobody knows. Without any set, of the first game."""
    return sum(len(SHELF[rules].rules.pieces) for rules in set(sets) or {FIRST} if rules in SHELF)


# --- files ------------------------------------------------------------------------------------------------------


def write(journal: Journal, settings: Settings | None, to: Path, *, stays: bool = False) -> Written:
    """Writes a backup to a new file, or into a folder under a name of the day. Raises BackupError; then nothing is left behind.

    When it returns, file and folder are synced: a stick may be pulled out. `stays`: see `backup.encode`.
    """
    packed = encode(journal, settings, stays=stays)
    try:
        file = free(to, f"vabanque-backup-{datetime.now(UTC):%Y-%m-%d}", ENDING) if to.is_dir() else to
        if file.exists():
            raise BackupError("{file} is there already. Name another file.", file=file)
    except OSError as error:
        raise refused(to, error, BackupError) from None
    deposit(file, packed.content, BackupError)
    return Written(file, packed.games, packed.missing, packed.unread)


def read(file: Path) -> Backup:
    """Reads and checks a backup. Raises BackupError."""
    try:
        content = files.content(file, MAX_SIZE + 1)
    except OSError as error:
        raise BackupError("{file} can't be read ({why}). Name a backup written by `companion backup`.", file=file, why=why(error)) from None
    return reader.decode(content)


def settings_in(folder: Path) -> Settings | None:
    """The settings of these data, None where they can't be read."""
    try:
        return settings_file.load(folder / settings_file.FILE, SHELF)
    except SettingsError:
        return None


# --- restoring --------------------------------------------------------------------------------------------------


def restore(journal: Journal, backup: Backup) -> Restored:
    """Puts a backup in the place of the present data, all of it or nothing. Raises BackupError or JournalError.

    First the present data are written to a backup of their own; what can't be written so is kept as the file it is. The games change in one
    transaction. The settings are written just before it, and put back where it fails.
    """
    folder = journal.folder
    home, file = folder / REPLACED, folder / settings_file.FILE
    try:
        home.mkdir(exist_ok=True, mode=0o700)
        present = settings_in(folder)
        kept = write(journal, present, free(home, "replaced", ENDING), stays=True)
        if kept.unread:
            copies.keep(folder / JOURNAL)
        before = _settings_before(file)
        if present is None and before is not None:
            replace(kept.file.with_suffix(".toml"), before)
        if backup.settings is not None:
            settings_file.save(backup.settings, file)
        journal.note_open(None)
        lying.keep(journal, (game.row.game for game in backup.games))
        try:
            journal.adopt(backup.games, backup.tags, backup.names, backup.aliases, backup.taught)
        except BaseException:
            if backup.settings is not None:
                file.unlink() if before is None else replace(file, before)
            raise
    except OSError as error:
        if is_full(error):
            raise BackupError("It could not be saved ({why}). Free some space; nothing was replaced.", why=why(error)) from None
        raise BackupError("It could not be saved ({why}). Nothing was replaced. `companion doctor` says more.", why=why(error)) from None
    return Restored(kept.file, backup.settings)


def _settings_before(file: Path) -> bytes | None:
    """The file of the settings as it is, None where there is none. Raises BackupError where something else has its name, OSError."""
    if not file.exists():
        return None
    if not file.is_file():
        raise BackupError("{file} is no file. Move it away first; nothing was replaced.", file=file)
    return file.read_bytes()
