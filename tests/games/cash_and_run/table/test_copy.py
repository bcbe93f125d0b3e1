"""Teaching the copy: casinos, board and chips, corrected, exported and imported."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.cash_and_run import rules
from companion.games.cash_and_run.rules.board import KINDS
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.moves import Join
from companion.games.cash_and_run.table import copy, teaching
from companion.games.cash_and_run.table.copy import Chip, Copy, NotTaught, Untaught
from companion.games.cash_and_run.table.teaching import Ask
from companion.games.kit.colours import Colour
from tests.games.cash_and_run.tables import BOARD, CASINOS


def taught() -> Copy:
    """The whole invented copy of the recorded games."""
    found = Copy()
    for number, casino in enumerate(CASINOS, 1):
        found = copy.tell_casino(found, number, casino["name"], Symbol(casino["symbol"]), casino["colour"])
    ids = {casino["id"]: found.casinos[number].id for number, casino in enumerate(CASINOS, 1)}
    for square in BOARD:
        found = copy.add_square(found, ids.get(square, square))
    return found


def refused(teach: Callable[[], object]) -> Untaught:
    with pytest.raises(NotTaught) as error:
        teach()
    return error.value.reason


def test_a_copy_is_taught_card_by_card_and_square_by_square() -> None:
    found = Copy()
    assert not found.whole
    acts = 0
    for number, casino in enumerate(CASINOS, 1):
        found = copy.tell_casino(found, number, casino["name"], Symbol(casino["symbol"]), casino["colour"])
        acts += 1
    assert [found.casinos[number].id for number in (1, 2, 8, 14)] == ["montreal", "lasvegas", "badenbaden", "lahabana"]
    assert not found.whole
    assert len(copy.missing(found)) == 15
    for square in BOARD:
        card = next((number for number, casino in enumerate(CASINOS, 1) if casino["id"] == square), None)
        found = copy.add_square(found, found.casinos[card].id if card else square)
        acts += 1
    assert found.whole
    assert copy.missing(found) == []
    # Fifteen cards and a ring's squares: a couple of minutes.
    assert acts == 15 + len(BOARD)


def test_a_game_plays_with_what_was_taught_and_with_the_board_only_if_it_is_whole() -> None:
    whole = taught()
    joined = rules.apply(rules.new(), Join(Colour.RED, "Rosa"))
    shown = rules.view(rules.apply(joined, whole.use()))
    assert (len(shown.casinos), len(shown.board)) == (15, 36)
    assert copy.take_back(whole).use().board == whole.use().board[:-1]
    assert copy.forget_casino(whole, 3).use().board == ()
    assert len(copy.forget_casino(whole, 3).use().casinos) == 14
    assert Copy().use().casinos == ()
    # Nothing taught: the game begins all the same.
    assert rules.view(rules.apply(joined, Copy().use())).casinos == ()


def test_what_was_taught_wrongly_is_set_right() -> None:
    whole = taught()
    again = copy.tell_casino(whole, 4, "Le Caire", Symbol.DIE, "sand")
    # Its square stays, for its id does.
    assert (again.casinos[4].id, again.casinos[4].name, again.squares) == ("cairo", "Le Caire", whole.squares)
    assert again.whole
    changed = copy.set_square(whole, 3, "6")
    assert (changed.squares[2], len(changed.squares)) == ("6", 36)
    assert copy.insert_square(whole, 3, "6").squares[1:4] == ("montreal", "6", "3")
    assert copy.remove_square(whole, 3).squares[1:3] == ("montreal", "lasvegas")
    gone = copy.forget_casino(whole, 4)
    assert "cairo" not in gone.squares
    assert len(gone.squares) == 35
    assert copy.forget_casino(gone, 4) == gone
    assert copy.clear_board(whole).squares == ()
    assert copy.take_back(Copy()) == Copy()


def test_what_can_not_be_taught() -> None:
    whole = taught()
    assert refused(lambda: copy.tell_casino(whole, 0, "Paris", Symbol.DIE, "red")) is Untaught.NO_SUCH_CARD
    assert refused(lambda: copy.tell_casino(whole, 16, "Paris", Symbol.DIE, "red")) is Untaught.NO_SUCH_CARD
    assert refused(lambda: copy.tell_casino(whole, 1, " ", Symbol.DIE, "red")) is Untaught.BAD_NAME
    assert refused(lambda: copy.tell_casino(whole, 1, "Paris", Symbol.DIE, "")) is Untaught.BAD_NAME
    assert refused(lambda: copy.tell_casino(whole, 1, "CAIRO", Symbol.DIE, "red")) is Untaught.NAME_TWICE
    assert refused(lambda: copy.add_square(Copy(), "3")) is Untaught.BEGIN_AT_ONE
    assert refused(lambda: copy.add_square(whole, "8A")) is Untaught.NO_SUCH_SQUARE
    assert refused(lambda: copy.add_square(whole, "cairo")) is Untaught.CASINO_TWICE
    assert refused(lambda: copy.set_square(whole, 1, "3")) is Untaught.BEGIN_AT_ONE
    assert refused(lambda: copy.set_square(whole, 37, "3")) is Untaught.NO_SUCH_PLACE
    assert refused(lambda: copy.set_square(whole, 0, "3")) is Untaught.NO_SUCH_PLACE
    assert refused(lambda: copy.remove_square(whole, 1)) is Untaught.BEGIN_AT_ONE
    assert refused(lambda: copy.remove_square(whole, 40)) is Untaught.NO_SUCH_PLACE
    assert refused(lambda: copy.insert_square(whole, 38, "3")) is Untaught.NO_SUCH_PLACE
    long = Copy()
    for _ in range(200):
        long = copy.add_square(long, "1")
    assert refused(lambda: copy.add_square(long, "1")) is Untaught.TOO_LONG


@pytest.mark.parametrize(
    ("name", "taken", "found"),
    [
        ("Montréal", [], "montreal"),
        ("Las Vegas", [], "lasvegas"),
        ("1", [], "17"),
        ("Élysée 21!", [], "elysee21"),
        ("澳門", [], "casino7"),
        ("Cairo", ["cairo"], "cairo7"),
        ("Cairo", ["cairo", "cairo7"], "casino7"),
        ("A very long name of a casino", [], "averylongnameofaca"),
    ],
)
def test_ids_are_made_of_names(name: str, taken: list[str], found: str) -> None:
    assert copy.casino_id(name, 7, taken) == found
    assert found not in KINDS


def test_chips_are_told_and_counted() -> None:
    assert Copy().chip_values == (10_000, 50_000, 100_000, 500_000)
    assert Copy().money is None
    told = copy.tell_chips(Copy(), [Chip(50_000, 20), Chip(5_000, 40)])
    assert (told.chip_values, told.money) == ((5_000, 50_000), 1_200_000)
    assert copy.tell_chips(told, [Chip(5_000)]).money is None
    for chips in ([Chip(0)], [Chip(5), Chip(5)], [Chip(5, -1)]):
        assert refused(lambda chips=chips: copy.tell_chips(Copy(), chips)) is Untaught.BAD_CHIP  # type: ignore[misc]


def test_the_bank_is_what_is_left_of_all_chips_once_they_are_counted() -> None:
    chips = copy.tell_chips(Copy(), [Chip(500_000, 20), Chip(100_000, 10)])
    assert copy.bank_left(chips, 2_000_000, 4) == 3_000_000
    assert copy.bank_left(chips, 2_000_000, 6) is None
    assert copy.bank_left(Copy(), 2_000_000, 4) is None


# --- a walk around the board ------------------------------------------------------------------------------------


def test_a_board_is_taught_in_one_walk_each_card_told_when_it_is_met() -> None:
    """A square is a tap or a card; a card that nobody has told asks for what is printed on it, and lies on the board once it is told."""
    found, taps = Copy(), 0
    by_id = {casino["id"]: (number, casino) for number, casino in enumerate(CASINOS, 1)}
    for square in BOARD:
        taps += 1
        if square not in by_id:
            found = copy.add_square(found, square)
            continue
        number, casino = by_id[square]
        assert teaching.shown(found, number) == Ask(number)
        found = teaching.met(found, number, casino["name"], Symbol(casino["symbol"]), casino["colour"])
    assert found.whole
    assert found.squares == taught().squares
    assert taps == 36
    # A card that is known lies on the board at once; a second time it can't.
    known = copy.clear_board(found)
    assert teaching.shown(copy.add_square(known, "1"), 4) == copy.add_square(copy.add_square(known, "1"), "cairo")
    assert refused(lambda: teaching.shown(found, 4)) is Untaught.CASINO_TWICE
    # What can't be placed is not told either: nothing has changed.
    assert refused(lambda: teaching.met(Copy(), 4, "Cairo", Symbol.DIE, "sand")) is Untaught.BEGIN_AT_ONE


# --- on file ----------------------------------------------------------------------------------------------------


def test_a_copy_is_the_same_after_export_and_import() -> None:
    for each in (Copy(), taught(), copy.take_back(taught()), copy.tell_chips(taught(), [Chip(10_000, 30), Chip(100_000)])):
        assert copy.read(json.loads(json.dumps(copy.as_json(each)))) == each
    renamed = copy.tell_casino(taught(), 4, "Le Caire", Symbol.DIE, "sand")
    assert copy.read(copy.as_json(renamed)) == renamed


CAIRO = {"id": "cairo", "name": "Cairo", "symbol": "die", "colour": "sand"}


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        {},
        {"version": 2},
        {"version": 1, "owner": "red"},
        {"version": 1, "casinos": {"0": CAIRO}},
        {"version": 1, "casinos": {"16": CAIRO}},
        {"version": 1, "casinos": {"x": CAIRO}},
        {"version": 1, "casinos": {"²": CAIRO}},
        {"version": 1, "casinos": {"1": CAIRO | {"id": "CAIRO"}}},
        {"version": 1, "casinos": {"1": CAIRO | {"id": "3"}}},
        {"version": 1, "casinos": {"1": CAIRO | {"symbol": "wheel"}}},
        {"version": 1, "casinos": {"1": CAIRO, "2": CAIRO | {"name": "Kairo"}}},
        {"version": 1, "casinos": {"1": CAIRO, "2": CAIRO | {"id": "kairo"}}},
        {"version": 1, "board": ["3"]},
        {"version": 1, "board": ["1", "cairo"]},
        {"version": 1, "board": [1]},
        {"version": 1, "chips": [{"value": 0}]},
        {"version": 1, "chips": [{"value": "5"}]},
    ],
)
def test_what_is_no_copy_is_refused(kept: Any) -> None:
    with pytest.raises(CompanionError):
        copy.read(kept)


def test_a_card_is_found_by_its_casino() -> None:
    assert taught().number_of("cairo") == 4
    assert taught().number_of("paris") is None
