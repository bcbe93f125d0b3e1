"""Whole games in a real window with the real session and journal behind it: by touch alone, and with the tray's simulated tags."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Phase
from companion.table.commands import Amend, CloseActs, OpenGame, ProposeAmend, ShowActs, TouchSpot, Undo
from companion.table.events import Fault, LinkLost, LinkUp
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness, wait

THREE = (Colour.RED, Colour.BLACK, Colour.WHITE)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    table = TouchEvening(harness(), tmp_path)
    yield table
    table.close()


def test_a_game_is_played_from_the_chairs_to_the_podium(evening: TouchEvening) -> None:
    evening.new_game()
    evening.set_up(THREE)
    assert evening.phase is Phase.TOKENS
    evening.play(lambda view: view.phase is Phase.FINISHED)
    assert len(evening.view.results) == 4
    assert evening.open == "finished"
    assert evening.view.winners
    assert evening.harness.cuts() == []
    # What is corrected after the end is undone in the bar and redone in the menu.
    final, game = evening.view, evening.session.shown.game
    evening.session.handle(ShowActs(4))
    assert evening.session.shown.acts is not None
    token = next(step for step in evening.session.shown.acts if step.do == "token")
    assert token.place is not None
    assert token.spot is not None
    evening.session.handle(ProposeAmend(token.place))
    evening.session.handle(TouchSpot(token.spot % 7 + 1))
    evening.session.handle(Amend())
    evening.session.handle(CloseActs())
    evening.harness.settle()
    corrected = evening.view
    assert (corrected != final, evening.open) == (True, "finished")
    evening.tap("bar", "undo")
    if evening.open == "takeback":
        evening.session.handle(Undo(sure=True))
        evening.harness.settle()
    assert evening.view == final
    evening.tap("bar", "menu")
    evening.harness.tap_on(evening.harness.stage.screen.buttons["redo"])  # type: ignore[union-attr]
    assert (evening.view, evening.session.shown.game) == (corrected, game)
    evening.app.act("game")
    evening.harness.settle()
    seated = {player.colour: player.name for player in evening.view.players}
    evening.tap("again")
    assert evening.open == "ring"
    assert {player.colour: player.name for player in evening.view.players} == seated


def test_a_round_with_unread_cards_takes_few_touches(evening: TouchEvening) -> None:
    evening.new_game()
    evening.set_up(THREE)
    window, touched = evening.harness, list[int]()
    down = window.down
    window.down = lambda *args, **kwargs: touched.append(evening.view.round) or down(*args, **kwargs)  # type: ignore[method-assign,func-returns-value]
    evening.play(lambda view: view.phase is Phase.FINISHED, unread=lambda n: True)
    each = [touched.count(round_) / len(THREE) for round_ in (1, 2, 3, 4)]
    # The tokens of the round, three cards, a pawn; with all players, the cards that are turned over, tables, notes, count and chairs.
    assert len(touched) / len(THREE) / 4 <= 11, each
    assert max(each) <= 13, each


def test_a_reader_that_goes_while_a_table_waits_for_its_card_is_told(evening: TouchEvening) -> None:
    """The buttons in the middle of the ring left no room for it, and the prompt still asked for a scan."""
    evening.session.handle(LinkUp("wand", ("wand",), "firmware 0.1.0"))
    evening.harness.settle()
    evening.new_game()
    evening.set_up(THREE)
    evening.play(lambda view: view.phase is Phase.CARDS)
    evening.tap("ring", 2)
    evening.session.handle(LinkLost("wand", Fault.UNPLUGGED))
    evening.harness.settle()
    assert {"Reader unplugged", "Plug it in, or use the screen.", "Don’t scan", "In secret"} <= set(evening.harness.texts())
    evening.tap("unread")
    assert sum(table.face_down for table in evening.view.tables) == 1
    evening.session.handle(LinkUp("wand", ("wand",), "firmware 0.1.0"))
    evening.harness.settle()
    assert "Reader unplugged" not in evening.harness.texts()


def test_names_are_typed_and_chairs_are_changed(evening: TouchEvening) -> None:
    evening.new_game()
    for colour in THREE:
        evening.tap("free", colour)
    evening.tap("chairs", 0)
    entry = evening.widget("entry")
    for _ in range(len("Benedetta")):
        evening.tap("entry", ("back", ""), hasty=True)
    for letter in "eva":
        evening.tap("entry", ("letter", letter), hasty=True)
    assert entry.text == "Eva"  # type: ignore[attr-defined]
    evening.tap("entry", ("done", ""))
    assert evening.view.players[0].name == "Eva"
    chairs, window = evening.widget("chairs"), evening.harness
    finger = window.down(*window.centre(chairs, chairs.targets[0]))
    window.move(finger, *window.centre(chairs, chairs.targets[2]))
    window.up(finger, *window.centre(chairs, chairs.targets[2]))
    window.settle()
    assert [player.colour for player in evening.view.players] == [Colour.BLACK, Colour.WHITE, Colour.RED]


def test_the_evening_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    first = TouchEvening(harness(), tmp_path)
    first.new_game()
    first.set_up(THREE)
    first.play(lambda view: view.phase is Phase.CARDS and sum(table.face_down for table in view.tables) == 4)
    # A table waits for its card, and private entry is open, when the power fails.
    first.tap("ring", 2)
    first.tap("secret")
    view, game = first.view, first.session.shown.game
    first.close()
    second = TouchEvening(harness(), tmp_path)
    assert second.open == "home"
    assert game is not None
    second.app.act(OpenGame(game))
    second.harness.settle()
    assert second.view == view
    assert second.open == "cards"
    second.play(lambda view: view.round == 2)
    assert second.open == "tokens"
    second.close()


def test_every_act_of_a_round_can_be_taken_back_on_the_screen(evening: TouchEvening) -> None:
    evening.new_game()
    evening.set_up(THREE)
    evening.play(lambda view: view.phase is Phase.ORDER)
    seen = 0
    while evening.session.shown.undo is not None and seen < 200:
        step = evening.session.shown.undo
        if evening.open not in ("takeback",):
            evening.harness.tap_on(evening.widget("bar"), "undo")
        if evening.open == "takeback":
            hold = evening.widget("hold")
            finger = evening.harness.down(*evening.harness.centre(hold, hold.targets["hold"]))
            wait(0.9)
            evening.harness.settle()
            evening.harness.up(finger)
            evening.harness.settle()
        assert evening.session.shown.undo != step or evening.session.shown.redo is not None
        seen += 1
    assert evening.phase is Phase.PLAYERS
    assert evening.view.players == ()


def test_cards_are_laid_with_the_trays_tags(tmp_path: Path) -> None:
    evening = TouchEvening(harness(), tmp_path, tray=True)
    evening.new_game()
    evening.set_up(THREE)
    evening.play(lambda view: view.phase is Phase.CARDS)
    window, tray = evening.harness, evening.app.tray
    assert tray is not None
    assert not tray.open, "it never lies on the money by itself"
    evening.tap("_handle")
    for n in range(60):
        if evening.phase is not Phase.CARDS:
            break
        window.tap_on(tray, ("card", n % 3))
        # A card that is out already is refused, and the next one is tried: nobody can tell which it was.
        if evening.session.shown.pending is not None:
            window.tap_on(tray, ("tile", n % 7 + 1))
    assert evening.phase is Phase.PAWNS
    assert sum(table.face_down for table in evening.view.tables) == 9
    evening.tap("_handle")
    evening.play(lambda view: view.phase in (Phase.PAYOUT, Phase.COUNT))
    assert evening.view.unrevealed == ()
    evening.close()
