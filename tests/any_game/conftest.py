"""Every test here runs with the toy on the shelf, and once for each game on it where it asks for `of`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import Game
from companion.games import BUILT_IN, SHELF
from companion.ui import gameui
from tests.any_game import stranger
from tests.any_game.evening import Evening

TOY = "tiny"

KEYS = (*BUILT_IN, TOY)
"""Every game on the shelf of the second environment."""


@pytest.fixture(scope="session")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second environment, one for all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    return stranger.environment(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(autouse=True)
def strangers_are_there(second: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy is found in this process as well, for as long as the test runs."""
    monkeypatch.syspath_prepend(second)
    # What the shelf has found it keeps: the tests of other folders find theirs again.
    monkeypatch.setattr(SHELF, "_others", None)
    monkeypatch.setattr(SHELF, "_broken", [])
    gameui.of.cache_clear()
    yield
    gameui.of.cache_clear()


@pytest.fixture(params=KEYS)
def of(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return SHELF[request.param]


@pytest.fixture
def evening(of: Game, tmp_path: Path) -> Iterator[Evening]:
    """A table of the game, with nobody at it."""
    made = Evening(tmp_path / "data", of)
    yield made
    made.journal.close()
