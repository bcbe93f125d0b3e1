"""The journal keeps every act, survives damage, and forgets what was never revealed."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import assemble
from companion.errors import JournalError
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.rules.moves import Confirm, Join, Seated
from companion.games.vabanque.rules.view import Phase
from companion.table.commands import Discard, GoHome, NewGame, OpenGame, Redo, Undo
from companion.table.evenings import history
from companion.table.journal import copies, keys, migrate, storage
from companion.table.journal.acts import Redone, Undone
from companion.table.journal.damage import Damage
from companion.table.journal.lock import Lock
from companion.table.journal.opening import FILE
from companion.table.journal.store import Journal
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer
from tests.table import old_journals
from tests.table.evening import Evening

ACTS = [Join(Colour.RED, "Benedetta"), Join(Colour.BLUE, "Äöé"), Undone(), Redone()]


def test_acts_come_back_as_they_were(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = journal.new_game("real", rules="vabanque")
    other = journal.new_game("practice", rules="vabanque")
    for act in ACTS:
        journal.append(game, act)
    journal.append(other, ACTS[1])
    journal.close()
    journal = Journal(tmp_path)
    assert journal.acts(game) == ACTS
    assert journal.acts(other) == [ACTS[1]]
    assert [(row.game, row.kind) for row in journal.games(ended=False)] == [(other, "practice"), (game, "real")]
    journal.close()


def test_an_act_is_in_the_file_before_append_returns(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = journal.new_game("real", rules="vabanque")
    journal.append(game, ACTS[0])
    # A second reader of the same file sees only what is committed.
    reader = sqlite3.connect(tmp_path / FILE)
    assert reader.execute("SELECT count(*) FROM acts").fetchone() == (1,)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    reader.close()
    journal.close()


def test_files_are_the_owners_only(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        journal = Journal(tmp_path / "data")
        journal.append(journal.new_game("real", rules="vabanque"), ACTS[0])
        journal.copy()
        lock = Lock(tmp_path / "data")
        for path in (tmp_path / "data").rglob("*"):
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
        lock.release()
        journal.close()
    finally:
        os.umask(old)


def test_a_second_program_is_told_that_the_first_runs(tmp_path: Path) -> None:
    first = Lock(tmp_path)
    with pytest.raises(JournalError, match="running already"):
        Lock(tmp_path)
    first.release()
    Lock(tmp_path).release()


def test_newer_data_are_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(JournalError, match="newer version"):
        Journal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


class Opened(sqlite3.Connection):
    """Remembers every connection that is opened."""

    ever: list[Opened]

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.ever.append(self)

    @classmethod
    def unclosed(cls) -> int:
        return sum(not each.is_closed() for each in cls.ever)

    def is_closed(self) -> bool:
        try:
            self.total_changes  # noqa: B018  raises where it is closed
        except sqlite3.ProgrammingError:
            return True
        return False


@pytest.mark.parametrize(
    ("where", "name"),
    [
        (migrate, "migrate"),
        (migrate, "seal_old_copies"),
        (copies, "old_copies"),
        (Journal, "_destroy_keys"),
        (assemble, "Session"),
        (assemble, "Mailbox"),
    ],
)
def test_a_start_that_fails_leaves_no_file_open(where: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has failed, the next start finds the journal with nobody at it."""
    # One of before the seals, with a copy, so that everything that a start may do is done.
    (tmp_path / copies.FOLDER).mkdir()
    for there in (tmp_path / FILE, tmp_path / copies.FOLDER / "journal-1.db"):
        there.write_bytes(old_journals.of(1).read_bytes())
    Opened.ever = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *words, **more: connect(*words, **more, factory=Opened))

    def failing(*words: Any, **more: Any) -> None:
        raise RuntimeError("nobody thought of it")

    monkeypatch.setattr(where, name, failing)
    with pytest.raises(RuntimeError):
        assemble.Evening(tmp_path)
    assert Opened.ever
    assert Opened.unclosed() == 0


def test_a_copy_that_goes_while_it_is_opened_to_be_read_leaves_no_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    journal.copy()
    journal.close()
    damage(tmp_path / FILE, "zeroed")
    Opened.ever = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *words, **more: connect(*words, **more, factory=Opened))

    def gone(copy: Path) -> str:
        raise FileNotFoundError(2, "No such file or directory", str(copy))

    monkeypatch.setattr(copies, "date_of", gone)
    with pytest.raises(JournalError):
        Journal.reading(tmp_path)
    assert Opened.ever
    assert Opened.unclosed() == 0


def test_only_a_disk_that_is_full_is_said_to_need_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    for number, full in ((errno.ENOSPC, True), (errno.EIO, False), (errno.EROFS, False), (errno.EACCES, False)):
        error = OSError(number, os.strerror(number))
        assert ("Free some space" in storage.unwritten(error).sentence) is full

        def refusing(*_: object, error: OSError = error) -> None:
            raise error

        monkeypatch.setattr(copies, "make", refusing)
        journal.copy()
        told = journal.warnings.pop()
        assert ("Free some space" in told) is full
        assert told.damage is (Damage.NO_ROOM_FOR_COPY if full else Damage.NO_COPY_MADE)
    journal.close()


def damage(file: Path, how: str) -> bytes:
    content = file.read_bytes()
    file.write_bytes(
        {
            "empty": b"",
            "zeroed": bytes(len(content)),
            "torn": content[: len(content) // 2],
            "foreign": b"this is no database at all, but a letter to grandmother" * 50,
            "page": content[:4096] + bytes(4096) + content[8192:],
        }[how]
    )
    return file.read_bytes()


@pytest.mark.parametrize("how", ["empty", "zeroed", "torn", "foreign", "page"])
def test_a_damaged_journal_is_moved_aside_and_the_newest_good_copy_opened(tmp_path: Path, how: str) -> None:
    journal = Journal(tmp_path)
    game = journal.new_game("real", rules="vabanque")
    for act in ACTS:
        journal.append(game, act)
    journal.copy()
    journal.append(game, Undone())
    journal.copy()
    journal.close()
    copies.all_copies(tmp_path)[0].write_bytes(b"")
    broken = damage(tmp_path / FILE, how)

    journal = Journal(tmp_path)
    assert journal.acts(game) == ACTS
    assert len(journal.warnings) == 1
    assert "journal-damaged-1.db" in journal.warnings[0]
    assert "copy of" in journal.warnings[0]
    assert (tmp_path / "journal-damaged-1.db").read_bytes() == broken
    journal.close()
    # The opened copy is good itself, and a second accident overwrites nothing.
    damage(tmp_path / FILE, how)
    Journal(tmp_path).close()
    assert (tmp_path / "journal-damaged-1.db").read_bytes() == broken
    assert (tmp_path / "journal-damaged-2.db").exists()


def test_without_a_copy_a_new_journal_says_so(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"")
    journal = Journal(tmp_path)
    assert journal.games() == []
    assert "no good copy" in journal.warnings[0]
    journal.close()


def test_the_newest_three_copies_are_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for _ in range(5):
        journal.copy()
    assert [copy.name for copy in copies.all_copies(tmp_path)] == ["journal-5.db", "journal-4.db", "journal-3.db"]
    assert not list(tmp_path.rglob("*-wal.db"))
    journal.close()


def test_the_acts_that_stand_are_kept_in_their_places() -> None:
    a, b, c = (Join(colour, "x") for colour in (Colour.RED, Colour.BLUE, Colour.GREEN))
    assert Timeline(VABANQUE, [a, b, Undone(), c, Undone(), Redone()]).kept() == [(0, a), (3, c)]
    assert Timeline(VABANQUE, [a, Undone(), Redone(), Undone(), b]).kept() == [(4, b)]


# --- through the session ----------------------------------------------------------------------------------------


def test_resume_at_the_exact_act_anywhere_in_a_game(evening: Evening) -> None:
    game = evening.sit_down()

    def restarted() -> None:
        view, undo, redo = evening.view, evening.shown.undo, evening.shown.redo
        evening.restart()
        evening.post(OpenGame(game))
        assert (evening.view, evening.shown.undo, evening.shown.redo) == (view, undo, redo)

    evening.touch(3)
    restarted()
    evening.tokens()
    restarted()
    evening.tap("red raise")
    evening.touch(2)
    # Half a gesture is no act: it is gone after a restart.
    evening.tap("yellow cheat")
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.shown.pending is None
    evening.cards()
    restarted()
    evening.pawns(2)
    evening.post(Undo())
    restarted()
    evening.post(Redo())
    restarted()
    evening.do(Confirm())
    restarted()
    evening.pay()
    restarted()
    evening.do(Seated())
    restarted()


def test_undo_and_redo_of_everything_up_to_the_confirmation(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.cards()
    evening.pawns(1)
    stand = evening.view
    seen = []
    for _ in evening.until(lambda: evening.shown.undo is None):
        seen.append(evening.view)
        evening.post(Undo())
    assert evening.view.phase is Phase.PLAYERS
    assert evening.answer is None
    evening.post(Undo())
    assert evening.answer is Answer.NOTHING_TO_UNDO
    for _ in evening.until(lambda: evening.shown.redo is None):
        evening.post(Redo())
        assert evening.view == seen.pop()
    assert evening.view == stand
    evening.post(Redo())
    assert evening.answer is Answer.NOTHING_TO_REDO


def test_a_new_act_ends_redoing(evening: Evening) -> None:
    evening.sit_down()
    evening.touch(3)
    evening.post(Undo())
    evening.touch(4)
    assert evening.shown.redo is None


def test_nothing_is_revealed_before_the_confirmation(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.cards(table=1)
    evening.pawns()
    assert evening.view.phase is Phase.STAND
    assert evening.view.results == ()
    assert all("raise" not in repr(shown) and "cheat" not in repr(shown) for shown in evening.heard)
    evening.do(Confirm())
    assert evening.view.results[0].tables


def test_undo_behind_the_reveal_takes_a_sure(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.cards()
    evening.pawns()
    evening.do(Confirm())
    assert evening.shown.undo is not None
    assert evening.shown.undo.sure
    evening.post(Undo())
    assert evening.answer is Answer.CONFIRM_UNDO
    assert evening.view.phase is Phase.PAYOUT
    evening.post(Undo(sure=True))
    assert evening.view.phase is Phase.STAND
    assert evening.view.results == ()


def test_several_games_side_by_side(evening: Evening) -> None:
    one = evening.sit_down()
    evening.touch(3)
    first = evening.view
    two = evening.sit_down(first=Colour.GREEN)
    evening.touch(5)
    assert [entry.game for entry in evening.shown.games] == [two, one]
    evening.post(OpenGame(one))
    assert evening.view == first
    evening.touch(4)
    evening.post(OpenGame(two))
    assert evening.view.tables[4].tokens == (5,)
    assert evening.view.tables[3].tokens == ()


def test_a_discarded_game_is_gone_from_the_journal_and_its_copies(evening: Evening) -> None:
    game = evening.sit_down()
    evening.round()
    evening.journal.copy()
    evening.post(Discard(game))
    assert evening.view_is_home()
    assert evening.shown.games == ()
    for file in (evening.folder / FILE, *copies.all_copies(evening.folder)):
        with closing(sqlite3.connect(file)) as db:
            assert db.execute("SELECT count(*) FROM acts").fetchone() == (0,)


def test_a_game_whose_end_was_not_closed_is_closed_at_the_next_start(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """As versions before the seals left it when the power went between the last act and the closing."""
    evening.sit_down()
    monkeypatch.setattr(history, "ending", lambda *_: None)
    for _ in range(4):
        evening.round(table=2)
    monkeypatch.undo()
    assert [row.ended for row in evening.journal.games()] == [None]
    evening.restart()
    assert evening.shown.games == ()
    (row,) = evening.journal.games(ended=True)
    assert row.summary is not None
    assert not list((evening.folder / keys.FOLDER).iterdir())


def test_a_full_disk_changes_nothing_and_says_so(evening: Evening) -> None:
    evening.sit_down()
    before = evening.view
    pages = evening.journal._db.execute("PRAGMA page_count").fetchone()[0]
    evening.journal._db.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(2000):
        evening.touch(3)
        if evening.answer is Answer.NOT_WRITTEN:
            break
        before = evening.view
        evening.post(Undo())
        if evening.answer is Answer.NOT_WRITTEN:
            break
        before = evening.view
    assert evening.answer is Answer.NOT_WRITTEN
    assert evening.view == before
    evening.journal._db.execute("PRAGMA max_page_count = 100000")
    evening.touch(3)
    assert evening.answer is None


def test_a_game_whose_acts_are_damaged_does_not_hide_the_others(evening: Evening) -> None:
    one = evening.sit_down()
    two = evening.sit_down()
    evening.journal._db.execute("UPDATE acts SET act = '{\"do\":' WHERE game = ? AND number = 3", (one,))
    evening.restart()
    assert [entry.game for entry in evening.shown.games] == [two]
    assert any(f"game {one}" in warning for warning in evening.shown.warnings)
    evening.post(NewGame())
    assert evening.view.phase is Phase.PLAYERS


def test_a_start_lands_in_the_game_that_lay_on_the_table(evening: Evening) -> None:
    evening.sit_down()
    evening.touch(3)
    before = evening.view
    evening.restart()
    evening.session.resume()
    assert evening.view == before
    # Put aside, or over, or gone: then the start is at home.
    evening.post(GoHome())
    evening.restart()
    evening.session.resume()
    assert evening.view_is_home()
    for content in ("99", "x", ""):
        (evening.folder / "open-game").write_text(content)
        evening.session.resume()
        assert evening.view_is_home()


def test_a_copy_of_a_later_version_is_not_opened_in_place_of_a_damaged_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = journal.new_game("real", rules="vabanque")
    journal.append(game, ACTS[0])
    journal.copy()
    journal.append(game, ACTS[1])
    journal.copy()
    journal.close()
    db = sqlite3.connect(copies.all_copies(tmp_path)[0])
    db.execute("PRAGMA user_version = 99")
    db.close()
    (tmp_path / FILE).write_bytes(b"")
    journal = Journal(tmp_path)
    assert journal.acts(game) == ACTS[:1]
    journal.close()
