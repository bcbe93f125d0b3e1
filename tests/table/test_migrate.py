"""Journals of every earlier version open with everything in them; an interrupted migration leaves them as they were."""

from __future__ import annotations

import functools
import os
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from companion.errors import JournalError
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import KINDS, Character, Confirm, PlaceCard, Seated
from companion.games.vabanque.rules.view import Phase
from companion.table.commands import GoHome, OpenGame, ShowPast, ShowStats
from companion.table.evenings import history, names, wastebin
from companion.table.journal import copies, keys, migrate
from companion.table.journal.opening import FILE
from companion.table.journal.store import Journal
from companion.table.session.timeline import Timeline
from tests.table import old_journals, on_disk
from tests.table.evening import UIDS, Evening
from tests.table.old_journals import GOING, LAID, NAMES, PAST, PRACTICE, PUT_ASIDE
from tests.table.past_games import RECORDS, counted, rounds

VERSIONS = range(1, migrate.VERSION + 1)
EARLIER = range(1, migrate.VERSION)
BEFORE_SEALS = range(1, copies.SEALED)


def place(version: int, folder: Path) -> Path:
    """Puts the journal of a version into a data folder."""
    folder.mkdir()
    (folder / FILE).write_bytes(old_journals.of(version).read_bytes())
    if old_journals.keys_of(version).exists():
        shutil.copytree(old_journals.keys_of(version), folder / keys.FOLDER)
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
    assert evening.journal.tags("vabanque") == {uid: code for code, uid in UIDS.items()}
    assert len(UIDS) == old_journals.TAGS
    assert set(evening.shown.names) == NAMES

    assert evening.journal.taught() == ({"cash_and_run": old_journals.COPY} if version >= 5 else {})

    # The past game, its figures, and what a later version works out of it.
    (past,) = evening.post(ShowPast()).past or ()
    path = next(path for path in RECORDS if path.stem == PAST)
    assert (past.game, past.scores) == (1, rounds(path)[-1]["fortunes"])
    stats = evening.post(ShowStats()).stats
    assert stats is not None
    for player in stats.players:
        mine = counted(path)[player.name.lower()]
        assert tuple(player.figures[key] for key in ("pawns", "cheats", "caught", "idle")) == tuple(
            mine[key] for key in ("pawns", "cheats", "caught", "idle")
        )
    assert history.export(evening.journal, 1).count("\n") == len(path.read_text().splitlines())

    # Games in progress stand where they stood, with what lies face down, and go on.
    assert [(entry.game, entry.kind, entry.phase) for entry in evening.shown.games] == [
        (PUT_ASIDE, "real", Phase.PLAYERS), (PRACTICE, "practice", Phase.PLAYERS), (GOING, "real", Phase.CARDS),
    ]  # fmt: skip
    evening.post(OpenGame(PUT_ASIDE))
    assert [player.name for player in evening.view.players] == ["Léa", "Zoë"]
    evening.post(OpenGame(GOING))
    owner, table = LAID
    assert [move for move in evening.session.timeline.moves if isinstance(move, PlaceCard)] == [PlaceCard(owner, Character.CHEAT, table)]
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


@pytest.mark.parametrize("version", range(copies.SEALED, migrate.VERSION))
def test_a_sealed_copy_is_laid_aside_as_it_is(version: int, tmp_path: Path) -> None:
    before = contents(place(version, tmp_path / "data"))
    Journal(tmp_path / "data").close()
    assert contents(tmp_path / "data" / copies.FOLDER / f"version-{version}.db") == before


@pytest.mark.parametrize("version", BEFORE_SEALS)
def test_a_copy_without_secrets_is_laid_aside_before_a_migration_and_stays(version: int, tmp_path: Path) -> None:
    before = contents(place(version, tmp_path / "data"))
    journal = Journal(tmp_path / "data")
    for _ in range(copies.KEPT + 1):
        journal.copy()
    aside = tmp_path / "data" / copies.FOLDER / f"version-{version}{copies.PUBLIC}.db"
    kept = contents(aside)
    lost = '{"do":"card","by":"red","character":"hidden","table":2}'
    differ = [(mine, theirs) for mine, theirs in zip(kept["acts"], before["acts"], strict=True) if mine != theirs]  # type: ignore[call-overload]
    assert [(mine[0], mine[3]) for mine, _ in differ] == [(GOING, lost)]
    assert kept | {"acts": []} == before | {"acts": []}
    assert aside.stat().st_mode & 0o777 == 0o600
    # Later openings make no other one.
    journal.close()
    Journal(tmp_path / "data").close()
    assert [file.name for file in (tmp_path / "data" / copies.FOLDER).glob("version-*")] == [aside.name]


def test_a_discarded_game_leaves_the_copy_that_was_laid_aside_too(tmp_path: Path) -> None:
    place(1, tmp_path / "data")
    evening = Evening(tmp_path / "data")
    evening.journal.discard(GOING)
    rows = contents(tmp_path / "data" / copies.FOLDER / f"version-1{copies.PUBLIC}.db")
    assert [row for row in rows["acts"] if row[0] == GOING] == []  # type: ignore[attr-defined,index]
    assert [row for row in rows["games"] if row[0] == 1]  # type: ignore[attr-defined,index]
    evening.journal.close()


@pytest.mark.parametrize("version", EARLIER)
def test_a_step_that_fails_leaves_everything_as_it_was(version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place(version, tmp_path / "data")
    before = contents(file)
    step = migrate.MIGRATIONS[version]
    for done in range(len(step) + 1):
        monkeypatch.setitem(migrate.MIGRATIONS, version, (*step[:done], "INSERT INTO no_such_table VALUES (1)"))
        with pytest.raises(JournalError, match="can't be opened"):
            Journal(tmp_path / "data")
        assert contents(file) == before
    monkeypatch.undo()
    Journal(tmp_path / "data").close()
    assert contents(file)["version"] == migrate.VERSION


@pytest.mark.parametrize("version", EARLIER)
def test_a_kill_at_any_statement_leaves_everything_as_it_was_or_done(version: int, tmp_path: Path) -> None:
    """The process dies at each statement of its start in turn, until one start gets through. Then no secret of before stands anywhere."""
    file = place(version, tmp_path / "data")
    before = contents(file)
    if version < copies.SEALED:
        old_files(file)
    for last in (*range(30), *range(30, 5000, 19)):
        child = os.fork()
        if child == 0:
            # Nothing is tidied up: neither Python nor SQLite gets a word in.
            class Killed(sqlite3.Connection):
                left = [last]

                def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
                    if self.left[0] == 0:
                        os._exit(9)
                    self.left[0] -= 1
                    return super().execute(sql, *values)  # type: ignore[arg-type]

            sqlite3.connect = functools.partial(sqlite3.connect, factory=Killed)  # type: ignore[assignment,misc]
            try:
                Journal(tmp_path / "data")
            finally:
                os._exit(0)
        died = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if contents(file)["version"] == version:
            assert contents(file) == before
        if died == 0:
            break
    assert last > (200 if version < copies.SEALED else 10)
    sealed(tmp_path / "data")


def old_files(file: Path) -> None:
    """What a version of before the seals may have beside a journal: a copy, one laid aside, and a journal that was damaged."""
    home = file.parent / copies.FOLDER
    home.mkdir()
    # Two of them were cut short.
    for path in (home / "journal-7.db", home / f"version-{copies.version_in(file)}.db", home / "new", file.with_name("journal.db.new")):
        path.write_bytes(file.read_bytes())
    (file.parent / "journal-damaged-1.db").write_bytes(bytes(4096) + file.read_bytes()[4096:])


LIES = b'"do":"card","by":"red","character":"cheat","table":2}'
"""The card that lies face down in game 2, as versions before the seals wrote it."""


def sealed(folder: Path) -> None:
    """The cheat that lies face down in game 2 stands nowhere in clear, and the journal knows it all the same."""
    journal = Journal(folder)
    assert journal.warnings == []
    assert [act.character for act in journal.acts(GOING) if isinstance(act, PlaceCard)] == [Character.CHEAT]
    journal.close()
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert LIES not in content, path
            # A damaged file keeps no kind at all.
            assert "damaged" not in path.name or not on_disk.KIND.search(content), path
    assert len(list((folder / keys.FOLDER).iterdir())) == 1


def kinds_in(file: Path) -> int:
    return len(on_disk.KIND.findall(file.read_bytes()))


@pytest.mark.parametrize("version", BEFORE_SEALS)
def test_what_a_version_of_before_the_seals_has_left_is_sealed_or_overwritten(version: int, tmp_path: Path) -> None:
    file = place(version, tmp_path / "data")
    old_files(file)
    held = [path.with_name(path.name + ".held") for path in (tmp_path / "data" / copies.FOLDER).iterdir()]
    for other in held:
        # A second name keeps the bytes of a file that is deleted in sight.
        os.link(other.with_name(other.name.removesuffix(".held")), other)
    assert all(kinds_in(other) for other in held)
    Journal(tmp_path / "data").close()
    for other in held:
        assert not other.read_bytes().strip(bytes(1)), other
        other.unlink()
    sealed(tmp_path / "data")


def test_the_log_of_a_version_of_before_the_seals_is_overwritten(tmp_path: Path) -> None:
    file = place(2, tmp_path / "data")
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("UPDATE acts SET at = '2026-11-30T21:00:00+00:00'")
    # As a kill leaves it: with its log.
    killed = tmp_path / "killed"
    killed.mkdir()
    for part in (FILE, FILE + "-wal"):
        (killed / part).write_bytes((tmp_path / "data" / part).read_bytes())
    db.close()
    log = os.open(killed / (FILE + "-wal"), os.O_RDONLY)
    assert on_disk.KIND.search(os.pread(log, 1_000_000, 0))
    Journal(killed).close()
    left = os.pread(log, 1_000_000, 0)
    os.close(log)
    assert left
    assert not left.strip(bytes(1))
    assert not list(killed.glob("*-old"))
    sealed(killed)


def test_what_was_seen_in_a_game_that_goes_on_stays_and_what_nobody_saw_in_earlier_rounds_is_lost(tmp_path: Path) -> None:
    """A journal of version 2 in its second round: cards of the first at a paid table, at others, and some of the second."""
    file = place(2, tmp_path / "data")
    evening = Evening(tmp_path / "made")
    evening.sit_down()
    evening.tokens()
    laid = []
    for number in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        laid.append(KINDS[number // 4])
        evening.tap(f"{evening.view.to_act} {laid[-1]}")
        # A pawn stands at table 1 and none at table 2.
        evening.touch(1 + number % 2)
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    evening.do(Seated())
    evening.tokens()
    evening.tap(f"{evening.view.to_act} bluff")
    evening.touch(6)
    acts = evening.journal.acts(1)
    view = evening.view
    assert sum(isinstance(act, PlaceCard) and act.character is Character.HIDDEN for act in acts) == 6
    evening.journal.close()
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("DELETE FROM acts WHERE game = ?", (GOING,))
    for number, act in enumerate(acts, start=1):
        if isinstance(act, PlaceCard) and laid:
            act = PlaceCard(act.by, laid.pop(0), act.table)
        db.execute("INSERT INTO acts VALUES (?, ?, '2026-11-30T20:00:00+00:00', ?)", (GOING, number, msgspec.json.encode(act).decode()))
    db.close()
    journal = Journal(tmp_path / "data")
    assert journal.acts(GOING) == acts
    assert rules.view(Timeline(VABANQUE, journal.acts(GOING)).position) == view
    journal.close()


def test_the_tags_of_two_games_may_be_one_sticker(tmp_path: Path) -> None:
    place(2, tmp_path / "data")
    journal = Journal(tmp_path / "data")
    uid = UIDS["tile 1"]
    journal.bind_tags({uid: "cairo"}, rules="casino")
    assert (journal.tags("vabanque")[uid], journal.tags("casino")) == ("tile 1", {uid: "cairo"})
    journal.forget_tags([uid], "vabanque")
    assert uid not in journal.tags("vabanque")
    assert journal.tags("casino") == {uid: "cairo"}
    journal.adopt([], {}, {}, {})
    assert journal.tags("casino") == {uid: "cairo"}
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

    monkeypatch.setattr(migrate, "lay_aside", full)
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
    assert list(migrate.MIGRATIONS) == list(EARLIER)
    assert [old_journals.of(version).exists() for version in VERSIONS] == [True] * migrate.VERSION
    assert all(contents(old_journals.of(version))["version"] == version for version in VERSIONS)
    assert LAID[0] is Colour.RED
