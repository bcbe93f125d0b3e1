"""Moves a second of Casino's rules: whole random games through `apply`, no view, no journal."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from companion.games.casino import rules
from companion.games.casino.rules import captures
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.state import Game
from companion.games.kit.colours import Colour
from tests.games.casino.evenings import Evening

GAMES, RUNS = 24, 15
AIM = 50_000


def measure() -> Iterator[str]:
    colours = list(Colour)
    evenings = [Evening(colours[: 2 + seed % 3], HouseRules(list(Kind)[seed % 2]), seed) for seed in range(GAMES)]
    total = sum(len(evening.moves) for evening in evenings)
    rates = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        for evening in evenings:
            position = rules.new()
            for move in evening.moves:
                position = rules.apply(position, move)
        rates.append(total / (time.perf_counter() - begun))
    yield f"median {statistics.median(rates):,.0f} moves a second over {GAMES} games of 2 to 4 players (aim {AIM:,}), best {max(rates):,.0f}"
    views, lit = [], []
    for evening in evenings[:8]:
        for position in evening.positions:
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
