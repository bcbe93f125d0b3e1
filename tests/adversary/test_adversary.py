"""Whoever does not hold a face-down card learns nothing of it by anything they do."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest

from companion.games.vabanque.rules.moves import End
from companion.table.commands import GoHome
from tests.adversary.adversary import Adversary, play_elsewhere
from tests.adversary.wire import WiredWorld
from tests.adversary.world import Logged, TerminalWorld, World


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


@pytest.mark.parametrize("made", [WiredWorld, TerminalWorld])
def test_nor_does_what_goes_to_a_reader_or_is_typed_beside_the_game(made: type[World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        attack(seed, tmp_path / str(seed), monkeypatch, made)


@pytest.mark.long
@pytest.mark.parametrize("fifties", range(40))
@pytest.mark.parametrize(("made", "first"), [(World, 1_000), (WiredWorld, 4_000), (TerminalWorld, 7_000)])
def test_two_thousand_adversaries_of_each_kind_learn_nothing(
    made: type[World], first: int, fifties: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(first + 50 * fifties, first + 50 * fifties + 50):
        print("seed", seed)
        attack(seed, tmp_path / str(seed), monkeypatch, made)
        shutil.rmtree(tmp_path / str(seed))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("left", [False, True])
def test_a_card_that_lies_is_laid_in_no_other_game(left: bool, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There it would be turned over at the end of a round that somebody plays alone. `left`: its own game was ended early before."""
    with monkeypatch.context() as patch:
        adversary = Adversary(seed, tmp_path, lambda name, value: patch.setattr(name, value))
        if left:
            adversary.to_come = [("the end", lambda world: world.evening.do(End()))]
        adversary.to_come += [("another game, alone", play_elsewhere), ("home", lambda world: world.evening.post(GoHome()))]
        adversary.run(len(adversary.to_come))


def test_no_tag_tells_an_open_card_of_an_earlier_round_while_others_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction shows what it is told, and the tag could be that of a card that lies face down. This seed holds one to a reader."""
    attack(5062, tmp_path, monkeypatch)


def test_nobody_sees_whether_the_card_that_is_laid_is_the_one_that_was_laid_last_in_the_round_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card and its table that are shown once more are taken for what they were. This seed touches the table at once."""
    attack(157, tmp_path, monkeypatch)
