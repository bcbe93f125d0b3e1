"""Winning combinations, Cash & Run, the last lap, what breaks it, and winning."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import RecordError
from companion.games.cash_and_run.rules.end import standing
from tests.games.cash_and_run.tables import BOARD, Line, after, bet, do, header, passing, shown, sold, throw, told

LAID = ["montreal", "cairo", "monaco"]
DEALT = [[*LAID, "rio"], ["lasvegas", "baden"], ["atlantic"], ["macau"]]
FOUR = header(4, dealt=DEALT)


def refused(*lines: Line) -> str:
    with pytest.raises(RecordError) as error:
        after(*lines)
    assert error.value.line == len(lines)
    return str(error.value)


def run(by: str = "blue", card: str = "4H", casinos: Any = LAID) -> Line:
    return do(by, "run", card=card, casinos=list(casinos))


def takeover(by: str, of: str, casino: str) -> Line:
    return do(by, "takeover", **{"from": of}, casino=casino, on="odd")


OTHERS = [line for by in ("red", "yellow", "green") for line in passing(by)]


# --- combinations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "keys", "held", "wins"),
    [
        (3, {}, ["montreal", "cairo", "monaco"], False),
        (3, {}, ["montreal", "cairo", "monaco", "macau"], True),
        (3, {}, ["montreal", "lasvegas", "atlantic"], False),
        (3, {"colour_sets": True}, ["montreal", "lasvegas", "atlantic"], True),
        (3, {"need": 3}, ["montreal", "cairo", "monaco"], True),
        (4, {}, ["montreal", "cairo", "monaco"], True),
        (4, {}, ["montreal", "lasvegas", "atlantic"], True),
        (4, {"colour_sets": False}, ["montreal", "lasvegas", "atlantic"], False),
        (4, {"need": 4}, ["montreal", "cairo", "monaco"], False),
        (4, {"need": 2}, ["montreal", "cairo"], True),
        (4, {"need": 2}, ["montreal", "lasvegas"], True),
        (6, {}, ["montreal", "cairo", "lasvegas"], False),
    ],
)
def test_what_is_a_winning_combination(players: int, keys: dict[str, Any], held: list[str], wins: bool) -> None:
    others = [casino["id"] for casino in FOUR["casinos"] if casino["id"] not in held]
    dealt = [held, *[[casino] for casino in others]]
    assert ("blue" in told(header(players, dealt=dealt, **keys))["combination"]) == wins


def test_just_the_casinos_of_a_combination_are_laid() -> None:
    for casinos in ([], LAID[:2], [*LAID, "rio"], ["montreal", "montreal", "cairo"], ["montreal", "cairo", "macau"], ["montreal", "cairo", "paris"]):
        assert refused(FOUR, run(casinos=casinos)) == "blue: no winning combination"
    for card in ("1S", "X", ""):
        assert refused(FOUR, run(card=card)) == "blue: no such result"
    # The suit alone says it.
    assert told(FOUR, run(card="H"))["laps"] != {}
    assert told(FOUR, run(card="S"))["laps"] == {}
    # The spare one may be among them instead.
    assert told(FOUR, run(casinos=["rio", "cairo", "monaco"]))["laps"]["blue"]["casinos"] == ["rio", "cairo", "monaco"]


# --- the card ---------------------------------------------------------------------------------------------------


def test_a_spade_ends_the_turn_and_lays_nothing_out() -> None:
    now = told(FOUR, run(card="QS"))
    assert (now["laps"], now["to_act"], now["at"]["blue"]) == ({}, "red", "montreal")
    assert now["turns"][0]["events"] == [{"what": "cash & run", "by": "blue", "card": "QS"}]
    assert told(FOUR, run(card="QS"), *OTHERS, run())["laps"] == {"blue": {"casinos": LAID}}


def test_any_other_card_moves_the_pawn_to_the_nearest_square_1_clockwise() -> None:
    now = told(FOUR, run())
    assert (now["at"]["blue"], now["to_act"], now["laps"]) == ("1", "red", {"blue": {"casinos": LAID}})
    # Montréal is the second of 36; squares 1 are the first, the fifteenth and the twenty-sixth.
    now = told(header(4, dealt=DEALT, board=BOARD), run())
    assert (now["at"]["blue"], now["laps"]["blue"]["moved"]) == (15, 0)
    # Past the end of the ring, and where one stands already.
    around = [["lima"], ["lasvegas"], ["atlantic"], [*LAID, "rio"]]
    lines = [header(4, dealt=around, board=BOARD, first="green"), do("green", "put", to=36)]
    assert told(*lines, run("green"))["at"]["green"] == 1
    lines = [header(4, dealt=around, board=BOARD, first="green"), do("green", "put", to=26)]
    assert told(*lines, run("green"))["at"]["green"] == 26


def test_cash_and_run_is_said_at_the_beginning_of_a_turn() -> None:
    assert refused(FOUR, throw("blue", "3", (2, 2)), do("blue", "decline"), run()) == "blue: at the beginning of a turn"
    assert refused(FOUR, run("red")).startswith("red: not your turn")
    assert refused(FOUR, throw("blue", "rio"), run()) == "blue: at the beginning of a turn"
    assert refused(FOUR, run(), *OTHERS, run()) == "blue: in the last lap already"


# --- the lap ----------------------------------------------------------------------------------------------------


def test_a_runner_plays_every_square_but_does_not_throw_again() -> None:
    lines = [FOUR, run(), *OTHERS]
    assert told(*lines, throw("blue", "rio", (3, 3)))["to_act"] == "red"
    assert told(*lines, throw("blue", "1"))["to_act"] == "red"
    assert told(*lines, throw("blue", "lasvegas"))["phase"] == "bet"
    assert told(*lines, throw("blue", "3", (3, 3)), do("blue", "decline"))["to_act"] == "red"


def test_back_on_the_square_or_past_it_has_won_and_the_square_is_not_played() -> None:
    now = told(FOUR, run(), *OTHERS, throw("blue", "lasvegas", lap=True))
    assert (now["status"], now["winner"], now["won_by"]) == ("finished", "blue", "lap")
    assert (now["turns"][-1]["squares"], now["contest"]) == (["lasvegas"], None)


def ring(*, exact: bool = False) -> list[Line]:
    """A ring of 76 squares: a 1, where blue runs from, sixty that do nothing while the pot is empty, and the casinos."""
    others = [casino["id"] for casino in FOUR["casinos"]]
    board = ["1", *["4A"] * 60, *others]
    lines = [header(4, dealt=DEALT, board=board, **({"exact": True} if exact else {})), do("blue", "put", to=1)]
    lines += [do(by, "put", to=2) for by in ("red", "yellow", "green")]
    return [*lines, run()]


def laps(lines: list[Line], *ways: int) -> list[Line]:
    """Blue throws these, the others as little as they can; everybody is put back on squares that do nothing."""
    for way in ways:
        for by in ("red", "yellow", "green"):
            lines = [*lines, throw(by, dice=(1, 2)), do(by, "put", to=2)]
        lines = [*lines, throw("blue", dice=(way // 2, way - way // 2))]
    return lines


def test_with_a_board_the_lap_ends_by_itself() -> None:
    for exact in (False, True):
        lines = laps(ring(exact=exact), 12, 12)
        assert told(*lines)["laps"]["blue"] == {"casinos": LAID, "moved": 24}
        # A pawn that is moved by hand has run so far.
        for by in ("red", "yellow", "green"):
            lines = [*lines, throw(by, dice=(1, 2)), do(by, "put", to=2)]
        lines = [*lines, do("blue", "put", to=70)]
        assert told(*lines)["laps"]["blue"]["moved"] == 69
        on, past = told(*lines, throw("blue", dice=(3, 4))), told(*lines, throw("blue", dice=(4, 4)))
        assert (on["winner"], on["won_by"], on["laps"]["blue"]["moved"]) == ("blue", "lap", 76)
        assert past["winner"] == (None if exact else "blue")
        assert past["laps"]["blue"]["moved"] == 77


def test_the_way_of_a_pawn_that_is_moved_by_hand_is_counted_forward_from_the_start_of_its_lap() -> None:
    lines = [header(4, dealt=DEALT, board=BOARD), run()]
    # The lap began on the fifteenth square; the fifth is twenty-six further.
    assert told(*lines, do("blue", "put", to=5))["laps"]["blue"]["moved"] == 26
    assert told(*lines, do("blue", "put", to=15))["laps"]["blue"]["moved"] == 0


def test_others_break_it_by_a_takeover() -> None:
    lines = [FOUR, run(), throw("red", "7A"), takeover("red", "blue", "cairo"), shown(1, "roulette")]
    now = told(*lines)
    assert (now["laps"], now["combination"]) == ({}, ["blue"])
    assert now["turns"][-1]["events"] == [
        {"what": "lap over", "by": "blue", "casino": "cairo"},
        {"what": "taken over", "by": "red", "casino": "cairo", "of": "blue"},
    ]
    # The spare one makes a new combination, to be laid at the next own turn; the pawn keeps its square.
    assert now["at"]["blue"] == "1"
    lines += [*passing("yellow"), *passing("green"), run(casinos=["montreal", "monaco", "rio"])]
    assert told(*lines)["laps"] == {"blue": {"casinos": ["montreal", "monaco", "rio"]}}


def test_losing_a_spare_casino_breaks_nothing() -> None:
    now = told(FOUR, run(), throw("red", "7A"), takeover("red", "blue", "rio"), shown(1, "roulette"))
    assert now["laps"] == {"blue": {"casinos": LAID}}


def test_a_runners_own_lost_challenge_may_break_it() -> None:
    lines = [FOUR, run(), *OTHERS, throw("blue", "7A"), takeover("blue", "red", "baden"), shown(2, "roulette")]
    assert told(*lines, do("red", "pick", casino="rio"))["laps"] != {}
    assert told(*lines, do("red", "pick", casino="monaco"))["laps"] == {}


def test_a_forced_sale_breaks_it() -> None:
    lines = [FOUR, run(), throw("red", "monaco"), bet("red", "1-6", 2_000_000), shown(1, "roulette")]
    assert told(*lines)["laps"] != {}
    now = told(*lines, do("green", "bid", amount=100_000), sold())
    assert now["laps"] == {}
    assert [event["what"] for event in now["now"]["events"]] == ["sold", "lap over"]


def test_while_anybody_runs_only_who_has_no_money_sells() -> None:
    poor = header(4, dealt=DEALT, start=0)
    nothing = [throw(by, "4A") for by in ("red", "yellow", "green")]
    for seller, casino, before in (("red", "baden", 0), ("blue", "rio", 3)):
        sale = do(seller, "auction", casino=casino)
        assert refused(FOUR, run(), *nothing[:before], sale) == f"{seller}: a last lap is on"
        assert told(poor, run(), *nothing[:before], sale)["auction"]["seller"] == seller


def test_two_may_run_and_the_first_to_finish_wins() -> None:
    dealt = [LAID, ["lasvegas", "baden", "manila"], ["atlantic"], ["macau"]]
    lines = [header(4, dealt=dealt), run(), run("red", casinos=dealt[1])]
    assert set(told(*lines)["laps"]) == {"blue", "red"}
    now = told(*lines, *passing("yellow"), *passing("green"), throw("blue", "4A"), throw("red", "4B", lap=True))
    assert (now["winner"], set(now["laps"])) == ("red", {"blue", "red"})


def test_ruined_while_running_is_out() -> None:
    dealt = [LAID, ["lasvegas"], ["atlantic"], ["macau"]]
    lines = [header(4, dealt=dealt, start=1_000_000), run(), throw("red", "monaco"), bet("red", "1-6", 1_000_000), shown(1, "roulette")]
    lines += [sold(), do("blue", "auction", casino="cairo"), sold(), sold()]
    now = told(*lines)
    assert (now["laps"], now["bankrupt"], now["to_act"]) == ({}, ["blue"], "yellow")


def test_below_the_winner_stand_who_is_still_in_the_game_then_the_bankrupt() -> None:
    lines = [FOUR, do("green", "quit"), run(), *passing("red"), *passing("yellow"), throw("blue", "3", lap=True)]
    assert [str(colour) for colour in standing(after(*lines))] == ["blue", "red", "yellow", "green"]
