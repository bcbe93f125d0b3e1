"""What tables pay: the worked cases, why each amount is paid, and a second reckoning."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.rules.payout import clockwise, pay_table
from companion.games.vabanque.rules.view import Payment, Reason
from tests.games.vabanque.evenings import BLUE, CASES, GREEN, RED, YELLOW
from tests.games.vabanque.plain import table_pays

PAID_CASES = [case for case in CASES["table_cases"] if case["pawns"]]


@pytest.mark.parametrize("case", PAID_CASES, ids=lambda case: case["id"])
def test_a_worked_case(case: dict[str, Any]) -> None:
    cards = [(Colour(card["owner"]), Character(card["character"])) for card in case["cards"]]
    pawns = [Colour(pawn) for pawn in case["pawns"]]
    result = pay_table(3, sum(case["tokens"]), cards, pawns)
    assert result.value == case["table_value"]
    assert result.payouts == {colour: amount for colour, amount in case["payouts"].items() if amount}


def test_the_cases_hold_both_examples_of_the_rulebook_and_the_largest_table() -> None:
    titles = [case["title"] for case in CASES["table_cases"]]
    assert {"rulebook example 1", "rulebook example 2"} <= set(titles)
    assert max(sum(case["payouts"].values()) for case in CASES["table_cases"]) == 176_400_000


def test_every_amount_says_why() -> None:
    result = pay_table(1, 15, [(GREEN, Character.CHEAT), (BLUE, Character.CHEAT), (RED, Character.RAISE)], [BLUE, RED])
    assert result.multiplier == 2
    assert result.revealed == ((BLUE, Character.CHEAT), (RED, Character.RAISE), (GREEN, Character.CHEAT))
    assert result.payments == (
        Payment(BLUE, 0, Reason.PAWN_BLOCKED, (GREEN,)),
        Payment(RED, 0, Reason.PAWN_BLOCKED, (BLUE, GREEN)),
        Payment(BLUE, 30_000, Reason.CHEAT_PAID, (RED,)),
        Payment(GREEN, 60_000, Reason.CHEAT_PAID, (BLUE, RED)),
    )


def test_an_own_cheat_alone_catches_nobody() -> None:
    result = pay_table(1, 25, [(YELLOW, Character.CHEAT)], [YELLOW])
    assert result.payments == (Payment(YELLOW, 25_000, Reason.PAWN_PAID), Payment(YELLOW, 0, Reason.CHEAT_IDLE))
    assert result.payouts == {YELLOW: 25_000}


HANDS = st.sets(st.sampled_from(list(product(Colour, KINDS))))
PAWNS = st.sets(st.sampled_from(list(Colour)), min_size=1)


@given(st.lists(st.sampled_from((5, 10, 20, 50)), max_size=60), HANDS, PAWNS)
def test_a_second_reckoning_pays_the_same(tokens: list[int], cards: set[tuple[Colour, Character]], there: set[Colour]) -> None:
    pawns = [colour for colour in Colour if colour in there]
    result = pay_table(1, sum(tokens), cards, pawns)
    plain = table_pays(tokens, [(owner, kind.value) for owner, kind in cards], list(pawns))
    assert result.payouts == {colour: amount for colour, amount in plain.items() if amount}
    summed = dict.fromkeys(plain, 0)
    for payment in result.payments:
        summed[payment.to] += payment.amount
        assert payment.to not in payment.others
    assert summed == plain
    assert all(amount % 5_000 == 0 for amount in plain.values())


def test_tables_are_paid_clockwise_from_the_start_players_pawn() -> None:
    assert clockwise([2, 9, 5, 7], 7) == (7, 9, 2, 5)
    assert clockwise({1, 3}, 1) == (1, 3)
