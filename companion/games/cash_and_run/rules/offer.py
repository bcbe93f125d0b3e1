"""What is bought: free casinos and Bluff cards. What is paid for them lies in the pot."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules.board import BLUFF
from companion.games.cash_and_run.rules.lap import give
from companion.games.cash_and_run.rules.moves import Buy, Decline
from companion.games.cash_and_run.rules.order import square_done
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import POT, Event, Game, Phase, book, check, square_of, tell

PRICE = 100_000
"""Of a casino, and of a Bluff card."""
MOST_BLUFFS = 3


def buy(game: Game, move: Buy) -> Game:
    """The casino or the Bluff card where the pawn stands is bought."""
    by = move.by
    check(game, by, Phase.OFFER)
    square = square_of(game, by)
    held = game.bluffs[by]
    if square == BLUFF:
        # Nobody holds more than three: with three one may only buy one for one, which goes under the pile.
        if move.exchange and held < MOST_BLUFFS:
            raise MoveRefused(Refusal.NOTHING_TO_EXCHANGE, by=by)
        if held >= MOST_BLUFFS and not move.exchange:
            raise MoveRefused(Refusal.THREE_BLUFFS, by=by)
    elif square not in game.party.casinos:
        raise MoveRefused(Refusal.WRONG_PHASE, by=by)
    elif move.exchange:
        raise MoveRefused(Refusal.NOTHING_TO_EXCHANGE, by=by)
    if not game.ledger.covers(by, PRICE):
        raise MoveRefused(Refusal.NO_MONEY, by=by)
    if square == BLUFF:
        game = book(game, by, POT, PRICE, "Bluff card")
        return square_done(game if move.exchange else replace(game, bluffs=game.bluffs | {by: held + 1}))
    assert square is not None
    game = give(book(game, by, POT, PRICE, "casino"), square, by)
    return square_done(tell(game, Event("bought", by, casino=square)))


def decline(game: Game, move: Decline) -> Game:
    """Nothing is bought, nobody is challenged."""
    check(game, move.by, Phase.OFFER)
    return square_done(game)
