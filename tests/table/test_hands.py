"""Hands wobble, hurry and reach past each other: each act that is meant happens once, for the player who meant it, and nothing else does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.table.hands import a_round

QUICK, LONG = 25, 3_000


@pytest.mark.parametrize("seed", [*range(QUICK), 1081, 2247])
def test_every_act_that_is_meant_happens_once_and_no_other(tmp_path: Path, seed: int) -> None:
    assert a_round(tmp_path / "data", seed) == 32


@pytest.mark.long
def test_every_act_that_is_meant_happens_once_for_thousands_of_hands(tmp_path: Path) -> None:
    first = random.SystemRandom().randrange(10**9)
    for seed in range(first, first + LONG // 32):
        print("seed", seed)
        assert a_round(tmp_path / str(seed), seed) == 32
