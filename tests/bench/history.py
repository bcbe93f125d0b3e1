"""Opening the journal with a thousand past games, listing them and counting statistics."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import demo
from companion.games.vabanque.record import record
from companion.table.commands import ShowPast, ShowStats
from companion.table.evenings import history
from companion.table.journal.store import Journal
from companion.table.session.session import Session

GAMES, RUNS = 1000, 5


def measure() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        journal = Journal(home)
        journal._db.execute("PRAGMA synchronous = OFF")
        journal.copy = lambda: None  # type: ignore[method-assign]
        for seed in range(GAMES):
            lines = record.write(demo.random_game(seed)).encode().splitlines()
            history.add(journal, VABANQUE, record.replay(lines))
        journal.close()
        opened, listed, counted = [], [], []
        for _ in range(RUNS):
            begun = time.perf_counter()
            journal = Journal(home)
            session = Session(journal)
            opened.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            session.handle(ShowPast())
            listed.append(time.perf_counter() - begun)
            assert len(session.shown.past or ()) == GAMES
            begun = time.perf_counter()
            session.handle(ShowStats())
            counted.append(time.perf_counter() - begun)
            assert session.shown.stats is not None
            assert session.shown.stats.games == GAMES
            journal.close()
        size = (home / "journal.db").stat().st_size / 1e6
        yield f"open with {GAMES} past games ({size:.1f} MB): median {sorted(opened)[RUNS // 2]:.2f} s (aim 1 s)"
        yield f"list them: median {sorted(listed)[RUNS // 2]:.2f} s"
        yield f"count their statistics: median {sorted(counted)[RUNS // 2]:.2f} s (aim 1 s)"
