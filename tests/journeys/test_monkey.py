"""Anybody taps anything: taps, hasty taps, drags and long holds at random, with the tray's tags among them. Nothing breaks, nothing is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games.colours import Colour
from companion.table.session import Session
from companion.table.touches import OpenGame
from tests.ui.evening import UIDS, TouchEvening
from tests.ui.harness import harness, wait

FOUR = (Colour.RED, Colour.BLACK, Colour.WHITE, Colour.BLUE)
SELDOM = ("menu", "undo")
"""Keys that lead away from the game: tapped less often than the others, or it would never get far."""


def play(evening: TouchEvening, rng: random.Random, steps: int) -> set[str]:
    """Random acts of one finger; returns the names of the screens that were seen. Raises what the app raises."""
    window, seen = evening.harness, set()
    for step in range(steps):
        seen.add(evening.open)
        everything = [(widget, key) for widget in window.widgets() for key in widget.targets if key != "quit"]
        assert everything, f"nothing can be tapped on {evening.open}"
        often = [(widget, key) for widget, key in everything if key not in SELDOM]
        widget, key = rng.choice(everything if rng.random() < 0.15 or not often else often)
        spot = window.centre(widget, widget.targets[key])
        kind = rng.random()
        if kind < 0.85:
            window.tap(*spot, hasty=kind > 0.75)
        elif kind < 0.95:
            other, target = rng.choice(everything)
            end = window.centre(other, other.targets[target])
            finger = window.down(*spot)
            window.move(finger, *end)
            window.up(finger, *end)
        else:
            finger = window.down(*spot)
            wait(0.9)
            window.settle(1)
            window.up(finger)
        window.settle(1)
        if step % 5 == 0:
            assert window.cuts() == [], evening.open
            assert window.small_targets() == [], evening.open
    return seen


def whole(evening: TouchEvening) -> None:
    """What is shown is what the journal tells to somebody who opens it anew."""
    game = evening.session.shown.game
    if game is None:
        return
    fresh = Session(evening.journal, simulated={uid: code for code, uid in UIDS.items()})
    fresh.handle(OpenGame(game))
    assert fresh.shown.view == evening.session.shown.view
    view = evening.view
    for result in view.results:
        assert all(amount % 5_000 == 0 and amount >= 0 for amount in result.fortunes.values())


def run(folder: Path, seed: int, steps: int) -> set[str]:
    evening = TouchEvening(harness(), folder, tray=True)
    try:
        evening.new_game()
        if seed % 2:
            evening.set_up(FOUR)
        seen = play(evening, random.Random(seed), steps)
        whole(evening)
    finally:
        evening.close()
    return seen


def test_random_fingers_break_nothing(tmp_path: Path) -> None:
    seen = run(tmp_path / "1", 1, 250) | run(tmp_path / "2", 2, 60)
    assert {"tokens", "cards", "private", "pawns", "players"} <= seen


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 13))
def test_random_fingers_break_nothing_for_long(tmp_path: Path, seed: int) -> None:
    run(tmp_path, seed, 2500)
