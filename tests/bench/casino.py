"""Moves a second of Casino's rules: whole random games through `apply`, no view, no journal."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from companion.games.casino import rules
from companion.games.casino.demo import random_game
from companion.games.casino.rules import captures
from companion.games.casino.rules.state import Game

GAMES, RUNS = 24, 15
AIM = 50_000


def measure() -> Iterator[str]:
    games = [random_game(seed) for seed in range(GAMES)]
    total = sum(map(len, games))
    rates = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        for moves in games:
            position = rules.new()
            for move in moves:
                position = rules.apply(position, move)
        rates.append(total / (time.perf_counter() - begun))
    yield f"median {statistics.median(rates):,.0f} moves a second over {GAMES} games of 2 to 4 players (aim {AIM:,}), best {max(rates):,.0f}"
    views, lit = [], []
    for moves in games[:8]:
        position = rules.new()
        for move in moves:
            position = rules.apply(position, move)
            begun = time.perf_counter()
            rules.view(position)
            views.append(time.perf_counter() - begun)
            if isinstance(position, Game) and position.loose:
                *others, card = position.loose
                begun = time.perf_counter()
                captures.largest(position.party.house, card, others, position.builds)
                lit.append(time.perf_counter() - begun)
    yield f"the public view after a move: median {statistics.median(views) * 1e6:.0f} microseconds"
    yield f"what a shown card may take: median {statistics.median(lit) * 1e6:.0f} microseconds, slowest {max(lit) * 1e3:.1f} ms"
