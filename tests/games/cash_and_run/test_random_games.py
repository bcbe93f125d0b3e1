"""Whole random games, against a second reckoning and against brute force."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.record.summary import summary
from companion.games.cash_and_run.rules.chance import Shown
from companion.games.cash_and_run.rules.legal import follows, legal
from companion.games.cash_and_run.rules.moves import (
    AnyMove,
    Begin,
    Believe,
    Bet,
    Bid,
    Buy,
    Card,
    Decline,
    Die,
    Doubt,
    Gathered,
    Go,
    LayBluff,
    Pick,
    Roulette,
    Run,
    Sell,
    Settle,
    Sold,
    Stop,
    Sure,
    Takeover,
    Throw,
    Try,
)  # fmt: skip
from companion.games.cash_and_run.rules.public import sellable
from companion.games.cash_and_run.rules.setup import Setup
from companion.games.cash_and_run.rules.state import Game, Phase, casinos_of
from companion.games.kit.colours import Colour
from tests.games.cash_and_run.evenings import KINDS, Evening, accepted, evenings
from tests.games.cash_and_run.plain import Reckoning
from tests.games.cash_and_run.tables import RECORDED


def lines_of(evening: Evening) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.write(evening.moves).splitlines()]


def comes_to(game: Game) -> dict[str, Any]:
    """What the rules say, in the shape of the second reckoning."""
    told = summary(game, "f")
    turns = [*told["turns"], *([told["now"]] if told["now"] else [])]
    happened = []
    for turn in turns:
        paid = [tuple(each.values()) for each in turn["payments"]]
        paid = [(to, "bank", -amount, why) if amount < 0 else (source, to, amount, why) for source, to, amount, why in paid]
        parts = ([list(dice) for dice in turn["throws"]], turn["squares"], paid, turn["events"])
        if any(parts):
            happened.append([turn["by"], *parts])
    keys = ("cash", "pot", "bank", "bluff", "at", "laps", "bankrupt", "winner", "won_by")
    return {
        **{key: told[key] for key in keys},
        "casinos": {colour: sorted(held) for colour, held in told["casinos"].items()},
        "over": told["phase"] == "finished",
        "happened": happened,
    }


def reckoned(lines: list[dict[str, Any]]) -> dict[str, Any]:
    reckoning = Reckoning(lines[0])
    for line in lines[1:]:
        reckoning.line(line)
    return reckoning.comes_to()


def agree(game: Game, lines: list[dict[str, Any]]) -> None:
    assert json.loads(json.dumps(comes_to(game))) == json.loads(json.dumps(reckoned(lines)))


@settings(max_examples=60, deadline=None)
@given(evenings())
def test_a_second_reckoning_comes_to_the_same(evening: Evening) -> None:
    agree(evening.end, lines_of(evening))


@settings(max_examples=40, deadline=None)
@given(evenings(between=0.05))
def test_also_where_things_are_set_right_by_hand(evening: Evening) -> None:
    agree(evening.end, lines_of(evening))


def test_the_second_reckoning_comes_to_what_the_recorded_games_came_to() -> None:
    for path in RECORDED:
        with path.open("rb") as file:
            game = record.replay(file).position
        agree(game, [json.loads(line) for line in path.read_text().splitlines()])


def total(game: Game) -> int:
    """All money but what an unlimited bank has given or taken."""
    paid = [each for turn in (*game.turns, game.now) for each in turn.payments]
    if game.phase is Phase.FINISHED:
        paid = [each for turn in game.turns for each in turn.payments]
    given_out = sum(each.amount for each in paid if each.source == "bank") - sum(each.amount for each in paid if each.to == "bank")
    return game.ledger.total - (given_out if game.party.options.bank is None else 0)


@settings(max_examples=40, deadline=None)
@given(evenings(between=0.03))
def test_money_and_casinos_are_conserved_in_every_position(evening: Evening) -> None:
    begun = evening.games[0]
    for game in evening.games:
        assert total(game) == begun.ledger.total
        assert all(amount is None or amount >= 0 for amount in game.ledger.accounts.values())
        assert all(amount is None or amount % game.party.options.step == 0 for amount in game.ledger.accounts.values())
        assert set(game.owners) <= set(game.party.casinos)
        assert not set(game.owners.values()) & set(game.out)
        assert all(0 <= cards <= 3 for cards in game.bluffs.values())
        assert all(set(lap.casinos) <= set(casinos_of(game, colour)) for colour, lap in game.laps.items())
        assert (game.phase is Phase.FINISHED) == (rules.outcome(game) is not None)
        # Somebody can always do something.
        assert (next(legal(game), None) is None) == (game.phase is Phase.FINISHED)
        assert game.debt is None or game.phase in (Phase.AUCTION, Phase.SELL)
        assert (game.auction is None) != (game.phase is Phase.AUCTION)


@settings(max_examples=15, deadline=None)
@given(evenings(between=0.03), st.integers(0, 500))
def test_every_beginning_of_a_record_is_a_record(evening: Evening, at: int) -> None:
    lines = record.write(evening.moves).splitlines()
    # Header first, then a line an act: the set-up is told by the header.
    for upto in {1, min(len(lines), at + 1), len(lines)}:
        replay = record.replay([line.encode() for line in lines[:upto]])
        there = evening.positions[evening.begun + upto - 1]
        assert replay.position == there
        assert record.write(replay.moves).splitlines() == lines[:upto]


# --- what is legal ----------------------------------------------------------------------------------------------


def every_move(game: Game) -> Iterator[AnyMove]:
    """Whatever could be thought of, and some that no game has. Stakes and bids are tried apart."""
    casinos = [*list(game.party.casinos)[:6], *list(game.owners), "nowhere"]
    squares = [None, *KINDS, *casinos]
    colours = list(Colour)
    by = game.by
    for dice in ((1, 1), (2, 5), (6, 6), (0, 3), (7, 1)):
        yield from [
            Throw(each, dice, square, lap) for each in (by, *colours) for square in squares[:: 1 if each is by else 9] for lap in (False, True)
        ]
    yield from [Go(each, to=place) for each in colours for place in range(len(game.party.board) + 2)]
    yield from [Go(each, square=square) for each in colours for square in squares]
    yield from [Buy(each, exchange) for each in colours for exchange in (False, True)]
    yield from [act(each) for each in colours for act in (Decline, Settle, LayBluff, Believe, Sure, Try, Stop)]
    yield from [Doubt(each, shows) for each in colours for shows in Shown]
    bets = ("red", "black", "odd", "even", "1-12", "31-36", "2+5", "6", "7", "court", "hearts", "rouge")
    yield from [Bet(each, on) for each in colours for on in bets]
    yield from [Takeover(each, of, casino, on) for each in colours for of in colours for casino in casinos for on in ("red", "odd", "six")]
    yield from [act(each, casino) for act in (Pick, Sell) for each in colours for casino in casinos]
    yield Sold()
    for each in (None, *colours):
        yield from [Roulette(number, each) for number in (-1, 0, 1, 36, 37)]
        yield from [Die(face, each) for face in (0, 1, 6, 7)]
        yield from [Card(card, each) for card in ("2C", "AS", "10D", "1H", "", "AX")]
    for each in colours:
        held = casinos_of(game, each) if each in game.party.colours else []
        yield from [Run(each, card, tuple(held[:size])) for size in range(6) for card in ("4H", "9S", "joker")]
    yield Gathered()
    yield Begin(by)


def spelt(move: AnyMove) -> Any:
    """Moves that are legal together: amounts stand for each other."""
    if isinstance(move, Bet):
        return (Bet, move.by, move.on, move.stake is None)
    return (Bid, move.by) if isinstance(move, Bid) else move


def check_legal(game: Game) -> None:
    told = list(legal(game))
    assert len(set(told)) == len(told)
    for move in told if len(told) < 300 else told[:: len(told) // 300]:
        assert accepted(game, move), move
    known = {spelt(move) for move in told}
    for move in every_move(game):
        assert accepted(game, move) == (spelt(move) in known), (move, game.phase)
    step = game.party.options.step
    people = list(Colour)
    amounts = {-step, 0, step // 2, step, 3 * step, 90_000, 100_000, 100_001, 110_000, 350_000, 10**9}
    if game.contest is not None:
        most = game.ledger[game.contest.bettor]
        bets = {(move.by, move.on) for move in told if isinstance(move, Bet) and move.stake}
        for by, on, stake in product(people, ("red", "odd", "6", "court", "1-12"), sorted({*amounts, most, most + step})):
            fits = (by, on) in bets and 0 < stake <= most and stake % step == 0
            assert accepted(game, Bet(by, on, stake)) == fits
    if game.auction is not None:
        bidders = {move.by for move in told if isinstance(move, Bid)}
        for by in people:
            owed = game.debt.left if game.debt and by in (game.debt.to,) else 0
            most = game.ledger[by] + owed if by in game.party.colours else 0
            for amount in sorted({*amounts, most, most + step, game.auction.bid, game.auction.bid + step}):
                fits = by in bidders and max(100_000, game.auction.bid + 1) <= amount <= most and amount % step == 0
                assert accepted(game, Bid(by, amount)) == fits, (by, amount)


@settings(max_examples=8, deadline=None)
@given(evenings(), st.integers(0, 10))
def test_legal_is_what_brute_force_finds(evening: Evening, offset: int) -> None:
    seen: dict[Phase, int] = {}
    for game in evening.games[offset:]:
        seen[game.phase] = seen.get(game.phase, 0) + 1
        if seen[game.phase] in (1, 8):
            check_legal(game)


@settings(max_examples=25, deadline=None)
@given(evenings())
def test_what_follows_by_itself_is_all_that_can_be_done(evening: Evening) -> None:
    for game in evening.games:
        move = follows(game)
        if move is None:
            assert game.phase is not Phase.OFFER or len(list(legal(game))) > 1
        else:
            assert list(legal(game)) == [move]
            assert not sellable(game)


def test_nothing_follows_in_the_set_up() -> None:
    assert follows(rules.new()) is None
    assert isinstance(rules.new(), Setup)


def test_random_games_come_about_everywhere() -> None:
    """The games that the tests above play reach every phase, ruin, both ends, and laps that are lost."""
    phases, ends, happened = set(), set(), set()
    for seed in range(60):
        evening = Evening(seed)
        phases |= {game.phase for game in evening.games}
        ends.add(evening.end.won_by)
        happened |= {event.what for turn in evening.end.turns for event in turn.events}
    assert phases == set(Phase) - {Phase.PLAYERS, Phase.CASINOS, Phase.PAWN, Phase.FIRST}
    assert {"lap", "last"} <= ends
    assert happened >= {"bought", "believed", "turned over", "taken over", "sold", "credit", "cash & run", "lap over", "slam lost", "bankrupt"}
