"""The new order with ties, the chairs, and who wins."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Seating
from companion.games.vabanque.rules.order import next_order, reseat, richest, ties
from tests.games.vabanque.evenings import BLUE, CASES, GREEN, RED, YELLOW


@pytest.mark.parametrize("case", CASES["order_cases"], ids=lambda case: case["id"])
def test_a_worked_order(case: dict[str, Any]) -> None:
    assert list(next_order([Colour(colour) for colour in case["previous_order"]], case["fortunes"])) == case["new_order"]


@pytest.mark.parametrize("case", CASES["end_cases"], ids=lambda case: case["id"])
def test_a_worked_end(case: dict[str, Any]) -> None:
    assert list(richest(case["fortunes"])) == case["winners"]


FORTUNES = st.lists(st.tuples(st.sampled_from(list(Colour)), st.integers(0, 3)), min_size=3, unique_by=lambda pair: pair[0])


@given(FORTUNES)
def test_richer_first_and_level_players_the_other_way_round(pairs: list[tuple[Colour, int]]) -> None:
    order, fortunes = [colour for colour, _ in pairs], dict(pairs)
    new = next_order(order, fortunes)
    assert sorted(new) == sorted(order)
    for before, behind in pairwise(new):
        assert (fortunes[before], order.index(before)) >= (fortunes[behind], order.index(behind))
    groups = ties(new, fortunes)
    assert all(len({fortunes[colour] for colour in group}) == 1 for group in groups)
    level = [colour for colour in new if list(fortunes.values()).count(fortunes[colour]) > 1]
    assert [colour for group in groups for colour in group] == level


def test_the_richest_keeps_the_chair_and_the_others_follow_clockwise() -> None:
    assert reseat([BLUE, RED, YELLOW, GREEN], [YELLOW, BLUE, GREEN, RED], Seating.CHAIRS) == (GREEN, RED, YELLOW, BLUE)
    assert reseat([BLUE, RED, YELLOW], [BLUE, YELLOW, RED], Seating.CHAIRS) == (BLUE, YELLOW, RED)


def test_with_platelets_nobody_moves() -> None:
    assert reseat([BLUE, RED, YELLOW], [YELLOW, RED, BLUE], Seating.PLATELETS) == (BLUE, RED, YELLOW)


@given(st.permutations(list(Colour)), st.permutations(list(Colour)))
def test_going_clockwise_from_the_richest_gives_the_order(seats: list[Colour], order: list[Colour]) -> None:
    new = reseat(seats, order, Seating.CHAIRS)
    at = new.index(order[0])
    assert at == seats.index(order[0])
    assert list(new[at:] + new[:at]) == order
