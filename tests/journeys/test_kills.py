"""kill -9 anywhere in a whole game: the next start has every act that was shown, and at most one more."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.devices.simulated import SimulatedReader
from companion.games import BUILT_IN
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import demo, rules
from companion.games.vabanque.rules.redact import redacted
from companion.games.vabanque.table.commands import DrawStart
from companion.table import commands
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer
from companion.table.tags import simulated
from tests import hands

ROOT = Path(__file__).parent.parent.parent


def kill(folder: Path, key: str, seed: int, kills: int) -> None:
    command = [sys.executable, "-m", "tests.journeys.kills", str(folder), str(seed), str(kills), key]
    result = subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=900, check=False)
    assert (result.stdout.strip(), result.returncode) == (str(kills), 0), result.stderr


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_kill_at_any_act_loses_nothing_that_was_shown(tmp_path: Path, key: str) -> None:
    kill(tmp_path, key, seed=1, kills=30)


@pytest.mark.long
@pytest.mark.parametrize("key", BUILT_IN)
@pytest.mark.parametrize("seed", range(5))
def test_a_thousand_kills(tmp_path: Path, key: str, seed: int) -> None:
    kill(tmp_path, key, seed=10 + seed, kills=200)


def test_an_end_that_was_cut_off_is_made_up_for(tmp_path: Path) -> None:
    """The last act is on disk and the power goes before the kinds are erased: the next start closes the game and erases them."""
    moves = demo.random_game(5)
    journal = Journal(tmp_path)
    game = journal.new_game("real", rules="vabanque")
    for move in moves:
        journal.append(game, move)
    journal.close()
    journal = Journal(tmp_path)
    session = Session(journal)
    session.handle(commands.ShowPast())
    assert len(session.shown.past or ()) == 1
    kept = Timeline(VABANQUE, journal.acts(game))
    assert kept.moves == redacted(moves)
    assert rules.view(kept.position).winners
    journal.close()


def test_acts_are_in_order_whatever_the_clock_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi has no battery clock: the time of day may jump back between two acts, or between two starts."""
    times = iter(f"20{99 - n:02}-01-01T00:00:00+00:00" for n in range(90))
    monkeypatch.setattr("companion.table.journal.store.now", lambda: next(times))
    moves = demo.random_game(2)[:40]
    journal = Journal(tmp_path)
    game = journal.new_game("real", rules="vabanque")
    for move in moves:
        journal.append(game, move)
    journal.copy()
    journal.close()
    journal = Journal(tmp_path)
    assert journal.acts(game) == moves
    assert journal.new_game("real", rules="vabanque") > game
    journal.close()


def test_a_disk_that_can_only_be_read_is_told_and_changes_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    session = Session(journal, simulated=simulated.tags, hand=0)
    reader = SimulatedReader("pad")
    reader.start(session.handle)
    session.handle(commands.NewGame())
    moves = demo.random_game(3)
    for move in moves[:30]:
        hands.make(move, reader, session)
    before = session.shown.view
    journal._db.execute("PRAGMA query_only = ON")
    hands.make(moves[30], reader, session)
    assert session.shown.notice is not None
    assert session.shown.notice.what is Answer.NOT_WRITTEN
    assert session.shown.view == before
    for touch in (commands.GoHome(), commands.NewGame(), commands.ShowPast(), commands.Undo(), DrawStart()):
        session.handle(touch)
    journal._db.execute("PRAGMA query_only = OFF")
    session.handle(commands.OpenGame(1))
    assert session.shown.view == before
    journal.close()
    with pytest.raises(sqlite3.ProgrammingError):
        journal.games()
