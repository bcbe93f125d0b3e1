"""Banknotes, counts, corrections, staying put and an early end, as acts of the game."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.kit.colours import Colour
from companion.games.kit.money import Notes
from companion.games.kit.payment import plan
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.record.summary import summary
from companion.games.vabanque.rules.box import BOX
from companion.games.vabanque.rules.cash import _cash, cash
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Begin,
    Confirm,
    Correct,
    Count,
    Counted,
    End,
    Gathered,
    Join,
    LayRing,
    Paid,
    PlaceFirstPawn,
    PlaceToken,
    Seated,
    Seating,
    Stay,
)
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.state import Game, MoneyEvent
from companion.games.vabanque.rules.view import Correction, Phase
from tests.games.vabanque.evenings import BLUE, GREEN, RED, Evening, after, begun, evenings
from tests.games.vabanque.test_rounds import FAR, LAP, STAY, cards, refused, start, tokens


def counting(*more: AnyMove, seating: Seating = Seating.CHAIRS) -> rules.Position:
    """Red and blue have earned 30,000 each with tokens on their tables; everybody counts."""
    position = start() if seating is Seating.CHAIRS else rules.apply(begun(*LAP, seating=seating), PlaceFirstPawn(RED, 1))
    position = after([*tokens(1, 2), *tokens(3, 2), *cards(*FAR), *STAY, Confirm(), Paid(RED), Paid(BLUE)], position)
    assert rules.view(position).phase is Phase.COUNT
    return after(more, position)


def test_the_view_tells_which_notes_change_hands_and_when() -> None:
    position = after([*tokens(1, 2), *tokens(3, 2), *cards(*FAR), *STAY, Confirm()], start())
    view = rules.view(position)
    # 30,000 is 10,000 and 20,000, two notes each time.
    assert [(each.to, each.amount, each.paid, each.done) for each in view.hand_outs] == [
        (RED, 30_000, {10_000: 1, 20_000: 1}, False),
        (BLUE, 30_000, {10_000: 1, 20_000: 1}, False),
    ]
    assert view.purses == {RED: {}, BLUE: {}, GREEN: {}}
    view = rules.view(rules.apply(position, Paid(RED)))
    assert [each.done for each in view.hand_outs] == [True, False]
    assert view.purses == {RED: {10_000: 1, 20_000: 1}, BLUE: {}, GREEN: {}}
    assert view.bank == {5_000: 10, 10_000: 19, 20_000: 9, 50_000: 10, 100_000: 20, 500_000: 10}
    assert rules.view(position, notes=False).hand_outs == ()


def test_the_order_goes_by_the_corrected_ledger() -> None:
    position = counting()
    assert rules.view(position).results[0].next_order == (BLUE, RED, GREEN)
    position = after([Correct(RED, 5_000, "a note lay under the board"), Correct(BLUE, -10_000, "paid twice")], position)
    view = rules.view(position)
    assert [player.fortune for player in view.players] == [35_000, 20_000, 0]
    (result,) = view.results
    assert (result.next_order, result.ties, result.seats) == ((RED, BLUE, GREEN), (), (RED, BLUE, GREEN))
    assert result.corrections == (Correction(RED, 5_000, "a note lay under the board"), Correction(BLUE, -10_000, "paid twice"))
    # The next round begins with the corrected order; the notes follow the ledger, since nobody counted them.
    position = after([Counted(), Seated()], position)
    view = rules.view(position)
    assert view.order == (RED, BLUE, GREEN)
    assert {colour: sum(v * n for v, n in notes.items()) for colour, notes in view.purses.items()} == {RED: 35_000, BLUE: 20_000, GREEN: 0}


def test_a_correction_may_come_while_the_new_order_is_looked_at() -> None:
    view = rules.view(counting(Counted(), Correct(GREEN, 40_000, "was not handed out")))
    assert view.phase is Phase.ORDER
    assert view.results[0].next_order == (GREEN, BLUE, RED)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Correct(RED, 0, "x"), Refusal.BAD_AMOUNT),
        (Correct(RED, 2_500, "x"), Refusal.BAD_AMOUNT),
        (Correct(RED, 10**12, "x"), Refusal.BAD_AMOUNT),
        (Correct(RED, -35_000, "x"), Refusal.BELOW_NOTHING),
        (Correct(RED, 5_000, " "), Refusal.BAD_REASON),
        (Correct(RED, 5_000, "x" * 81), Refusal.BAD_REASON),
        (Correct(RED, 5_000, "two\nlines"), Refusal.BAD_REASON),
        (Correct(Colour.WHITE, 5_000, "x"), SeatRefusal.NOT_PLAYING),
        (Count(Colour.WHITE, {}), SeatRefusal.NOT_PLAYING),
        (Count(RED, {5_000: 11}), Refusal.TOO_MANY_NOTES),
        (Count(RED, {10_000: 21}), Refusal.TOO_MANY_NOTES),
        (Count(RED, {7: 1}), Refusal.TOO_MANY_NOTES),
        (Count(RED, {5_000: -1}), Refusal.TOO_MANY_NOTES),
        (Stay(), Refusal.WRONG_PHASE),
        (Seated(), Refusal.WRONG_PHASE),
    ],
)
def test_what_the_count_refuses(move: AnyMove, reason: Refusal) -> None:
    assert refused(counting(), move).reason is reason


def test_a_count_moves_notes_between_purse_and_bank_and_not_the_ledger() -> None:
    # Blue holds one of the 10,000s that should be red's.
    position = counting(Count(RED, {20_000: 1}), Count(BLUE, {10_000: 2, 20_000: 1}))
    view = rules.view(position)
    assert view.counted == (RED, BLUE)
    assert view.purses == {RED: {20_000: 1}, BLUE: {10_000: 2, 20_000: 1}, GREEN: {}}
    assert view.bank[10_000] == 18
    assert [player.fortune for player in view.players] == [30_000, 30_000, 0]
    # The corrections that follow set the ledger to what is in hand: no note moves.
    position = after([Correct(RED, -10_000, "blue has it"), Correct(BLUE, 10_000, "red's")], position)
    assert rules.view(position).purses == view.purses


def held(position: rules.Position) -> dict[Colour, dict[int, int]]:
    return rules.view(position).purses


@pytest.mark.parametrize("lap", list(itertools.permutations(LAP)))
@pytest.mark.parametrize("piles", list(itertools.permutations(LAP)))
def test_whoever_holds_anothers_pile_may_count_it_and_in_any_order(lap: tuple[Colour, ...], piles: tuple[Colour, ...]) -> None:
    """What all have counted is held against the box together, never against what the ledger says of those who have not counted yet."""
    # Each of the three holds more than half of the box's notes of some value.
    rich = counting(Correct(RED, 5_500_000, "x"), Correct(BLUE, 1_500_000, "x"), Correct(GREEN, 300_000, "x"))
    before = held(rich)
    assert [any(2 * number > BOX[value] for value, number in before[colour].items()) for colour in LAP].count(True) >= 2
    theirs = {colour: before[pile] for colour, pile in zip(LAP, piles, strict=True)}
    position = rich
    for colour in lap:
        position = rules.apply(position, Count(colour, theirs[colour]))
        told = rules.view(position)
        # No note lies at two places, whoever has counted so far.
        assert {value: sum(purse.get(value, 0) for purse in [told.bank, *told.purses.values()]) for value in BOX} == {v: BOX[v] for v in BOX}
    assert held(position) == theirs


def test_counts_that_the_box_has_not_together_are_refused() -> None:
    rich = counting(Correct(RED, 5_500_000, "x"))
    assert held(rich)[RED][500_000] == 10
    position = rules.apply(rich, Count(BLUE, {500_000: 6}))
    # Blue has six of the ten, so red can't have more than four, which the ledger gives way to.
    assert held(position)[RED][500_000] == 4
    assert refused(position, Count(RED, {500_000: 5})).reason is Refusal.TOO_MANY_NOTES
    assert refused(position, Count(GREEN, {500_000: 5})).reason is Refusal.TOO_MANY_NOTES
    # It was blue who counted wrong.
    position = after([Count(BLUE, {10_000: 1}), Count(RED, {500_000: 10, 10_000: 19})], position)
    assert held(position)[RED] == {10_000: 19, 500_000: 10}
    assert refused(position, Count(GREEN, {10_000: 1})).reason is Refusal.TOO_MANY_NOTES


def test_staying_put_keeps_the_chairs_and_not_the_order() -> None:
    position = counting(Correct(GREEN, 40_000, "x"), Counted())
    # Green, now the richest, keeps the third chair; blue and red, who are level, follow in the reverse of their order.
    assert rules.view(position).results[0].seats == (BLUE, RED, GREEN)
    stayed = rules.apply(position, Stay())
    result = rules.view(stayed).results[0]
    assert (result.seats, result.stayed, result.next_order) == ((RED, BLUE, GREEN), True, (GREEN, BLUE, RED))
    assert refused(stayed, Stay()).reason is Refusal.STAYED_ALREADY
    # A later correction turns the order and leaves the chairs.
    later = rules.view(rules.apply(stayed, Correct(RED, 50_000, "x"))).results[0]
    assert (later.seats, later.next_order) == ((RED, BLUE, GREEN), (RED, GREEN, BLUE))
    view = rules.view(rules.apply(stayed, Seated()))
    assert [player.colour for player in view.players] == [RED, BLUE, GREEN]
    assert view.order == (GREEN, BLUE, RED)
    assert refused(counting(Counted(), seating=Seating.PLATELETS), Stay()).reason is Refusal.WRONG_PHASE


def test_somebody_leaves_for_good() -> None:
    for position in (start(), after(tokens(), start()), counting()):
        ended = rules.apply(position, End(RED))
        view, outcome = rules.view(ended), rules.outcome(ended)
        assert (view.phase, view.ended, view.winners, view.to_act) == (Phase.FINISHED, True, (), None)
        assert outcome is not None
        assert (outcome.ending, outcome.winners) == (rules.Ending.LEFT, ())
        assert outcome.fortunes == {player.colour: player.fortune for player in rules.view(position).players}
        assert refused(ended, End()).reason is Refusal.GAME_OVER
        assert isinstance(ended, Game)
        told = json.loads(json.dumps(summary(ended, "f")))
        assert (told["status"], told["phase"], told["winners"], told["to_act"]) == ("ended", "finished", [], None)


def test_the_record_holds_corrections_staying_and_the_end() -> None:
    settled = [Correct(RED, 5_000, "found it"), Counted(), Stay(), Correct(GREEN, 5_000, "too"), Seated()]
    moves = [*counting_moves(), *settled, PlaceToken(RED, 1), End(BLUE)]
    text = record.write(moves)
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[-5:] == [
        {"by": "red", "do": "correct", "amount": 5_000, "reason": "found it"},
        {"do": "stay"},
        {"by": "green", "do": "correct", "amount": 5_000, "reason": "too"},
        {"by": "red", "do": "token", "table": 1},
        {"by": "blue", "do": "end"},
    ]
    replayed = record.replay([line.encode() for line in text.splitlines()])
    assert record.write(replayed.moves) == text
    told = json.loads(json.dumps(summary(replayed.position, "f")))
    assert told["fortunes"] == {"red": 35_000, "blue": 30_000, "green": 5_000}
    assert told["rounds"][0]["seats"] == ["red", "blue", "green"]


def counting_moves() -> list[AnyMove]:
    joined: list[AnyMove] = [Join(colour, colour) for colour in (RED, BLUE, GREEN)]
    played = [*tokens(1, 2), *tokens(3, 2), *cards(*FAR), *STAY, Confirm(), Paid(RED), Paid(BLUE)]
    return [*joined, Gathered(), LayRing(tuple(range(1, 8))), Begin(RED), PlaceFirstPawn(RED, 1), *played]


@settings(deadline=None)
@given(st.one_of(evenings(), evenings(between=0.3)))
def test_every_note_is_somewhere_and_what_is_paid_and_owed_is_the_ledger(evening: Evening) -> None:
    # What a count has found and nobody has settled, or could not be given back for want of change.
    let_be = dict.fromkeys(evening.end.party.colours, 0)
    for position, move in zip(evening.positions[1:], evening.moves, strict=True):
        if not isinstance(position, Game) or not isinstance(move, Paid | Counted | Count | Correct | PlaceToken):
            continue
        view = rules.view(position)
        held = dict(view.bank)
        for purse in view.purses.values():
            for value, number in purse.items():
                held[value] = held.get(value, 0) + number
        assert {value: number for value, number in held.items() if number} == dict(BOX.counts)
        if view.phase is Phase.PAYOUT:
            continue
        for player in view.players:
            in_hand = sum(value * number for value, number in view.purses[player.colour].items())
            more = in_hand + view.owed.get(player.colour, 0) - player.fortune
            if isinstance(move, Count) and move.by is not player.colour and more < let_be[player.colour]:
                # Notes that another has counted were thought to be here, and the bank has none that come to as much.
                assert player.colour not in view.counted
                short = let_be[player.colour] - more
                assert not plan(short, Notes.of(view.bank), Notes.of(view.purses[player.colour]), unit=5_000).net
            elif not isinstance(move, Count | Correct) or move.by is not player.colour:
                assert more == let_be[player.colour]
            let_be[player.colour] = more
        if isinstance(move, Count):
            assert view.purses[move.by] == {value: number for value, number in move.notes.items() if number}


def test_payments_are_planned_in_the_order_of_play() -> None:
    position = counting()
    assert isinstance(position, Game)
    (round_,) = cash(position)
    assert [each.to for each in round_.hand_outs] == [RED, BLUE]


def test_an_old_debt_is_paid_only_where_a_hand_out_is_ticked_off() -> None:
    lap = (RED, BLUE, GREEN)
    all_of_it = BOX.total
    # Red empties the bank, so that blue is owed 5,000; then red is found to hold 100,000 less, and the bank could pay.
    short = dict(BOX.counts) | {100_000: BOX[100_000] - 1}
    first = (lap, lap, ((RED, all_of_it), (BLUE, 5_000), (GREEN, 0)), (MoneyEvent(1, RED, notes=tuple(short.items())),))
    nothing = (lap, lap, ((RED, 0), (BLUE, 0), (GREEN, 0)), ())
    again = (lap, lap, ((RED, 0), (BLUE, 0), (GREEN, 100_000)), ())
    one, two, three = _cash(lap, (first, nothing, again))
    assert (one.after.owed_to(BLUE), one.after.bank.total) == (5_000, 100_000)
    assert two.hand_outs == ()
    assert (two.after.owed_to(BLUE), two.after.bank, two.after.purses) == (5_000, one.after.bank, one.after.purses)
    # The next one goes along with green's, which is seen and ticked off.
    assert [each.to for each in three.hand_outs][-1] is GREEN
    assert three.after.owed_to(BLUE) + three.after.owed_to(GREEN) == 5_000
