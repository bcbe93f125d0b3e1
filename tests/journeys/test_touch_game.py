"""A whole game in a real window, by touch alone, with the real session and journal behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.colours import Colour
from companion.games.vabanque.view import Phase
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness

THREE = (Colour.RED, Colour.BLACK, Colour.WHITE)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    table = TouchEvening(harness(), tmp_path)
    yield table
    table.close()


def test_a_game_is_played_from_the_chairs_to_the_podium(evening: TouchEvening) -> None:
    evening.new_game()
    evening.set_up(THREE)
    assert evening.phase is Phase.TOKENS
    evening.play(lambda view: view.phase is Phase.FINISHED)
    assert len(evening.view.results) == 4
    assert evening.open in ("finished", "payout")
    if evening.open == "payout":
        while evening.open == "payout":
            evening.tap("on")
    assert evening.view.winners
    assert evening.harness.cuts() == []
