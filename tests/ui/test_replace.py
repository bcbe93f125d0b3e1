"""A new tag for a card in hand, on the screen: fits, tells no kind, and leads from the menu back to the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.rules.view import Phase
from companion.table.events import TagSeen
from companion.ui import texts
from companion.ui.kit import theme
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
    """What is seen while the tag of one of the cards is replaced, but for what the pad shows while it is held."""
    evening = in_cards(window, folder)
    owner = evening.view.to_act
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["tags"])  # type: ignore[union-attr]
    assert evening.open == "replace"
    seen = [(window.texts(), window.pixels())]
    pad = evening.widget("pad")
    finger = window.down(*window.centre(pad, pad.targets["pad"]))
    window.settle(1)
    at = window.centre(pad, pad._cards()[pad._faces.index(Character(dead))])  # type: ignore[attr-defined]
    window.move(finger, *at)
    window.up(finger, *at)
    window.settle(1)
    seen.append((window.texts(), window.pixels()))
    evening.session.handle(TagSeen("pad", UIDS[f"{owner} raise"]))
    window.settle(1)
    seen.append((window.texts(), window.pixels()))
    evening.session.handle(TagSeen("pad", NEW))
    window.settle(1)
    assert evening.open == "cards"
    assert evening.journal.tags("vabanque") == {NEW: f"{owner} {dead}"}
    seen.append((window.texts(), window.pixels()))
    evening.close()
    return seen


def test_from_the_menu_to_a_new_tag_and_back_without_telling_which(window: Harness, tmp_path: Path) -> None:
    pictures = [pictured(window, tmp_path / kind, kind) for kind in KINDS]
    assert pictures[0] == pictures[1] == pictures[2]
    said = [text for texts_seen, _ in pictures[0] for text in texts_seen]
    assert "Everyone else looks away" in said
    assert "Now scan the new tag" in said
    assert "That tag is in use" in said
    assert not any(kind in text.lower() for text in said for kind in KINDS)


def test_it_can_be_left(window: Harness, tmp_path: Path) -> None:
    evening = in_cards(window, tmp_path)
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["tags"])  # type: ignore[union-attr]
    evening.tap("done")
    assert evening.open == "cards"
    assert evening.session.shown.replacing is None
    evening.close()
