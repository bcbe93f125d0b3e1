"""Who plays, where they sit, what they agree on, who deals."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.games.casino import rules
from companion.games.casino.rules.house import Ace, Faces, HouseRules, Kind, Must
from companion.games.casino.rules.moves import Agree, AnyMove, Begin, Gathered, Join, Lay, Leave, Rename, Seat
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Game, Phase
from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from tests.games.casino.evenings import BASE, BLACK, BLUE, GREEN, RED, ROYAL, WHITE, YELLOW, accepted, after, cards

TWO: list[AnyMove] = [Join(RED, "Ada"), Join(BLUE, "Ben")]
FOUR: list[AnyMove] = [*TWO, Join(GREEN, "Cleo"), Join(YELLOW, "Dan")]


def chairs(position: rules.Position) -> dict[Colour, int]:
    return {player.colour: player.chair for player in rules.view(position).players}


def test_players_take_the_next_chair_or_the_one_they_name() -> None:
    assert chairs(after([Join(RED, "Ada"), Join(BLUE, "Ben", 3), Join(GREEN, "Cleo"), Join(YELLOW, "Dan")])) == {RED: 0, GREEN: 1, YELLOW: 2, BLUE: 3}
    # Who leaves frees the chair, and nobody else moves.
    assert chairs(after([*FOUR, Leave(BLUE), Join(WHITE, "Eve")])) == {RED: 0, WHITE: 1, GREEN: 2, YELLOW: 3}


def test_the_game_goes_through_its_three_questions() -> None:
    seen = [rules.view(after(moves)).phase for moves in (TWO, [*TWO, Gathered()], [*TWO, Gathered(), Agree(BASE)])]
    assert seen == [Phase.PLAYERS, Phase.RULES, Phase.DEALER]
    game = after([Join(RED, "Ada", 2), Join(BLUE, "Ben", 0), Gathered(), Agree(ROYAL), Begin(RED)])
    view = rules.view(game)
    assert (view.phase, view.round, view.dealer, view.drawn, view.house, view.to_act) == (Phase.TABLE, 1, RED, True, ROYAL, RED)
    # Empty chairs are taken away.
    assert chairs(game) == {BLUE: 0, RED: 1}


def test_what_was_agreed_may_be_agreed_anew_until_the_dealer_is_known() -> None:
    agreed = [*TWO, Gathered(), Agree(ROYAL), Agree(BASE)]
    assert rules.view(after(agreed)).house == BASE
    assert not accepted(after([*agreed, Begin(RED)]), Agree(ROYAL))


def test_seats_may_be_changed_until_the_dealer_is_known() -> None:
    game = after([*FOUR, Gathered(), Agree(HouseRules(teams=True)), Seat((RED, GREEN, BLUE, YELLOW)), Begin(RED)])
    assert isinstance(game, Game)
    assert game.party.sides == ("red+blue", "green+yellow")


def test_sweeps_are_said_only_where_they_are_not_as_usual() -> None:
    for kind in Kind:
        usual = kind is Kind.ROYAL
        for told, kept in ((None, None), (usual, None), (not usual, not usual)):
            house = rules.view(after([*TWO, Gathered(), Agree(HouseRules(kind, sweeps=told))])).house
            assert house.sweeps is kept
            assert house.sweeps_score is (usual if told is None else told)


REFUSED: list[tuple[list[AnyMove], AnyMove, Refusal]] = [
    ([], Join(RED, ""), SeatRefusal.BAD_NAME),
    ([], Join(RED, "x" * 21), SeatRefusal.BAD_NAME),
    ([], Join(RED, "Ada", 4), SeatRefusal.NO_SUCH_CHAIR),
    ([], Join(RED, "Ada", -1), SeatRefusal.NO_SUCH_CHAIR),
    (TWO, Join(RED, "Ada"), SeatRefusal.COLOUR_TAKEN),
    (TWO, Join(GREEN, "Cleo", 1), SeatRefusal.CHAIR_TAKEN),
    (FOUR, Join(WHITE, "Eve"), Refusal.TABLE_FULL),
    (TWO, Leave(GREEN), SeatRefusal.NOT_PLAYING),
    (TWO, Rename(GREEN, "Cleo"), SeatRefusal.NOT_PLAYING),
    (TWO, Rename(RED, " "), SeatRefusal.BAD_NAME),
    (TWO[:1], Gathered(), Refusal.TOO_FEW),
    (TWO, Agree(BASE), Refusal.WRONG_PHASE),
    (TWO, Begin(RED), Refusal.WRONG_PHASE),
    (TWO, Lay(RED, cards("4H")[0]), Refusal.WRONG_PHASE),
    (TWO, Seat((RED,)), SeatRefusal.NOT_THE_SAME_PLAYERS),
    (TWO, Seat((RED, RED)), SeatRefusal.NOT_THE_SAME_PLAYERS),
    (TWO, Seat((RED, GREEN)), SeatRefusal.NOT_THE_SAME_PLAYERS),
    ([*TWO, Gathered()], Join(GREEN, "Cleo"), Refusal.WRONG_PHASE),
    ([*TWO, Gathered()], Begin(RED), Refusal.WRONG_PHASE),
    ([*TWO, Gathered()], Agree(HouseRules(teams=True)), Refusal.PARTNERS_ARE_FOUR),
    ([*TWO, Gathered()], Agree(HouseRules(target=0)), Refusal.BAD_TARGET),
    ([*TWO, Gathered()], Agree(HouseRules(rounds=51)), Refusal.BAD_ROUNDS),
    ([*TWO, Gathered()], Agree(HouseRules(rounds=5, target=11)), Refusal.POINTS_OR_ROUNDS),
    ([*TWO, Gathered(), Agree(BASE)], Begin(BLACK), SeatRefusal.NOT_PLAYING),
]


@pytest.mark.parametrize(("moves", "move", "reason"), REFUSED, ids=lambda value: value.name if isinstance(value, Refusal) else "")
def test_a_set_up_is_refused_with_its_reason(moves: list[AnyMove], move: AnyMove, reason: Refusal) -> None:
    with pytest.raises(MoveRefused) as caught:
        rules.apply(after(moves), move)
    assert caught.value.reason is reason


def test_the_dealer_is_drawn_by_lot() -> None:
    drawn = [rules.draw_lot([RED, BLUE, GREEN], random.Random(seed)) for seed in range(60)]
    assert {drawn.count(colour) > 10 for colour in (RED, BLUE, GREEN)} == {True}


def test_what_is_offered_in_the_set_up_is_accepted() -> None:
    for moves in ([], TWO, [*TWO, Gathered()], [*FOUR, Gathered()], [*FOUR, Gathered(), Agree(BASE)]):
        position = after(moves)
        assert all(accepted(position, move) for move in rules.legal(position))
    assert Agree(HouseRules(teams=True)) in rules.legal(after([*FOUR, Gathered()]))
    assert Gathered() not in rules.legal(after(TWO[:1]))


def test_every_house_rule_can_be_said() -> None:
    odd = HouseRules(Kind.ROYAL, True, False, 50, None, Faces.ODD, False, Must.ANYTHING, Ace.ONE, False)
    assert rules.view(after([*FOUR, Gathered(), Agree(odd)])).house == odd
    assert (odd.highest, ROYAL.highest, BASE.highest, replace(odd, ace=Ace.BOTH).highest) == (13, 14, 10, 14)
