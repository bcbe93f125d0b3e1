"""The simulated players."""

from __future__ import annotations

import pytest

from companion.games.casino import rules
from companion.games.casino.demo import random_game
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import Build, FalseBuild, Take
from companion.games.casino.rules.state import Game, Phase
from tests.games.casino.evenings import after


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", list(Kind))
def test_a_simulated_game_is_played_to_its_end_by_honest_players(players: int, kind: Kind) -> None:
    moves = random_game(5, players, HouseRules(kind))
    assert moves == random_game(5, players, HouseRules(kind))
    game = after(moves)
    assert isinstance(game, Game)
    assert (game.phase, len(game.party.colours), game.party.house.kind) == (Phase.FINISHED, players, kind)
    assert rules.outcome(game) is not None
    assert all(result.unheld == () for result in game.results)
    made = [type(move) for move in moves]
    assert FalseBuild not in made
    assert made.count(Take) > 10
    assert Build in made


def test_simulated_players_play_by_every_number_and_both_games() -> None:
    houses = [rules.view(after(random_game(seed))) for seed in range(12)]
    assert {len(view.players) for view in houses} == {2, 3, 4}
    assert {view.house.kind for view in houses} == set(Kind)
