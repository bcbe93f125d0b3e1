"""The journal: every accepted act of every game, on disk before anyone sees it. Also the box's tags and the players' names.

One SQLite file in WAL mode with synchronous=FULL: when `append` has returned, a power cut does not lose the act. Undoing is an act as well,
so nothing is ever rewritten, with one exception: when a game ends, what was undone and the kinds of cards that were never revealed are erased
(secure_delete overwrites them on disk, the write-ahead log is emptied, and the copies are cleaned too).
"""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.errors import JournalError
from companion.games.vabanque.moves import AnyMove, Correct, Move, RevealCard, Untold
from companion.said import Said
from companion.settings import replace
from companion.table import copies, wal
from companion.table.migrate import VERSION, migrate
from companion.table.storage import is_full, unopened, unwritten
from companion.table.warned import Damage, Warned

FILE = "journal.db"
OPEN = "open-game"

log = logging.getLogger(__name__)

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
    facts TEXT
);
CREATE TABLE acts (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    act TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE tags (uid TEXT PRIMARY KEY, rules TEXT NOT NULL, piece TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE names (name TEXT PRIMARY KEY, used TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE aliases (alias TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
"""


class Undone(Move, frozen=True, tag="undo"):
    """The last standing act was taken back."""


class Redone(Move, frozen=True, tag="redo"):
    """The act that was undone last stands again."""


class Amended(Move, frozen=True, tag="amend"):
    """The standing move at `place` (from 0, of those that stand then) was mended: it is `move`.

    A Seat, a ChooseSeating or a LayRing in the place of the Begin holds just before it. `told`: what was answered for cards that lie at a
    table which is paid by it, and what was settled for those that nobody could tell.
    """

    place: int
    move: AnyMove
    told: tuple[RevealCard | Untold | Correct, ...] = ()


Act = AnyMove | Amended | Undone | Redone

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Act).decode


class GameRow(msgspec.Struct, frozen=True):
    """A game as the journal lists it. Times are ISO, UTC. `date`: of the evening, None if nobody knows.

    `summary` is public JSON, made when the game ended. `digest` tells the game from every other. `deleted`: since when it has been in the bin.
    """

    game: int
    rules: str
    kind: str
    started: str
    ended: str | None
    date: str | None
    place: str | None
    summary: str | None
    digest: str | None = None
    deleted: str | None = None


class Kept(msgspec.Struct, frozen=True):
    """A whole game that comes from elsewhere. `facts`: public JSON of a game that has ended."""

    row: GameRow
    facts: str | None
    acts: Sequence[Act]


_ROW = ", ".join(GameRow.__struct_fields__)


def now() -> str:
    """The time of day in UTC, to the second. It only labels: the order of acts is their number's."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Journal:
    """An open journal in `folder`. `warnings`: sentences about what was found damaged when it was opened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.warnings: list[Warned] = []
        while True:
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._db = self._open()
                return
            except (OSError, sqlite3.Error) as error:
                if is_full(error) and copies.make_room(folder):
                    continue
                raise unopened(folder, error) from error

    def _open(self) -> sqlite3.Connection:
        file = self.folder / FILE
        self._put_right(file)
        if not file.exists():
            _create(file)
        db = connect(file)
        try:
            migrate(db, self.folder)
        except BaseException:
            db.close()
            raise
        with suppress(sqlite3.OperationalError):
            # What was erased when the power went may still be in the log. A disk that is full leaves it there.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return db

    def _put_right(self, file: Path) -> None:
        """Sets aside what is damaged, opens the newest good copy in its place, and says so."""
        # A file with nothing in it is damage too: a new journal gets its name only when its tables are on disk.
        torn = self._torn(file)
        if file.exists() and copies.is_good(file):
            if torn is not None:
                said = "The end of the journal could not be read; it was kept as {file}. See that the last acts are there; do again what is not."
                self.warnings.append(Warned(said, Damage.TORN, file=torn.name))
            return
        aside = ""
        if copies.parts(file):
            aside = copies.move_aside(file).name
        elif not copies.all_copies(self.folder):
            return
        # Where there is none the power went between setting it aside and opening a copy.
        copy = copies.newest_good(self.folder, VERSION)
        if copy is None:
            said = Said("The journal was missing; there is no good copy, so the companion starts with an empty one.")
            if aside:
                said = Said(
                    "The journal was damaged. It was kept as {file}; there is no good copy, so the companion starts with an empty one.", file=aside
                )
            self.warnings.append(Warned(said, Damage.NO_COPY_LEFT, file=aside))
        else:
            copies.restore(copy, file)
            date = copies.date_of(copy)
            said = Said("The journal was missing; the copy of {date} was opened. Acts after it are not in it.", date=date)
            if aside:
                text = "The journal was damaged. It was kept as {file}; the copy of {date} was opened. Acts after it are not in it."
                said = Said(text, file=aside, date=date)
            self.warnings.append(Warned(said, Damage.COPY_OPENED, file=aside, date=date))

    def _torn(self, file: Path) -> Path | None:
        """Keeps a journal whose log is torn as it is, before anything opens it. Returns under which name."""
        if not wal.is_torn(file):
            return None
        try:
            with closing(sqlite3.connect(file, isolation_level=None, timeout=copies.PATIENCE_S)) as db:
                # Another program may just be writing the log; not while this one might.
                db.execute("BEGIN IMMEDIATE")
                return copies.keep(file) if wal.is_torn(file) else None
        except sqlite3.DatabaseError as error:
            return None if "locked" in str(error) else copies.keep(file)

    def close(self) -> None:
        self._db.close()

    def _blacken(self, game: int) -> None:
        """A journal that was damaged while this game was played has its cards too."""
        first, last, ended = self._db.execute("SELECT min(at), max(at), ended FROM acts JOIN games USING (game) WHERE game = ?", (game,)).fetchone()
        if first is not None:
            copies.blacken(self.folder, first, max(last, ended or now()))

    def _empty_log(self) -> None:
        """What the write-ahead log still holds of what was erased leaves the disk."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk afterwards, or nothing and JournalError."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise unwritten(error) from error
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    # --- games --------------------------------------------------------------------------------------------------

    def new_game(self, kind: str, acts: Iterable[Act] = (), rules: str = "vabanque") -> int:
        """Opens a game, with its first acts where they are known; `kind` is real or practice. Returns its number."""
        with self._writing() as db:
            date = None if kind == "practice" else datetime.now().date().isoformat()
            cursor = db.execute("INSERT INTO games (rules, kind, started, date) VALUES (?, ?, ?, ?)", (rules, kind, now(), date))
            assert cursor.lastrowid is not None
            _insert(db, cursor.lastrowid, acts)
        return cursor.lastrowid

    def find(self, digest: str) -> int | None:
        """The game of this digest."""
        row = self._db.execute("SELECT game FROM games WHERE digest = ?", (digest,)).fetchone()
        return None if row is None else int(row[0])

    def add_game(self, acts: Iterable[Act], *, digest: str, date: str | None, place: str | None, rules: str = "vabanque") -> int | None:
        """Adds a whole imported game, all or nothing. None if a game of this digest is there already."""
        with self._writing() as db:
            if db.execute("SELECT 1 FROM games WHERE digest = ?", (digest,)).fetchone():
                return None
            cursor = db.execute(
                "INSERT INTO games (rules, kind, started, date, place, digest) VALUES (?, 'imported', ?, ?, ?, ?)",
                (rules, now(), date, place, digest),
            )
            assert cursor.lastrowid is not None
            _insert(db, cursor.lastrowid, acts)
        return cursor.lastrowid

    def append(self, game: int, act: Act) -> None:
        """Has the act on disk when it returns. Raises JournalError if the disk does not take it; then nothing has changed."""
        while True:
            try:
                with self._writing() as db:
                    db.execute(
                        "INSERT INTO acts SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM acts WHERE game = ?",
                        (game, now(), _encode(act).decode(), game),
                    )
                return
            except JournalError as error:
                # The evening is worth more than an old copy.
                if not (is_full(error.__cause__) and copies.make_room(self.folder)):
                    raise

    def acts(self, game: int) -> list[Act]:
        """All acts of a game in their order, undone ones and undoings included. Raises JournalError where one can't be read."""
        rows = self._db.execute("SELECT number, act FROM acts WHERE game = ? ORDER BY number", (game,))
        acts = []
        for number, text in rows:
            try:
                acts.append(_decode(text))
            except (msgspec.DecodeError, msgspec.ValidationError) as error:
                raise JournalError(
                    "Act {number} of game {game} is damaged, so the game can't be opened. The others can.", number=number, game=game
                ) from error
        return acts

    def end_game(self, game: int, acts: Iterable[tuple[int, Act]], *, summary: str, facts: str, digest: str) -> None:
        """Marks the game as ended and puts `acts`, from which the kinds of unrevealed cards are gone, in the place of its acts.

        Each comes with the place (from 0) of the act whose time it keeps. `summary` and `facts` are public JSON.
        """
        times = [at for (at,) in self._db.execute("SELECT at FROM acts WHERE game = ? ORDER BY number", (game,))]
        rows = [(game, number, times[place], _encode(act).decode()) for number, (place, act) in enumerate(acts, start=1)]
        self._blacken(game)
        # The copies first: whatever the power cuts short is done again when the game is ended at the next start.
        copies.clean(self.folder, lambda db: _rewrite(db, game, rows))
        with self._writing() as db:
            _rewrite(db, game, rows)
            # A record of the same game may have been imported before; then this one goes without a digest.
            taken = db.execute("SELECT 1 FROM games WHERE digest = ? AND game <> ?", (digest, game)).fetchone()
            db.execute(
                "UPDATE games SET ended = ?, summary = ?, facts = ?, digest = ? WHERE game = ?",
                (now(), summary, facts, None if taken else digest, game),
            )
        self._empty_log()
        self.copy()

    def reopen(self, game: int) -> None:
        """The end was undone: the game is in progress again."""
        with self._writing() as db:
            db.execute("UPDATE games SET ended = NULL, summary = NULL, facts = NULL, digest = NULL WHERE game = ?", (game,))

    def discard(self, game: int) -> None:
        """Takes a game out of the journal and its copies, with everything that was laid face down in it."""
        delete = "DELETE FROM games WHERE game = ?"
        self._blacken(game)
        copies.clean(self.folder, lambda db: db.execute(delete, (game,)))
        with self._writing() as db:
            db.execute(delete, (game,))
        self._empty_log()

    def delete(self, game: int) -> None:
        """Puts a game into the bin."""
        with self._writing() as db:
            # A clock may stand years back: then the bin would be emptied as soon as it is set right.
            known = db.execute("SELECT max(max(started, coalesce(ended, ''))) FROM games").fetchone()[0]
            db.execute("UPDATE games SET deleted = ? WHERE game = ?", (max(now(), known), game))

    def restore(self, game: int) -> None:
        """Takes a game out of the bin again."""
        with self._writing() as db:
            db.execute("UPDATE games SET deleted = NULL WHERE game = ?", (game,))

    def games(self, *, ended: bool | None = None, deleted: bool = False) -> list[GameRow]:
        """The games, newest first: all, or those that have ended, or those that have not; those in the bin are left out, or listed alone."""
        where = {None: "", True: "AND ended IS NOT NULL", False: "AND ended IS NULL"}[ended]
        bin_ = "NOT NULL" if deleted else "NULL"
        rows = self._db.execute(f"SELECT {_ROW} FROM games WHERE deleted IS {bin_} {where} ORDER BY game DESC")
        return [GameRow(*row) for row in rows]

    def facts(self) -> list[tuple[GameRow, str | None]]:
        """The games that have ended, those in the bin left out, each with the facts that were kept when it ended."""
        rows = self._db.execute(f"SELECT {_ROW}, facts FROM games WHERE ended IS NOT NULL AND deleted IS NULL ORDER BY game")
        return [(GameRow(*row[:-1]), row[-1]) for row in rows]

    def keep_facts(self, facts: dict[int, str]) -> None:
        """Keeps the facts of games that ended before facts were kept."""
        with self._writing() as db:
            db.executemany("UPDATE games SET facts = ? WHERE game = ?", ((text, game) for game, text in facts.items()))

    def game(self, game: int) -> GameRow:
        """One game, also one in the bin. Raises JournalError if there is none of that number."""
        row = self._db.execute(f"SELECT {_ROW} FROM games WHERE game = ?", (game,)).fetchone()
        if row is None:
            raise JournalError("There is no game {game}. `companion games` lists them.", game=game)
        return GameRow(*row)

    def note_open(self, game: int | None) -> None:
        """Remembers which game lies on the table, so that a start after a power cut lands in it. A disk that is full forgets it."""
        file = self.folder / OPEN
        try:
            if game is None:
                file.unlink(missing_ok=True)
            else:
                replace(file, str(game).encode())
        except OSError:
            log.warning("Which game is open could not be noted")

    def was_open(self) -> int | None:
        """The game that lay on the table when the program ended, if it can go on."""
        try:
            game = int((self.folder / OPEN).read_text("ascii"))
        except (OSError, ValueError):
            return None
        return game if any(row.game == game for row in self.games(ended=False)) else None

    def adopt(self, games: Iterable[Kept], tags: dict[bytes, str] | None, names: dict[str, str], aliases: dict[str, tuple[str, str]]) -> None:
        """Puts other games, tags (None: they stay) and names in the place of all there are, all or nothing.

        `names`: each with when it was last used. `aliases`: each with the name it was merged into, and when. The copies go: what they hold
        is replaced as well, and their numbers mean other games. Raises JournalError or OSError.
        """
        with self._writing() as db:
            for table in ("acts", "games", "names", "aliases"):
                db.execute(f"DELETE FROM {table}")
            for game in games:
                row = game.row
                db.execute(
                    f"INSERT INTO games ({_ROW}, facts) VALUES ({', '.join('?' * (len(GameRow.__struct_fields__) + 1))})",
                    (*msgspec.structs.astuple(row), game.facts),
                )
                _insert(db, row.game, game.acts)
            if tags is not None:
                db.execute("DELETE FROM tags")
                db.executemany("INSERT INTO tags VALUES (?, ?, ?, ?)", ((uid.hex(), "vabanque", piece, now()) for uid, piece in tags.items()))
            db.executemany("INSERT INTO names VALUES (?, ?)", names.items())
            db.executemany("INSERT INTO aliases VALUES (?, ?, ?)", ((alias, *of) for alias, of in aliases.items()))
            copies.discard(self.folder)
        self._empty_log()
        self.copy()

    def copy(self) -> None:
        """Makes a copy of the whole journal beside it; the newest few are kept."""
        try:
            copies.make(self._db, self.folder)
            # So the journal is never behind its newest copy, whatever becomes of the log.
            self._empty_log()
        except (OSError, sqlite3.Error) as error:
            # The journal itself is good; a copy that fails must not stop the evening.
            self.warnings.append(Warned("No copy of the journal could be made ({error}). Make room on the disk.", Damage.NO_COPY_MADE, error=error))

    # --- tags and names -----------------------------------------------------------------------------------------

    def tags(self, rules: str = "vabanque") -> dict[bytes, str]:
        """The tags of a box: UID -> code of the piece."""
        rows = self._db.execute("SELECT uid, piece FROM tags WHERE rules = ? ORDER BY at, uid", (rules,))
        return {bytes.fromhex(uid): piece for uid, piece in rows}

    def bind_tags(self, bound: dict[bytes, str], rules: str = "vabanque", *, forget: Iterable[bytes] = ()) -> None:
        """Binds tags, moving those that were bound to another piece, and lets go of others before: all of it or nothing."""
        with self._writing() as db:
            db.executemany("DELETE FROM tags WHERE uid = ?", ((uid.hex(),) for uid in forget))
            db.executemany("INSERT OR REPLACE INTO tags VALUES (?, ?, ?, ?)", ((uid.hex(), rules, piece, now()) for uid, piece in bound.items()))

    def forget_tags(self, uids: Iterable[bytes]) -> None:
        """Lets go of tags."""
        with self._writing() as db:
            db.executemany("DELETE FROM tags WHERE uid = ?", ((uid.hex(),) for uid in uids))

    def names(self) -> list[str]:
        """The names of players, the latest first."""
        return [name for (name,) in self._db.execute("SELECT name FROM names ORDER BY used DESC, name")]

    def use_name(self, name: str) -> None:
        """Remembers a player's name."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (name, now()))

    def aliases(self) -> dict[str, str]:
        """Other spellings: each with the name it was merged into."""
        return dict(self._db.execute("SELECT alias, name FROM aliases ORDER BY at, alias").fetchall())

    def people(self) -> tuple[list[tuple[str, str]], list[tuple[str, str, str]]]:
        """The names with when each was last used, and other spellings with the name each was merged into and when."""
        names = self._db.execute("SELECT name, used FROM names ORDER BY name").fetchall()
        return names, self._db.execute("SELECT alias, name, at FROM aliases ORDER BY at, alias").fetchall()

    def add_alias(self, alias: str, name: str) -> None:
        """Merges one name into another."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO aliases VALUES (?, ?, ?)", (alias, name, now()))

    def drop_alias(self, alias: str) -> None:
        """Undoes the merging of a name."""
        with self._writing() as db:
            db.execute("DELETE FROM aliases WHERE alias = ?", (alias,))


def connect(file: Path) -> sqlite3.Connection:
    """Opens a journal's file for one writer at a time. Raises sqlite3.Error."""
    db = sqlite3.connect(file, isolation_level=None, timeout=copies.PATIENCE_S, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")
        db.execute("PRAGMA foreign_keys = ON")
        # In KiB. An evening touches few pages; those of past games are the system's to keep.
        db.execute("PRAGMA cache_size = -512")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _create(file: Path) -> None:
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


def _insert(db: sqlite3.Connection, game: int, acts: Iterable[Act]) -> None:
    at = now()
    db.executemany("INSERT INTO acts VALUES (?, ?, ?, ?)", ((game, number, at, _encode(act).decode()) for number, act in enumerate(acts, start=1)))


def _rewrite(db: sqlite3.Connection, game: int, rows: list[tuple[int, int, str, str]]) -> None:
    """Puts other acts in the place of a game's; a copy that does not know the game is left as it is."""
    if db.execute("SELECT 1 FROM games WHERE game = ?", (game,)).fetchone():
        db.execute("DELETE FROM acts WHERE game = ?", (game,))
        db.executemany("INSERT INTO acts VALUES (?, ?, ?, ?)", rows)


class Lock:
    """Held by the program that plays: two at one journal would each show a table that the other has changed."""

    def __init__(self, folder: Path) -> None:
        """Raises JournalError if another program holds it."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise JournalError(
                "The companion is running already with the data in {folder}. Close it first, or use --data DIR.", folder=folder
            ) from error

    def release(self) -> None:
        os.close(self._file)
