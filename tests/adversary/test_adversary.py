"""Whoever does not hold a face-down card learns nothing of it by anything they do."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.adversary.twins import Adversary, Logged, World
from tests.adversary.wire import WiredWorld


def attack(seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch, made: type[World] = World) -> None:
    logger = logging.getLogger("companion")
    with monkeypatch.context() as patch:
        adversary = Adversary(seed, folder, lambda name, value: patch.setattr(name, value), made)
        heard = Logged(adversary.counted)
        logger.addHandler(heard)
        patch.setattr(logger, "level", logging.DEBUG)
        try:
            adversary.run()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        finally:
            logger.removeHandler(heard)


@pytest.mark.parametrize("fives", range(10))
def test_whatever_anybody_does_a_face_down_card_changes_nothing(fives: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(5 * fives, 5 * fives + 5):
        attack(seed, tmp_path / str(seed), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("hundreds", range(20))
def test_two_thousand_adversaries_learn_nothing(hundreds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(1_000 + 100 * hundreds, 1_100 + 100 * hundreds):
        print("seed", seed)
        attack(seed, tmp_path / str(seed), monkeypatch)


def test_nothing_goes_to_a_reader_that_depends_on_a_face_down_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        attack(seed, tmp_path / str(seed), monkeypatch, WiredWorld)


@pytest.mark.long
@pytest.mark.parametrize("tens", range(10))
def test_two_hundred_adversaries_at_the_wire_learn_nothing(tens: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(4_000 + 20 * tens, 4_020 + 20 * tens):
        print("seed", seed)
        attack(seed, tmp_path / str(seed), monkeypatch, WiredWorld)


def test_no_tag_tells_an_open_card_of_an_earlier_round_while_others_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction shows what it is told, and the tag could be that of a card that lies face down. This seed holds one to a reader."""
    attack(5062, tmp_path, monkeypatch)


def test_nobody_sees_whether_the_card_that_is_laid_is_the_one_that_was_laid_last_in_the_round_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card and its table that are shown once more are taken for what they were. This seed touches the table at once."""
    attack(157, tmp_path, monkeypatch)
