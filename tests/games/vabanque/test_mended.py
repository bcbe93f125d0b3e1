"""What a game holds after earlier acts were mended: orders as they were played, cards nobody can tell, notes where they lie."""

from __future__ import annotations

import io
import json

import pytest

from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.record.summary import summary
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Begin,
    Confirm,
    Correct,
    Counted,
    End,
    Gathered,
    Join,
    LayRing,
    MovePawn,
    Order,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RevealCard,
    Seated,
    Squared,
    Stay,
    Untold,
)
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase, Unrevealed
from tests.games.vabanque.evenings import BLACK, BLUE, GREEN, RED, after, begun
from tests.games.vabanque.test_cash import counting
from tests.games.vabanque.test_rounds import BLUFF, CHEAT, FAR, HIDDEN, LAP, RAISE, STAY, cards, hidden_round, refused, start, tokens

SET_UP: list[AnyMove] = [*(Join(colour, colour) for colour in LAP), Gathered(), LayRing(tuple(range(1, 8))), Begin(RED)]


def replayed(text: str) -> rules.Game:
    return record.replay(io.BytesIO(text.encode())).position


# --- cards that nobody can tell ---------------------------------------------------------------------------------


def test_a_card_that_nobody_can_tell_is_waited_for_no_longer_and_counts_for_nothing() -> None:
    laid = (((HIDDEN, 1), (HIDDEN, 1), (RAISE, 1)), ((HIDDEN, 1), (HIDDEN, 7), (HIDDEN, 7)), FAR[2])
    position = hidden_round(*laid)
    assert refused(position, Untold(RED, 7)).reason is Refusal.NOTHING_HIDDEN
    assert refused(position, Untold(BLACK, 1)).reason is SeatRefusal.NOT_PLAYING
    assert refused(start(), Untold(RED, 1)).reason is Refusal.WRONG_PHASE
    position = rules.apply(position, Untold(RED, 1))
    assert rules.view(position).unrevealed == (Unrevealed(BLUE, 1, 1), Unrevealed(RED, 1, 1))
    position = after([RevealCard(RED, BLUFF, 1), Untold(BLUE, 1)], position)
    view = rules.view(position)
    (table, *_) = view.results[0].tables
    # 12 fives with green's Raise: what red's and blue's other cards were does not come into it.
    assert (table.revealed, table.value) == (((RED, BLUFF), (GREEN, RAISE)), 120)
    assert view.results[0].earned == {RED: 120_000, BLUE: 0, GREEN: 0}
    assert (view.tables[0].face_down, len(view.tables[0].revealed)) == (2, 2)
    moves = [*SET_UP, PlaceFirstPawn(RED, 1), *tokens(), *cards(*laid), *STAY, Confirm()]
    text = record.write([*moves, Untold(RED, 1), RevealCard(RED, BLUFF, 1), Untold(BLUE, 1)])
    assert [json.loads(line)["do"] for line in text.splitlines()[-3:]] == ["untold", "reveal", "untold"]
    assert json.loads(text.splitlines()[-1]) == {"by": "blue", "do": "untold", "table": 1}
    assert replayed(text).results == view.results


# --- orders as they were played ---------------------------------------------------------------------------------


def test_the_order_of_a_round_is_that_in_which_it_was_played() -> None:
    position = counting(Counted())
    assert rules.view(position).results[0].next_order == (BLUE, RED, GREEN)
    pinned = rules.apply(position, Order((GREEN, BLUE, RED)))
    result = rules.view(pinned).results[0]
    # Green keeps the third chair; blue and red follow clockwise.
    assert (result.next_order, result.seats, result.ties, result.as_played) == ((GREEN, BLUE, RED), (BLUE, RED, GREEN), (), True)
    # A correction that follows changes fortunes and no order.
    corrected = rules.apply(pinned, Correct(RED, 50_000, "x"))
    assert rules.view(corrected).results[0].next_order == (GREEN, BLUE, RED)
    view = rules.view(rules.apply(corrected, Seated()))
    assert (view.order, [player.colour for player in view.players]) == ((GREEN, BLUE, RED), [BLUE, RED, GREEN])
    stayed = rules.view(after([Stay(), Order((GREEN, BLUE, RED))], position)).results[0]
    assert (stayed.seats, stayed.next_order) == ((RED, BLUE, GREEN), (GREEN, BLUE, RED))
    # What the rule gives anyway is no change.
    assert rules.apply(position, Order((BLUE, RED, GREEN))) == position


@pytest.mark.parametrize("order", [(RED, BLUE), (RED, BLUE, BLACK), (RED, BLUE, BLUE), (RED, BLUE, GREEN, GREEN)])
def test_an_order_has_everybody_once(order: tuple[Colour, ...]) -> None:
    assert refused(counting(Counted()), Order(order)).reason is SeatRefusal.NOT_THE_SAME_PLAYERS
    assert refused(begun(*LAP), Order(order)).reason is SeatRefusal.NOT_THE_SAME_PLAYERS


def test_the_first_round_may_have_been_played_in_another_order_too() -> None:
    position = rules.apply(begun(*LAP), Order((GREEN, RED, BLUE)))
    view = rules.view(position)
    assert (view.to_act, view.order, view.first) == (GREEN, (GREEN, RED, BLUE), RED)
    view = rules.view(rules.apply(position, PlaceFirstPawn(GREEN, 2)))
    assert {player.colour: player.pawn for player in view.players} == {GREEN: 2, RED: 4, BLUE: 6}
    assert refused(start(), Order((GREEN, RED, BLUE))).reason is Refusal.WRONG_PHASE


def test_a_record_says_where_the_order_was_another_one() -> None:
    lap = (GREEN, RED, BLUE)
    played: list[AnyMove] = [PlaceToken(by, 2) for _ in range(4) for by in lap]
    laid: list[AnyMove] = [PlaceCard(by, kind, 7) for kind in (RAISE, BLUFF, CHEAT) for by in lap]
    stay: list[AnyMove] = [MovePawn(by, 0) for by in lap]
    moves = [*SET_UP, Order(lap), PlaceFirstPawn(GREEN, 2), *played, *laid, *stay, Confirm(), Paid(GREEN), Counted(), Order(LAP), Seated()]
    text = record.write([*moves, PlaceToken(RED, 1)])
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line for line in lines if line.get("do") == "order"] == [
        {"do": "order", "order": ["green", "red", "blue"]},
        {"do": "order", "order": ["red", "blue", "green"]},
    ]
    game = replayed(text)
    told = json.loads(json.dumps(summary(game, "f")))
    assert (told["rounds"][0]["order"], told["rounds"][0]["next_order"]) == (["green", "red", "blue"], ["red", "blue", "green"])
    position = after([*moves, PlaceToken(RED, 1)])
    assert isinstance(position, Game)
    assert (game.results, game.order, game.seats, game.tokens) == (position.results, position.order, position.seats, position.tokens)


# --- notes ------------------------------------------------------------------------------------------------------


def test_notes_lie_where_they_are_told_to_lie_and_the_next_hand_out_goes_from_there() -> None:
    position = after([*tokens(1, 2), *tokens(3, 2), *cards(*FAR), *STAY, Confirm(), Paid(RED)], start())
    position = rules.apply(position, Squared({RED: {5_000: 6}, BLUE: {}, GREEN: {5_000: 4, 10_000: 18}}))
    view = rules.view(position)
    assert view.purses == {RED: {5_000: 6}, BLUE: {}, GREEN: {5_000: 4, 10_000: 18}}
    assert view.bank == {10_000: 2, 20_000: 10, 50_000: 10, 100_000: 20, 500_000: 10}
    assert [(each.to, each.paid, each.done) for each in view.hand_outs] == [
        (RED, {10_000: 1, 20_000: 1}, True),
        (BLUE, {10_000: 1, 20_000: 1}, False),
    ]
    view = rules.view(rules.apply(position, Paid(BLUE)))
    assert (view.phase, view.purses[BLUE], view.bank[10_000]) == (Phase.COUNT, {10_000: 1, 20_000: 1}, 1)
    # What the bank owes is owed on.
    owed = rules.view(rules.apply(position, Squared({colour: {} for colour in LAP}, ((GREEN, 20_000),))))
    assert owed.owed == {GREEN: 20_000}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Squared({RED: {}, BLUE: {}}), SeatRefusal.NOT_THE_SAME_PLAYERS),
        (Squared({RED: {}, BLUE: {}, GREEN: {}, BLACK: {}}), SeatRefusal.NOT_THE_SAME_PLAYERS),
        (Squared({RED: {}, BLUE: {}, GREEN: {}}, ((BLACK, 5_000),)), SeatRefusal.NOT_THE_SAME_PLAYERS),
        (Squared({RED: {5_000: 6}, BLUE: {5_000: 5}, GREEN: {}}), Refusal.TOO_MANY_NOTES),
        (Squared({RED: {5_000: -1}, BLUE: {}, GREEN: {}}), Refusal.TOO_MANY_NOTES),
        (Squared({RED: {7: 1}, BLUE: {}, GREEN: {}}), Refusal.TOO_MANY_NOTES),
    ],
)
def test_nobody_holds_notes_that_are_not_there(move: AnyMove, reason: Refusal) -> None:
    assert refused(counting(), move).reason is reason


def test_a_correction_lasts_into_the_next_round() -> None:
    position = counting(Correct(RED, 5_000, "x"), Counted(), Seated())
    seated = rules.view(position)
    laid = rules.view(rules.apply(position, PlaceToken(seated.order[0], 1)))
    assert (laid.purses, laid.bank) == (seated.purses, seated.bank)
    assert seated.purses[RED] != seated.purses[BLUE]


# --- the end ----------------------------------------------------------------------------------------------------


def test_a_record_tells_whether_the_last_round_was_paid_before_the_end() -> None:
    played = [*SET_UP, PlaceFirstPawn(RED, 1), *tokens(1, 2), *tokens(3, 2), *cards(*FAR), *STAY]
    for acts, line, fortunes in (
        ([End(BLUE)], {"by": "blue", "do": "end", "paid": False}, (0, 0, 0)),
        ([Confirm(), Paid(RED), End()], {"do": "end"}, (30_000, 30_000, 0)),
        ([Confirm(), Paid(RED), Paid(BLUE), Counted(), End()], {"do": "end"}, (30_000, 30_000, 0)),
        ([Confirm(), Paid(RED), Paid(BLUE), Counted(), Seated(), End()], {"do": "end"}, (30_000, 30_000, 0)),
    ):
        moves = [*played, *acts]
        text = record.write(moves)
        assert json.loads(text.splitlines()[-1]) == line
        game = replayed(text)
        assert game.fortunes == fortunes
        position = after(moves)
        assert isinstance(position, Game)
        assert (position.fortunes, len(position.results)) == (game.fortunes, len(game.results))
        assert (game.phase, game.ended) == (Phase.FINISHED, True)
        assert record.write(record.replay(io.BytesIO(text.encode())).moves) == text
