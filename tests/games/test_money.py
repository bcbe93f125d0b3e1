"""Bundles of notes, and where every note lies."""

from __future__ import annotations

import json

import pytest

from companion.games.kit.colours import Colour
from companion.games.kit.money import NO_NOTES, Cash, Debt, HandOut, Notes, Plan, Swap, check_amount, new_cash
from companion.games.vabanque.rules.box import BOX, UNIT

RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN


def test_the_box_holds_80_notes_of_7_950_000() -> None:
    assert BOX.number == 80
    assert BOX.total == 7_950_000
    assert list(BOX) == [5_000, 10_000, 20_000, 50_000, 100_000, 500_000]
    assert min(BOX) == UNIT


def test_equal_bundles_are_equal_however_they_were_made() -> None:
    one = Notes.of({50_000: 1, 5_000: 2, 10_000: 0})
    other = Notes.of({5_000: 3}) + Notes.of({50_000: 1}) - Notes.of({5_000: 1})
    assert one == other
    assert hash(one) == hash(other)
    assert (one.total, one.number) == (60_000, 3)
    assert (one[5_000], one[10_000]) == (2, 0)
    assert one
    assert not one - one
    assert one - one == NO_NOTES


def test_a_bundle_can_be_of_any_chips() -> None:
    assert (Notes.of({3: 2}) + Notes.of({25: 1, 3: 1})).counts == ((3, 3), (25, 1))


def test_json_has_the_smallest_value_first_and_no_zeros() -> None:
    assert json.dumps(Notes.of({100_000: 1, 5_000: 8, 20_000: 0}).as_json()) == '{"5000": 8, "100000": 1}'


@pytest.mark.parametrize("counts", [{0: 1}, {-5_000: 1}, {5_000: -1}])
def test_impossible_notes_are_refused(counts: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="note"):
        Notes.of(counts)


def test_nobody_can_give_more_notes_than_there_are() -> None:
    with pytest.raises(ValueError, match="Notes of 5,000: 3 wanted, 2 there"):
        Notes.of({5_000: 2}) - Notes.of({5_000: 3})
    with pytest.raises(ValueError, match="Notes of 10,000: 1 wanted, 0 there"):
        Notes.of({5_000: 2}) - Notes.of({10_000: 1})


@pytest.mark.parametrize("amount", [-5_000, 1, 7_500, 45_001])
def test_an_amount_that_no_table_brings_is_refused(amount: int) -> None:
    with pytest.raises(ValueError, match="give a multiple of 5,000, 0 or more"):
        check_amount(amount, UNIT)


def test_everybody_starts_with_no_money() -> None:
    cash = new_cash([RED, BLUE], BOX)
    assert cash == Cash(BOX, {RED: NO_NOTES, BLUE: NO_NOTES})


def test_a_hand_out_moves_its_notes_and_leaves_the_old_state_untouched() -> None:
    before = Cash(Notes.of({50_000: 1}), {RED: Notes.of({10_000: 1, 20_000: 2}), BLUE: Notes.of({5_000: 2})})
    swap = Swap(BLUE, gives=Notes.of({5_000: 2}), takes=Notes.of({10_000: 1}))
    plan = Plan(Notes.of({50_000: 1, 5_000: 1}), Notes.of({10_000: 1, 20_000: 2}), (swap,))
    after = before.after(HandOut(RED, 5_000, plan))
    assert after.bank == Notes.of({20_000: 2, 5_000: 1})
    assert after.purses == {RED: Notes.of({50_000: 1, 5_000: 1}), BLUE: Notes.of({10_000: 1})}
    assert before.purses[RED] == Notes.of({10_000: 1, 20_000: 2})
    assert plan.moved == 8


def test_what_is_short_is_owed_and_what_is_settled_goes_off_the_oldest_debt() -> None:
    cash = Cash(Notes.of({50_000: 1}), {RED: NO_NOTES, BLUE: NO_NOTES}, (Debt(RED, 20_000), Debt(BLUE, 5_000), Debt(RED, 40_000)))
    carried = HandOut(RED, 30_000, Plan(Notes.of({50_000: 1})), settled=50_000)
    assert carried.owed == 30_000
    after = cash.after(carried)
    assert after.debts == (Debt(BLUE, 5_000), Debt(RED, 10_000), Debt(RED, 30_000))
    assert after.owed_to(RED) == 40_000
    assert json.dumps(after.as_json()["owed"]) == '{"blue": 5000, "red": 40000}'


@pytest.mark.parametrize(
    ("hand_out", "message"),
    [
        (HandOut(RED, 5_000, Plan(Notes.of({5_000: 1}))), "0 there"),
        (HandOut(RED, 40_000, Plan(Notes.of({50_000: 1}), Notes.of({10_000: 1}))), "0 there"),
        (HandOut(RED, 0, Plan(swaps=(Swap(BLUE, Notes.of({5_000: 1}), NO_NOTES),))), "swap notes of the same total"),
        (HandOut(RED, 0, Plan(Notes.of({50_000: 1})), settled=50_000), "50,000 more would be settled than red is owed"),
    ],
)
def test_a_hand_out_that_does_not_fit_is_refused(hand_out: HandOut, message: str) -> None:
    cash = Cash(Notes.of({50_000: 1}), {RED: NO_NOTES, BLUE: Notes.of({5_000: 1})})
    with pytest.raises(ValueError, match=message):
        cash.after(hand_out)


def test_a_hand_out_in_the_form_of_the_record() -> None:
    swap = Swap(GREEN, gives=Notes.of({5_000: 2}), takes=Notes.of({10_000: 1}))
    row = HandOut(RED, 10_000, Plan(Notes.of({5_000: 1}), NO_NOTES, (swap,))).as_json()
    assert json.loads(json.dumps(row)) == {
        "to": "red",
        "amount": 10_000,
        "paid": {"5000": 1},
        "returned": {},
        "swaps": [{"with": "green", "gives": {"5000": 2}, "takes": {"10000": 1}}],
        "owed": 5_000,
    }
    assert HandOut(RED, 0, Plan(Notes.of({5_000: 1})), settled=5_000).as_json()["settled"] == 5_000


def test_the_state_in_the_form_of_the_record() -> None:
    assert Cash(Notes.of({50_000: 1}), {BLUE: NO_NOTES, RED: Notes.of({20_000: 2})}).as_json() == {
        "bank": {"50000": 1},
        "purses": {"blue": {}, "red": {"20000": 2}},
        "owed": {},
    }
