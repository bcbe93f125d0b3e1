"""Journals of every earlier version open with everything in them; an interrupted migration leaves them as they were."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.games.colours import Colour
from companion.games.vabanque.moves import Character, PlaceCard
from companion.games.vabanque.view import Phase
from companion.table import copies, history, migrate, names, wastebin
from companion.table.journal import FILE, Journal
from companion.table.touches import GoHome, OpenGame, ShowPast, ShowStats
from tests.table import old_journals
from tests.table.evening import UIDS, Evening
from tests.table.old_journals import GOING, LAID, NAMES, PAST, PRACTICE, PUT_ASIDE
from tests.table.past_games import RECORDS, counted, rounds

VERSIONS = range(1, migrate.VERSION + 1)
EARLIER = range(1, migrate.VERSION)


def place(version: int, folder: Path) -> Path:
    """Puts the journal of a version into a data folder."""
    folder.mkdir()
    (folder / FILE).write_bytes(old_journals.of(version).read_bytes())
    return folder / FILE


def contents(file: Path) -> dict[str, object]:
    """The version and every row of every table, as SQLite has them."""
    db = sqlite3.connect(file)
    try:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        found: dict[str, object] = {name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in tables}
        return found | {"version": db.execute("PRAGMA user_version").fetchone()[0]}
    finally:
        db.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_journal_of_every_version_opens_whole(version: int, tmp_path: Path) -> None:
    place(version, tmp_path / "data")
    evening = Evening(tmp_path / "data")
    assert evening.journal.warnings == []
    assert migrate.version_of(evening.journal._db) == migrate.VERSION
    assert evening.journal.tags() == {uid: code for code, uid in UIDS.items()}
    assert len(UIDS) == old_journals.TAGS
    assert set(evening.shown.names) == NAMES

    # The past game, its figures, and what a later version works out of it.
    (past,) = evening.post(ShowPast()).past or ()
    path = next(path for path in RECORDS if path.stem == PAST)
    assert (past.game, past.fortunes) == (1, rounds(path)[-1]["fortunes"])
    stats = evening.post(ShowStats()).stats
    assert stats is not None
    for player in stats.players:
        mine = counted(path)[player.name.lower()]
        assert (player.pawns, player.cheats, player.caught, player.idle) == tuple(mine[key] for key in ("pawns", "cheats", "caught", "idle"))
    assert history.export(evening.journal, 1).count("\n") == len(path.read_text().splitlines())

    # Games in progress stand where they stood, with what lies face down, and go on.
    assert [(entry.game, entry.kind, entry.phase) for entry in evening.shown.games] == [
        (PUT_ASIDE, "real", Phase.PLAYERS), (PRACTICE, "practice", Phase.PLAYERS), (GOING, "real", Phase.CARDS),
    ]  # fmt: skip
    evening.post(OpenGame(PUT_ASIDE))
    assert [player.name for player in evening.view.players] == ["Léa", "Zoë"]
    evening.post(OpenGame(GOING))
    owner, table = LAID
    assert [move for move in evening.session._timeline.moves if isinstance(move, PlaceCard)] == [PlaceCard(owner, Character.CHEAT, table)]
    kinds = {colour: ["raise", "bluff", "cheat"] for colour in evening.view.order} | {owner: ["raise", "bluff"]}
    while evening.view.phase is Phase.CARDS:
        assert evening.view.to_act is not None
        evening.tap(f"{evening.view.to_act} {kinds[evening.view.to_act].pop()}")
        evening.touch(table)
    assert evening.view.phase is Phase.PAWNS
    evening.post(GoHome())

    # And what is new works in it.
    wastebin.delete(evening.journal, 1)
    wastebin.restore(evening.journal, 1)
    names.merge(evening.journal, "Léa", "Zoë", history.played(evening.journal))
    assert "Léa" not in names.names(evening.journal)
    evening.journal.close()


@pytest.mark.parametrize("version", EARLIER)
def test_a_migrated_journal_has_the_tables_of_a_new_one(version: int, tmp_path: Path) -> None:
    place(version, tmp_path / "old")
    Journal(tmp_path / "old").close()
    Journal(tmp_path / "new").close()

    def tables(folder: Path) -> dict[str, object]:
        db = sqlite3.connect(folder / FILE)
        found = {name: db.execute(f"PRAGMA table_info({name})").fetchall() for (name,) in db.execute("SELECT name FROM sqlite_master")}
        db.close()
        return found

    assert tables(tmp_path / "old") == tables(tmp_path / "new")


@pytest.mark.parametrize("version", EARLIER)
def test_a_copy_is_laid_aside_before_a_migration_and_stays(version: int, tmp_path: Path) -> None:
    before = contents(place(version, tmp_path / "data"))
    journal = Journal(tmp_path / "data")
    for _ in range(copies.KEPT + 1):
        journal.copy()
    aside = tmp_path / "data" / copies.FOLDER / f"version-{version}.db"
    assert contents(aside) == before
    assert aside.stat().st_mode & 0o777 == 0o600
    # Later openings make no other one.
    journal.close()
    Journal(tmp_path / "data").close()
    assert [file.name for file in (tmp_path / "data" / copies.FOLDER).glob("version-*")] == [aside.name]


def test_what_is_erased_is_erased_in_the_copy_that_was_laid_aside_too(tmp_path: Path) -> None:
    place(1, tmp_path / "data")
    evening = Evening(tmp_path / "data")
    aside = tmp_path / "data" / copies.FOLDER / "version-1.db"
    assert b'"character":"cheat"' in aside.read_bytes()
    evening.journal.discard(GOING)
    rows = contents(aside)
    assert [row for row in rows["acts"] if row[0] == GOING] == []  # type: ignore[attr-defined,index]
    assert [row for row in rows["games"] if row[0] == 1]  # type: ignore[attr-defined,index]
    evening.journal.close()


@pytest.mark.parametrize("version", EARLIER)
def test_a_step_that_fails_leaves_everything_as_it_was(version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place(version, tmp_path / "data")
    before = contents(file)
    step = migrate.STEPS[version]
    for done in range(len(step) + 1):
        monkeypatch.setitem(migrate.STEPS, version, (*step[:done], "INSERT INTO no_such_table VALUES (1)"))
        with pytest.raises(JournalError, match="can't be opened"):
            Journal(tmp_path / "data")
        assert contents(file) == before
    monkeypatch.undo()
    Journal(tmp_path / "data").close()
    assert contents(file)["version"] == migrate.VERSION


@pytest.mark.parametrize("done", range(len(migrate.STEPS[1]) + 1))
def test_a_kill_in_the_middle_leaves_everything_as_it_was(done: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place(1, tmp_path / "data")
    before = contents(file)
    step = migrate.STEPS[1]
    child = os.fork()
    if child == 0:
        # Nothing is tidied up: neither Python nor SQLite gets a word in.
        class Killed(sqlite3.Connection):
            def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
                if sql == (step[done] if done < len(step) else "COMMIT"):
                    os._exit(9)
                return super().execute(sql, *values)  # type: ignore[arg-type]

        plain = sqlite3.connect
        sqlite3.connect = lambda *words, **more: plain(*words, **more, factory=Killed)  # type: ignore[assignment,misc]
        try:
            Journal(tmp_path / "data")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert contents(file) == before
    journal = Journal(tmp_path / "data")
    assert migrate.version_of(journal._db) == migrate.VERSION
    assert journal.warnings == []
    journal.close()


def test_a_damaged_journal_is_replaced_by_an_older_copy_and_that_one_migrated(tmp_path: Path) -> None:
    file = place(1, tmp_path / "data")
    home = tmp_path / "data" / copies.FOLDER
    home.mkdir()
    file.rename(home / "journal-1.db")
    file.write_bytes(b"")
    journal = Journal(tmp_path / "data")
    assert "was opened" in journal.warnings[0]
    assert migrate.version_of(journal._db) == migrate.VERSION
    assert [row.game for row in journal.games(ended=True)] == [1]
    journal.close()


def test_without_room_for_the_copy_nothing_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place(1, tmp_path / "data")
    before = contents(file)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copies, "lay_aside", full)
    with pytest.raises(JournalError, match="the disk is full"):
        Journal(tmp_path / "data")
    assert contents(file) == before


def test_a_file_of_no_version_is_refused(tmp_path: Path) -> None:
    file = place(1, tmp_path / "data")
    db = sqlite3.connect(file)
    db.execute("PRAGMA user_version = 0")
    db.close()
    with pytest.raises(JournalError, match="no journal of the companion"):
        Journal(tmp_path / "data")


def test_every_version_has_its_step_and_its_file() -> None:
    assert list(migrate.STEPS) == list(EARLIER)
    assert [old_journals.of(version).exists() for version in VERSIONS] == [True] * migrate.VERSION
    assert all(contents(old_journals.of(version))["version"] == version for version in VERSIONS)
    assert LAID[0] is Colour.RED
