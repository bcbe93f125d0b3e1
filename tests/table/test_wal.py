"""The journal's write-ahead log, torn, zeroed or taken away beside a good database: a shorter game at most, never a wrong one, and it is said."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.vabanque import demo
from companion.games.vabanque.rules.moves import AnyMove
from companion.table.journal import copies, wal
from companion.table.journal.opening import FILE
from companion.table.journal.store import Journal

LOG = FILE + "-wal"
FRAME = 24 + 4096


@pytest.fixture(scope="module")
def moves() -> list[AnyMove]:
    return demo.random_game(7)[:60]


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory, moves: list[AnyMove]) -> Path:
    """What lies on the disk when the power goes after 60 acts; after the 20th a copy was made."""
    folder = tmp_path_factory.mktemp("played")
    journal = Journal(folder)
    game = journal.new_game("real", rules="vabanque")
    for number, move in enumerate(moves, start=1):
        journal.append(game, move)
        if number == 20:
            journal.copy()
    left = Path(shutil.copytree(folder, tmp_path_factory.mktemp("left") / "data"))
    journal.close()
    assert (left / LOG).stat().st_size > 40 * FRAME
    return left


@pytest.fixture
def data(cut_off: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(cut_off, tmp_path / "data"))


def opened(folder: Path) -> tuple[list[object], list[str]]:
    """The acts of the one game, and what was said."""
    journal = Journal(folder)
    try:
        (game,) = [row.game for row in journal.games()]
        return list(journal.acts(game)), journal.warnings
    finally:
        journal.close()


def test_what_a_killed_program_leaves_is_whole(data: Path, moves: list[AnyMove]) -> None:
    assert not wal.is_torn(data / FILE)
    assert opened(data) == (moves, [])
    assert not list(data.glob("*damaged*"))


def test_pages_that_were_never_committed_are_no_damage(data: Path, moves: list[AnyMove]) -> None:
    """The power goes in the middle of a transaction so large that its first pages are in the log already."""
    db = sqlite3.connect(data / FILE, isolation_level=None)
    db.execute("PRAGMA cache_size = 2")
    before = (data / LOG).stat().st_size
    db.execute("BEGIN")
    db.executemany("INSERT INTO names VALUES (?, '')", ((f"{n:0100}",) for n in range(500)))
    assert (data / LOG).stat().st_size > before + 5 * FRAME
    left = Path(shutil.copytree(data, data.parent / "left"))
    db.execute("ROLLBACK")
    db.close()
    assert opened(left) == (moves, [])


def test_what_is_left_of_an_older_log_is_no_damage(data: Path, moves: list[AnyMove]) -> None:
    db = sqlite3.connect(data / FILE, isolation_level=None)
    db.execute("PRAGMA wal_checkpoint(RESTART)")
    db.execute("INSERT INTO names VALUES ('Ada', '')")
    left = Path(shutil.copytree(data, data.parent / "left"))
    db.close()
    assert (left / LOG).stat().st_size > 40 * FRAME
    assert opened(left) == (moves, [])


def zero(content: bytes, start: int, end: int | None = None) -> bytes:
    end = len(content) if end is None else end
    return content[:start] + bytes(end - start) + content[end:]


@pytest.mark.parametrize(
    ("damaged", "kept"),
    [
        (lambda log: bytes(len(log)), 20),
        (lambda log: zero(log, 0, 32), 20),
        (lambda log: log[:20], 20),
        (lambda log: b"a letter to grandmother" * 5000, 20),
        (lambda log: zero(log, len(log) // 2), 21),
        (lambda log: log[: len(log) // 2 + 1000], 21),
        (lambda log: zero(log, len(log) // 2, len(log) // 2 + 512), 21),
        (lambda log: log[: len(log) - FRAME // 2], 50),
        (lambda log: zero(log, len(log) - 100), 50),
    ],
    ids=["zeroed", "no header", "20 bytes", "foreign", "half zeroed", "half", "a sector", "torn at the end", "zeroed at the end"],
)
def test_a_damaged_log_is_told_and_kept(data: Path, moves: list[AnyMove], damaged: Callable[[bytes], bytes], kept: int) -> None:
    """`kept`: so many acts at least are there; those up to the copy are never in the log alone."""
    broken = damaged((data / LOG).read_bytes())
    (data / LOG).write_bytes(broken)
    acts, warnings = opened(data)
    assert acts == moves[: len(acts)]
    assert kept <= len(acts) < 60
    assert len(warnings) == 1
    assert "journal-damaged-1.db" in warnings[0]
    assert (data / "journal-damaged-1.db-wal").read_bytes() == broken
    assert opened(data) == (acts, [])


def test_a_log_damaged_anywhere_gives_a_shorter_game_and_never_a_wrong_one(cut_off: Path, tmp_path: Path, moves: list[AnyMove]) -> None:
    rng = random.Random(6)
    whole = (cut_off / LOG).read_bytes()
    for number in range(40):
        data = Path(shutil.copytree(cut_off, tmp_path / str(number)))
        at = rng.randrange(len(whole))
        broken = bytearray(whole)
        broken[at : at + rng.choice((1, 1, 512))] = rng.randbytes(rng.choice((1, 1, 512)))
        (data / LOG).write_bytes(broken)
        acts, warnings = opened(data)
        assert acts == moves[: len(acts)]
        assert len(acts) == 60 or warnings


@pytest.mark.parametrize(
    "damaged",
    [lambda file: b"a letter to grandmother" * 500, lambda file: zero(file, 4096, 3 * 4096), lambda file: file[: len(file) // 2]],
    ids=["foreign", "two pages", "half"],
)
def test_a_log_is_not_folded_into_a_damaged_journal(data: Path, moves: list[AnyMove], damaged: Callable[[bytes], bytes]) -> None:
    broken, log = damaged((data / FILE).read_bytes()), (data / LOG).read_bytes()
    (data / FILE).write_bytes(broken)
    acts, warnings = opened(data)
    assert acts == moves[:20]
    assert "damaged" in warnings[0]
    assert (data / "journal-damaged-1.db").read_bytes() == broken
    assert (data / "journal-damaged-1.db-wal").read_bytes() == log


def test_a_copy_that_was_half_rewritten_is_put_right_and_opened(data: Path, moves: list[AnyMove]) -> None:
    """The power goes while a past game's cards are erased in the copies."""
    copy = copies.all_copies(data)[0]
    db = sqlite3.connect(copy, isolation_level=None)
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.executemany("INSERT INTO names VALUES (?, '')", ((f"{n:0500}",) for n in range(500)))
    half = copy.read_bytes(), copy.with_name(copy.name + "-journal").read_bytes()
    db.execute("ROLLBACK")
    db.close()
    assert half[0] != copy.read_bytes()
    copy.write_bytes(half[0])
    copy.with_name(copy.name + "-journal").write_bytes(half[1])
    (data / LOG).unlink()
    (data / FILE).write_bytes(b"torn")
    assert opened(data)[0] == moves[:20]


def test_without_its_log_the_journal_is_not_behind_its_copy(data: Path, moves: list[AnyMove]) -> None:
    (data / LOG).unlink()
    assert opened(data) == (moves[:20], [])


def test_a_journal_that_is_gone_is_opened_from_its_copy(data: Path, moves: list[AnyMove]) -> None:
    """The power went when the damaged journal had been set aside and the copy was not yet in its place."""
    copies.move_aside(data / FILE)
    acts, warnings = opened(data)
    assert acts == moves[:20]
    assert "The games were missing; a copy of" in warnings[0]


def test_a_log_alone_is_not_written_into_the_copy(data: Path, moves: list[AnyMove]) -> None:
    (data / FILE).unlink()
    acts, warnings = opened(data)
    assert acts == moves[:20]
    assert "damaged" in warnings[0]
    assert (data / "journal-damaged-1.db-wal").exists()


def test_a_copy_that_can_not_be_opened_either_is_passed_over(data: Path, moves: list[AnyMove]) -> None:
    (data / LOG).unlink()
    (data / FILE).write_bytes(b"torn")
    newest = copies.all_copies(data)[0]
    shutil.copy(newest, newest.with_name("journal-9.db"))
    newest.with_name("journal-9.db").write_bytes(bytes(4096))
    acts, _ = opened(data)
    assert acts == moves[:20]
