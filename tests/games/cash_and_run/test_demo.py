"""The random games of the demo."""

from __future__ import annotations

from collections import Counter

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.demo import random_game
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.rules.moves import Throw
from companion.games.cash_and_run.rules.state import Game, Phase
from tests.games.cash_and_run.tables import positions


def test_a_demo_comes_to_its_end_and_is_the_same_for_the_same_seed() -> None:
    ends: Counter[str | None] = Counter()
    for seed in range(12):
        moves = random_game(seed)
        end = positions(moves)[-1]
        assert isinstance(end, Game)
        assert end.phase is Phase.FINISHED
        assert rules.outcome(end) is not None
        ends[end.won_by] += 1
        assert record.replay(record.write(moves).encode().splitlines()).position == end
    assert ends["lap"] > 0
    assert random_game(3) == random_game(3)
    assert random_game(3) != random_game(4)
    assert sum(isinstance(move, Throw) for move in random_game(3)) > 10
