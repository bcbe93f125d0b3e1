"""Earlier versions of the journal's tables, and the steps from each to the next.

A step is never changed once it has been shipped: a journal of any version goes through all later ones, in one transaction, so that a cut of the
power leaves it as it was. Before that a copy is laid aside which no later copy pushes out.

Until version 2 secrets stood in clear. They are sealed or lost in the step to version 3, and whatever else holds them is put right at every
start, so that a start that was cut short is made up for: the log and old copies are overwritten, what is laid aside keeps no secret, and in
journals that were set aside as damaged the words are blackened by their bytes, since no SQL can be asked of such a file.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.errors import JournalError, NewerData
from companion.games import FIRST, SHELF
from companion.table.journal import copies, seals
from companion.table.journal.acts import decoder
from companion.table.journal.keys import Keys
from companion.table.session.timeline import Timeline


def _seal_games(db: sqlite3.Connection, keys: Keys) -> None:
    """Puts the acts of all games into the new table."""
    for game, ended in db.execute("SELECT game, ended FROM games ORDER BY game").fetchall():
        rows = db.execute("SELECT at, act FROM clear WHERE game = ? ORDER BY number", (game,)).fetchall()
        read = _read([text for _, text in rows], ended is not None)
        if read is None:
            # It could not be opened before either.
            for number, (at, text) in enumerate(rows, start=1):
                db.execute("INSERT INTO acts VALUES (?, ?, ?, ?, NULL)", (game, number, at, _stripped(text)))
        else:
            seals.store(db, game, rows, *read, keys)


def _read(texts: list[str], ended: bool) -> tuple[set[int], list[int]] | None:
    """Which acts (from 0) hold nothing that nobody has seen, and the round of each; None where they can't be followed."""
    if ended:
        # At its end a game has lost what nobody had seen.
        return set(range(len(texts))), [0] * len(texts)
    try:
        timeline = Timeline(SHELF[FIRST], map(decoder(FIRST), texts))
    except (msgspec.MsgspecError, JournalError):
        return None
    return timeline.seen, timeline.rounds


def _stripped(text: str) -> str:
    try:
        plain = msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return _blackened(text.encode()).decode()
    seals.strip(plain, SHELF[FIRST].rules.secrets)
    return msgspec.json.encode(plain).decode()


Migration = str | Callable[[sqlite3.Connection, Keys], None]

MIGRATIONS: dict[int, tuple[Migration, ...]] = {
    1: (
        # Past games are deleted with a way back; their facts are kept for the statistics; two spellings of a name can be one player.
        "ALTER TABLE games ADD COLUMN deleted TEXT",
        "ALTER TABLE games ADD COLUMN facts TEXT",
        "CREATE TABLE aliases (alias TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID",
    ),
    2: (
        # Secrets are sealed; a tag may be a piece of several games.
        "ALTER TABLE games ADD COLUMN key TEXT",
        "ALTER TABLE games ADD COLUMN round INTEGER",
        "ALTER TABLE acts RENAME TO clear",
        """CREATE TABLE acts (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL, at TEXT NOT NULL, act TEXT NOT NULL, seal BLOB,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
        _seal_games,
        # With secure_delete its pages are overwritten.
        "DROP TABLE clear",
        "ALTER TABLE tags RENAME TO of_one_game",
        """CREATE TABLE tags (
            rules TEXT NOT NULL, uid TEXT NOT NULL, piece TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (rules, uid)
        ) WITHOUT ROWID""",
        "INSERT INTO tags SELECT rules, uid, piece, at FROM of_one_game",
        "DROP TABLE of_one_game",
    ),
    3: (
        # The clock of the evening could not be believed.
        "ALTER TABLE games ADD COLUMN unsure INTEGER",
    ),
    4: (
        # What is learned of the owner's copy of a game, beside its tags.
        "CREATE TABLE taught (rules TEXT PRIMARY KEY, copy TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID",
    ),
}
"""From this version to the next: SQL, a statement each, or a function."""

VERSION = 1 + len(MIGRATIONS)
"""The version of the tables, kept as SQLite's user_version."""


def migrate(db: sqlite3.Connection, folder: Path, keys: Keys, *, keep: bool = True) -> None:
    """Brings an open journal to the present version. Raises JournalError, OSError or sqlite3.Error; then nothing has changed in it.

    `keep`: a copy is laid aside first; for what is in memory only, nothing is.
    """
    found = version_of(db)
    if found > VERSION:
        raise NewerData(
            "The data in {folder} was written by a newer version of the companion. Update the companion, or name another folder with --data DIR.",
            folder=folder,
        )
    if found == VERSION:
        return
    if found not in MIGRATIONS:
        raise JournalError("The data in {folder} is no journal of the companion. Name another folder with --data DIR.", folder=folder)
    if keep and found < copies.SEALED:
        # What a start or a copy that was cut short has left.
        for left in (folder / "journal.db.new", *folder.glob("journal-damaged-*.new"), folder / copies.FOLDER / copies.NEW):
            copies.remove(left)
    if keep:
        lay_aside(db, folder, found)
    db.execute("BEGIN IMMEDIATE")
    try:
        # Another program may have been faster.
        for version in range(version_of(db), VERSION):
            for step in MIGRATIONS[version]:
                if isinstance(step, str):
                    db.execute(step)
                else:
                    step(db, keys)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def version_of(db: sqlite3.Connection) -> int:
    """The version of an open journal."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


# --- what is laid aside -----------------------------------------------------------------------------------------


def lay_aside(db: sqlite3.Connection, folder: Path, version: int) -> Path:
    """Copies the open journal, whose tables are of this version, to where no later copy pushes it out. Raises OSError or sqlite3.Error.

    Of before the seals it is a copy in which the secrets are lost.
    """
    home = folder / copies.FOLDER
    made = home / f"version-{version}{copies.PUBLIC if version < copies.SEALED else ''}.db"
    with copies.made_anew(made) as target:
        if version >= copies.SEALED:
            db.backup(target)
            return made
        for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall():
            if not name.startswith("sqlite_"):
                target.execute(sql)
                for row in _public(db, name):
                    target.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
        target.execute(f"PRAGMA user_version = {version}")
    return made


def _public(db: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    if table != "acts":
        yield from db.execute(f"SELECT * FROM {table}").fetchall()
        return
    for game, ended in db.execute("SELECT game, ended FROM games").fetchall():
        rows = db.execute("SELECT number, at, act FROM acts WHERE game = ? ORDER BY number", (game,)).fetchall()
        read = _read([text for *_, text in rows], ended is not None)
        seen = set() if read is None else read[0]
        for place, (number, at, text) in enumerate(rows):
            yield game, number, at, text if place in seen else _stripped(text)


# --- what earlier versions have left ----------------------------------------------------------------------------


def hold_old_log(file: Path) -> None:
    """Gives the log of a journal of before the seals a second name, so that it can be overwritten when SQLite has taken its first away."""
    log, old = _logs(file)
    with contextlib.suppress(OSError):
        if old.exists() and old.stat().st_nlink == 1:
            erase_old_log(file)
        elif old.exists() and not (log.exists() and os.path.samestat(log.stat(), old.stat())):
            # It belongs to a journal that was set aside.
            old.unlink()
        if copies.version_in(file) < copies.SEALED and log.exists() and not old.exists():
            os.link(log, old)


def holds_old_log(file: Path) -> bool:
    """Whether a log is to be overwritten."""
    return _logs(file)[1].exists()


def erase_old_log(file: Path) -> None:
    """Overwrites the log that was held, unless it is in use again."""
    old = _logs(file)[1]
    with contextlib.suppress(OSError):
        if old.stat().st_nlink == 1:
            copies.overwrite(old)
            old.unlink()


def _logs(file: Path) -> tuple[Path, Path]:
    return file.with_name(file.name + "-wal"), file.with_name(file.name + "-wal-old")


def seal_old_copies(folder: Path) -> None:
    """Takes the copies of before the seals away; one that was laid aside becomes a public one. Raises OSError or sqlite3.Error."""
    for copy in copies.old_copies(folder):
        version = copies.version_in(copy)
        if copy.stem == f"version-{version}" and copies.is_good(copy):
            with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as db:
                lay_aside(db, folder, version)
        copies.remove(copy)


_KIND = re.compile(rb'"(raise|bluff|cheat)"')


def _blackened(content: bytes) -> bytes:
    return _KIND.sub(b'"-----"', content)


def blacken(folder: Path) -> None:
    """Blackens the kinds of cards in journals of before the seals that were set aside as damaged. A disk that does not take it leaves them."""
    for file in folder.glob("journal-damaged-*.db"):
        with contextlib.suppress(OSError):
            if copies.version_in(file) >= copies.SEALED:
                continue
            for part in copies.parts(file):
                content = part.read_bytes()
                black = _blackened(content)
                if black != content:
                    # In place: a new file would leave the old one's blocks on the disk.
                    with open(part, "r+b") as out:
                        out.write(black)
                        out.flush()
                        os.fsync(out.fileno())
