"""Every act that the rules allow in a position, for simulated players and for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from companion.games.cash_and_run.rules import auction, contest, public, setup, state
from companion.games.cash_and_run.rules.bets import TAKEOVER
from companion.games.cash_and_run.rules.board import BLUFF, KINDS, ONE, TAKEOVER_SQUARES
from companion.games.cash_and_run.rules.chance import DECK, FACES, POCKETS, Shown, Symbol
from companion.games.cash_and_run.rules.lap import sets
from companion.games.cash_and_run.rules.moves import (
    AnyMove,
    Begin,
    Believe,
    Bet,
    Bid,
    Buy,
    Card,
    Deal,
    Decline,
    Die,
    Doubt,
    Gathered,
    Go,
    LayBluff,
    Leave,
    Outcome,
    Pick,
    Roulette,
    Run,
    Sell,
    Settle,
    Sold,
    Stand,
    Stop,
    Sure,
    Takeover,
    Throw,
    Try,
)
from companion.games.cash_and_run.rules.offer import MOST_BLUFFS, PRICE
from companion.games.cash_and_run.rules.position import Position
from companion.games.cash_and_run.rules.setup import Setup
from companion.games.cash_and_run.rules.slam import STEPS
from companion.games.cash_and_run.rules.state import Game, Kind, Phase
from companion.games.kit.colours import Colour


def legal(position: Position) -> Iterator[AnyMove]:
    """Every move that is allowed, but for what chance makes (Roll) and what everybody can make up at will (Join, Rename, Seat, UseCopy, TellCasino,
    Agree, DealAll, Correct, Put, HandOver, Hold, Quit, End). Of stakes and bids it has `amounts`; whatever whole chips lie between are allowed
    as well.
    """
    return _setup_moves(position) if isinstance(position, Setup) else _game_moves(position)


def amounts(least: int, most: int, step: int) -> Iterator[int]:
    """The least amount, one, two and five of each power of ten of the smallest chip, and the most; rising, each once."""
    if least > most:
        return
    yield least
    chip = step
    while chip < most:
        for times in (1, 2, 5):
            if least < chip * times < most:
                yield chip * times
        chip *= 10
    if most > least:
        yield most


def follows(position: Position) -> AnyMove | None:
    """The act that follows by itself: who can neither pay for what is offered nor sell anything for it, declines."""
    if isinstance(position, Setup) or position.phase is not Phase.OFFER:
        return None
    moves = list(_game_moves(position))
    return moves[0] if len(moves) == 1 else None


def due(position: Position) -> AnyMove | None:
    """What follows by itself, or what the table itself says: that nobody bids more."""
    if isinstance(position, Game) and position.phase is Phase.AUCTION:
        return Sold()
    return follows(position)


def _setup_moves(position: Setup) -> Iterator[AnyMove]:
    by = setup.to_act(position)
    match setup.phase(position):
        case Phase.PLAYERS:
            yield from [Leave(player.colour) for player in position.players]
            if len(position.players) >= setup.MIN_PLAYERS:
                yield Gathered()
        case Phase.CASINOS if by:
            dealt = {casino for player in position.players for casino in player.casinos}
            yield from [Deal(by, casino) for casino in position.casinos if casino not in dealt]
        case Phase.PAWN if by:
            yield from [Stand(by, casino) for player in position.players if player.colour is by for casino in player.casinos]
        case Phase.FIRST:
            yield from [Begin(player.colour) for player in position.players]


def _game_moves(game: Game) -> Iterator[AnyMove]:
    by = state.to_act(game)
    moves = _MOVES.get(game.phase)
    if moves is not None and by is not None:
        yield from moves(game, by)
        yield from [Sell(by, casino) for casino in public.sellable(game)]
    elif game.phase is Phase.AUCTION:
        step, least = game.party.options.step, auction.least(game)
        yield from [Bid(each, amount) for each in sorted(public.may_act(game)) for amount in amounts(least, auction.limit(game, each), step)]
        yield Sold()


def _throws(game: Game, by: Colour) -> Iterator[AnyMove]:
    dice = [game.rolled] if game.rolled is not None else list(product(FACES, FACES))
    if game.party.board:
        yield from [Throw(by, each) for each in dice]
    else:
        squares = (*KINDS, *game.party.casinos)
        laps = (False, True) if by in game.laps else (False,)
        yield from [Throw(by, each, square, lap) for each in dice for square in squares for lap in laps]
    if game.fresh and game.rolled is None and by not in game.laps:
        yield from [Run(by, card, chosen) for chosen in sets(game, by) for card in DECK]


def _goes(game: Game, by: Colour) -> Iterator[AnyMove]:
    board = game.party.board
    if board:
        yield from [Go(by, to=place) for place, square in enumerate(board, 1) if square != ONE]
    else:
        yield from [Go(by, square=square) for square in (*KINDS, *game.party.casinos) if square != ONE]


def _offers(game: Game, by: Colour) -> Iterator[AnyMove]:
    square = state.square_of(game, by) or ""
    if game.ledger.covers(by, PRICE):
        if square in TAKEOVER_SQUARES:
            challenged = [(owner, casino) for casino, owner in game.owners.items() if owner is not by]
            bets = TAKEOVER[TAKEOVER_SQUARES[square]]
            # Whoever has sold the last casino here has nothing left to lose.
            if by in game.owners.values():
                yield from [Takeover(by, owner, casino, on) for owner, casino in challenged for on in bets]
        else:
            yield Buy(by, exchange=square == BLUFF and game.bluffs[by] >= MOST_BLUFFS)
    yield Decline(by)


def _bets(game: Game, by: Colour) -> Iterator[AnyMove]:
    assert game.contest is not None
    felt = contest.felt(game.contest)
    if game.contest.kind is Kind.POT:
        yield from [Bet(by, on) for on in felt]
    else:
        step = game.party.options.step
        yield from [Bet(by, on, stake) for on in felt for stake in amounts(step, game.ledger[by], step)]


def _results(symbol: Symbol, by: Colour | None = None) -> Iterator[Outcome]:
    match symbol:
        case Symbol.ROULETTE:
            yield from [Roulette(number, by) for number in POCKETS]
        case Symbol.DIE:
            yield from [Die(face, by) for face in FACES]
        case Symbol.CARDS:
            yield from [Card(card, by) for card in DECK]


def _draws(game: Game, by: Colour) -> Iterator[AnyMove]:
    open_ = game.contest
    assert open_ is not None
    yield from _results(open_.symbol)
    if open_.replayed:
        yield from [Bet(by, bet.on) for bet in contest.felt(open_).values() if bet.odds == open_.odds]


def _slam(game: Game, by: Colour) -> Iterator[AnyMove]:
    yield Stop(by) if game.step else Sure(by)
    yield Try(by)


def _all(game: Game, by: Colour) -> Iterator[AnyMove]:
    assert game.all is not None
    yield from _results(game.all.symbol, by)


def _picks(game: Game, by: Colour) -> Iterator[AnyMove]:
    assert game.contest is not None
    yield from [Pick(by, casino) for casino in state.casinos_of(game, game.contest.bettor)]


_MOVES: dict[Phase, Callable[[Game, Colour], Iterator[AnyMove]]] = {
    Phase.THROW: _throws,
    Phase.GO: _goes,
    Phase.OFFER: _offers,
    Phase.BET: _bets,
    Phase.DRAW: _draws,
    Phase.LOST: lambda _, by: iter((Settle(by), LayBluff(by))),
    Phase.BELIEVE: lambda _, by: iter((Believe(by), *[Doubt(by, shown) for shown in Shown])),
    Phase.PICK: _picks,
    Phase.ALL: _all,
    Phase.SLAM: _slam,
    Phase.SLAM_DRAW: lambda game, _: _results(STEPS[game.step][0]),
    Phase.SELL: lambda *_: iter(()),
}
"""What can be done in each phase by who is to act, sales apart."""
