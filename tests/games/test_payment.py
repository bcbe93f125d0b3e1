"""Payments are exact, move the fewest notes, never a note that is not there; what can't be paid is owed."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.kit import change, payment
from companion.games.kit.colours import Colour
from companion.games.kit.money import NO_NOTES, Cash, Debt, HandOut, Notes, Plan, Swap, new_cash
from companion.games.vabanque.rules.box import BOX, UNIT

BLUE, RED, YELLOW, GREEN, BLACK, WHITE = Colour
plan, hand_out = partial(payment.plan, unit=UNIT), partial(payment.hand_out, unit=UNIT)
MOST = 35_280_000
"""More than one player can get in a round, and more than four times what the box holds."""

# One payment, worked out by hand


@pytest.mark.parametrize(
    ("amount", "bank", "purse", "paid", "returned"),
    [
        (0, BOX, NO_NOTES, {}, {}),
        (90_000, BOX, NO_NOTES, {50_000: 1, 20_000: 2}, {}),
        # 100,000 out and 5,000 back are two notes; the other way takes three or more.
        (95_000, BOX, Notes.of({5_000: 1}), {100_000: 1}, {5_000: 1}),
        # The largest note first would be 50,000 + 2 x 5,000, as many notes as 3 x 20,000; the bank keeps its 5,000s.
        (60_000, Notes.of({5_000: 4, 20_000: 3, 50_000: 1}), NO_NOTES, {20_000: 3}, {}),
        # The largest note first would be stuck at 50,000.
        (60_000, Notes.of({20_000: 3, 50_000: 1}), NO_NOTES, {20_000: 3}, {}),
        # Two notes either way; after this one the bank has one 10,000 more.
        (40_000, BOX, Notes.of({10_000: 1}), {50_000: 1}, {10_000: 1}),
        # Only 10 notes of 500,000 are there.
        (5_100_000, BOX, NO_NOTES, {500_000: 10, 100_000: 1}, {}),
        # The payee's only note comes back, as the bank has no small ones.
        (300_000, Notes.of({500_000: 1, 100_000: 2}), Notes.of({100_000: 2}), {500_000: 1}, {100_000: 2}),
        (7_950_000, BOX, NO_NOTES, dict(BOX.counts), {}),
    ],
)
def test_bank_and_payee(amount: int, bank: Notes, purse: Notes, paid: dict[int, int], returned: dict[int, int]) -> None:
    assert plan(amount, bank, purse) == Plan(Notes.of(paid), Notes.of(returned))


@pytest.mark.parametrize("amount", [7_950_000 + 5_000, MOST])
def test_more_than_the_bank_holds_is_paid_as_far_as_it_goes(amount: int) -> None:
    assert plan(amount, BOX, NO_NOTES) == Plan(BOX)


@pytest.mark.parametrize("amount", [-5_000, 12_345])
def test_a_wrong_amount_is_refused(amount: int) -> None:
    with pytest.raises(ValueError, match="multiple of 5,000"):
        plan(amount, BOX, NO_NOTES)


def test_chips_of_other_values() -> None:
    assert plan(8, Notes.of({3: 1, 4: 2, 7: 1}), NO_NOTES, unit=1) == Plan(Notes.of({4: 2}))


def test_an_empty_bank_pays_nothing() -> None:
    assert plan(50_000, NO_NOTES, Notes.of({5_000: 3}), {BLUE: BOX}) == Plan()
    assert plan(50_000, NO_NOTES, NO_NOTES) == Plan()


# One swap, worked out by hand


def test_a_swap_gives_the_bank_the_note_it_lacks() -> None:
    swap = Swap(BLUE, gives=Notes.of({5_000: 2}), takes=Notes.of({10_000: 1}))
    assert plan(5_000, Notes.of({10_000: 1}), NO_NOTES, {BLUE: Notes.of({5_000: 2})}) == Plan(Notes.of({5_000: 1}), swaps=(swap,))


def test_what_the_payee_gives_back_may_go_on_in_the_swap() -> None:
    # 110,000 lie there; the bank must keep 45,000, which only 20 + 20 + 5 make; the other's 10,000 can then be one note only.
    swap = Swap(BLUE, gives=Notes.of({5_000: 2}), takes=Notes.of({10_000: 1}))
    found = plan(5_000, Notes.of({50_000: 1}), Notes.of({10_000: 1, 20_000: 2}), {BLUE: Notes.of({5_000: 2})})
    assert found == Plan(Notes.of({5_000: 1, 50_000: 1}), Notes.of({10_000: 1, 20_000: 2}), (swap,))


def test_fewest_notes_come_before_the_seat_and_the_seat_before_the_rest() -> None:
    bank = Notes.of({20_000: 1})
    four, two = Notes.of({5_000: 4}), Notes.of({10_000: 2})
    assert plan(10_000, bank, NO_NOTES, {BLUE: four, GREEN: two}).swaps == (Swap(GREEN, two, bank),)
    assert plan(10_000, bank, NO_NOTES, {BLUE: four, WHITE: two, GREEN: two}).swaps == (Swap(WHITE, two, bank),)


def test_no_swap_is_made_where_bank_and_payee_suffice() -> None:
    found = plan(50_000, Notes.of({5_000: 10, 100_000: 1}), NO_NOTES, {BLUE: Notes.of({50_000: 2})})
    assert found == Plan(Notes.of({5_000: 10}))


def test_the_largest_payable_amount_may_need_a_swap_too() -> None:
    # Nobody has a 5,000. Alone the bank could pay 500,000 of 705,000; with five of the 100,000s for one 500,000 it pays 700,000.
    swap = Swap(BLUE, gives=Notes.of({100_000: 5}), takes=Notes.of({500_000: 1}))
    found = plan(705_000, Notes.of({500_000: 2}), NO_NOTES, {BLUE: Notes.of({100_000: 6})})
    assert found == Plan(Notes.of({100_000: 2, 500_000: 1}), swaps=(swap,))
    assert found.net == 700_000


# Optimal, against every way there is

Way = tuple[int, int, tuple[int, ...]]
"""(notes moved, seat, how many notes leave the bank by rising value): what decides between two ways to pay."""


def shares(pool: int) -> Iterator[tuple[int, int]]:
    """Every way in which payee and other can end up with notes of a pool, the rest being the bank's."""
    return ((payee, other) for payee in range(pool + 1) for other in range(pool + 1 - payee))


def ways(bank: Notes, purse: Notes, other: Notes, seat: int) -> dict[int, Way]:
    """The best way to pay every amount that can be paid, by trying each distribution of all notes that leaves `other` as rich as before."""
    values = sorted({*bank, *purse, *other})
    best: dict[int, Way] = {}
    for ends in product(*(shares(bank[value] + purse[value] + other[value]) for value in values)):
        if sum(value * end[1] for value, end in zip(values, ends, strict=True)) != other.total:
            continue
        amount = sum(value * end[0] for value, end in zip(values, ends, strict=True)) - purse.total
        moved = sum(abs(end[0] - purse[value]) + abs(end[1] - other[value]) for value, end in zip(values, ends, strict=True))
        out = tuple(end[0] + end[1] - purse[value] - other[value] for value, end in zip(values, ends, strict=True))
        best[amount] = min(best.get(amount, (moved, seat, out)), (moved, seat, out))
    return best


def as_way(found: Plan, bank: Notes, purse: Notes, others: Mapping[Colour, Notes]) -> Way:
    """The plan in the same terms, after checking that it hands over no note that is not there."""
    payee = Colour.WHITE
    before = Cash(bank, {payee: purse, **others}, (Debt(payee, found.net),))
    after = before.after(HandOut(payee, 0, found, settled=found.net))
    assert after.bank + sum(after.purses.values(), NO_NOTES) == bank + sum(before.purses.values(), NO_NOTES)
    seat = list(others).index(found.swaps[0].other) if found.swaps else 0
    values = sorted({*bank, *purse, *(others[found.swaps[0].other] if found.swaps else ())})
    return found.moved, seat, tuple(bank[value] - after.bank[value] for value in values)


def dealt(values: tuple[int, ...], most: int, hands: int, strays: int) -> st.SearchStrategy[list[Notes]]:
    """So many hands with at most `most` notes of each value. All but a few strays of a value lie in one hand: the others then lack it."""
    owner = st.integers(0, hands - 1)
    owners = st.tuples(*(st.tuples(owner, st.integers(0, most - strays), st.lists(owner, max_size=strays)) for _ in values))

    def bundles(drawn: tuple[tuple[int, int, list[int]], ...]) -> list[Notes]:
        held = {value: [main] * count + others for value, (main, count, others) in zip(values, drawn, strict=True)}
        return [Notes.of({value: held[value].count(hand) for value in values}) for hand in range(hands)]

    return owners.map(bundles)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(dealt(tuple(BOX), 3, 2, strays=2))
def test_bank_and_payee_find_the_best_way_to_pay_every_amount(hands: list[Notes]) -> None:
    bank, purse = hands
    best = ways(bank, purse, NO_NOTES, 0)
    for amount in range(0, bank.total + 5_000, 5_000):
        payable = max(each for each in best if each <= amount)
        found = plan(amount, bank, purse)
        assert found.net == payable
        assert as_way(found, bank, purse, {}) == best[payable]


@pytest.mark.parametrize("values", [(5_000, 10_000, 20_000, 50_000), (10_000, 20_000, 50_000, 100_000), (5_000, 20_000, 50_000, 500_000)])
@settings(derandomize=True, deadline=None, max_examples=150)
@given(data=st.data())
def test_with_a_swap_it_is_the_best_way_too(values: tuple[int, ...], data: st.DataObject) -> None:
    bank, purse, *rest = data.draw(dealt(values, 5, 4, strays=2))
    others = {GREEN: rest[0], BLUE: rest[1]}
    alone = ways(bank, purse, NO_NOTES, 0)
    swapped: dict[int, Way] = {}
    for seat, other in enumerate(others.values()):
        for amount, way in ways(bank, purse, other, seat).items():
            swapped[amount] = min(way, swapped.get(amount, way))
    for amount in range(0, min(bank.total, 400_000) + 5_000, 5_000):
        payable = max(each for each in swapped if each <= amount)
        found = plan(amount, bank, purse, others)
        assert found.net == payable
        assert bool(found.swaps) == (payable not in alone)
        assert as_way(found, bank, purse, others) == (swapped if found.swaps else alone)[payable]


def best_of_the_box(bank: Notes, purse: Notes) -> dict[int, tuple[int, ...]]:
    """For every payable amount: (notes moved, how many leave the bank by rising value), adding one value after the other."""
    best: dict[int, tuple[int, ...]] = {0: (0,)}
    for value in reversed(list(BOX)):
        longer: dict[int, tuple[int, ...]] = {}
        for count in range(-purse[value], bank[value] + 1):
            for amount, way in best.items():
                key, new = amount + count * value, (way[0] + abs(count), count, *way[1:])
                if key not in longer or new < longer[key]:
                    longer[key] = new
        best = longer
    return best


@settings(derandomize=True, deadline=None, max_examples=8)
@given(st.lists(st.integers(0, 9), min_size=80, max_size=80), st.data())
def test_the_whole_box_in_two_hands(owners: list[int], data: st.DataObject) -> None:
    notes = [value for value, count in BOX.counts for _ in range(count)]
    bank = Notes.of({value: sum(one == value and owner < 5 for one, owner in zip(notes, owners, strict=True)) for value in BOX})
    purse = BOX - bank
    best = best_of_the_box(bank, purse)
    for amount in data.draw(st.lists(st.integers(0, bank.total // 5_000), min_size=40, max_size=40)):
        payable = max(each for each in best if each <= amount * 5_000)
        found = plan(amount * 5_000, bank, purse)
        out = tuple(found.paid[value] - found.returned[value] for value in BOX)
        assert (found.moved, *out) == best[payable]
        assert found.net == payable


def test_the_hardest_swaps_take_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    # It stands out among thousands of random distributions, improved step by step towards the longest search.
    pushed = []
    push = heapq.heappush
    monkeypatch.setattr(change.heapq, "heappush", lambda heap, entry: (pushed.append(1), push(heap, entry)))
    hard = plan(
        285_000,
        Notes.of({5_000: 7, 10_000: 17, 20_000: 3, 500_000: 3}),
        Notes.of({5_000: 1, 100_000: 2, 500_000: 1}),
        {
            RED: Notes.of({5_000: 2, 10_000: 2, 20_000: 4, 50_000: 7, 100_000: 2, 500_000: 1}),
            YELLOW: Notes.of({10_000: 1, 20_000: 1, 50_000: 1, 100_000: 3}),
            GREEN: Notes.of({20_000: 1, 50_000: 1, 100_000: 3, 500_000: 2}),
            BLACK: Notes.of({20_000: 1, 50_000: 1, 100_000: 10, 500_000: 3}),
        },
    )
    assert (hard.net, hard.swaps[0].other, hard.moved) == (285_000, BLACK, 14)
    assert len(pushed) < 12_500


# The hand-out of a round


def test_a_round_is_handed_out_in_the_order_of_play() -> None:
    outs, cash = hand_out(new_cash([BLUE, RED, GREEN], BOX), {RED: 90_000, BLUE: 15_000}, [RED, GREEN, BLUE], [BLUE, RED, GREEN])
    assert outs == (
        HandOut(RED, 90_000, Plan(Notes.of({20_000: 2, 50_000: 1}))),
        HandOut(BLUE, 15_000, Plan(Notes.of({5_000: 1, 10_000: 1}))),
    )
    assert cash.purses == {BLUE: Notes.of({5_000: 1, 10_000: 1}), RED: Notes.of({20_000: 2, 50_000: 1}), GREEN: NO_NOTES}
    assert cash.bank == Notes.of({5_000: 9, 10_000: 19, 20_000: 8, 50_000: 9, 100_000: 20, 500_000: 10})


def test_seats_decide_with_whom_to_swap() -> None:
    cash = Cash(Notes.of({10_000: 1}), {RED: NO_NOTES, BLUE: Notes.of({5_000: 2}), GREEN: Notes.of({5_000: 2})})
    for seats in ([RED, GREEN, BLUE], [BLUE, GREEN, RED]):
        outs, _ = hand_out(cash, {RED: 5_000}, [BLUE, GREEN, RED], seats)
        assert outs[0].plan.swaps[0].other == next(seat for seat in seats if seat != RED)


def test_when_the_bank_runs_out_the_rest_is_owed() -> None:
    outs, cash = hand_out(new_cash([BLUE, RED, GREEN], BOX), {RED: 7_900_000, BLUE: 100_000, GREEN: 5_000}, [RED, BLUE, GREEN], [BLUE, RED, GREEN])
    assert [(out.to, out.plan.net, out.owed) for out in outs] == [(RED, 7_900_000, 0), (BLUE, 50_000, 50_000), (GREEN, 0, 5_000)]
    assert cash.bank == NO_NOTES
    assert cash.debts == (Debt(BLUE, 50_000), Debt(GREEN, 5_000))
    outs, cash = hand_out(cash, {BLUE: 10_000}, [GREEN, BLUE, RED], [BLUE, RED, GREEN])
    assert [(out.to, out.plan.net, out.owed, out.settled) for out in outs] == [(BLUE, 0, 10_000, 0)]
    assert cash.debts == (Debt(BLUE, 50_000), Debt(GREEN, 5_000), Debt(BLUE, 10_000))


def test_a_payment_carries_the_debt_that_could_not_be_paid_alone() -> None:
    cash = Cash(Notes.of({50_000: 1}), {RED: NO_NOTES}, (Debt(RED, 5_000),))
    assert hand_out(cash, {}, [RED], [RED]) == ((), cash)
    outs, after = hand_out(cash, {RED: 45_000}, [RED], [RED])
    assert outs == (HandOut(RED, 45_000, Plan(Notes.of({50_000: 1})), settled=5_000),)
    assert outs[0].owed == 0
    assert after.debts == ()


def test_older_debts_come_before_newer_ones_and_before_the_round() -> None:
    cash = Cash(Notes.of({100_000: 5}), dict.fromkeys([BLUE, RED, GREEN], NO_NOTES), (Debt(RED, 300_000), Debt(BLUE, 100_000)))
    outs, after = hand_out(cash, {GREEN: 400_000, BLUE: 200_000}, [BLUE, GREEN, RED], [BLUE, RED, GREEN])
    # Of 500,000 the older debts take 300,000 and 100,000; 100,000 is left for the first in the order of play.
    assert [(out.to, out.amount, out.plan.net, out.settled, out.owed) for out in outs] == [
        (BLUE, 200_000, 200_000, 100_000, 100_000),
        (GREEN, 400_000, 0, 0, 400_000),
        (RED, 0, 300_000, 300_000, 0),
    ]
    assert after.debts == (Debt(BLUE, 100_000), Debt(GREEN, 400_000))


def test_a_debt_that_could_not_be_paid_holds_nobody_back() -> None:
    cash = Cash(Notes.of({10_000: 1}), {RED: NO_NOTES, GREEN: NO_NOTES}, (Debt(RED, 5_000),))
    outs, after = hand_out(cash, {GREEN: 10_000}, [RED, GREEN], [RED, GREEN])
    assert outs == (HandOut(GREEN, 10_000, Plan(Notes.of({10_000: 1}))),)
    assert after.debts == (Debt(RED, 5_000),)


def test_nobody_is_left_out_by_mistake() -> None:
    with pytest.raises(ValueError, match="green would be left out"):
        hand_out(new_cash([RED, GREEN], BOX), {GREEN: 5_000}, [RED], [RED, GREEN])
    with pytest.raises(ValueError, match="multiple of 5,000"):
        hand_out(new_cash([RED], BOX), {RED: 5_001}, [RED], [RED])


AMOUNTS = st.one_of(st.just(0), st.integers(0, 60), st.integers(0, 400), st.integers(0, MOST // 5_000)).map(lambda units: units * 5_000)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.data(), st.integers(3, 6))
def test_notes_and_money_are_conserved(data: st.DataObject, players: int) -> None:
    seats = list(Colour)[:players]
    cash, ledger = new_cash(seats, BOX), dict.fromkeys(seats, 0)
    for _ in range(4):
        order = data.draw(st.permutations(seats))
        amounts = {player: data.draw(AMOUNTS) for player in seats}
        before = cash
        outs, cash = hand_out(before, amounts, order, seats)
        again = before
        for out in outs:
            again = again.after(out)
            assert again.bank + sum(again.purses.values(), NO_NOTES) == BOX
            assert out.plan.net + out.owed == out.amount + out.settled
            assert out.owed >= 0
        assert again == cash
        paid = [out.to for out in outs]
        assert paid == [player for player in order if amounts[player] or player in paid]
        for player in seats:
            ledger[player] += amounts[player]
            assert cash.purses[player].total + cash.owed_to(player) == ledger[player]


@settings(derandomize=True, deadline=None, max_examples=60)
@given(dealt(tuple(BOX), 10, 4, strays=5), st.data())
def test_any_distribution_and_any_debts_are_handed_out_to_the_last_unit(hands: list[Notes], data: st.DataObject) -> None:
    seats = [BLUE, RED, GREEN]
    owed = data.draw(st.lists(st.tuples(st.sampled_from(seats), AMOUNTS), max_size=4))
    before = Cash(hands[0], dict(zip(seats, hands[1:], strict=True)), tuple(Debt(to, amount) for to, amount in owed if amount))
    assume(before.debts)
    amounts = {player: data.draw(AMOUNTS) for player in seats}
    _, after = hand_out(before, amounts, data.draw(st.permutations(seats)), seats)
    assert after.bank + sum(after.purses.values(), NO_NOTES) == sum(hands, NO_NOTES)
    for player in seats:
        was = before.purses[player].total + before.owed_to(player)
        assert after.purses[player].total + after.owed_to(player) == was + amounts[player]
