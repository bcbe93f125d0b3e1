"""The letter in an emblem is the name's, and no two at a table have the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.colours import Colour
from companion.ui.initials import clusters, initials


def of(*names: str) -> list[str]:
    seated = tuple(zip(Colour, names, strict=False))
    return [initials(seated)[colour] for colour, _ in seated]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Chloé", "Benno", "Anna"), ["C", "B", "A"]),
        (("Anna", "Anton", "Zoë"), ["An", "At", "Z"]),
        (("Anna", "Adriano", "Annabel"), ["A", "Ad", "Ab"]),
        (("Jean-Luc", "Jean Paul", "anna"), ["JL", "JP", "A"]),
        (("Anna", "Anna 2", "Anna 3"), ["A", "A2", "A3"]),
        (("Émile", "Eva", "Élodie"), ["Ém", "Ev", "Él"]),
        (("Anna", "ANNA", "anna"), ["A1", "A2", "A3"]),
        (("ßkin", "O'Neil", "O'Nora"), ["ß", "Oe", "Oo"]),
        (("אנה", "محمد", "李明"), ["א", "م", "李"]),
        (("❤️‍🔥", "…", " x"), ["❤️‍🔥", "…", "X"]),
    ],
)
def test_it_is_the_names(names: tuple[str, ...], letters: list[str]) -> None:
    assert of(*names) == letters


def test_accents_written_apart_belong_to_their_letter() -> None:
    assert list(clusters("E\u0301mi\u0323\u0301")) == ["É", "m", "ị́"]


@given(st.lists(st.text(st.sampled_from("aAbé1 -'אم李"), min_size=1, max_size=6).filter(str.strip), min_size=1, max_size=6))
def test_no_two_at_a_table_have_the_same(names: list[str]) -> None:
    letters = of(*names)
    assert len({letter.casefold() for letter in letters}) == len(names)
    assert all(1 <= len(list(clusters(letter))) <= 2 for letter in letters)
