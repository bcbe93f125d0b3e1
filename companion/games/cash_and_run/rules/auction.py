"""Auctions: of one's own will on one's turn, or in need at any time."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules import debts
from companion.games.cash_and_run.rules.lap import give
from companion.games.cash_and_run.rules.moves import Bid, Sell, Sold
from companion.games.cash_and_run.rules.options import BANK_PRICE
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import BANK, Event, Game, Phase, book, check, check_playing, refuse_phase, tell
from companion.games.kit.colours import Colour
from companion.games.kit.debt import credit

LEAST_BID = 100_000
OWN_WILL = (Phase.THROW, Phase.OFFER, Phase.BET, Phase.SLAM)
"""Of one's own will one may sell before a throw and before one buys, stakes or tries, not between a bet and its result."""


def sell(game: Game, move: Sell) -> Game:
    """A player puts up a casino."""
    by, casino = move.by, move.casino
    check(game, by, Phase.SELL, *OWN_WILL)
    in_need = game.phase is Phase.SELL
    if not in_need:
        if game.step or game.rolled is not None:
            refuse_phase(game, by)
        # While anybody runs the last lap, only players without money may sell.
        if game.laps and game.ledger[by]:
            raise MoveRefused(Refusal.LAP_IS_ON, by=by)
    if by not in game.owners.values():
        raise MoveRefused(Refusal.NO_CASINO, by=by)
    if game.owners.get(casino) is not by:
        raise MoveRefused(Refusal.NOT_YOURS, by=by)
    return debts.auction(game, by, casino, None if in_need else game.phase)


def limit(game: Game, by: Colour) -> int:
    """The highest bid that this player can pay: money, and what the seller owes to that player."""
    assert game.auction is not None
    return game.ledger[by] + credit(game.debt, game.auction.seller, by)


def least(game: Game) -> int:
    """The lowest bid that counts now."""
    assert game.auction is not None
    return max(LEAST_BID, game.auction.bid + game.party.options.step)


def bid(game: Game, move: Bid) -> Game:
    """Anybody but the seller bids, in any order, ever more."""
    by, amount, auction = move.by, move.amount, game.auction
    if game.phase is not Phase.AUCTION or auction is None:
        refuse_phase(game, by)
    check_playing(game, by)
    if by is auction.seller:
        raise MoveRefused(Refusal.SELLER_BIDS, by=by)
    if amount < LEAST_BID or amount <= auction.bid:
        raise MoveRefused(Refusal.HIGHER_BID, by=by)
    if amount % game.party.options.step:
        raise MoveRefused(Refusal.WHOLE_CHIPS, by=by)
    if amount > limit(game, by):
        raise MoveRefused(Refusal.NO_MONEY, by=by)
    return replace(game, auction=replace(auction, bid=amount, by=by))


def sold(game: Game, _: Sold) -> Game:
    """Nobody bids more: the casino changes hands, and the price is paid."""
    auction = game.auction
    if game.phase is not Phase.AUCTION or auction is None:
        refuse_phase(game)
    seller, casino, buyer = auction.seller, auction.casino, auction.by
    if buyer is None:
        # Nobody bids: the bank buys it for 50,000, or for what it has, and it is for sale again.
        price = BANK_PRICE
        game = book(game, BANK, seller, game.ledger.payable(BANK, price), "auction")
    else:
        # A creditor may bid with what is owed; what goes beyond is paid in money. The price is the seller's.
        price = auction.bid
        used = min(price, credit(game.debt, seller, buyer))
        if used and game.debt is not None:
            game = tell(replace(game, debt=game.debt.less(used)), Event("credit", buyer, amount=used))
        game = book(game, buyer, seller, price - used, "auction")
    game = give(tell(game, Event("sold", seller, casino=casino, to=buyer or BANK, amount=price)), casino, buyer)
    if auction.back is not None:
        return replace(game, phase=auction.back, auction=None)
    return debts.go_on(game, seller)
