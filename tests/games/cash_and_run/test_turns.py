"""Throws, squares, purchases, doubles and own casinos."""

from __future__ import annotations

import pytest

from companion.errors import RecordError
from tests.games.cash_and_run.tables import BOARD, Line, after, bet, do, header, money, passing, shown, sold, throw, told

FOUR = header(4)


def refused(*lines: Line) -> str:
    with pytest.raises(RecordError) as error:
        after(*lines)
    assert error.value.line == len(lines)
    return str(error.value)


# --- whose turn -------------------------------------------------------------------------------------------------


def test_players_take_turns_clockwise() -> None:
    lines = [FOUR, *passing("blue"), *passing("red"), *passing("yellow"), *passing("green")]
    assert (told(*lines)["turn"], told(*lines)["to_act"]) == (5, "blue")


def test_whoever_throws_a_double_plays_and_throws_again() -> None:
    lines = [FOUR, throw("blue", "3", (4, 4)), do("blue", "decline")]
    assert told(*lines)["to_act"] == "blue"
    assert told(*lines, *passing("blue"))["to_act"] == "red"


def test_the_throw_for_an_own_casino_comes_on_top_of_the_doubles() -> None:
    lines = [FOUR, throw("blue", "montreal", (3, 3))]
    # The casino's throw first, then the double's; another double gives one more.
    lines += [throw("blue", "3", (5, 5)), do("blue", "decline")]
    for _ in range(2):
        assert told(*lines)["to_act"] == "blue"
        lines += passing("blue")
    assert told(*lines)["to_act"] == "red"


def test_an_own_casino_gives_another_throw_unless_the_players_agree_that_it_does_not() -> None:
    assert told(FOUR, throw("blue", "montreal"))["to_act"] == "blue"
    assert told(header(4, own=False), throw("blue", "montreal"))["to_act"] == "red"
    # Nobody has to throw three doubles before anything happens: there is no such rule.
    lines = [throw("blue", "montreal", (1, 1)) for _ in range(5)]
    assert told(FOUR, *lines)["to_act"] == "blue"


def test_a_failed_slam_ends_the_turn_even_after_a_double() -> None:
    assert told(FOUR, throw("blue", "6", (2, 2)), do("blue", "try"), shown(3, "die"))["to_act"] == "red"


# --- the square -------------------------------------------------------------------------------------------------


def test_with_a_board_the_pawn_walks_the_ring() -> None:
    board = header(4, board=BOARD)
    # Blue begins on Montréal, the second square of 36.
    now = told(board, throw("blue", dice=(6, 4)))
    assert (now["at"]["blue"], now["phase"], now["now"]["squares"]) == (12, "offer", ["3"])
    lines = [board]
    for by in ("blue", "red", "yellow", "green"):
        lines += [throw(by, dice=(6, 4 if by == "blue" else 5))]
        lines += {"blue": [do("blue", "decline")]}.get(by, [])
        if told(*lines)["to_act"] == by:
            break
    assert told(*lines)["at"]["red"] == (4 + 11 - 1) % 36 + 1


def test_the_pawn_goes_on_behind_the_last_square_with_the_first() -> None:
    short = ["1", "4A", *[square for square in BOARD if square.isalpha()]]
    lines = [header(3, board=short, dealt=[["lima"], ["montreal"], ["rio"]]), throw("blue", dice=(1, 2))]
    assert short.index("lima") == len(short) - 1
    assert told(*lines)["at"]["blue"] == 3


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (throw("blue", "3", (0, 3)), "blue: a die has 1 to 6"),
        (throw("blue", "3", (1, 7)), "blue: a die has 1 to 6"),
        (throw("blue"), "blue: no such square"),
        (throw("blue", "4D"), "blue: no such square"),
        (throw("blue", "2"), "blue: no such square"),
        (throw("blue", "paris"), "blue: no such square"),
        (throw("blue", "3", lap=True), "blue: no last lap"),
        (throw("white", "3"), "white: not playing"),
        (throw("red", "3"), "red: not your turn; it is blue’s turn"),
        (do("blue", "buy"), "blue: not in this phase"),
        (do("blue", "go", square="3"), "blue: not in this phase"),
        (do("blue", "sure"), "blue: not in this phase"),
        (shown(3, "die"), "not in this phase"),
        (sold(), "not in this phase"),
        (do("red", "bid", amount=100_000), "red: not in this phase"),
        (do("blue", "pick", casino="lasvegas"), "blue: not in this phase"),
    ],
)
def test_a_first_line_that_is_refused(line: Line, reason: str) -> None:
    assert refused(FOUR, line) == reason


def test_with_a_board_nobody_tells_the_square_or_the_lap() -> None:
    board = header(4, board=BOARD)
    assert refused(board, throw("blue", "3")) == "blue: the board tells the square"
    assert refused(board, throw("blue", lap=True)) == "blue: the board tells the square"


# --- square 1 ---------------------------------------------------------------------------------------------------


def test_square_1_leads_anywhere_but_to_another_1() -> None:
    lines = [FOUR, throw("blue", "1")]
    assert told(*lines)["phase"] == "go"
    assert refused(*lines, do("blue", "go", square="1")) == "blue: another square than 1"
    assert refused(*lines, do("blue", "go", to=3)) == "blue: no such square"
    assert refused(*lines, do("blue", "go")) == "blue: no such square"
    assert refused(*lines, do("blue", "go", square="paris")) == "blue: no such square"
    now = told(*lines, do("blue", "go", square="baden"))
    assert (now["phase"], now["at"]["blue"], now["now"]["squares"]) == ("offer", "baden", ["1", "baden"])
    # Also to an own casino, which then gives another throw.
    now = told(*lines, do("blue", "go", square="montreal"))
    assert (now["phase"], now["to_act"]) == ("throw", "blue")


def test_on_a_board_square_1_leads_to_a_place() -> None:
    lines = [header(4, board=BOARD), throw("blue", dice=(6, 6)), throw("blue", dice=(6, 6))]
    assert BOARD[1 + 12] == "6"
    lines = [header(4, board=BOARD), throw("blue", dice=(6, 6)), do("blue", "sure"), throw("blue", dice=(6, 6)), throw("blue", dice=(1, 2))]
    lines = [header(4, board=BOARD, dealt=[["lima"], ["lasvegas"], ["atlantic"], ["macau"]]), throw("blue", dice=(1, 2))]
    assert told(*lines)["phase"] == "go"
    for place in (0, 37, -1):
        assert refused(*lines, do("blue", "go", to=place)) == "blue: no such square"
    assert refused(*lines, do("blue", "go", to=15)) == "blue: another square than 1"
    assert refused(*lines, do("blue", "go", square="cairo")) == "blue: the board tells the square"
    assert told(*lines, do("blue", "go", to=8))["now"]["squares"] == ["1", "cairo"]


# --- buying -----------------------------------------------------------------------------------------------------


def test_a_casino_is_paid_into_the_pot_and_told() -> None:
    now = told(FOUR, throw("blue", "cairo"), do("blue", "buy"))
    assert (now["cash"]["blue"], now["pot"]) == (1_900_000, 100_000)
    assert now["casinos"]["blue"] == ["montreal", "cairo"]
    assert now["turns"][0]["payments"] == [{"from": "blue", "to": "pot", "amount": 100_000, "why": "casino"}]
    assert now["turns"][0]["events"] == [{"what": "bought", "by": "blue", "casino": "cairo"}]


def test_buying_takes_money() -> None:
    lines = [FOUR, money("blue", -1_910_000), throw("blue", "cairo")]
    assert refused(*lines, do("blue", "buy")) == "blue: not enough money"
    # But one may sell first, since it is one's turn.
    lines += [do("blue", "auction", casino="montreal"), do("red", "bid", amount=100_000), sold()]
    assert told(*lines)["phase"] == "offer"
    assert told(*lines, do("blue", "buy"))["casinos"]["blue"] == ["cairo"]


def test_whoever_can_neither_buy_nor_sell_need_not_say_so() -> None:
    poor = [FOUR, money("blue", -2_000_000), {"do": "hand over", "casino": "montreal"}]
    lines = [*poor, throw("blue", "cairo")]
    assert told(*lines)["phase"] == "offer"
    assert told(*lines, *passing("red"))["to_act"] == "yellow"
    assert told(*lines, do("blue", "decline"), *passing("red")) == told(*lines, *passing("red"))
    # Who could sell a casino has to say.
    assert "not in this phase" in refused(FOUR, money("blue", -2_000_000), throw("blue", "cairo"), throw("red", "3"))


def test_a_fourth_bluff_card_is_bought_for_one_of_three() -> None:
    lines = [header(4, bluff=3), throw("blue", "3")]
    assert refused(*lines, do("blue", "buy")) == "blue: three Bluff cards at most"
    now = told(*lines, do("blue", "buy", exchange=True))
    assert (now["bluff"]["blue"], now["cash"]["blue"], now["pot"]) == (3, 1_900_000, 100_000)
    assert refused(header(4, bluff=2), throw("blue", "3"), do("blue", "buy", exchange=True)) == "blue: nothing to exchange"
    assert refused(FOUR, throw("blue", "cairo"), do("blue", "buy", exchange=True)) == "blue: nothing to exchange"


# --- by hand ----------------------------------------------------------------------------------------------------


def test_money_is_corrected_from_or_to_the_bank_before_a_throw() -> None:
    bank = header(4, bank=300_000)
    now = told(bank, money("red", 300_000))
    assert (now["cash"]["red"], now["bank"]) == (2_300_000, 0)
    assert refused(bank, money("red", 310_000)) == "red: the bank has not so much"
    assert refused(bank, money("red", -2_010_000)) == "red: nobody has less than nothing"
    assert refused(bank, money("red", 0)).startswith("red: a correction")
    assert refused(bank, money("red", 5_000)).startswith("red: a correction")
    # However much a bank without a limit has: a sum that no game has is a slip, or somebody's who wants screens to break.
    for amount in (10**12 + 10_000, -(10**900), 10**900):
        assert refused(header(4), money("red", amount)).startswith("red: a correction")
    assert refused(bank, money("red", 10_000) | {"reason": ""}) == "red: a reason has 1 to 80 letters"
    assert refused(bank, throw("blue", "cairo"), money("blue", 10_000)) == "blue: not in this phase"
    paid = told(bank, money("red", -50_000))["now"]["payments"]
    assert paid == [{"from": "bank", "to": "red", "amount": -50_000, "why": "correction"}]


def test_pawns_casinos_and_bluff_cards_are_set_right() -> None:
    now = told(FOUR, do("red", "put", square="4A"), {"do": "hand over", "casino": "montreal", "to": "red"}, do("green", "hold", cards=3))
    assert (now["at"]["red"], now["casinos"]["red"], now["casinos"]["blue"], now["bluff"]["green"]) == ("4A", ["montreal", "lasvegas"], [], 3)
    assert "montreal" in told(FOUR, {"do": "hand over", "casino": "montreal"})["for_sale"]
    board = header(4, board=BOARD)
    assert told(board, do("red", "put", to=36))["at"]["red"] == 36
    for line, reason in [
        (do("red", "put", square="9"), "red: no such square"),
        (do("red", "put", to=3), "red: no such square"),
        ({"do": "hand over", "casino": "paris", "to": "red"}, "red: no such casino"),
        ({"do": "hand over", "casino": "rio", "to": "white"}, "white: not playing"),
        (do("red", "hold", cards=4), "red: three Bluff cards at most"),
        (do("red", "hold", cards=-1), "red: no such Bluff card"),
    ]:
        assert refused(FOUR, line) == reason
    assert refused(board, do("red", "put", square="3")) == "red: the board tells the square"
    assert refused(board, do("red", "put", to=37)) == "red: no such square"


def test_a_player_may_leave_and_the_others_play_on() -> None:
    lines = [FOUR, do("red", "quit")]
    now = told(*lines)
    assert (now["to_act"], now["turn"], now["pot"], now["cash"]["red"], now["at"]["red"]) == ("blue", 1, 2_000_000, 0, None)
    assert "lasvegas" in now["for_sale"]
    assert now["bankrupt"] == []
    assert told(*lines, *passing("blue"))["to_act"] == "yellow"
    assert refused(*lines, *passing("blue"), throw("red", "3")).startswith("red: not playing")
    # Whoever leaves in the own turn ends it; the last one left has won.
    assert told(FOUR, do("blue", "quit"))["to_act"] == "red"
    now = told(FOUR, do("blue", "quit"), do("green", "quit"), do("red", "quit"))
    assert (now["status"], now["winner"], now["won_by"]) == ("finished", "yellow", "last")


def test_the_game_ends_where_somebody_leaves_for_good() -> None:
    for lines in ([FOUR], [FOUR, throw("blue", "cairo")], [FOUR, throw("blue", "lasvegas"), bet("blue", "odd", 10_000)]):
        now = told(*lines, {"do": "end"})
        assert (now["status"], now["phase"], now["winner"], now["won_by"], now["now"]) == ("ended", "finished", None, None, None)
        assert (now["contest"], now["turn"], len(now["turns"])) == (None, 1, 1)
        assert refused(*lines, {"do": "end"}, throw("blue", "3")) == "blue: the game is over"
        assert refused(*lines, {"do": "end"}, {"do": "end"}) == "the game is over"
    assert refused(FOUR, do("white", "end")) == "white: not playing"
