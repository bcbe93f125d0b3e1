"""Moves a second of the rules of Cash & Run: the recorded games through `apply`, no view, no journal."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.record import record

GAMES = Path(__file__).resolve().parents[2] / "seeds" / "cash_and_run" / "games"
RUNS = 15
AIM = 50_000


def measure() -> Iterator[str]:
    games = [record.replay(path.read_bytes().splitlines()).moves for path in sorted(GAMES.glob("*.jsonl"))]
    total = sum(map(len, games))
    rates = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        for moves in games:
            position = rules.new()
            for move in moves:
                position = rules.apply(position, move)
        rates.append(total / (time.perf_counter() - begun))
    yield f"median {statistics.median(rates):,.0f} moves a second over {len(games)} games of 3 to 6 players (aim {AIM:,}), best {max(rates):,.0f}"
    views = []
    for moves in games:
        position = rules.new()
        for move in moves:
            position = rules.apply(position, move)
            begun = time.perf_counter()
            rules.view(position)
            views.append(time.perf_counter() - begun)
    yield f"the public view after a move: median {statistics.median(views) * 1e6:.0f} microseconds"
