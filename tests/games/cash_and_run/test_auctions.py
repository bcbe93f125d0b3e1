"""Auctions of one's own will and for debts, with money and with credit, and ruin."""

from __future__ import annotations

import pytest

from companion.errors import RecordError
from tests.games.cash_and_run.tables import Line, after, bet, do, header, money, passing, shown, sold, throw, told

TWO_EACH = [["montreal", "rio"], ["lasvegas", "cairo"], ["atlantic", "lima"], ["macau", "baden"]]
FOUR = header(4, dealt=TWO_EACH)


def refused(*lines: Line) -> str:
    with pytest.raises(RecordError) as error:
        after(*lines)
    assert error.value.line == len(lines)
    return str(error.value)


def bid(by: str, amount: int) -> Line:
    return do(by, "bid", amount=amount)


# --- of one's own will ------------------------------------------------------------------------------------------

UP = [FOUR, do("blue", "auction", casino="rio")]


def test_one_may_sell_in_ones_turn_and_goes_on_where_one_was() -> None:
    now = told(*UP)
    assert (now["phase"], now["to_act"], now["auction"]) == ("auction", None, {"seller": "blue", "casino": "rio", "bid": 0, "by": None})
    now = told(*UP, bid("red", 100_000), bid("green", 110_000), bid("green", 250_000), sold())
    assert (now["phase"], now["to_act"], now["turn"]) == ("throw", "blue", 1)
    assert (now["cash"]["blue"], now["cash"]["green"], now["casinos"]["green"]) == (2_250_000, 1_750_000, ["baden", "macau", "rio"])
    assert now["now"]["payments"] == [{"from": "green", "to": "blue", "amount": 250_000, "why": "auction"}]
    assert now["now"]["events"] == [{"what": "sold", "by": "blue", "casino": "rio", "to": "green", "amount": 250_000}]


def test_nobody_bids_and_the_bank_buys_for_50_000_and_offers_it_again() -> None:
    now = told(*UP, sold())
    assert (now["cash"]["blue"], "rio" in now["for_sale"]) == (2_050_000, True)
    assert now["now"]["events"][0]["to"] == "bank"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (bid("red", 90_000), "red: a higher bid"),
        (bid("red", 0), "red: a higher bid"),
        (bid("red", -100_000), "red: a higher bid"),
        (bid("red", 105_000), "red: whole chips only"),
        (bid("red", 2_010_000), "red: not enough money"),
        (bid("blue", 100_000), "blue: the seller does not bid"),
        (bid("white", 100_000), "white: not playing"),
        (do("blue", "auction", casino="montreal"), "blue: not in this phase"),
        (throw("blue", "3"), "blue: not in this phase"),
        (money("blue", 10_000), "blue: not in this phase"),
    ],
)
def test_a_bid_that_is_refused(line: Line, reason: str) -> None:
    assert refused(*UP, line) == reason


def test_bids_rise() -> None:
    for amount in (100_000, 200_000):
        assert refused(*UP, bid("red", 200_000), bid("green", amount)) == "green: a higher bid"
    assert refused(*UP, bid("red", 200_000), bid("green", 200_001)) == "green: whole chips only"
    assert told(*UP, bid("red", 200_000), bid("green", 210_000))["auction"]["by"] == "green"


def test_one_sells_before_one_buys_stakes_or_tries_not_in_between() -> None:
    sale = do("blue", "auction", casino="rio")
    for square, phase in (("monaco", "offer"), ("3", "offer"), ("7A", "offer"), ("lasvegas", "bet"), ("6", "slam")):
        now = told(FOUR, throw("blue", square), sale, bid("red", 100_000), sold())
        assert (now["phase"], now["to_act"]) == (phase, "blue")
    assert refused(FOUR, throw("blue", "1"), sale) == "blue: not in this phase"
    assert refused(FOUR, throw("blue", "5A"), sale) == "blue: not in this phase"
    assert refused(FOUR, throw("blue", "lasvegas"), bet("blue", "odd", 10_000), sale) == "blue: not in this phase"
    assert refused(FOUR, do("red", "auction", casino="cairo")).startswith("red: not your turn")
    assert refused(FOUR, do("blue", "auction", casino="cairo")) == "blue: not your casino"
    assert refused(FOUR, do("blue", "auction", casino="paris")) == "blue: not your casino"
    assert refused(FOUR, do("blue", "auction", casino="rio"), sold(), do("blue", "auction", casino="montreal"), sold(), sale) == (
        "blue: no casino of your own"
    )


def test_a_casino_for_sale_again_costs_100_000() -> None:
    now = told(*UP, sold(), throw("blue", "rio"), do("blue", "buy"))
    assert (now["casinos"]["blue"], now["cash"]["blue"]) == (["montreal", "rio"], 1_950_000)


# --- for debts --------------------------------------------------------------------------------------------------

OWING = [FOUR, throw("blue", "lasvegas"), bet("blue", "6", 1_000_000), shown(6, "die")]
"""Red had two millions and owed five."""


def test_an_owner_who_can_not_pay_sells_the_casino_of_the_game_first() -> None:
    now = told(*OWING)
    assert (now["cash"]["red"], now["cash"]["blue"], now["contest"]) == (0, 4_000_000, None)
    assert now["debt"] == {"by": "red", "to": "blue", "left": 3_000_000}
    assert now["auction"] == {"seller": "red", "casino": "lasvegas", "bid": 0, "by": None}


def test_the_price_goes_through_the_seller_to_the_creditor() -> None:
    now = told(*OWING, bid("green", 400_000), sold())
    # The last one left comes under the hammer by itself.
    assert now["auction"]["casino"] == "cairo"
    assert now["debt"]["left"] == 2_600_000
    assert now["now"]["payments"] == [
        {"from": "red", "to": "blue", "amount": 2_000_000, "why": "game"},
        {"from": "green", "to": "red", "amount": 400_000, "why": "auction"},
        {"from": "red", "to": "blue", "amount": 400_000, "why": "game"},
    ]


def test_a_debtor_with_several_casinos_left_chooses() -> None:
    lines = [*OWING, bid("green", 100_000), sold()]
    lines[0] = header(4, dealt=[["montreal"], ["lasvegas", "cairo", "rio"], ["atlantic"], ["macau"]])
    now = told(*lines)
    assert (now["phase"], now["to_act"], now["auction"], now["debt"]["left"]) == ("sell", "red", None, 2_900_000)
    assert refused(*lines, do("blue", "auction", casino="montreal")).startswith("blue: not your turn; it is red")
    assert refused(*lines, do("red", "auction", casino="macau")) == "red: not your casino"
    assert told(*lines, do("red", "auction", casino="rio"))["auction"]["casino"] == "rio"


def test_the_creditor_may_bid_with_what_is_owed_and_pays_what_goes_beyond() -> None:
    # Below the debt: nothing changes hands.
    now = told(*OWING, bid("blue", 900_000), sold())
    assert (now["cash"]["blue"], now["debt"]["left"], now["casinos"]["blue"]) == (4_000_000, 2_100_000, ["montreal", "lasvegas", "rio"])
    assert now["now"]["events"] == [
        {"what": "credit", "by": "blue", "amount": 900_000},
        {"what": "sold", "by": "red", "casino": "lasvegas", "to": "blue", "amount": 900_000},
    ]
    # Above it: the rest is money, and the seller's; the debt is settled and the turn goes on.
    lines = [*OWING, bid("blue", 3_500_000)]
    now = told(*lines, sold())
    assert (now["cash"]["blue"], now["cash"]["red"], now["debt"], now["to_act"]) == (3_500_000, 500_000, None, "red")
    # Exactly.
    assert told(*OWING, bid("blue", 3_000_000), sold())["cash"]["red"] == 0
    # Money and credit together are the limit, for nobody else the credit.
    assert told(*OWING, bid("blue", 7_000_000))["auction"]["bid"] == 7_000_000
    assert refused(*OWING, bid("blue", 7_010_000)) == "blue: not enough money"
    assert refused(*OWING, bid("green", 2_010_000)) == "green: not enough money"


def test_what_a_sale_brings_beyond_the_debt_is_the_sellers() -> None:
    lines = [FOUR, throw("blue", "lasvegas"), bet("blue", "6", 420_000), shown(6, "die")]
    now = told(*lines, bid("green", 500_000), sold())
    assert (now["debt"], now["cash"]["red"], now["casinos"]["red"], now["to_act"]) == (None, 400_000, ["cairo"], "red")


def test_ruin_is_when_all_is_sold() -> None:
    lines = [*OWING, bid("green", 400_000), sold(), sold()]
    now = told(*lines)
    assert (now["bankrupt"], now["debt"], now["at"]["red"], now["casinos"]["red"], now["bluff"]["red"]) == (["red"], None, None, [], 0)
    assert now["cash"]["blue"] == 4_450_000
    assert now["to_act"] == "yellow"
    assert now["turns"][0]["events"][-1] == {"what": "bankrupt", "by": "red"}
    # Who is out is passed over, and can do nothing any more.
    assert refused(*lines, throw("red", "3")) == "red: bankrupt"
    assert refused(*lines, do("yellow", "auction", casino="lima"), bid("red", 100_000)) == "red: bankrupt"
    around = [*lines, *passing("yellow"), *passing("green"), *passing("blue")]
    assert told(*around)["to_act"] == "yellow"


def test_a_double_is_still_thrown_for_after_somebody_elses_ruin() -> None:
    lines = list(OWING)
    lines[1] = throw("blue", "lasvegas", (2, 2))
    assert told(*lines, sold(), sold())["to_act"] == "blue"


def test_the_last_one_left_has_won() -> None:
    lines = [header(3, start=1_000_000), do("yellow", "quit"), throw("blue", "lasvegas"), bet("blue", "6", 1_000_000), shown(6, "die")]
    now = told(*lines, sold())
    assert (now["status"], now["winner"], now["won_by"], now["phase"], now["to_act"]) == ("finished", "blue", "last", "finished", None)
    assert now["bankrupt"] == ["red"]
    assert now["now"] is None
    assert (now["debt"], now["auction"]) == (None, None)
