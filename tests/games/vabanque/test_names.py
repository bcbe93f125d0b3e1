"""Names: one form, and no two alike at a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kit.names import numbered, one_form, proper_name, same_name, told_apart


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna", "anna", True),
        ("Zoe\u0308", "Zoë", True),
        ("Ａｎｎａ", "Anna", True),
        ("Jean  Paul", "Jean Paul ", True),
        ("STRASSE", "Straße", True),
        ("Zoë", "Zoe", False),
        ("Anna", "Anna B", False),
    ],
)
def test_who_is_heard_alike(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same


def test_a_number_makes_room_for_itself() -> None:
    assert numbered("x" * 20, ["X" * 20]) == "x" * 18 + " 2"
    assert numbered("Anna", ["anna", "ANNA 2"]) == "Anna 3"
    assert numbered("Anna", ["Annabel"]) == "Anna"


def test_names_that_differ_stay_as_they_are() -> None:
    assert told_apart(["Anna", "anna", "Ben"]) == ["Anna", "anna", "Ben"]
    assert told_apart(["Anna", "Anna", "Anna 2"]) == ["Anna", "Anna 3", "Anna 2"]


@given(st.lists(st.text(st.sampled_from("aAn 2é"), min_size=1, max_size=20).filter(str.strip), max_size=6))
def test_told_apart_they_are_all_different_and_proper(names: list[str]) -> None:
    apart = told_apart(names)
    assert len(set(apart)) == len(names)
    assert all(map(proper_name, apart))
    first = {one_form(name): place for place, name in reversed(list(enumerate(names)))}
    assert all(apart[place] == name for name, place in first.items())
