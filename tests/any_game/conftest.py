"""Every test here runs with the toy on the shelf, and once for each game on it where it asks for `of`: also for those of packages installed here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import Game
from companion.games import BUILT_IN, SHELF, Shelf
from companion.ui import gameui
from tests.any_game import stranger
from tests.any_game.evening import Evening

TOY = "tiny"


def installed() -> tuple[str, ...]:
    """The games of other packages that are installed where the tests run, such as one that is being written."""
    shelf = Shelf()
    if shelf.broken:
        told = [f"the game {left.name} of the package {left.package} can't be used: {left.why}" for left in shelf.broken]
        raise pytest.UsageError("\n".join([*told, "Mend it, or take it away with pip uninstall."]))
    return tuple([key for key in shelf if key not in BUILT_IN and key != TOY])


INSTALLED = installed()

KEYS = (*BUILT_IN, *sorted((TOY, *INSTALLED)))
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
