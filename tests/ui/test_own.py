"""What lies where, and the own cards: to be seen while held, by nobody else, and leaving no trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.colours import Colour
from companion.games.vabanque.moves import KINDS, Character, PlaceCard
from companion.games.vabanque.view import Phase
from companion.table.inputs import Fault, LinkLost
from companion.table.touches import OpenGame
from companion.ui import texts
from tests.ui.evening import TouchEvening
from tests.ui.harness import Harness, harness, wait

THREE = (Colour.RED, Colour.BLACK, Colour.WHITE)
LAID = {1: Character.CHEAT, 5: Character.RAISE, 6: Character.BLUFF}
"""Where Benedetta's cards lie."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    """All cards are laid by their tags, and the picture of how everything lies is open."""
    window = harness()
    window.resize(800, 480)
    table = TouchEvening(window, tmp_path)
    table.new_game()
    table.set_up(THREE)
    table.play(lambda view: view.phase is Phase.CARDS)
    for number, kind in LAID.items():
        for _ in THREE:
            by = table.view.to_act
            assert by is not None
            table._lay(f"{by} {kind}")
            window.settle(1)
            table.tap("ring", number if by is Colour.RED else 2)
    assert table.phase is Phase.PAWNS
    table.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["aslies"])
    yield table
    table.close()


def look(evening: TouchEvening) -> Any:
    """Opens the own cards of Benedetta and rests a finger on the pad."""
    evening.tap("own")
    assert evening.open == "own"
    evening.tap("people", Colour.RED)
    return hold(evening)


def hold(evening: TouchEvening) -> Any:
    window, pad = evening.harness, evening.widget("pad")
    finger = window.down(*window.centre(pad, pad.targets["pad"]))
    window.settle(1)
    return finger


def kinds_said(window: Harness) -> set[str]:
    return set(window.texts()) & {texts.character(kind) for kind in Character}


def test_the_own_cards_show_with_their_tables_while_held_and_leave_no_trace(evening: TouchEvening) -> None:
    window = evening.harness
    evening.tap("own")
    evening.tap("people", Colour.RED)
    covered, said = window.pixels(), window.texts()
    assert kinds_said(window) == set()
    finger = hold(evening)
    assert kinds_said(window) == {texts.character(kind) for kind in KINDS}
    told = [text for text in evening.widget("pad").texts if text.text.isdigit() or text.text in kinds_said(window)]
    assert [text.text for text in told] == [part for table, kind in LAID.items() for part in (str(table), texts.character(kind))]
    window.up(finger)
    window.settle(1)
    assert window.pixels() == covered
    assert window.texts() == said


def test_each_player_sees_the_own_cards_only(evening: TouchEvening) -> None:
    window = evening.harness
    window.up(look(evening))
    for colour in (Colour.BLACK, Colour.WHITE):
        evening.tap("people", colour)
        finger = hold(evening)
        assert [text.text for text in evening.widget("pad").texts if text.text.isdigit()] == ["2", "2", "2"]
        window.up(finger)


@pytest.mark.parametrize("event", ["second finger", "ten seconds", "reader lost", "the game goes on", "turned"])
def test_whatever_happens_covers_them(evening: TouchEvening, event: str) -> None:
    window = evening.harness
    finger = look(evening)
    assert kinds_said(window)
    other = None
    match event:
        case "second finger":
            other = window.down(30, 300)
        case "ten seconds":
            wait(10.1)
        case "reader lost":
            evening.session.handle(LinkLost("wand", Fault.UNPLUGGED))
        case "the game goes on":
            evening._lay(f"tile {evening.view.tables[evening.view.reachable[1][1] - 1].tile}")
        case "turned":
            evening.app.change(msgspec.structs.replace(evening.app.settings, turn=180))
    window.settle(1)
    assert kinds_said(window) == set()
    if other is not None:
        window.up(other)
    window.up(finger)
    window.settle(1)
    assert kinds_said(window) == set()
    if event == "turned":
        evening.app.change(msgspec.structs.replace(evening.app.settings, turn=0))


def test_what_is_looked_at_is_in_no_snapshot_and_asked_for_only_when_held(evening: TouchEvening) -> None:
    asked: list[Colour] = []
    own_cards = evening.app._own_cards

    def ask(owner: Colour) -> tuple[PlaceCard, ...]:
        asked.append(owner)
        return own_cards(owner)

    evening.app._own_cards = ask
    before = evening.session.shown
    evening.tap("own")
    evening.tap("people", Colour.RED)
    assert asked == []
    finger = hold(evening)
    assert asked == [Colour.RED]
    assert evening.session.shown == before
    assert evening.widget("pad")._laid  # type: ignore[attr-defined]
    evening.harness.up(finger)
    assert evening.widget("pad")._laid == ()  # type: ignore[attr-defined]


def test_nothing_private_is_open_after_a_restart(evening: TouchEvening, tmp_path: Path) -> None:
    look(evening)
    game = evening.session.shown.game
    evening.close()
    again = TouchEvening(evening.harness, tmp_path)
    assert game is not None
    again.app.act(OpenGame(game))
    again.harness.settle()
    assert again.open == "pawns"
    assert kinds_said(again.harness) == set()
    again.close()


def test_where_nobody_told_a_kind_nothing_is_made_up(evening: TouchEvening) -> None:
    window = evening.harness
    evening.app.act("game")
    evening.harness.settle(1)
    evening.play(lambda view: view.phase is Phase.CARDS and view.round == 2)
    evening.play(lambda view: view.phase is Phase.PAWNS, unread=lambda n: True)
    evening.app.act("aslies")
    window.settle(1)
    finger = look(evening)
    assert kinds_said(window) == {texts.character(Character.HIDDEN)}
    window.up(finger)


def test_before_cards_lie_there_is_nothing_to_look_at(evening: TouchEvening) -> None:
    evening.app.act("game")
    evening.harness.settle(1)
    evening.play(lambda view: view.phase is Phase.TOKENS)
    evening.app.act("aslies")
    evening.harness.settle(1)
    assert evening.widget("own").parent is None
