"""Disks that are full, slow, held by another program, or torn by the power: what was shown is there, and what is not is said."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion import assemble, logs
from companion import settings_file as owner
from companion.devices.simulated import SimulatedReader
from companion.errors import BackupError, JournalError
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import demo
from companion.games.vabanque.rules.moves import AnyMove
from companion.settings import Settings
from companion.table import commands
from companion.table.backup import folder as vault
from companion.table.evenings import history
from companion.table.journal import copies, keys
from companion.table.journal.lock import Lock
from companion.table.journal.migrate import VERSION
from companion.table.journal.opening import FILE
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer
from companion.table.tags import simulated
from tests import hands
from tests.power import cuts
from tests.table.remembered import remembered
from tests.table.test_migrate import contents, place, sealed

ROOT = Path(__file__).parent.parent.parent
MOVES = demo.random_game(3)


class Table:
    """A session with a pad, without a screen."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder)
        self.session = Session(self.journal, simulated=simulated.tags, hand=0)
        self.pad = SimulatedReader("pad")
        self.pad.start(self.session.handle)

    def make(self, *moves: AnyMove) -> None:
        for move in moves:
            hands.make(move, self.pad, self.session)

    def refused(self) -> bool:
        notice = self.session.shown.notice
        return notice is not None and notice.what is Answer.NOT_WRITTEN


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A game of 30 acts, in a journal with copies."""
    table = Table(tmp_path / "data")
    table.session.handle(commands.NewGame())
    table.make(*MOVES[:30])
    for _ in range(3):
        table.journal.copy()
    table.journal.close()
    return tmp_path / "data"


def acts(folder: Path) -> list[AnyMove]:
    journal = Journal(folder)
    try:
        assert journal.warnings == []
        return Timeline(VABANQUE, journal.acts(1)).moves
    finally:
        journal.close()


# --- full -------------------------------------------------------------------------------------------------------


class Ballast:
    """Fills a disk up to so many bytes."""

    def __init__(self, disk: Path) -> None:
        self.file = disk / "ballast"

    def leave(self, room: int) -> None:
        self.file.unlink(missing_ok=True)
        size = 0
        with open(self.file, "wb", buffering=0) as out:
            try:
                while written := out.write(bytes(4096)):
                    size += written
            except OSError:
                pass
        os.truncate(self.file, max(0, size - room))


def test_a_disk_that_is_full_in_mid_game(small_disk: Path) -> None:
    table = Table(small_disk / "data")
    ballast = Ballast(small_disk)
    table.session.handle(commands.NewGame())
    done = 0
    refused = 0
    for room in (0, 4096, 8192, 12_288, 20_480, 0, 4096):
        ballast.leave(room)
        while done < len(MOVES):
            before = table.session.shown.view
            table.make(MOVES[done])
            if table.session.shown.view == before:
                assert table.refused()
                refused += 1
                break
            done += 1
        with pytest.raises(OSError, match="No space"):
            owner.save(Settings(language="fr", dim_after=60), small_disk / "data" / owner.FILE)
        with pytest.raises(BackupError, match="Free some space"):
            vault.write(table.journal, Settings(), small_disk)
        assert not list(small_disk.glob("*.jsonl*"))
        ballast.file.unlink()
        table.make(MOVES[done])
        done += 1
        table.journal.copy()
    assert refused == 7
    table.journal.close()
    assert acts(small_disk / "data") == MOVES[:done]


def test_old_copies_make_room_on_a_full_disk(small_disk: Path) -> None:
    table = Table(small_disk / "data")
    table.session.handle(commands.NewGame())
    table.make(*MOVES[:10])
    for _ in range(3):
        table.journal.copy()
    Ballast(small_disk).leave(0)
    table.make(*MOVES[10:20])
    assert not table.refused()
    found = copies.all_copies(small_disk / "data")
    assert 1 <= len(found) < 3
    assert found[0].name == "journal-3.db"
    table.journal.close()
    assert acts(small_disk / "data") == MOVES[:20]


def test_a_start_on_a_full_disk_sets_nothing_aside(played: Path, small_disk: Path) -> None:
    data = small_disk / "data"
    data.mkdir()
    (data / FILE).write_bytes((played / FILE).read_bytes())
    shutil.copytree(played / keys.FOLDER, data / keys.FOLDER)
    ballast = Ballast(small_disk)
    ballast.leave(0)
    for _ in range(2):
        with pytest.raises(JournalError, match="Free some space"):
            Journal(data)
    assert not list(data.glob("*damaged*"))
    ballast.file.unlink()
    assert acts(data) == MOVES[:30]
    # With copies of its own it helps itself.
    (data / copies.FOLDER).mkdir()
    for copy in copies.all_copies(played):
        (data / copies.FOLDER / copy.name).write_bytes(copy.read_bytes())
    ballast.leave(0)
    assert acts(data) == MOVES[:30]
    assert copies.all_copies(data)[0].name == "journal-3.db"


def test_a_journal_of_before_the_seals_on_a_full_disk(small_disk: Path) -> None:
    """It is as it was, or sealed, wherever the room ends; with room again it is sealed and whole."""
    data = small_disk / "data"
    file = place(2, data)
    before = contents(file)
    ballast = Ballast(small_disk)
    told: list[str] = []
    for pages in range(0, 80, 4):
        ballast.leave(pages * 4096)
        try:
            Journal(data).close()
            break
        except JournalError as error:
            told.append(str(error))
        ballast.file.unlink()
        assert contents(file) == before
    ballast.file.unlink()
    assert len(told) > 5
    assert all("the disk is full. Free some space" in each for each in told)
    sealed(data)


def test_files_that_may_not_grow(tmp_path: Path) -> None:
    """The kernel refuses every byte beyond a limit, at different places of SQLite's writes: a program of its own, tests/journeys/no_growth.py."""
    command = [sys.executable, "-m", "tests.journeys.no_growth", str(tmp_path)]
    result = subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    done, refused = map(int, result.stdout.split())
    assert refused >= 10
    assert acts(tmp_path) == MOVES[:done]


def test_a_log_on_a_full_disk_costs_nothing_but_the_log(small_disk: Path) -> None:
    Ballast(small_disk).leave(0)
    logs.start(small_disk)
    logs.log.warning("a line that has no room")
    assert logs.report(small_disk, ValueError("x")) is None
    logs.stop()


def test_a_past_game_is_closed_whole_after_a_disk_was_full_at_its_end(small_disk: Path) -> None:
    """The last act is on the disk and the closing is not: the evening goes on, and the closing is made up for."""
    table = Table(small_disk / "data")
    table.session.handle(commands.NewGame())
    table.make(*MOVES[:-1])
    ballast = Ballast(small_disk)
    for copy in copies.all_copies(small_disk / "data"):
        copy.unlink()
    ballast.leave(0)
    table.make(MOVES[-1])
    ballast.file.unlink()
    if table.refused():
        table.make(MOVES[-1])
    table.session.handle(commands.GoHome())
    table.journal.close()
    journal = Journal(small_disk / "data")
    assert history.in_progress(journal) == ()
    assert [entry.game for entry in history.past(journal)] == [1]
    journal.close()


# --- held by another program ------------------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    monkeypatch.setattr(copies, "PATIENCE_S", 0.0)


@pytest.mark.usefixtures("hasty")
def test_an_act_that_another_program_holds_up_is_refused_and_then_made(played: Path) -> None:
    table = Table(played)
    table.session.handle(commands.OpenGame(1))
    before = table.session.shown.view
    other = sqlite3.connect(played / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    table.make(MOVES[30])
    assert table.refused()
    assert table.session.shown.view == before
    other.execute("ROLLBACK")
    table.make(MOVES[30])
    assert not table.refused()
    other.close()
    table.journal.close()
    assert acts(played) == MOVES[:31]


@pytest.mark.usefixtures("hasty")
def test_a_journal_that_another_program_holds_whole_is_not_taken_for_damaged(played: Path) -> None:
    other = sqlite3.connect(played / FILE, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(JournalError, match="Another program holds"):
        Journal(played)
    other.close()
    assert not list(played.glob("*damaged*"))
    assert acts(played) == MOVES[:30]


def test_who_looks_while_somebody_plays_sees_no_damage(played: Path) -> None:
    """The log is read while another program writes to it; a second one at the table is turned away."""
    playing = Table(played)
    lock = Lock(played)
    playing.session.handle(commands.OpenGame(1))
    for number, move in enumerate(MOVES[30:60], start=31):
        playing.make(move)
        assert acts(played) == remembered(MOVES[:number])
    with pytest.raises(JournalError, match="running already"):
        assemble.Evening(played, simulate=True)
    lock.release()
    playing.journal.close()


# --- torn -------------------------------------------------------------------------------------------------------


def test_a_power_cut_while_noting_which_game_is_open(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(played)
    second = journal.new_game("real", rules="vabanque")
    journal.note_open(1)
    found = set()
    for _ in cuts(monkeypatch, lambda: journal.note_open(second)):
        found.add(journal.was_open())
        journal.note_open(1)
    assert found == {1, second}
    journal.close()


def test_a_power_cut_while_writing_a_backup(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    journal = Journal(played)
    cut = 0
    for _ in cuts(monkeypatch, lambda: vault.write(journal, Settings(), stick)):
        cut += 1
        for file in stick.glob("*.jsonl"):
            assert len(vault.read(file).games) == 1
            file.unlink()
    assert cut >= 12
    assert vault.write(journal, Settings(), stick).games == 1
    journal.close()


def test_a_power_cut_while_a_copy_is_opened_in_the_place_of_a_damaged_journal(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = (played / FILE).read_bytes()

    def damaged_start() -> None:
        (played / FILE).write_bytes(good[:5000])
        Journal(played).close()

    cut = 0
    for _ in cuts(monkeypatch, damaged_start):
        cut += 1
        journal = Journal(played)
        assert Timeline(VABANQUE, journal.acts(1)).moves == MOVES[:30]
        journal.close()
        for aside in played.glob("*damaged*"):
            aside.unlink()
    assert cut >= 12


def test_a_power_cut_while_a_copy_is_made(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(played)
    for _ in cuts(monkeypatch, journal.copy):
        newest = copies.newest_good(played, VERSION)
        assert newest is not None
        assert copies.all_copies(played)[0] == newest, "the newest copy is a torn one"
    journal.close()
    assert acts(played) == MOVES[:30]
