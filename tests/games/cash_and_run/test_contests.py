"""Bets, results, Bluff cards, takeovers, the pot, Play all and the Grand Slam."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from companion.errors import RecordError
from companion.games.cash_and_run.rules.bets import FELT, POT, TAKEOVER
from companion.games.cash_and_run.rules.chance import RESULTS, Symbol
from tests.games.cash_and_run import plain
from tests.games.cash_and_run.tables import Line, after, bet, do, header, money, passing, shown, sold, throw, told

FOUR = header(4)


def refused(*lines: Line) -> str:
    with pytest.raises(RecordError) as error:
        after(*lines)
    assert error.value.line == len(lines)
    return str(error.value)


def takeover(by: str, of: str, casino: str, on: str) -> Line:
    return do(by, "takeover", **{"from": of}, casino=casino, on=on)


# --- the felts --------------------------------------------------------------------------------------------------


def test_each_felt_has_its_bets() -> None:
    assert [len(FELT[symbol]) for symbol in Symbol] == [11, 23, 7]
    assert [len(TAKEOVER[symbol]) for symbol in Symbol] == [2, 2, 2]
    assert [len(POT[symbol]) for symbol in Symbol] == [3, 15, 1]


@pytest.mark.parametrize("symbol", Symbol)
def test_every_bet_is_fair_but_the_court_cards(symbol: Symbol) -> None:
    results = RESULTS[symbol][symbol is Symbol.ROULETTE :]
    for felt in (FELT, TAKEOVER, POT):
        for bet_ in felt[symbol].values():
            yields = Fraction(len(bet_.wins), len(results)) * (bet_.odds + 1) - 1
            # A jack, queen, king or ace at 2 for 1 costs a thirteenth of the stake.
            assert yields == (Fraction(-1, 13) if bet_.on == "court" else 0)


@pytest.mark.parametrize("symbol", Symbol)
def test_bets_win_as_a_second_reckoning_says(symbol: Symbol) -> None:
    for felt in (FELT, TAKEOVER):
        for bet_ in felt[symbol].values():
            assert bet_.odds == plain.odds(bet_.on)
            for result in RESULTS[symbol]:
                if result != 0:
                    assert (result in bet_.wins) == plain.wins(bet_.on, result), (bet_.on, result)


def test_zero_wins_nothing() -> None:
    assert all(0 not in bet_.wins for felt in (FELT, TAKEOVER, POT) for bet_ in felt[Symbol.ROULETTE].values())


# --- in another's casino ----------------------------------------------------------------------------------------


def test_a_guest_stakes_and_plays_against_the_owner() -> None:
    lines = [FOUR, throw("blue", "macau")]
    now = told(*lines)
    assert (now["phase"], now["to_act"]) == ("bet", "blue")
    assert now["contest"] == {"kind": "casino", "bettor": "blue", "owner": "green", "casino": "macau", "symbol": "roulette"}
    lines.append(bet("blue", "7-12", 300_000))
    assert told(*lines)["contest"]["on"] == "7-12"
    assert told(*lines)["cash"]["blue"] == 2_000_000
    won, lost = told(*lines, shown(12, "roulette")), told(*lines, shown(13, "roulette"))
    assert (won["cash"]["blue"], won["cash"]["green"]) == (3_500_000, 500_000)
    assert (lost["cash"]["blue"], lost["cash"]["green"]) == (1_700_000, 2_300_000)
    assert won["contest"] is lost["contest"] is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (bet("blue", "red", 0), "blue: a stake is compulsory"),
        (bet("blue", "red", -10_000), "blue: a stake is compulsory"),
        (bet("blue", "red"), "blue: a stake is compulsory"),
        (bet("blue", "red", 15_000), "blue: whole chips only"),
        (bet("blue", "red", 2_010_000), "blue: not enough money"),
        (bet("blue", "odd", 10_000), "blue: no such bet"),
        (bet("blue", "1-6 ", 10_000), "blue: no such bet"),
        (bet("green", "red", 10_000), "green: not your turn; it is blue’s turn"),
        (shown(3, "roulette"), "not in this phase"),
        (do("blue", "decline"), "blue: not in this phase"),
    ],
)
def test_a_bet_that_is_refused(line: Line, reason: str) -> None:
    assert refused(FOUR, throw("blue", "macau"), line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (shown(3, "die"), "another game"),
        (shown("QS", "cards"), "another game"),
        (shown(37, "roulette"), "no such result"),
        (shown(-1, "roulette"), "no such result"),
        (shown(3, "roulette", by="blue"), "blue: not in this phase"),
        (bet("blue", "black", 10_000), "blue: not in this phase"),
        (do("blue", "auction", casino="montreal"), "blue: not in this phase"),
    ],
)
def test_a_result_that_is_refused(line: Line, reason: str) -> None:
    assert refused(FOUR, throw("blue", "macau"), bet("blue", "red", 10_000), line) == reason


def test_cards_and_dice_have_their_results() -> None:
    card = [FOUR, throw("blue", "atlantic"), bet("blue", "red", 10_000)]
    for wrong in ("1H", "11H", "AX", "h", ""):
        assert refused(*card, shown(wrong, "cards")) == "no such result"
    die = [FOUR, throw("blue", "lasvegas"), bet("blue", "odd", 10_000)]
    for face in (0, 7):
        assert refused(*die, shown(face, "die")) == "no such result"


def test_all_may_be_staked_and_whoever_has_nothing_then_sells_to_stake_again() -> None:
    lines = [header(4, dealt=[["montreal", "rio"], ["lasvegas"], ["atlantic"], ["macau"]])]
    lines += [throw("blue", "lasvegas"), bet("blue", "odd", 2_000_000), shown(2, "die")]
    assert told(*lines)["cash"]["blue"] == 0
    lines += [*passing("red"), *passing("yellow"), *passing("green"), throw("blue", "atlantic")]
    now = told(*lines)
    assert (now["phase"], now["to_act"], now["debt"]) == ("sell", "blue", None)
    assert refused(*lines, do("blue", "auction", casino="lasvegas")) == "blue: not your casino"
    lines += [do("blue", "auction", casino="rio"), do("yellow", "bid", amount=250_000), sold()]
    now = told(*lines)
    assert (now["phase"], now["cash"]["blue"], now["to_act"]) == ("bet", 250_000, "blue")


def test_whoever_can_not_stake_and_has_no_casino_is_ruined() -> None:
    lines = [FOUR, money("blue", -2_000_000), {"do": "hand over", "casino": "montreal"}, throw("blue", "lasvegas", (3, 3))]
    now = told(*lines)
    assert (now["bankrupt"], now["to_act"], now["at"]["blue"], now["contest"]) == (["blue"], "red", None, None)


def test_an_empty_bank_buys_for_nothing_until_all_is_sold() -> None:
    lines = [header(4, bank=0, start=0, dealt=[["montreal", "rio"], ["lasvegas"], ["atlantic"], ["macau"]])]
    lines += [throw("blue", "lasvegas"), do("blue", "auction", casino="rio"), sold()]
    now = told(*lines)
    assert (now["casinos"]["blue"], now["now"]["payments"]) == (["montreal"], [])
    assert now["now"]["events"] == [{"what": "sold", "by": "blue", "casino": "rio", "to": "bank", "amount": 50_000}]
    assert now["auction"] == {"seller": "blue", "casino": "montreal", "bid": 0, "by": None}
    assert told(*lines, sold())["bankrupt"] == ["blue"]


# --- Bluff cards ------------------------------------------------------------------------------------------------

LOST = [header(4, bluff=2), throw("blue", "macau"), bet("blue", "13-24", 100_000), shown(1, "roulette")]


def test_the_loser_may_lay_a_bluff_card_guest_or_owner() -> None:
    now = told(*LOST)
    assert (now["phase"], now["to_act"]) == ("lost", "blue")
    assert (now["contest"]["winner"], now["contest"]["loser"]) == ("green", "blue")
    assert now["cash"]["blue"] == 2_000_000
    owner = told(*LOST[:-1], shown(13, "roulette"))
    assert (owner["phase"], owner["to_act"]) == ("lost", "green")
    assert told(*LOST, do("blue", "settle"))["cash"]["green"] == 2_100_000
    assert refused(*LOST, do("green", "bluff")).startswith("green: not your turn")
    assert refused(*LOST, do("green", "settle")).startswith("green: not your turn")


def test_a_believed_card_is_played_again_and_nobody_learns_its_kind() -> None:
    lines = [*LOST, do("blue", "bluff")]
    now = told(*lines)
    assert (now["phase"], now["to_act"], now["bluff"]["blue"]) == ("believe", "green", 1)
    assert refused(*lines, do("blue", "believe")).startswith("blue: not your turn")
    lines.append(do("green", "believe"))
    now = told(*lines)
    assert (now["phase"], now["to_act"], now["bluff"]["blue"]) == ("draw", "blue", 1)
    assert now["now"]["events"] == [{"what": "believed", "by": "green", "of": "blue"}]
    assert "winner" not in now["contest"]


def test_in_a_replay_the_bet_may_move_to_a_field_of_the_same_odds() -> None:
    lines = [*LOST, do("blue", "bluff"), do("green", "believe")]
    assert refused(*lines, bet("blue", "1-12", 100_000)) == "blue: the same stake again"
    assert refused(*lines, bet("blue", "1-6")) == "blue: the same game again"
    assert refused(*lines, bet("blue", "odd")) == "blue: no such bet"
    assert refused(*lines, bet("green", "1-12")).startswith("green: not your turn")
    assert told(*lines, bet("blue", "1-12"), shown(1, "roulette"), do("green", "settle"))["cash"]["blue"] == 2_200_000
    # Told again where it lies, it lies there.
    assert told(*lines, bet("blue", "13-24"), shown(13, "roulette"), do("green", "settle"))["cash"]["blue"] == 2_200_000


@pytest.mark.parametrize(("shows", "blue"), [("roulette", 2_200_000), ("die", 1_900_000), ("cards", 1_900_000), ("blank", 1_900_000)])
def test_a_card_turned_over_settles_it_for_good(shows: str, blue: int) -> None:
    now = told(*LOST, do("blue", "bluff"), do("green", "doubt", shows=shows))
    assert (now["cash"]["blue"], now["phase"], now["to_act"]) == (blue, "throw", "red")
    assert now["turns"][0]["events"] == [{"what": "turned over", "by": "green", "of": "blue", "shows": shows}]


def test_the_owner_may_bluff_too_and_each_as_long_as_there_are_cards() -> None:
    lines = [*LOST[:-1], shown(13, "roulette"), do("green", "bluff"), do("blue", "believe"), shown(14, "roulette")]
    lines += [do("green", "bluff"), do("blue", "believe")]
    assert told(*lines)["bluff"]["green"] == 0
    # Without a card there is nothing to ask: it is paid at once.
    now = told(*lines, shown(15, "roulette"))
    assert (now["cash"]["green"], now["to_act"]) == (1_800_000, "red")
    # And the other one may answer with cards of his own.
    now = told(*lines, shown(1, "roulette"), do("blue", "bluff"), do("green", "doubt", shows="roulette"))
    assert now["cash"]["blue"] == 2_200_000


# --- takeovers --------------------------------------------------------------------------------------------------


def test_a_challenge_costs_100_000_and_is_played_for() -> None:
    lines = [FOUR, throw("blue", "7C"), takeover("blue", "red", "lasvegas", "black")]
    now = told(*lines)
    assert (now["cash"]["blue"], now["pot"], now["phase"]) == (1_900_000, 100_000, "draw")
    won = told(*lines, shown("2S", "cards"))
    assert won["casinos"]["blue"] == ["montreal", "lasvegas"]
    assert won["turns"][0]["events"] == [{"what": "taken over", "by": "blue", "casino": "lasvegas", "of": "red"}]
    # The only casino of the loser goes by itself.
    assert told(*lines, shown("2H", "cards"))["casinos"]["red"] == ["montreal", "lasvegas"]


def test_the_winner_picks_one_of_several() -> None:
    first = header(4, dealt=[["montreal", "rio"], ["lasvegas"], ["atlantic"], ["macau"]])
    lines = [first, throw("blue", "7A"), takeover("blue", "red", "lasvegas", "odd"), shown(0, "roulette"), shown(2, "roulette")]
    now = told(*lines)
    assert (now["phase"], now["to_act"], now["contest"]["winner"]) == ("pick", "red", "red")
    assert refused(*lines, do("red", "pick", casino="atlantic")) == "red: not that player's casino"
    assert refused(*lines, do("blue", "pick", casino="rio")).startswith("blue: not your turn")
    assert told(*lines, do("red", "pick", casino="rio"))["casinos"]["red"] == ["lasvegas", "rio"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (takeover("blue", "blue", "montreal", "odd"), "blue: not that player's casino"),
        (takeover("blue", "red", "atlantic", "odd"), "blue: not that player's casino"),
        (takeover("blue", "red", "cairo", "odd"), "blue: not that player's casino"),
        (takeover("blue", "white", "lasvegas", "odd"), "white: not playing"),
        (takeover("blue", "red", "lasvegas", "red"), "blue: no such bet"),
        (takeover("red", "blue", "montreal", "odd"), "red: not your turn; it is blue’s turn"),
        (do("blue", "buy"), "blue: not in this phase"),
    ],
)
def test_a_challenge_that_is_refused(line: Line, reason: str) -> None:
    assert refused(FOUR, throw("blue", "7B"), line) == reason


def test_a_challenge_takes_money_and_a_casino() -> None:
    lines = [FOUR, money("blue", -1_910_000), throw("blue", "7B")]
    assert refused(*lines, takeover("blue", "red", "lasvegas", "odd")) == "blue: not enough money"
    # Whoever sells the last casino first can't challenge any more.
    lines = [FOUR, throw("blue", "7B"), do("blue", "auction", casino="montreal"), sold()]
    assert refused(*lines, takeover("blue", "red", "lasvegas", "odd")) == "blue: no casino of your own"
    assert refused(FOUR, throw("blue", "cairo"), takeover("blue", "red", "lasvegas", "odd")) == "blue: not in this phase"


def test_square_7_does_nothing_without_a_casino_or_without_an_opponent_who_has_one() -> None:
    bare = [{"do": "hand over", "casino": casino} for casino in ("lasvegas", "atlantic", "macau")]
    assert told(FOUR, *bare, throw("blue", "7B"))["to_act"] == "red"
    assert told(FOUR, {"do": "hand over", "casino": "montreal"}, throw("blue", "7B"))["to_act"] == "red"


def test_bluff_cards_decide_takeovers() -> None:
    lines = [header(4, bluff=1), throw("blue", "7B"), takeover("blue", "red", "lasvegas", "odd"), shown(2, "die"), do("blue", "bluff")]
    now = told(*lines, do("red", "doubt", shows="die"))
    assert now["casinos"]["blue"] == ["montreal", "lasvegas"]
    assert told(*lines, do("red", "doubt", shows="blank"))["casinos"]["red"] == ["montreal", "lasvegas"]
    # The replay is played for the same, and odd may become even.
    now = told(*lines, do("red", "believe"), bet("blue", "even"), shown(2, "die"), do("red", "settle"))
    assert now["casinos"]["blue"] == ["montreal", "lasvegas"]


# --- the pot ----------------------------------------------------------------------------------------------------

FILLED = [FOUR, do("green", "quit")]
"""Green's two million are in the pot."""


def test_an_empty_pot_is_not_played_for() -> None:
    for square in ("4A", "4B", "4C"):
        assert told(FOUR, throw("blue", square))["to_act"] == "red"


def test_the_pot_is_won_or_stays() -> None:
    lines = [*FILLED, throw("blue", "4A")]
    assert told(*lines)["contest"] == {"kind": "pot", "bettor": "blue", "symbol": "roulette"}
    assert refused(*lines, bet("blue", "1-12", 10_000)) == "blue: no stake here"
    assert refused(*lines, bet("blue", "red")) == "blue: no such bet"
    lines.append(bet("blue", "1-12"))
    won, lost = told(*lines, shown(0, "roulette"), shown(12, "roulette")), told(*lines, shown(13, "roulette"))
    assert (won["cash"]["blue"], won["pot"], won["to_act"]) == (4_000_000, 0, "red")
    assert won["turns"][0]["payments"][-1] == {"from": "pot", "to": "blue", "amount": 2_000_000, "why": "the pot"}
    assert (lost["cash"]["blue"], lost["pot"], lost["to_act"]) == (2_000_000, 2_000_000, "red")


def test_with_a_card_there_is_nothing_to_choose() -> None:
    lines = [*FILLED, throw("blue", "4C")]
    assert (told(*lines)["phase"], told(*lines)["contest"]["on"]) == ("draw", "court")
    assert told(*lines, shown("JC", "cards"))["cash"]["blue"] == 4_000_000
    assert told(*lines, shown("10C", "cards"))["pot"] == 2_000_000


def test_nobody_bluffs_about_the_pot_unless_the_players_agree() -> None:
    played = [do("green", "quit"), throw("blue", "4B"), bet("blue", "1+2"), shown(3, "die")]
    assert told(header(4, bluff=1), *played)["to_act"] == "red"
    lines = [header(4, bluff=1, pot_bluff=True), *played]
    assert (told(*lines)["phase"], told(*lines)["to_act"]) == ("lost", "blue")
    lines.append(do("blue", "bluff"))
    # The next player speaks for the table.
    assert (told(*lines)["phase"], told(*lines)["to_act"]) == ("believe", "red")
    assert told(*lines, do("red", "doubt", shows="die"))["cash"]["blue"] == 4_000_000
    assert told(*lines, do("red", "doubt", shows="cards"))["pot"] == 2_000_000
    assert told(*lines, do("red", "believe"), bet("blue", "3+4"), shown(3, "die"))["cash"]["blue"] == 4_000_000


# --- Play all ---------------------------------------------------------------------------------------------------


def all_play(square: str, *results: tuple[str, int | str], **keys: int) -> list[Line]:
    symbol = {"5A": "roulette", "5B": "die", "5C": "cards"}[square]
    return [header(4, **keys), throw("blue", square), *[shown(result, symbol, by) for by, result in results]]


def test_everybody_plays_in_turn_and_the_highest_gets_500_000() -> None:
    lines = all_play("5A", ("blue", 3), ("red", 0))
    assert (told(*lines)["phase"], told(*lines)["to_act"]) == ("all", "red")
    assert refused(*lines, shown(3, "roulette", "yellow")).startswith("yellow: not your turn")
    assert refused(*lines, shown(3, "roulette")).startswith("not your turn; it is red")
    assert refused(*lines, shown(3, "die", "red")) == "red: another game"
    now = told(*lines, *[shown(number, "roulette", by) for by, number in (("red", 36), ("yellow", 4), ("green", 5))])
    assert (now["cash"]["red"], now["to_act"]) == (2_500_000, "red")
    assert now["turns"][0]["payments"] == [{"from": "bank", "to": "red", "amount": 500_000, "why": "play all"}]


def test_aces_are_high_and_suits_equal() -> None:
    lines = all_play("5C", ("blue", "KS"), ("red", "AC"), ("yellow", "AS"), ("green", "2D"))
    assert told(*lines)["to_act"] == "red"
    assert told(*lines, shown("3C", "cards", "red"), shown("2C", "cards", "yellow"))["cash"]["red"] == 2_500_000


def test_the_lowest_of_those_who_did_not_win_pays_what_the_bank_lacks() -> None:
    # All level; then red wins. Of the others, who were level in the first round, yellow is the lowest.
    lines = all_play("5B", ("blue", 4), ("red", 4), ("yellow", 4), ("green", 4), bank=200_000)
    lines += [shown(face, "die", by) for by, face in (("blue", 1), ("red", 6), ("yellow", 2), ("green", 2))]
    now = told(*lines)
    assert (now["cash"]["red"], now["bank"], now["to_act"]) == (2_200_000, 0, "blue")
    lines += [shown(face, "die", by) for by, face in (("blue", 3), ("yellow", 1), ("green", 1))]
    assert told(*lines)["to_act"] == "yellow"
    now = told(*lines, shown(1, "die", "yellow"), shown(2, "die", "green"))
    assert now["cash"] == {"blue": 2_000_000, "red": 2_500_000, "yellow": 1_700_000, "green": 2_000_000}


def test_the_lowest_may_be_ruined_by_it_and_the_winner_gets_what_there_was() -> None:
    lines = all_play("5B", bank=0, start=100_000)
    lines += [shown(face, "die", by) for by, face in (("blue", 6), ("red", 5), ("yellow", 4), ("green", 1))]
    now = told(*lines)
    assert (now["phase"], now["auction"]["casino"], now["debt"]) == ("auction", "macau", {"by": "green", "to": "blue", "left": 400_000})
    now = told(*lines, sold())
    assert (now["bankrupt"], now["cash"]["blue"], now["to_act"]) == (["green"], 200_000, "red")


# --- the Grand Slam ---------------------------------------------------------------------------------------------


def test_the_steps_take_each_others_place() -> None:
    lines = [FOUR, throw("blue", "6")]
    assert told(*lines)["phase"] == "slam"
    assert told(*lines, do("blue", "sure"))["cash"]["blue"] == 2_100_000
    assert refused(*lines, do("blue", "stop")) == "blue: not in this phase"
    amounts = []
    for result, symbol in ((2, "die"), ("2H", "cards"), (1, "roulette")):
        lines.append(do("blue", "try"))
        assert told(*lines)["phase"] == "slam draw"
        lines.append(shown(result, symbol))
        if symbol != "roulette":
            assert refused(*lines, do("blue", "sure")) == "blue: not in this phase"
            assert refused(*lines, do("blue", "auction", casino="montreal")) == "blue: not in this phase"
            amounts.append(told(*lines, do("blue", "stop"))["cash"]["blue"])
    assert [*amounts, told(*lines)["cash"]["blue"]] == [2_250_000, 2_500_000, 3_000_000]


def test_each_step_has_its_game_and_zero_is_spun_again() -> None:
    lines = [FOUR, throw("blue", "6"), do("blue", "try")]
    assert refused(*lines, shown("2H", "cards")) == "another game"
    assert refused(*lines, shown(2, "die", by="blue")) == "blue: not in this phase"
    lines += [shown(2, "die"), do("blue", "try"), shown("2H", "cards"), do("blue", "try"), shown(0, "roulette")]
    assert told(*lines)["phase"] == "slam draw"
    now = told(*lines, shown(2, "roulette"))
    assert (now["cash"]["blue"], now["to_act"]) == (2_000_000, "red")
    assert now["turns"][0]["events"] == [{"what": "slam lost", "by": "blue", "step": 3}]


def test_before_trying_one_may_sell() -> None:
    lines = [FOUR, throw("blue", "6"), do("blue", "auction", casino="montreal"), sold()]
    assert told(*lines)["phase"] == "slam"


def test_the_squares_of_the_felt_are_counted() -> None:
    odds = Counter(bet_.odds for bet_ in FELT[Symbol.DIE].values())
    assert odds == {1: 2, 2: 15, 5: 6}
