"""From a simulated tap to the act on disk and on the screen, and what of it is the disk's own part."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.devices.simulated import SimulatedReader
from companion.games.vabanque import demo
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.tags import simulated
from tests import hands
from tests.bench.figures import spread

GAMES = 6


def _fsyncs(folder: Path, number: int = 200) -> list[float]:
    """A write of a page and its fsync, by itself."""
    times = []
    with open(folder / "probe", "wb") as probe:
        for _ in range(number):
            begun = time.perf_counter()
            probe.write(bytes(4096))
            probe.flush()
            os.fsync(probe.fileno())
            times.append(time.perf_counter() - begun)
    return times


def _commits(folder: Path, synchronous: str) -> list[float]:
    """Simulated taps through reader, gestures, rules and journal."""
    journal = Journal(folder)
    journal._db.execute(f"PRAGMA synchronous = {synchronous}")
    times = []
    session = Session(journal, simulated=simulated.tags, hand=0)
    reader = SimulatedReader("pad")
    reader.start(session.handle)
    from companion.table import commands

    for seed in range(GAMES):
        session.handle(commands.NewGame(practice=True))
        for move in demo.random_game(seed):
            begun = time.perf_counter()
            hands.make(move, reader, session)
            times.append(time.perf_counter() - begun)
    journal.close()
    return times


def _drawn(folder: Path, **environment: str) -> list[list[float]]:
    """The same in a real window: see `tests.bench.drawn`. The wall time has the session's thread in it, and up to a sixtieth of a second for the
    frame."""
    command = [sys.executable, "-m", "tests.bench.drawn", str(folder)]
    environment = os.environ | {"SDL_AUDIODRIVER": "dummy"} | environment
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True, env=environment)
    acts: list[list[float]] = json.loads(result.stdout.splitlines()[-1])
    return acts


def measure() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        yield f"a tap to the committed and drawn act: {spread([act[0] for act in _drawn(home / 'drawn')])}"
        own = _drawn(home / "own", KIVY_GL_BACKEND="mock")
        yield f"of that the drawing thread's processor time up to the frame, without a renderer: {spread([act[1] for act in own])} (aims 4 and 16 ms)"
        yield f"the program's own part, through the whole motion that explains the act: {spread([act[3] for act in own])} (aims 4 and 16 ms)"
        yield f"Kivy's loop in that motion, once a frame: {spread([act[2] - act[3] for act in own])}"
        yield f"a tap to the committed act: {spread(_commits(home / 'full', 'FULL'))}"
        yield f"the same without waiting for the disk: {spread(_commits(home / 'off', 'OFF'))}"
        yield f"one page and its fsync alone: {spread(_fsyncs(home))} (SQLite {sqlite3.sqlite_version})"
