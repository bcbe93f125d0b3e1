"""Debts: they are paid at once as far as the money goes, then by auctions, one casino after the other; what is left then is ruin."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules.end import LAST, finish, last_one
from companion.games.cash_and_run.rules.order import square_done
from companion.games.cash_and_run.rules.state import Auction, Event, Game, Phase, book, casinos_of, tell
from companion.games.kit.colours import Colour
from companion.games.kit.debt import Debt


def owe(game: Game, by: Colour, to: Colour, amount: int, why: str, casino: str | None = None, about: str = "") -> Game:
    """A player pays another, and the square is done. `casino`: the first to be sold where the money is short. `about`: see Transfer."""
    paid = game.ledger.payable(by, amount)
    game = book(replace(game, contest=None), by, to, paid, why, about)
    if paid == amount:
        return square_done(game)
    game = replace(game, debt=Debt(by, to, amount - paid, why))
    # Whoever can't pay a guest has to sell the casino where the guest stands; if that is not enough, another, and so on.
    return auction(game, by, casino) if casino else sell_next(game, by)


def sell_next(game: Game, seller: Colour) -> Game:
    """A player in need sells the only casino, chooses one of several, or is ruined."""
    held = casinos_of(game, seller)
    if not held:
        return ruin(game, seller)
    return auction(game, seller, held[0]) if len(held) == 1 else replace(game, phase=Phase.SELL, auction=None)


def auction(game: Game, seller: Colour, casino: str, back: Phase | None = None) -> Game:
    """A casino comes under the hammer."""
    return replace(game, phase=Phase.AUCTION, auction=Auction(seller, casino, back))


def go_on(game: Game, seller: Colour) -> Game:
    """After a sale in need: what came in goes to the creditor, or is there to be staked."""
    debt = game.debt
    if game.contest is not None:
        # Somebody who can't stake in another's casino sells until there is something to stake.
        return replace(game, phase=Phase.BET, auction=None) if game.ledger[seller] else sell_next(game, seller)
    if debt is None:
        return square_done(game)
    paid = game.ledger.payable(seller, debt.left)
    left = debt.less(paid)
    game = replace(book(game, seller, debt.to, paid, debt.why), debt=left)
    return sell_next(game, seller) if left else square_done(game)


def ruin(game: Game, loser: Colour) -> Game:
    """All is sold and it is not enough: the debts are cancelled, and the others play on."""
    game = gone(tell(game, Event("bankrupt", loser, left=game.debt.left if game.debt else None)), loser)
    return game if game.phase is Phase.FINISHED else square_done(game)


def gone(game: Game, loser: Colour) -> Game:
    """A player who has nothing any more is out: the pawn leaves, the Bluff cards go under the pile. The last one left has won."""
    game = replace(
        game,
        out=(*game.out, loser),
        bluffs=game.bluffs | {loser: 0},
        at=game.at | {loser: None},
        laps={colour: lap for colour, lap in game.laps.items() if colour is not loser},
        auction=None,
        debt=None,
    )
    winner = last_one(game)
    return game if winner is None else finish(game, winner, LAST)
