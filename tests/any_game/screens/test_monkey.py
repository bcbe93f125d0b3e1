"""Random fingers and tags at a shelf with every game: nothing breaks, nothing is lost or told."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from companion.game import Game
from tests.any_game.screens.monkey import USUAL, Monkey, Picture, run

PICTURES = (USUAL, Picture((480, 800), "de", "largest"), Picture((800, 480), "fr", "largest"), Picture((480, 800)), Picture((720, 1280), "fr"))
"""Those in which least has room, and the usual one: each long run has one of them."""


def begin(monkey: Monkey, key: str) -> None:
    monkey.begin(key)


def test_random_fingers_and_tags_break_nothing(of: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = run(tmp_path, 1, 700, monkeypatch, partial(begin, key=of.key))
    assert "menu" in seen
    assert len({name.partition("/")[0] for name in seen if "/" in name}) > 1, seen


def test_nothing_is_cut_in_the_smallest_turned_picture(of: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, 201, 200, monkeypatch, partial(begin, key=of.key), PICTURES[1])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 22))
def test_random_fingers_and_tags_break_nothing_for_long(of: Game, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, seed, 3000, monkeypatch, partial(begin, key=of.key), PICTURES[seed % len(PICTURES)])
