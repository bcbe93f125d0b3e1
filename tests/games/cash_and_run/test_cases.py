"""The handed cases, each played as a record would tell it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import RecordError
from tests.games.cash_and_run.tables import BOARD, CASINOS, DEALT, SEEDS, SYMBOL, after, bet, do, header, money, passing, shown, sold, throw, told

CASES = json.loads((SEEDS / "cases.json").read_text())["cases"]
Given = dict[str, Any]
START = 2_000_000
HOUSE = {"roulette": "macau", "die": "lasvegas", "cards": "atlantic"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def refused(*lines: Any) -> str:
    with pytest.raises(RecordError) as error:
        after(*lines)
    return str(error.value)


def with_cash(**cash: int) -> list[Any]:
    """Lines that give the players other money than they start with."""
    return [money(by, amount - START) for by, amount in cash.items() if amount != START]


def field(game: str, choice: Any) -> str:
    """The name of the bet, as a record writes it."""
    if game in ("colour", "parity"):
        return str(choice)
    if game == "dozen":
        return f"{choice[0]}-{choice[1]}"
    if game == "suit":
        return SUITS[choice]
    return "court" if game == "court" else "+".join(map(str, choice))


def is_bet(given: Given) -> Given:
    casino = HOUSE[given["casino"]]
    owner = {"macau": "green", "lasvegas": "red", "atlantic": "yellow"}[casino]
    lines = [header(4), *with_cash(blue=given["visitor_cash"], **{owner: given["owner_cash"]}), throw("blue", casino)]
    lines.append(bet("blue", field(given["game"], given["choice"]), given["stake"]))
    used = None
    for outcome in given["outcomes"]:
        assert used in (None, 0)
        used = outcome
        lines.append(shown(outcome, given["casino"]))
    before, now = told(*lines[:-1]), told(*lines)
    delta = now["cash"]["blue"] - before["cash"]["blue"]
    due = max(0, delta + (now["debt"] or {"left": 0})["left"])
    return {
        "win": delta > 0,
        "visitor_delta": delta,
        "owner_due": due,
        "owner_shortfall": (now["debt"] or {"left": 0})["left"],
        "outcome_used": used,
    }


def is_stake_check(given: Given) -> Given:
    lines = [header(), *with_cash(blue=given["visitor_cash"]), throw("blue", "lasvegas"), bet("blue", "odd", given["stake"])]
    try:
        after(*lines)
    except RecordError:
        return {"legal": False}
    return {"legal": True}


LOSING = {"die": {"bettor": 6, "owner": 2}, "roulette": {"bettor": 25, "owner": 13}, "cards": {"bettor": "2H", "owner": "KH"}}
"""A result of each game with which the bettor loses at 2 for 1, and one with which the owner does."""
AT_TWO = {"die": "2+5", "roulette": "13-24", "cards": "court"}


def is_bluff(given: Given) -> Given:
    symbol = given["game_symbol"]
    casino = HOUSE[symbol]
    owner = {"macau": "green", "lasvegas": "red", "atlantic": "yellow"}[casino]
    side = {"bettor": "blue", "owner": owner}
    other = {"bettor": "owner", "owner": "bettor"}
    loser = given["first_loser"]
    lines = [header(4, bluff=3), throw("blue", casino), bet("blue", AT_TWO[symbol], given["stake"]), shown(LOSING[symbol][loser], symbol)]
    revealed = []
    for round_ in given["rounds"]:
        assert round_["by"] == loser
        lines.append(do(side[loser], "bluff"))
        if not round_["accepted"]:
            shows = round_["card"][0] if round_["card"] else "blank"
            lines.append(do(side[other[loser]], "doubt", shows=shows))
            revealed.append(round_["card"])
            break
        loser = round_["replay_loser"]
        lines += [do(side[other[round_["by"]]], "believe"), shown(LOSING[symbol][loser], symbol)]
    else:
        lines.append(do(side[loser], "settle"))
    now = told(*lines)
    assert now["contest"] is None
    delta = now["cash"]["blue"] - START
    return {
        "winner": "bettor" if delta > 0 else "owner",
        "bettor_delta": delta,
        "revealed": revealed,
        "cards_to_bottom": 4 * 3 - sum(now["bluff"].values()),
    }


def is_bluff_allowed(given: Given) -> Given:
    lines = {
        "2": [throw("blue", "lasvegas"), bet("blue", "odd", 100_000), shown(2, "die")],
        "7A": [throw("blue", "7A"), do("blue", "takeover", **{"from": "red"}, casino="lasvegas", on="odd"), shown(2, "roulette")],
    }[given["square"]]
    return {"allowed": told(header(bluff=1), *lines, do("blue", "bluff"))["phase"] == "believe"}


def is_bluff_buy(given: Given) -> Given:
    lines = [header(bluff=given["held"]), *with_cash(blue=given["cash"]), throw("blue", "3")]
    buying = do("blue", "buy", exchange=True) if given["exchange"] else do("blue", "buy")
    try:
        now, allowed = told(*lines, buying), True
    except RecordError:
        now, allowed = told(*lines), False
    return {"allowed": allowed, "held": now["bluff"]["blue"], "cash": now["cash"]["blue"], "pot_delta": now["pot"]}


def is_casino_land(given: Given) -> Given:
    assert not given["last_lap"]
    mine = given["owner"] == "self"
    casino = "montreal" if mine else "cairo"
    lines = [header(), *with_cash(blue=given["cash"]), throw("blue", casino)]
    if not mine:
        lines.append(do("blue", "buy" if given["buy"] else "decline"))
    now = told(*lines)
    return {
        "cash": now["cash"]["blue"],
        "pot_delta": now["pot"],
        "owner": "self" if casino in now["casinos"]["blue"] else None,
        "roll_again": (now["phase"], now["to_act"]) == ("throw", "blue"),
    }


def in_debt(debt: int, cash: int, dealt: list[str], rich: int) -> list[Any]:
    """Blue, the guest, has just won so much more than the owner, red, has; red keeps `cash` on top of it, which is paid at once."""
    stake = (debt + cash) // 5
    lines = [header(4, dealt=[["montreal"], dealt, ["atlantic"], ["macau"]]), *with_cash(blue=stake, red=cash, yellow=rich, green=rich)]
    return [*lines, throw("blue", "lasvegas"), bet("blue", "6", stake), shown(6, "die")]


def is_auction(given: Given) -> Given:
    people = {"C": "yellow", "D": "green", "V": "blue"}
    rich = 2_000_000
    if not given["debt"]:
        lines: list[Any] = [header(4, dealt=[["macau"], ["lasvegas", "cairo"], ["atlantic"], ["montreal"]]), *with_cash(blue=START, red=0)]
        lines += [*passing("blue"), do("red", "auction", casino="cairo")]
        seller_had = 0
    else:
        # Another casino, so that the seller is not ruined at once.
        lines = in_debt(given["debt"], given["seller_cash"], ["lasvegas", "cairo"], rich)
        seller_had = told(*lines)["cash"]["red"]
    assert seller_had == given["seller_cash"] == 0
    for who, amount in given["bids"]:
        if amount < 100_000:
            assert "a higher bid" in refused(*lines, do(people[who], "bid", amount=amount))
        else:
            lines.append(do(people[who], "bid", amount=amount))
    before, now = told(*lines), told(*lines, sold())
    told_turn = now["now"] if now["now"]["events"] else now["turns"][-1]
    (sale,) = [event for event in told_turn["events"] if event["what"] == "sold"]
    used = sum(event["amount"] for event in told_turn["events"] if event["what"] == "credit")
    left = now["debt"]["left"] if now["debt"] else 0
    buyer = {colour: who for who, colour in people.items()} | {"bank": "bank"}
    return {
        "buyer": buyer[sale["to"]],
        "price": sale["amount"],
        "credit_used": used,
        "seller_cash": now["cash"]["red"],
        "debt_left": left,
        "paid_to_creditor": now["cash"]["blue"] - before["cash"]["blue"] if given["creditor"] else 0,
    }


def is_bankruptcy(given: Given) -> Given:
    sales = given["sales"]
    held = ["lasvegas", "cairo", "lima"][: len(sales)]
    lines = in_debt(given["debt"] - given["cash"], given["cash"], held, START)
    for place, price in enumerate(sales):
        if price > 50_000:
            lines.append(do("yellow", "bid", amount=price))
        lines.append(sold())
        assert place < len(sales)
    now = told(*lines)
    turn = now["turns"][0]
    paid = sum(each["amount"] for each in turn["payments"] if each["from"] == "red" and each["why"] == "game")
    return {"bankrupt": now["bankrupt"] == ["red"], "paid": paid, "cancelled": given["debt"] - paid, "cash": now["cash"]["red"]}


RUNNER = [["montreal", "cairo", "monaco"], ["lasvegas", "baden"], ["atlantic"], ["macau"]]
RUN = do("blue", "run", card="4H", casinos=["montreal", "cairo", "monaco"])


def is_may_auction(given: Given) -> Given:
    lines: list[Any] = [header(4, dealt=RUNNER)]
    if given["last_lap_running"]:
        lines += [*with_cash(red=given["cash"]), RUN]
        if given["debt"]:
            # On somebody else's turn: a guest has won more than red has.
            lines = [header(4, dealt=RUNNER), RUN, money("red", given["cash"] - START), *passing("red")]
            lines += [throw("yellow", "lasvegas"), bet("yellow", "odd", given["debt"]), shown(3, "die")]
            return {"allowed": told(*lines)["auction"] == {"seller": "red", "casino": "lasvegas", "bid": 0, "by": None}}
    else:
        lines += with_cash(red=given["cash"])
    assert given["own_turn"] == given["last_lap_running"]
    try:
        after(*lines, do("red", "auction", casino="baden"))
    except RecordError:
        return {"allowed": False}
    return {"allowed": True}


def is_pot(given: Given) -> Given:
    # What lies in the pot: what somebody who left by agreement had, then purchases of Bluff cards.
    people = iter(("red", "yellow", "green") * 4)
    lines: list[Any] = [header(4)]
    if given["pot"]:
        lines += [money("green", given["pot"] - START), do("green", "quit")]
        people = iter(("red", "yellow") * 4)
    lines += passing("blue")
    turns = 0
    for price in given["payments"]:
        assert price == 100_000
        lines += [throw(next(people), "3")]
        lines += [do(lines[-1]["by"], "buy")]
        turns += 1
    others = 2 if given["pot"] else 3
    while turns % others:
        lines += passing(next(people))
        turns += 1
    if not given["payments"]:
        lines = lines[:-2]
    lines.append(throw("blue", given["square"]))
    symbol = {"4A": "roulette", "4B": "die", "4C": "cards"}[given["square"]]
    if given["choice"]:
        lines.append(bet("blue", field("two", given["choice"])))
    before = told(*lines)
    assert before["pot"] == given["pot"] + sum(given["payments"])
    now = told(*lines, *[shown(outcome, symbol) for outcome in given["outcomes"]])
    delta = now["cash"]["blue"] - before["cash"]["blue"]
    return {"win": delta > 0, "player_delta": delta, "pot": now["pot"]}


def is_play_all(given: Given) -> Given:
    people = dict(zip("ABC", ("blue", "red", "yellow"), strict=True))
    symbol = {"5A": "roulette", "5B": "die", "5C": "cards"}[given["square"]]
    lines: list[Any] = [header(3, bank=given["bank"]), throw("blue", given["square"])]
    left = {who: list(scores) for who, scores in given["scores"].items()}
    for _ in range(3):
        for who, scores in left.items():
            if scores:
                lines.append(shown(scores.pop(0), symbol, people[who]))
    now = told(*lines)
    assert now["turn"] == 2
    paid = now["turns"][0]["payments"]
    name = {colour: who for who, colour in people.items()}
    by_players = [each for each in paid if each["from"] != "bank"]
    return {
        "winner": name[paid[-1]["to"]],
        "from_bank": sum(each["amount"] for each in paid if each["from"] == "bank"),
        "from_lowest": sum(each["amount"] for each in by_players),
        "lowest": name[by_players[0]["from"]] if by_players else None,
    }


def is_grand_slam(given: Given) -> Given:
    # A double, so that it shows whether the turn ends.
    lines: list[Any] = [header(3, bank=given["bank"]), throw("blue", "6", (2, 2))]
    if given["plan"] == "take":
        lines += [do("blue", "sure")] if given["bank"] else []
    else:
        for result, symbol in zip(given["results"], ("die", "cards", "roulette"), strict=False):
            lines += [do("blue", "try"), shown(result, symbol)]
        if len(given["results"]) == given["plan"] < 3:
            lines += [do("blue", "stop")]
    now = told(*lines)
    assert now["phase"] == "throw"
    return {"gain": now["cash"]["blue"] - START, "turn_ends": now["to_act"] == "red"}


def is_takeover(given: Given) -> Given:
    own = dict(zip(given["own"], ("montreal", "cairo"), strict=False))
    names = own | {"y1": "lasvegas"}
    dealt = [list(own.values()) or ["rio"], ["lasvegas"], ["atlantic"]]
    lines: list[Any] = [header(3, dealt=dealt), *with_cash(blue=given["cash"])]
    if not own:
        # The last casino is handed over, since nobody begins without one.
        lines.append({"do": "hand over", "casino": "rio"})
    lines.append(throw("blue", "7B"))
    challenge = do("blue", "takeover", **{"from": "red"}, casino=names[given["target"]], on="odd")
    try:
        after(*lines, challenge)
    except RecordError:
        allowed = False
    else:
        allowed = True
        lines += [challenge, shown(3 if given["win"] else 4, "die")]
        if given["opponent_picks"] and len(own) > 1:
            lines.append(do("red", "pick", casino=names[given["opponent_picks"]]))
    now = told(*lines)
    short = {casino: name for name, casino in names.items()}
    return {
        "allowed": allowed,
        "own": [short[casino] for casino in now["casinos"]["blue"]],
        "opponent_own": sorted(short[casino] for casino in now["casinos"]["red"]),
        "cash": now["cash"]["blue"],
        "pot_delta": now["pot"],
    }


def is_combination(given: Given) -> Given:
    colours = {colour: place for place, colour in enumerate(dict.fromkeys(casino["colour"] for casino in CASINOS))}
    wanted = [(card["symbol"], card["colour"]) for card in given["casinos"]]
    names = dict(zip(("blue", "yellow", "red", "green", "violet"), colours, strict=True))
    held = [casino["id"] for casino in CASINOS if (casino["symbol"], casino["colour"]) in [(symbol, names[colour]) for symbol, colour in wanted]]
    assert len(held) == len(wanted)
    others = [[casino["id"]] for casino in CASINOS if casino["id"] not in held]
    return {"wins": "blue" in told(header(given["players"], dealt=[held, *others]))["combination"]}


def is_last_lap(given: Given) -> Given:
    laid = ["montreal", "cairo", "monaco"]
    dealt = [[*laid, "lima"], ["lasvegas"], ["atlantic"], ["macau"]]
    event = given["event"]
    if event == "announce":
        assert given["has_combination"]
        now = told(header(4, dealt=dealt), do("blue", "run", card=given["card"], casinos=laid))
        return {"started": "blue" in now["laps"], "turn_ends": (now["turn"], now["to_act"]) == (2, "red")}
    running: list[Any] = [header(4, dealt=dealt), do("blue", "run", card="4H", casinos=laid)]
    others = [line for by in ("red", "yellow", "green") for line in passing(by)]
    if event == "roll":
        lines = [*running, *others] if given["in_lap"] else [header(4, dealt=dealt)]
        now = told(*lines, throw("blue", "4A", given["dice"]))
        return {"roll_again": now["to_act"] == "blue"}
    if event == "casino_lost":
        assert given["lost"] not in given["combination"]
        lines = [*running, throw("red", "7A"), do("red", "takeover", **{"from": "blue"}, casino="lima", on="odd"), shown(1, "roulette")]
        now = told(*lines)
        assert "lima" in now["casinos"]["red"]
        return {"lap_over": "blue" not in now["laps"], "returned": [casino for casino in laid if casino not in now["laps"]["blue"]["casinos"]]}
    if event == "lap_done":
        assert given["combination_intact"]
        return {"wins": _lap(given["board"], given["moved"])}
    assert event == "square1"
    assert given["in_lap"]
    return {"free_choice": told(*running, *others, throw("blue", "1"))["phase"] == "go"}


def _lap(squares: int, moved: int) -> bool:
    """A last lap on a board of so many squares, all others of which throw nothing that matters, until the runner has moved so far."""
    laid = ["montreal", "cairo", "monaco"]
    # Blue begins on Montréal, the square behind the only square 1: so a lap begins there, right before the last throws.
    board = ["1", *[casino["id"] for casino in CASINOS], *["4A"] * (squares - 1 - len(CASINOS))]
    dealt = [laid, ["lasvegas"], ["atlantic"], ["macau"]]
    lines: list[Any] = [header(4, dealt=dealt, board=board), do("blue", "run", card="4H", casinos=laid)]
    run = 0
    place = {colour: board.index(casinos[0]) for colour, casinos in zip(("blue", "red", "yellow", "green"), dealt, strict=True)}
    place["blue"] = 0
    while run < moved:
        for by in ("red", "yellow", "green", "blue"):
            steps = min(12, moved - run) if by == "blue" else 3
            dice = [steps // 2, steps - steps // 2]
            now = told(*lines)
            assert now["to_act"] == by
            lines.append(throw(by, None, dice))
            place[by] = (place[by] + steps) % squares
            lines += _answered(by, lines)
            if by == "blue":
                run += steps
    now = told(*lines)
    assert now["laps"]["blue"]["moved"] == moved
    return bool(now["won_by"] == "lap" and now["winner"] == "blue")


def _answered(by: str, lines: list[Any]) -> list[Any]:
    """Whatever the square asks for, at the least expense."""
    now = told(*lines)
    if now["phase"] == "offer":
        return [do(by, "decline")]
    if now["phase"] != "bet":
        return [throw(by, None, (1, 2)), *_answered(by, [*lines, throw(by, None, (1, 2))])] if now["to_act"] == by else []
    symbol = now["contest"]["symbol"]
    on, result = {"roulette": ("red", 2), "die": ("odd", 2), "cards": ("red", "2S")}[symbol]
    return [bet(by, on, 10_000), shown(result, symbol)]


KINDS: dict[str, Callable[[Given], Given]] = {
    "bet": is_bet,
    "stake_check": is_stake_check,
    "bluff": is_bluff,
    "bluff_allowed": is_bluff_allowed,
    "bluff_buy": is_bluff_buy,
    "casino_land": is_casino_land,
    "auction": is_auction,
    "bankruptcy": is_bankruptcy,
    "may_auction": is_may_auction,
    "pot": is_pot,
    "play_all": is_play_all,
    "grand_slam": is_grand_slam,
    "takeover": is_takeover,
    "combination": is_combination,
    "last_lap": is_last_lap,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_a_case_comes_to_what_it_comes_to(case: Given) -> None:
    assert KINDS[case["kind"]](case["given"]) == case["expect"]


def test_there_are_cases_of_every_kind() -> None:
    assert {case["kind"] for case in CASES} == set(KINDS)
    assert BOARD
    assert set(DEALT[0]) <= set(SYMBOL)
