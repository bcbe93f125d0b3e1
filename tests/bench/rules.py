"""Moves a second of the rules: whole random games through `apply`, no view, no journal."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from companion.games.vabanque import demo, rules

GAMES, RUNS = 60, 15
AIM = 150_000


def measure() -> Iterator[str]:
    games = [demo.random_game(seed) for seed in range(GAMES)]
    total = sum(map(len, games))
    rates = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        for moves in games:
            position = rules.new()
            for move in moves:
                position = rules.apply(position, move)
        rates.append(total / (time.perf_counter() - begun))
    yield f"median {statistics.median(rates):,.0f} moves a second over {GAMES} games of 3 to 6 players (aim {AIM:,}), best {max(rates):,.0f}"
    views = []
    for moves in games[:20]:
        position = rules.new()
        for move in moves:
            position = rules.apply(position, move)
            begun = time.perf_counter()
            rules.view(position)
            views.append(time.perf_counter() - begun)
    yield f"the public view after a move: median {statistics.median(views) * 1e6:.0f} microseconds"
