"""Whole games of Cash & Run by touch: what fingers do on the screens comes to the moves of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games import SHELF
from companion.games.cash_and_run import rules
from companion.games.cash_and_run.demo import random_game
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.rules import moves as do
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.settings import Money
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.table.commands import (
    Act,
    Tap,
    TapCasino,
    TapChip,
    TapDice,
    TapField,
    TapPlayer,
    TapResult,
    TapSet,
    TapShown,
    TapSquare,
)
from companion.games.cash_and_run.table.copy import Chip
from companion.games.cash_and_run.table.lesson import TellSquare
from companion.games.cash_and_run.ui.screens.finished import by_turn
from companion.games.kit.colours import Colour
from companion.table.commands import Amend, CloseTeaching, Do, NewGame, ProposeAmend, Teach
from companion.ui.widgets.veil import PAD
from tests.games.cash_and_run.tables import RECORDED
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    found = TouchEvening(harness(), tmp_path / "data")
    yield found
    found.close()


def screen(evening: TouchEvening) -> Any:
    return evening.harness.stage.screen


def touch(evening: TouchEvening, what: Any) -> None:
    """Taps a tile, or the button that does it."""
    there = screen(evening)
    if what in there.tiles.targets:
        evening.harness.tap_on(there.tiles, what)
        return
    offered = [choice.does for choice in there._offered]
    assert what in offered, (evening.phase, what, list(there.tiles.targets), offered)
    evening.harness.tap_on(there.buttons[offered.index(what)])


def by_touch(evening: TouchEvening, move: Any) -> None:
    """What fingers do for a move."""
    if "heard" in [choice.does for choice in getattr(screen(evening), "_offered", ())]:
        # Somebody was ruined: the others take note of it.
        touch(evening, "heard")
    match move:
        case do.Stand(casino=casino) | do.Pick(casino=casino):
            touch(evening, TapCasino(casino))
        case do.Begin(first=first):
            touch(evening, TapPlayer(first))
        case do.Throw(dice=(one, other), square=square):
            touch(evening, TapDice(min(one, other), max(one, other)))
            if square is not None:
                touch(evening, TapSquare(square))
        case do.Go(to=to):
            square = evening.view.board[to - 1]  # type: ignore[attr-defined]
            touch(evening, TapSquare(square))
            if screen(evening).pending.places:
                touch(evening, TapSquare(square, to))
        case do.Buy():
            touch(evening, Act.BUY)
        case do.Decline():
            touch(evening, Act.LEAVE)
        case do.Bet(on=on, stake=None):
            if evening.phase == Phase.DRAW:
                touch(evening, "move")
            touch(evening, TapField(on))
        case do.Bet(on=on, stake=stake):
            stakes(evening, on, stake or 0)
            touch(evening, Act.DOWN)
        case do.Roulette(number=result) | do.Die(face=result) | do.Card(card=result):
            touch(evening, TapResult(result))
        case do.Settle():
            touch(evening, Act.PAY)
        case do.LayBluff():
            touch(evening, Act.BLUFF)
        case do.Believe():
            touch(evening, Act.BELIEVE)
        case do.Doubt(shows=shows):
            touch(evening, Act.TURN)
            touch(evening, TapShown(shows))
        case do.Takeover(casino=casino, on=on):
            touch(evening, TapCasino(casino))
            touch(evening, TapField(on))
        case do.Sure():
            touch(evening, Act.SURE)
        case do.Try():
            touch(evening, Act.TRY)
        case do.Stop():
            touch(evening, Act.STOP)
        case do.Sell(casino=casino):
            if evening.phase != Phase.SELL:
                touch(evening, Act.SELL)
            touch(evening, TapCasino(casino))
        case do.Bid():
            # What no step leads to is told as a whole move: the steps are tried elsewhere.
            evening.app.act(Do(move))
            evening.harness.settle()
        case do.Sold():
            touch(evening, Act.SOLD)
        case do.Run(card=card, casinos=casinos):
            touch(evening, Act.RUN)
            if not screen(evening).pending.laid:
                touch(evening, TapSet(casinos))
            touch(evening, TapResult(card[-1]))
        case _:
            evening.app.act(Do(move))
            evening.harness.settle()


def stakes(evening: TouchEvening, on: str, stake: int) -> None:
    """Chips, greedily, the largest first."""
    for value in (500_000, 100_000, 50_000, 10_000):
        for _ in range(stake // value):
            if (screen(evening).pending.chip or 100_000) != value:
                touch(evening, TapChip(value))
                if screen(evening).pending.stake:
                    # A chip that is chosen while a field is lies there at once.
                    continue
            touch(evening, TapField(on))
        stake %= value


@pytest.mark.parametrize("seed", [3, 5])
def test_a_whole_game_by_touch(evening: TouchEvening, seed: int) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    for move in random_game(seed):
        before = evening.view
        by_touch(evening, move)
        assert evening.view != before, (move, evening.session.shown.notice)
        assert screen(evening).name != "error"
    assert evening.phase == Phase.FINISHED
    assert evening.open == "finished"


def test_people_sit_down_and_tell_their_casinos_by_touch(evening: TouchEvening) -> None:
    """Nothing is taught: names of casinos are written, their games and colours tapped."""
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    for colour in (Colour.BLUE, Colour.RED, Colour.GREEN):
        evening.tap("free", colour)
    evening.tap("on")
    assert evening.phase == Phase.CASINOS
    for number in range(6):
        touch(evening, "tell")
        for letter in "casino" + "abcdef"[number]:
            evening.tap("entry", ("letter", letter))
        evening.tap("entry", ("done", ""))
        key = next(key for key in screen(evening).tiles.targets)
        touch(evening, key)
    assert evening.phase == Phase.PAWN
    assert [each.name for each in evening.view.casinos] == [f"Casino{letter}" for letter in "abcdef"]  # type: ignore[attr-defined]


BOARD = ("1", "casino", "3", "casino", "4A", "casino", "7B", "casino", "1", "6", *["casino"] * 11, "5C")
"""A ring made up for this test: none is in the rulebook."""


def teach(evening: TouchEvening) -> None:
    """One walk around the board, each casino told where it is met."""
    number = 0
    for square in BOARD:
        if square == "casino":
            touch(evening, "tell")
            for letter in "casino" + "abcdefghijklmno"[number]:
                evening.tap("entry", ("letter", letter))
            evening.tap("entry", ("done", ""))
            looks = list(screen(evening).tiles.targets)
            assert len(looks) == 18, (number, screen(evening).entry.text, looks, screen(evening).writing)
            touch(evening, looks[number])
            number += 1
        else:
            touch(evening, TellSquare(square))


def test_a_copy_is_taught_by_touch_kept_and_used(evening: TouchEvening) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    evening.app.act(Teach())
    evening.harness.settle()
    assert evening.open == "teach"
    teach(evening)
    copy = evening.session.shown.teaching.copy
    assert copy.whole
    assert len(copy.squares) == len(BOARD)
    # A square that was told wrong is set right, and is no other one then.
    touch(evening, "look")
    touch(evening, ("place", 3))
    touch(evening, TellSquare("4B", 3))
    assert evening.session.shown.teaching.copy.squares[2] == "4B"
    touch(evening, CloseTeaching())
    assert evening.open == "players"
    # It is on disk, and the game that begins plays with it.
    assert json.loads(evening.journal.taught()["cash_and_run"])["board"][:3] == ["1", "casinoa", "4B"]
    for colour in (Colour.BLUE, Colour.RED, Colour.GREEN):
        evening.tap("free", colour)
    evening.tap("on")
    assert len(evening.view.board) == len(BOARD)  # type: ignore[attr-defined]
    assert len(evening.view.casinos) == 15  # type: ignore[attr-defined]


def test_a_long_board_is_looked_at_in_parts(evening: TouchEvening) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    evening.app.act(Teach())
    evening.harness.settle()
    for square in ["1", *["3", "6"] * 44]:
        evening.app.act(TellSquare(square))
        evening.harness.settle()
    touch(evening, "look")
    seen = []
    for _ in range(3):
        tiles = screen(evening).tiles
        assert all(box.w >= 47.5 and box.h >= 51.5 for box in tiles.targets.values())
        seen += [key for key in tiles.targets if key[0] == "place"]
        evening.tap("bar", "down")
    assert seen == [("place", place) for place in range(1, 90)]
    # A square of the last part is set right there.
    evening.tap("bar", "down")
    evening.tap("bar", "down")
    touch(evening, ("place", 89))
    touch(evening, TellSquare("4B", 89))
    assert evening.session.shown.teaching.copy.squares[88] == "4B"


def test_chips_are_taught_by_touch_and_laid_on_the_felt(evening: TouchEvening) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    evening.app.act(Teach())
    evening.harness.settle()
    touch(evening, "chips")
    # Twenty-one chips of 100,000; those of 50,000 are there, uncounted; of 10,000 there are none after all.
    for what in (("chip", 100_000), ("count", 20), ("count", 1), "chips", ("chip", 50_000), "chips", ("chip", 10_000), "no chip", "no chips"):
        touch(evening, what)
    assert evening.session.shown.teaching.copy.chips == (Chip(50_000), Chip(100_000, 21))
    touch(evening, CloseTeaching())
    assert [(each["value"], each["count"]) for each in json.loads(evening.journal.taught()["cash_and_run"])["chips"]] == [
        (50_000, None),
        (100_000, 21),
    ]
    for colour in (Colour.BLUE, Colour.RED, Colour.GREEN):
        evening.tap("free", colour)
    evening.tap("on")
    view: Any = evening.view
    assert (view.chips, view.bank) == ((50_000, 100_000), None)


def test_ones_own_money_is_seen_while_the_pad_is_held_and_nowhere_else(evening: TouchEvening) -> None:
    evening.session.settings = evening.session.settings.with_(SHELF["cash_and_run"], money=Money.ASKED)
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    for move in random_game(3):
        if isinstance(move, do.Throw):
            break
        by_touch(evening, move)
    who: Any = evening.view.players[1]
    assert who.cash is None
    evening.app.act("purse")
    evening.harness.settle()
    assert evening.open == "purse"
    touch(evening, ("who", who.colour))
    pad = screen(evening).pad
    assert (pad.held, pad._sum) == (False, None)
    evening.harness.frame()
    finger = evening.harness.down(*evening.harness.centre(pad, pad.targets[PAD]))
    evening.harness.settle()
    assert (pad.held, pad._sum) == (True, 2_000_000)
    evening.harness.up(finger)
    evening.harness.settle()
    assert (pad.held, pad._sum) == (False, None)


def test_the_chart_of_the_end_comes_to_what_everybody_has() -> None:
    """Money by turn, reckoned from what was paid, ends with the purses as the rules know them; for every recorded game that is over."""
    over = 0
    for path in RECORDED:
        view = rules.view(record.replay(path.read_bytes().splitlines()).position)
        if view.outcome is None:
            continue
        over += 1
        turns = by_turn(view)
        assert len(turns) == len(view.turns) + 1
        assert set(turns[0].values()) == {view.options.start}
        assert turns[-1] == {player.colour: player.cash for player in view.players}
    assert over >= 2


def test_dice_that_were_told_wrong_are_set_right_by_touch(evening: TouchEvening) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    for move in random_game(3):
        by_touch(evening, move)
        if isinstance(move, do.Throw):
            break
    timeline = evening.session.timeline
    assert timeline is not None
    place = len(timeline.moves) - 1
    evening.app.act(ProposeAmend(place))
    evening.harness.settle()
    assert evening.open == "correct"
    one, other = timeline.moves[place].dice
    right = next(pair for pair in ((1, 1), (1, 2)) if sum(pair) != one + other)
    touch(evening, TapDice(*right))
    evening.app.act(Amend())
    evening.harness.settle()
    timeline = evening.session.timeline
    assert timeline is not None
    assert timeline.moves[place].dice == right
    assert evening.open != "correct"


def test_what_lies_elsewhere_is_set_right_by_touch(evening: TouchEvening) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    for move in random_game(3):
        if isinstance(move, do.Throw):
            break
        by_touch(evening, move)
    evening.app.act("lies")
    evening.harness.settle()
    who: Any = evening.view.players[1]
    for what in (("who", who.colour), ("face", "money"), ("more", -100_000), ("more", -50_000), ("face", "reason")):
        touch(evening, what)
    touch(evening, next(key for key in screen(evening).tiles.targets if key[0] == "because"))
    assert evening.view.players[1].cash == who.cash - 150_000  # type: ignore[attr-defined]
    assert evening.open == "lies"
    touch(evening, ("face", "bluff"))
    touch(evening, Do(do.Hold(who.colour, 3)))
    touch(evening, ("face", "pawn"))
    touch(evening, Do(do.Put(who.colour, to=5)))
    touch(evening, ("face", "casinos"))
    touch(evening, Do(do.HandOver(who.casinos[0], None)))
    after: Any = evening.view.players[1]
    assert (after.bluffs, after.at, after.casinos) == (3, 5, who.casinos[1:])


def played_to(evening: TouchEvening, phase: Phase, *, board: bool = True) -> None:
    """A random game up to a phase."""
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    for move in random_game(3):
        if evening.phase == phase:
            return
        evening.app.act(Do(msgspec.structs.replace(move, board=()) if isinstance(move, do.Gathered) and not board else move))
        evening.harness.settle()
    raise AssertionError(phase)


def test_chips_are_counted_at_any_time_and_set_right_before_the_next_throw(evening: TouchEvening) -> None:
    played_to(evening, Phase.BET)
    evening.app.act("lies")
    evening.harness.settle()
    assert evening.open == "lies"
    who: Any = evening.view.players[1]
    for what in (("who", who.colour), ("face", "money"), ("more", -100_000)):
        touch(evening, what)
    told = [line.text for line in screen(evening).lines(evening.view)]
    assert told == [f"{who.cash - 100_000:,} counted · −100,000", "What is wrong is set right before the next throw"]
    # What can't be set right now can't be tapped.
    assert not screen(evening)._offered[0].enabled
    evening.tap("bar", "left")
    assert {tile.key for band in screen(evening).bands(evening.view) for tile in band.tiles if not tile.dead} == {("face", "money")}


def test_a_pawn_is_put_on_one_of_the_kinds_of_squares_and_then_which_is_asked(evening: TouchEvening) -> None:
    played_to(evening, Phase.THROW)
    evening.app.act("lies")
    evening.harness.settle()
    who: Any = evening.view.players[1]
    board = evening.view.board  # type: ignore[attr-defined]
    for what in (("who", who.colour), ("face", "pawn"), ("kind", "1")):
        touch(evening, what)
    last = len(board) - board[::-1].index("1")
    touch(evening, Do(do.Put(who.colour, to=last)))
    assert evening.view.players[1].at == last  # type: ignore[attr-defined]
    touch(evening, ("face", "pawn"))
    casino = next(square for square in board if len(square) > 2)
    touch(evening, Do(do.Put(who.colour, to=board.index(casino) + 1)))
    assert evening.view.players[1].square == casino  # type: ignore[attr-defined]


def test_the_companion_throws_without_a_board_and_the_square_is_tapped(evening: TouchEvening) -> None:
    played_to(evening, Phase.THROW, board=False)
    evening.app.act(Tap(Act.DRAW))
    evening.harness.settle()
    dice = evening.view.rolled  # type: ignore[attr-defined]
    assert dice is not None
    assert screen(evening).bar.prompt.aside == f"{dice[0]} and {dice[1]}"
    # Undo is offered of the dice, which stand when they are drawn again.
    evening.tap("bar", "undo")
    assert evening.view.rolled is None  # type: ignore[attr-defined]
    evening.app.act(Tap(Act.DRAW))
    evening.harness.settle()
    touch(evening, TapSquare("6"))
    assert evening.session.timeline.moves[-1] == do.Throw(evening.view.by, dice, "6", drawn=True)  # type: ignore[attr-defined]


def test_of_a_casino_card_that_means_nothing_now_it_is_told_whose_it_is(evening: TouchEvening) -> None:
    played_to(evening, Phase.THROW)
    owners, casinos = evening.view.owners, evening.view.casinos  # type: ignore[attr-defined]
    called = {player.colour: player.name for player in evening.view.players}
    owned, free = (next(each for each in casinos if (each.id in owners) is wanted) for wanted in (True, False))
    for casino, title in ((owned, f"{owned.name}: {called[owners[owned.id]]}"), (free, f"{free.name}: for sale")):
        evening.app.act(TapCasino(casino.id))
        evening.harness.settle()
        told = screen(evening).bar.prompt
        assert (told.title, told.text) == (title, f"{casino.symbol.value}, {casino.colour}")


def corrects(evening: TouchEvening, what: type) -> Any:
    """Opens the newest move of a kind for correction; returns it."""
    place, move = next((at, move) for at, move in reversed([*enumerate(evening.session.timeline.moves)]) if isinstance(move, what))
    evening.app.act(ProposeAmend(place))
    evening.harness.settle()
    assert evening.open == "correct"
    return move


def corrected(evening: TouchEvening) -> list[Any]:
    """Carries the correction out."""
    evening.app.act(Amend())
    evening.harness.settle()
    return evening.session.timeline.moves


def test_a_name_a_casino_and_a_sum_are_set_right_where_they_were_told(evening: TouchEvening) -> None:
    played_to(evening, Phase.THROW, board=False)
    evening.app.act(Do(do.TellCasino(id="casino1", name="Casino 1", symbol=Symbol.DIE, colour="blue")))
    evening.harness.settle()
    who = evening.view.players[0].colour
    evening.app.act(Do(do.Correct(who, -50_000, "counted")))
    evening.harness.settle()
    corrects(evening, do.Join)
    touch(evening, "name")
    there = screen(evening)
    assert not there.entry.accepts(evening.view.players[0].name) or evening.view.players[0].name == there.change.act.name
    there.entry.on_done("Zoë")
    evening.harness.settle()
    assert "Zoë" in [move.name for move in corrected(evening) if isinstance(move, do.Join)]
    corrects(evening, do.TellCasino)
    touch(evening, ("look", Symbol.CARDS, "red"))
    assert screen(evening).lines(evening.view)[1].text == "Casino 1: cards, red"
    assert do.TellCasino(id="casino1", name="Casino 1", symbol=Symbol.CARDS, colour="red") in corrected(evening)
    corrects(evening, do.Correct)
    touch(evening, TapChip(10_000))
    assert do.Correct(who, -40_000, "counted") in corrected(evening)


def test_what_can_not_be_taught_is_said_with_what_to_do(evening: TouchEvening) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    evening.app.act(Teach())
    evening.harness.settle()
    evening.app.act(TellSquare("6"))
    evening.harness.settle()
    said = screen(evening).bar.refusal
    assert (said.title, said.text) == ("The board begins at a square 1", "Tap the 1")
    touch(evening, TellSquare("1"))
    assert screen(evening).bar.refusal is None


def test_rules_are_agreed_on_by_touch_before_anything_is_dealt(evening: TouchEvening) -> None:
    evening.app.act(NewGame(rules="cash_and_run"))
    evening.harness.settle()
    evening.app.act("rules")
    evening.harness.settle()
    # Each switch says what it is at, in however low a row.
    assert {"no limit", "2,000,000"} <= {each.text for each in screen(evening).tiles.texts}
    touch(evening, ("next", "start"))
    if "down" in (screen(evening).keys() or ()):
        # On a small panel they are on two pages.
        evening.tap("bar", "down")
    touch(evening, ("next", "own_again"))
    options: Any = evening.view.options  # type: ignore[attr-defined]
    assert (options.start, options.own_again) == (1_000_000, False)
    touch(evening, "done")
    assert evening.open == "players"
