"""The journal: every accepted act of every game, on disk before anyone sees it. Also the box's tags and the players' names.

One SQLite file in WAL mode with synchronous=FULL: when `append` has returned, a power cut does not lose the act. Undoing is an act as well.

What nobody but its owner may know is sealed in its act with a key of its round (`seals`, `keys`). In the transaction of the act by which everybody
sees it, it is written out. The key is destroyed when the first secret of another round is written, and when the game ends: then what was sealed
with it can't be read any more, here or in any copy.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion import files
from companion.errors import JournalError, NotOnShelf
from companion.files import replace
from companion.games import FIRST, SHELF
from companion.said import Said
from companion.table import clock
from companion.table.evenings.numbers import ranges
from companion.table.journal import copies, face_down, migrate, opening, reading, seals
from companion.table.journal.acts import Act, Amended, decoder
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.keys import Keys
from companion.table.journal.opening import FILE
from companion.table.journal.rows import Ending, GameRow, Kept
from companion.table.journal.storage import cause, is_full, unopened, unread, unwritten

OPEN = "open-game"

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode


_ROW = ", ".join(GameRow.__struct_fields__)


def now() -> str:
    """The time of day in UTC, to the second. It only labels: the order of acts is their number's."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Journal:
    """An open journal in `folder`. `warnings`: sentences about what was found damaged when it was opened.

    `read_only`: it is a picture of a journal that can't be written; whatever would change it raises JournalError.
    """

    read_only = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.warnings: list[Warned] = []
        self._keys = Keys(folder)
        # Of which acts (from 0) of the game that was written last it is known that their secrets stand written out.
        self._written_out: dict[int, AbstractSet[int]] = {}
        self._within = False
        while True:
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._db = self._open()
                break
            except (OSError, sqlite3.Error) as error:
                if is_full(error) and copies.make_room(folder):
                    continue
                raise unopened(folder, error) from error
        try:
            if copies.old_copies(folder):
                self.copy()
                with suppress(OSError, sqlite3.Error):
                    migrate.seal_old_copies(folder)
        except BaseException:
            self.close()
            raise

    @classmethod
    def reading(cls, folder: Path) -> Journal:
        """The journal of a folder in which nothing can be written. Raises JournalError where it can't be read either."""
        journal = cls.__new__(cls)
        journal.folder, journal.warnings, journal.read_only = folder, [], True
        journal._keys, journal._written_out, journal._within = reading.KeysToRead(folder), {}, False
        try:
            journal._db, date = reading.picture(folder, folder / FILE, journal._keys)
        except (OSError, sqlite3.Error) as error:
            raise unopened(folder, error) from error
        if date:
            said = Said("The games could not be read. A copy of {date} was opened: later moves are missing there.", date=date)
            journal.warnings.append(Warned(said, Damage.COPY_OPENED, date=date))
        return journal

    def _open(self) -> sqlite3.Connection:
        file = self.folder / FILE
        migrate.hold_old_log(file)
        self.warnings += opening.put_right(file)
        migrate.blacken(self.folder)
        if not file.exists():
            opening.create(file)
        db = opening.connect(file)
        try:
            migrate.migrate(db, self.folder, self._keys)
            if migrate.holds_old_log(file):
                db.close()
                migrate.erase_old_log(file)
                db = opening.connect(file)
            with suppress(sqlite3.OperationalError):
                # A disk that is full leaves the log as long as it is.
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._destroy_keys(db)
            if any(each.damage in (Damage.COPY_OPENED, Damage.NO_COPY_LEFT) for each in self.warnings):
                # What was lost may have told of cards that lie.
                with suppress(JournalError):
                    face_down.tell(self.folder, opening.highest(db), lie=True)
        except BaseException:
            db.close()
            raise
        return db

    def close(self) -> None:
        """Closes the database; the journal can't be used any more."""
        self._db.close()

    def _destroy_keys(self, db: sqlite3.Connection) -> None:
        """Destroys every key that no game needs any more. What can't be erased is told, and tried again at the next start and the next round."""

        def needless() -> list[str]:
            needed = {key for (key,) in db.execute("SELECT key FROM games WHERE key IS NOT NULL")}
            return [name for name in self._keys.names() if name not in needed]

        try:
            if not needless():
                return
            # Not while another program has made one that its act does not name yet.
            db.execute("BEGIN IMMEDIATE")
            try:
                left = None
                for name in needless():
                    try:
                        self._keys.destroy(name)
                    except OSError as error:
                        left = error
                if left is not None:
                    raise left
            finally:
                db.execute("ROLLBACK")
            self.warnings[:] = [each for each in self.warnings if each.damage is not Damage.KEY_LEFT]
        except (OSError, sqlite3.Error) as error:
            said = Said(
                "The key of a round that is over could not be erased ({why}): its face-down cards can still be read. Each start tries again.",
                why=cause(error),
            )
            self._warn(Warned(said, Damage.KEY_LEFT))

    def _warn(self, warned: Warned) -> None:
        if warned not in self.warnings:
            self.warnings.append(warned)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk afterwards, or nothing and JournalError."""
        if self.read_only:
            raise JournalError("The data in {folder} can only be read, so nothing has changed. `companion doctor` says why.", folder=self.folder)
        if self._within:
            try:
                yield self._db
            except (OSError, sqlite3.Error) as error:
                raise unwritten(error) from error
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db
            self._db.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise unwritten(error) from error
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is appended meanwhile is one transaction: all of it is on disk afterwards, or nothing and JournalError."""
        try:
            with self._writing():
                self._within = True
                yield
        except BaseException:
            self._written_out.clear()
            raise
        finally:
            self._within = False

    # --- games --------------------------------------------------------------------------------------------------

    def new_game(self, kind: str, acts: Iterable[Act] = (), *, rules: str) -> int:
        """Opens a game of `rules`, with its first acts where they are known; `kind` is real or practice. Returns its number."""
        with self._writing() as db:
            date, unsure = None, None
            if kind != "practice":
                date, unsure = clock.now().date().isoformat(), clock.unsure(self._newest()) or None
            cursor = db.execute("INSERT INTO games (rules, kind, started, date, unsure) VALUES (?, ?, ?, ?, ?)", (rules, kind, now(), date, unsure))
            assert cursor.lastrowid is not None
            _insert(db, cursor.lastrowid, acts)
        return cursor.lastrowid

    def _newest(self) -> str | None:
        """When the last act was written of a game whose date is believed. A game that was given another date had a wrong clock."""
        rows = self._ask(
            "SELECT max(at) FROM acts JOIN games USING (game)"
            " WHERE unsure IS NULL AND (date IS NULL OR abs(julianday(date) - julianday(started)) < 2)"
        )
        found: str | None = rows[0][0]
        return found

    def date(self, game: int, date: str) -> None:
        """Gives the evening of a game its date."""
        with self._writing() as db:
            db.execute("UPDATE games SET date = ?, unsure = NULL WHERE game = ?", (date, game))

    def find(self, digest: str) -> int | None:
        """The game of this digest."""
        rows = self._ask("SELECT game FROM games WHERE digest = ?", (digest,))
        return int(rows[0][0]) if rows else None

    def add_game(
        self,
        acts: Iterable[Act],
        *,
        digest: str,
        date: str | None,
        place: str | None,
        rules: str,
        seen: AbstractSet[int] | None = None,
        rounds: Sequence[int] = (),
        end: Callable[[int], Ending | None] = lambda game: None,
    ) -> int | None:
        """Adds a whole imported game, all or nothing. None if a game of this digest is there already.

        `seen`: the acts (from 0) whose secrets everybody has seen, None for all. `rounds`: in which round each was made; of the others only
        what belongs to the last one is kept, sealed. `end`: from its number, what is kept of it if it is over.
        """
        with self._writing() as db:
            if db.execute("SELECT 1 FROM games WHERE digest = ?", (digest,)).fetchone():
                return None
            cursor = db.execute(
                "INSERT INTO games (rules, kind, started, date, place, digest) VALUES (?, 'imported', ?, ?, ?, ?)",
                (rules, now(), date, place, digest),
            )
            game = cursor.lastrowid
            assert game is not None
            if seen is None:
                _insert(db, game, acts)
            else:
                at = now()
                rows = [(at, _encode(act).decode()) for act in acts]
                seals.store(db, game, rows, seen, rounds, self._keys)
            if (over := end(game)) is not None:
                self._end(db, game, over)
        return game

    def append(
        self,
        game: int,
        act: Act,
        *,
        round_: int = 0,
        seen: AbstractSet[int] = frozenset(),
        names: Iterable[str] = (),
        end: Ending | None = None,
        reopens: bool = False,
    ) -> bool:
        """Has the act on disk when it returns, in one transaction with all that belongs to it. Returns whether secrets are lost by it.

        `round_`: in which it is made; with the first secret of another round those of the one before are lost. `seen`: the acts of the game
        (from 0) whose secrets everybody has seen once this one stands, itself included. `name`: of the player who sits down by it. `end`: of
        a game that is over by it; `reopens`: it was and is not any more. Raises JournalError if the disk does not take it; then nothing has
        changed.
        """
        while True:
            try:
                closed = self._append(game, act, round_, seen, tuple(names), end, reopens)
                break
            except JournalError as error:
                # The evening is worth more than an old copy.
                if self._within or not (is_full(error.__cause__) and copies.make_room(self.folder)):
                    raise
        # Of one game only: an evening has many, and the others are soon asked about anew.
        self._written_out = {game: frozenset(seen)}
        if closed:
            self._destroy_keys(self._db)
        return closed

    def _append(self, game: int, act: Act, round_: int, seen: AbstractSet[int], names: Iterable[str], end: Ending | None, reopens: bool) -> bool:
        plain = msgspec.to_builtins(act)
        made = None
        try:
            with self._writing() as db:
                row = db.execute(
                    "SELECT rules, key, round, (SELECT coalesce(max(number), 0) FROM acts WHERE game = :game) FROM games WHERE game = :game",
                    {"game": game},
                ).fetchone()
                if row is None:
                    raise JournalError("There is no game {game}. `companion games` lists them.", game=game)
                rules, key, of, last = row
                secrets, number, sealed = seals.secrets_of(rules), last + 1, None
                tells = any(True for _ in seals.fields(plain, secrets))
                # A correction speaks of whatever round; with the act itself the round begins.
                other = of != round_ and not isinstance(act, Amended)
                begins = tells and end is None and (key is None or other or self._keys.read(key) is None)
                closes = key is not None and (begins or end is not None)
                self._write_out(db, game, seen)
                if closes:
                    db.execute("UPDATE acts SET seal = NULL WHERE game = ? AND seal IS NOT NULL", (game,))
                if begins:
                    key = made = self._keys.make(game)
                    db.execute("UPDATE games SET key = ?, round = ? WHERE game = ?", (key, round_, game))
                if tells and last not in seen:
                    held = None if key is None or end is not None else self._keys.read(key)
                    # A game that is over keeps no secret.
                    sealed = seals.seal(plain, secrets, held, f"{game} {number}") if held is not None else None
                    seals.strip(plain, secrets)
                db.execute("INSERT INTO acts VALUES (?, ?, ?, ?, ?)", (game, number, now(), _encode(plain).decode(), sealed))
                db.executemany("INSERT OR REPLACE INTO names VALUES (?, ?)", [(name, now()) for name in names])
                if end is not None:
                    self._end(db, game, end)
                if reopens:
                    db.execute("UPDATE games SET ended = NULL, summary = NULL, facts = NULL, digest = NULL WHERE game = ?", (game,))
        except BaseException:
            if made is not None:
                with suppress(OSError):
                    self._keys.destroy(made)
            raise
        return bool(closes)

    def _write_out(self, db: sqlite3.Connection, game: int, seen: AbstractSet[int]) -> None:
        """Writes out the secrets that everybody has seen by now."""
        if not (fresh := seen - self._written_out.get(game, frozenset())):
            return
        rows = db.execute("SELECT number, act, seal FROM acts WHERE game = ? AND seal IS NOT NULL ORDER BY number", (game,)).fetchall()
        for number, text, sealed in rows:
            if number - 1 in fresh:
                with suppress(ValueError, msgspec.MsgspecError):
                    if (opened := self._unsealed(game, number, text, sealed)) is not None:
                        db.execute("UPDATE acts SET act = ?, seal = NULL WHERE game = ? AND number = ?", (opened, game, number))

    def _unsealed(self, game: int, number: int, text: str, sealed: bytes) -> str | None:
        """An act with its secrets, None where the key is gone."""
        ((rules, name),) = self._ask("SELECT rules, key FROM games WHERE game = ?", (game,))
        if name is None or (key := self._keys.read(name)) is None:
            return None
        plain = msgspec.json.decode(text)
        seals.unseal(plain, seals.secrets_of(rules), sealed, key, f"{game} {number}")
        return _encode(plain).decode()

    def forget_acts(self, game: int, after: int, *, over: bool) -> None:
        """Takes away the acts after so many, which a mistake has left there and nobody has seen. `over`: whether the game was before them."""
        self._written_out.pop(game, None)
        with self._writing() as db:
            db.execute("DELETE FROM acts WHERE game = ? AND number > ?", (game, after))
            if not over:
                db.execute("UPDATE games SET ended = NULL, summary = NULL, facts = NULL, digest = NULL WHERE game = ?", (game,))

    def acts(self, game: int) -> list[Act]:
        """All acts of a game in their order, undone ones and undoings included. Raises JournalError where one can't be read.

        Secrets whose key is gone are lost, which is told where the game still needs them.
        """
        acts, whole = self._acts(game)
        if not whole:
            # Another program may just have destroyed the key, together with what was sealed with it.
            acts, whole = self._acts(game)
        if not whole:
            self._warn(Warned("Face-down cards of game {game} could not be read. Pick them when they are turned over.", Damage.KEY_LOST, game=game))
        return acts

    def _acts(self, game: int) -> tuple[list[Act], bool]:
        """The acts, and whether everything sealed in them could be read."""
        acts, whole = [], True
        with self._reading():
            read = self._decoder(game)
            for number, text, sealed in self._ask("SELECT number, act, seal FROM acts WHERE game = ? ORDER BY number", (game,)):
                try:
                    opened = text if sealed is None else self._unsealed(game, number, text, sealed)
                    whole = whole and opened is not None
                    acts.append(read(text if opened is None else opened))
                except (ValueError, msgspec.MsgspecError) as error:
                    raise JournalError(
                        "Move {number} of game {game} is damaged, so the game can't be opened. The others can.", number=number, game=game
                    ) from error
        return acts, whole

    def _decoder(self, game: int) -> Callable[[str | bytes | msgspec.Raw], Act]:
        rows = self._ask("SELECT rules FROM games WHERE game = ?", (game,))
        rules = rows[0][0] if rows else FIRST
        if rules not in SHELF:
            raise NotOnShelf(game, rules)
        return decoder(rules)

    def unread_acts(self, game: int) -> list[msgspec.Raw]:
        """The acts of a game that is not on the shelf, as they stand on disk: what is sealed in them is left out. Raises JournalError."""
        return [msgspec.Raw(text.encode()) for (text,) in self._ask("SELECT act FROM acts WHERE game = ? ORDER BY number", (game,))]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """One moment of the journal, whatever another program writes meanwhile."""
        self._ask("BEGIN")
        try:
            yield
        finally:
            self._ask("ROLLBACK")

    def _ask(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows that SQLite answers. Raises JournalError where the disk does not give them."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.ProgrammingError:
            # A mistake of ours.
            raise
        except sqlite3.Error as error:
            raise unread(self.folder, error) from error

    def end_game(self, game: int, seen: AbstractSet[int], end: Ending) -> None:
        """Closes a game whose last act is on disk already. `seen`: as for `append`."""
        with self._writing() as db:
            self._write_out(db, game, seen)
            db.execute("UPDATE acts SET seal = NULL WHERE game = ? AND seal IS NOT NULL", (game,))
            self._end(db, game, end)
        self._destroy_keys(self._db)
        self.copy()

    def _end(self, db: sqlite3.Connection, game: int, end: Ending) -> None:
        # A record of the same game may have been imported before; then this one goes without a digest.
        taken = db.execute("SELECT 1 FROM games WHERE digest = ? AND game <> ?", (end.digest, game)).fetchone()
        db.execute(
            "UPDATE games SET ended = ?, summary = ?, facts = ?, digest = ?, key = NULL, round = NULL WHERE game = ?",
            (now(), end.summary, end.facts, None if taken else end.digest, game),
        )
        if not clock.unsure(self._newest()):
            # The network came while they played.
            db.execute("UPDATE games SET date = ?, unsure = NULL WHERE game = ? AND unsure = 1", (clock.now().date().isoformat(), game))

    def discard(self, game: int) -> None:
        """Takes a game out of the journal and its copies."""
        delete = "DELETE FROM games WHERE game = ?"
        copies.clean(self.folder, lambda db: db.execute(delete, (game,)))
        with self._writing() as db:
            db.execute(delete, (game,))
        self._written_out.pop(game, None)
        self._destroy_keys(self._db)

    def delete(self, game: int) -> None:
        """Puts a game into the bin."""
        with self._writing() as db:
            db.execute("UPDATE games SET deleted = ? WHERE game = ?", (now(), game))

    def restore(self, game: int) -> None:
        """Takes a game out of the bin again."""
        with self._writing() as db:
            db.execute("UPDATE games SET deleted = NULL WHERE game = ?", (game,))

    def games(self, *, ended: bool | None = None, deleted: bool = False) -> list[GameRow]:
        """The games, newest first: all, or those that have ended, or those that have not; those in the bin are left out, or listed alone."""
        where = {None: "", True: "AND ended IS NOT NULL", False: "AND ended IS NULL"}[ended]
        bin_ = "NOT NULL" if deleted else "NULL"
        rows = self._ask(f"SELECT {_ROW} FROM games WHERE deleted IS {bin_} {where} ORDER BY game DESC")
        return [GameRow.read(row) for row in rows]

    def facts(self) -> list[tuple[GameRow, str | None]]:
        """The games that have ended, those in the bin left out, each with the facts that were kept when it ended."""
        rows = self._ask(f"SELECT {_ROW}, facts FROM games WHERE ended IS NOT NULL AND deleted IS NULL ORDER BY game")
        return [(GameRow.read(row[:-1]), row[-1]) for row in rows]

    def keep_facts(self, facts: dict[int, str]) -> None:
        """Keeps the facts of games that ended before facts were kept."""
        with self._writing() as db:
            db.executemany("UPDATE games SET facts = ? WHERE game = ?", ((text, game) for game, text in facts.items()))

    def game(self, game: int) -> GameRow:
        """One game, also one in the bin. Raises JournalError if there is none of that number."""
        rows = self._ask(f"SELECT {_ROW} FROM games WHERE game = ?", (game,))
        if not rows:
            known = ranges(number for (number,) in self._ask("SELECT game FROM games WHERE deleted IS NULL ORDER BY game", ()))
            if not known:
                raise JournalError("There is no game {game}, for there is none yet.", game=game)
            raise JournalError("There is no game {game}. There are these: {known}.", game=game, known=known)
        return GameRow.read(rows[0])

    @property
    def highest(self) -> int:
        """The highest number that a game has or had, 0 if there was none."""
        try:
            return opening.highest(self._db)
        except sqlite3.Error as error:
            raise unread(self.folder, error) from error

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
            game = int(files.content(self.folder / OPEN, 20))
        except (OSError, ValueError):
            return None
        return game if any(row.game == game for row in self.games(ended=False)) else None

    def adopt(
        self,
        games: Iterable[Kept],
        tags: Mapping[str, dict[bytes, str]] | None,
        names: dict[str, str],
        aliases: dict[str, tuple[str, str]],
        taught: Mapping[str, str] | None = None,
    ) -> None:
        """Puts other games, tags (by the key of their game; None: they stay) and names in the place of all there are, all or nothing.

        `taught`: of the copies of games, as JSON by their keys; of a game that is not among them, what was taught stays.

        `names`: each with when it was last used. `aliases`: each with the name it was merged into, and when. The copies of the journal go: what
        they hold is replaced as well, and their numbers mean other games. Raises JournalError.
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
                # The set of a game of which they say nothing stays.
                db.executemany("DELETE FROM tags WHERE rules = ?", [(rules,) for rules in tags])
                rows = ((rules, uid.hex(), piece, now()) for rules, bound in tags.items() for uid, piece in bound.items())
                db.executemany("INSERT INTO tags VALUES (?, ?, ?, ?)", rows)
            db.executemany("INSERT OR REPLACE INTO taught VALUES (?, ?, ?)", [(rules, copy, now()) for rules, copy in (taught or {}).items()])
            db.executemany("INSERT INTO names VALUES (?, ?)", names.items())
            db.executemany("INSERT INTO aliases VALUES (?, ?, ?)", ((alias, *of) for alias, of in aliases.items()))
            copies.discard(self.folder)
        self._written_out.clear()
        self._destroy_keys(self._db)
        self.copy()

    def copy(self) -> None:
        """Makes a copy of the whole journal beside it; the newest few are kept."""
        try:
            copies.make(self._db, self.folder)
            # So the journal is never behind its newest copy, whatever becomes of the log.
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (OSError, sqlite3.Error) as error:
            # The journal itself is good; a copy that fails must not stop the evening.
            said, damage = Said("The games could not be copied ({why}). Write a backup to a stick.", why=cause(error)), Damage.NO_COPY_MADE
            if is_full(error):
                said, damage = Said("The games could not be copied ({why}). Free some space.", why=cause(error)), Damage.NO_ROOM_FOR_COPY
            self.warnings.append(Warned(said, damage))

    # --- tags and names -----------------------------------------------------------------------------------------

    def sets(self) -> list[str]:
        """The keys of the games that have tags, also of such as are not on the shelf."""
        return [rules for (rules,) in self._ask("SELECT DISTINCT rules FROM tags ORDER BY rules")]

    def tags(self, rules: str) -> dict[bytes, str]:
        """The tags of a box: UID -> code of the piece."""
        rows = self._ask("SELECT uid, piece FROM tags WHERE rules = ? ORDER BY at, uid", (rules,))
        return {bytes.fromhex(uid): piece for uid, piece in rows}

    def bind_tags(self, bound: dict[bytes, str], rules: str, *, forget: Iterable[bytes] = ()) -> None:
        """Binds tags, moving those that were bound to another piece of the game, and lets go of others before: all of it or nothing."""
        with self._writing() as db:
            _forget(db, rules, forget)
            rows = [(rules, uid.hex(), piece, now()) for uid, piece in bound.items()]
            db.executemany("INSERT OR REPLACE INTO tags VALUES (?, ?, ?, ?)", rows)

    def forget_tags(self, uids: Iterable[bytes], rules: str) -> None:
        """Lets go of tags."""
        with self._writing() as db:
            _forget(db, rules, uids)

    def taught(self) -> dict[str, str]:
        """What was taught of the owner's copy of each game, as JSON, by the keys of the games."""
        return dict(self._ask("SELECT rules, copy FROM taught ORDER BY rules"))

    def teach(self, rules: str, copy: str) -> None:
        """Keeps what is taught of a game's copy by now, in place of what was. Raises JournalError."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO taught VALUES (?, ?, ?)", (rules, copy, now()))

    def names(self) -> list[str]:
        """The names of players, the latest first."""
        return [name for (name,) in self._ask("SELECT name FROM names ORDER BY used DESC, name")]

    def use_name(self, name: str) -> None:
        """Remembers a player's name."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (name, now()))

    def aliases(self) -> dict[str, str]:
        """Other spellings: each with the name it was merged into."""
        return dict(self._ask("SELECT alias, name FROM aliases ORDER BY at, alias"))

    def people(self) -> tuple[list[tuple[str, str]], list[tuple[str, str, str]]]:
        """The names with when each was last used, and other spellings with the name each was merged into and when."""
        names = self._ask("SELECT name, used FROM names ORDER BY name")
        return names, self._ask("SELECT alias, name, at FROM aliases ORDER BY at, alias")

    def add_alias(self, alias: str, name: str) -> None:
        """Merges one name into another."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO aliases VALUES (?, ?, ?)", (alias, name, now()))

    def drop_alias(self, alias: str) -> None:
        """Undoes the merging of a name."""
        with self._writing() as db:
            db.execute("DELETE FROM aliases WHERE alias = ?", (alias,))


def _insert(db: sqlite3.Connection, game: int, acts: Iterable[Act | msgspec.Raw]) -> None:
    """Inserts acts in which nothing is secret."""
    at = now()
    rows = ((game, number, at, _encode(act).decode()) for number, act in enumerate(acts, start=1))
    db.executemany("INSERT INTO acts VALUES (?, ?, ?, ?, NULL)", rows)


def _forget(db: sqlite3.Connection, rules: str, uids: Iterable[bytes]) -> None:
    db.executemany("DELETE FROM tags WHERE rules = ? AND uid = ?", [(rules, uid.hex()) for uid in uids])
