"""The trial's games, with nobody who follows: the fingers come to the end of each, and to the same game as its rules say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.machine.twin import fresh  # before anything of Kivy

# isort: split
from tests.machine import play


@pytest.mark.parametrize("key", play.GAMES)
def test_a_game_of_the_trial_comes_to_its_end(tmp_path: Path, key: str) -> None:
    ours = fresh(tmp_path / "data")
    try:
        play.GAMES[key](ours)
        assert ours.open == "finished"
        assert ours.view.outcome is not None
        assert ours.session.shown.notice is None
    finally:
        ours.close()
