"""Whole random games of Cash & Run, for the demo, for measurements and for tests."""

from __future__ import annotations

import random

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.rules.auction import least as least_bid
from companion.games.cash_and_run.rules.auction import limit
from companion.games.cash_and_run.rules.board import CASINOS, KINDS, ONE, Casino
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.legal import legal
from companion.games.cash_and_run.rules.moves import AnyMove, Begin, Bet, Bid, Buy, DealAll, Gathered, Join, Run, Sell, Sold, Stand, Throw, UseCopy
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.kit.colours import Colour

CALLED = {
    Colour.BLUE: "Adriano",
    Colour.RED: "Benedetta",
    Colour.YELLOW: "Carlotta",
    Colour.GREEN: "Donaldo",
    Colour.BLACK: "Eduardo",
    Colour.WHITE: "Francesca",
}
"""A player's name until another is told."""


def random_copy(rng: random.Random) -> UseCopy:
    """A copy of the game made up by lot, since no rulebook prints the real one: casinos with numbers for names, on a ring of some squares."""
    symbols = [symbol for symbol in Symbol for _ in range(CASINOS // len(Symbol))]
    rng.shuffle(symbols)
    casinos = tuple([Casino(f"casino{n + 1}", f"Casino {n + 1}", symbol, f"colour {n % 5 + 1}") for n, symbol in enumerate(symbols)])
    squares = [casino.id for casino in casinos] + [ONE] * 3 + [rng.choice(KINDS) for _ in range(18)]
    rng.shuffle(squares)
    return UseCopy(casinos, tuple(squares))


def random_game(seed: int) -> list[AnyMove]:
    """A whole game of 3 to 6 players to its end, the same for the same seed."""
    rng = random.Random(seed)
    colours = rng.sample(list(Colour), rng.randint(3, 6))
    copy = random_copy(rng)
    dealt = rng.sample([casino.id for casino in copy.casinos], 2 * len(colours))
    hands = tuple([(dealt[2 * n], dealt[2 * n + 1]) for n in range(len(colours))])
    moves: list[AnyMove] = [*(Join(colour, CALLED[colour]) for colour in colours), copy, Gathered(), DealAll(hands)]
    moves += [Stand(colour, hand[0]) for colour, hand in zip(colours, hands, strict=True)]
    moves.append(Begin(rng.choice(colours)))
    position = rules.new()
    for move in moves:
        position = rules.apply(position, move)
    assert isinstance(position, Game)
    game = position
    while game.phase is not Phase.FINISHED:
        move = some_move(game, rng)
        moves.append(move)
        after = rules.apply(game, move)
        assert isinstance(after, Game)
        game = after
    return moves


def some_move(game: Game, rng: random.Random) -> AnyMove:
    """What somebody might do who wants the game to come to an end: buys, stakes a little more than is wise, and runs as soon as may be."""
    if game.phase is Phase.AUCTION and game.auction is not None:
        least, auction = least_bid(game), game.auction
        bidders = [each for each in game.in_game if each not in (auction.seller, auction.by) and limit(game, each) >= least]
        if not bidders or rng.random() < 0.4:
            return Sold()
        by = rng.choice(bidders)
        return Bid(by, min(least + game.party.options.step * rng.randint(0, 9), limit(game, by)))
    moves = list(legal(game))
    if game.phase is Phase.THROW:
        runs: list[AnyMove] = [move for move in moves if isinstance(move, Run)]
        return rng.choice(runs or [move for move in moves if isinstance(move, Throw)])
    if game.phase is Phase.SELL:
        return rng.choice(moves)
    eager: list[AnyMove] = [move for move in moves if isinstance(move, Buy)]
    unwilling = [move for move in moves if not isinstance(move, Sell)]
    if game.phase is Phase.BET and rng.random() < 0.8:
        # Mostly a small part of what one has.
        modest = [
            move for move in unwilling if isinstance(move, Bet) and (move.stake or 0) <= max(game.ledger[game.by] // 4, game.party.options.step)
        ]
        return rng.choice(modest or unwilling)
    return rng.choice(eager if eager and rng.random() < 0.8 else unwilling)
