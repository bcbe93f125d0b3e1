"""A new tag for a card in hand, on the screen: fits, tells no kind, and leads from the menu back to the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.colours import Colour
from companion.games.vabanque.moves import KINDS
from companion.games.vabanque.view import Phase
from companion.ui import texts, theme
from tests.ui.evening import UIDS, TouchEvening
from tests.ui.harness import Harness, harness

NEW = bytes.fromhex("04112233445566")


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    yield found
    theme.look.text = 1.0
    texts.use("en")
    found.resize(800, 480)


def in_cards(window: Harness, folder: Path) -> TouchEvening:
    """An evening at its first card."""
    evening = TouchEvening(window, folder)
    # The same player begins each time.
    evening.session._rng = random.Random(1)
    evening.new_game()
    evening.set_up((Colour.RED, Colour.YELLOW, Colour.BLUE))
    evening.play(lambda view: view.phase is Phase.CARDS)
    return evening


def pictured(window: Harness, folder: Path, dead: str) -> list[tuple[list[str], bytes]]:
    """What is seen while the tag of one of the hand's cards is replaced."""
    evening = in_cards(window, folder)
    owner = evening.view.to_act
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["tags"])  # type: ignore[union-attr]
    seen = []
    for kind in (*(kind for kind in KINDS if kind != dead), None):
        assert evening.open == "replace"
        seen.append((window.texts(), window.pixels()))
        evening.show_tag(UIDS[f"{owner} {kind}"] if kind else NEW)
        window.settle(1)
    assert evening.open == "cards"
    assert evening.journal.tags() == {NEW: f"{owner} {dead}"}
    seen.append((window.texts(), window.pixels()))
    evening.close()
    return seen


def test_from_the_menu_to_a_new_tag_and_back_without_telling_which(window: Harness, tmp_path: Path) -> None:
    pictures = [pictured(window, tmp_path / kind, kind) for kind in KINDS]
    assert pictures[0] == pictures[1] == pictures[2]
    said = [text for texts_seen, _ in pictures[0] for text in texts_seen]
    assert "Scan your other cards: 0 of 2" in said
    assert "Now scan the new tag" in said
    assert not any(kind in text.lower() for text in said for kind in KINDS)


def test_it_can_be_left(window: Harness, tmp_path: Path) -> None:
    evening = in_cards(window, tmp_path)
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["tags"])  # type: ignore[union-attr]
    evening.tap("done")
    assert evening.open == "cards"
    assert evening.session.shown.replacing is None
    evening.close()
