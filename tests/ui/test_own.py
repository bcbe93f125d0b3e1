"""What lies where, and the own cards: to be seen while held, by nobody else, and every look leaves a mark for all to see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.rules.moves import KINDS, Character, PlaceCard
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.ui import words
from companion.settings import Settings
from companion.table.commands import GoHome, LookAt, OpenGame, Undo
from companion.table.events import Fault, LinkLost, LinkUp, TagSeen
from companion.table.snapshot import Answer
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
    return set(window.texts()) & {words.character(kind) for kind in Character}


def test_the_own_cards_show_with_their_tables_while_held_and_nothing_of_them_stays(evening: TouchEvening) -> None:
    window = evening.harness
    evening.tap("own")
    evening.tap("people", Colour.RED)
    # The first look of a round leaves its mark.
    window.up(hold(evening))
    evening.app.act("read")
    window.settle(1)
    covered, said = window.pixels(), window.texts()
    assert kinds_said(window) == set()
    finger = hold(evening)
    assert kinds_said(window) == {words.character(kind) for kind in KINDS}
    told = [text for text in evening.widget("pad").texts if text.text.isdigit() or text.text in kinds_said(window)]
    assert [text.text for text in told] == [part for table, kind in LAID.items() for part in (str(table), words.character(kind))]
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
    asked: list[tuple[PlaceCard, ...]] = []
    own_cards = evening.app._own_cards

    def ask(owner: Colour) -> tuple[PlaceCard, ...]:
        asked.append(own_cards(owner))
        return asked[-1]

    evening.app._own_cards = ask
    evening.tap("own")
    evening.tap("people", Colour.RED)
    assert asked == []
    assert evening.session.own_cards(Colour.RED) == ()
    finger = hold(evening)
    assert [len(cards) for cards in asked] == [3]
    assert not any(kind in repr(evening.session.shown) for kind in KINDS)
    evening.harness.up(finger)
    assert evening.widget("pad")._laid == ()  # type: ignore[attr-defined]
    # Once seen it has to be opened anew.
    evening.harness.up(hold(evening))
    assert len(asked) == 2


def test_every_look_leaves_a_mark_for_all_to_see_until_the_round_ends_and_after_a_restart(evening: TouchEvening, tmp_path: Path) -> None:
    window = evening.harness
    last = evening.session.shown.undo
    window.up(look(evening))
    assert evening.session.shown.looked == (Colour.RED,)
    assert evening.session.shown.notice is not None
    assert (evening.session.shown.notice.what, evening.session.shown.notice.owner) == (Answer.LOOKED, Colour.RED)
    # Nothing else has happened, and no undo takes it away.
    assert evening.session.shown.undo == last
    evening.app.act("game")
    window.settle(1)
    assert [row[3] for row in evening.widget("rail")._rows if row[0].colour is Colour.RED] == [True]  # type: ignore[attr-defined]
    evening.app.act(Undo())
    window.settle(1)
    assert evening.session.shown.looked == (Colour.RED,)
    evening.close()
    again = TouchEvening(window, tmp_path)
    again.session.resume()
    window.settle()
    assert again.session.shown.looked == (Colour.RED,)
    again.play(lambda view: view.round == 2)
    assert again.session.shown.looked == ()
    again.close()


def test_with_tags_only_the_players_colour_card_opens_them(evening: TouchEvening) -> None:
    window = evening.harness
    evening.journal.bind_tags({bytes([4, 250, number]): f"{colour} colour" for number, colour in enumerate(THREE)}, "vabanque")
    evening.session._learning.forget()
    game = evening.session.shown.game
    assert game is not None
    # A game takes its tags along when it is opened.
    evening.session.handle(GoHome())
    evening.session.handle(OpenGame(game))
    evening.session.handle(LinkUp("pad", ("pad",)))
    window.settle(1)
    finger = look(evening)
    assert kinds_said(window) == set()
    assert evening.session.shown.looked == ()
    assert "Scan your colour card" in window.texts()
    # Whoever was too slow holds the pad once more.
    window.up(finger)
    window.now += 400
    finger = hold(evening)
    evening.session.handle(TagSeen("pad", bytes([4, 250, 1])))
    window.settle(1)
    assert (kinds_said(window), evening.session.shown.looked) == (set(), ())
    evening.session.handle(TagSeen("pad", bytes([4, 250, 0])))
    window.settle(1)
    assert kinds_said(window) == {words.character(kind) for kind in KINDS}
    assert evening.session.shown.looked == (Colour.RED,)
    window.up(finger)
    # Whoever holds the pad afterwards needs the card again.
    finger = hold(evening)
    assert kinds_said(window) == set()
    window.up(finger)


def test_it_can_be_switched_off(evening: TouchEvening) -> None:
    evening.session.use(Settings().with_(VABANQUE, own_cards=False))
    evening.app.change(evening.app.settings.with_(VABANQUE, own_cards=False))
    evening.harness.settle(1)
    assert evening.widget("own").parent is None
    evening.session.handle(LookAt(Colour.RED))
    assert (evening.session.own_cards(Colour.RED), evening.session.shown.looked) == ((), ())


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
    assert kinds_said(window) == set()
    assert window.texts().count("?") == len(KINDS)
    window.up(finger)


def test_before_cards_lie_there_is_nothing_to_look_at(evening: TouchEvening) -> None:
    evening.app.act("game")
    evening.harness.settle(1)
    evening.play(lambda view: view.phase is Phase.TOKENS)
    evening.app.act("aslies")
    evening.harness.settle(1)
    assert evening.widget("own").parent is None
