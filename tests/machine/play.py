"""Whole games by touch: what the twin's fingers do, the machine's fingers do."""

from __future__ import annotations

from collections.abc import Callable

from tests.machine.twin import Twin  # before anything of Kivy

# isort: split
from companion.games.casino.demo import random_game
from companion.games.casino.rules.house import HouseRules
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Phase
from tests.games.casino.ui.test_play import Hands


def begin(twin: Twin, key: str) -> None:
    """From home to the first screen of a game."""
    twin.tap("new")
    twin.harness.tap_on(twin.harness.stage.screen.cards, key)  # type: ignore[union-attr]


def sit_down(twin: Twin) -> None:
    """Three players of Vabanque, from the empty table to the first token. Nothing is drawn by lot: the machine would draw another one."""
    begin(twin, "vabanque")
    for colour in (Colour.RED, Colour.BLACK, Colour.WHITE):
        twin.tap("free", colour)
    twin.tap("on")
    twin.tap("plain")
    twin.tap("chairs", 0)
    twin.tap("begin")
    twin.tap("ring", 1)


def vabanque(twin: Twin) -> None:
    sit_down(twin)
    twin.play(lambda view: view.phase is Phase.FINISHED)


def casino(twin: Twin) -> None:
    begin(twin, "casino")
    hands = Hands(twin, tags=False)
    for move in random_game(3, 2, HouseRules(target=11)):
        hands.make(move)


GAMES: dict[str, Callable[[Twin], None]] = {"vabanque": vabanque, "casino": casino}
