"""Makes the view of a position. Beside `private` it is the one way out of the rules."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules import auction, contest, end, options, setup, slam, state
from companion.games.cash_and_run.rules.bets import TAKEOVER
from companion.games.cash_and_run.rules.board import BLUFF, TAKEOVER_SQUARES, onward
from companion.games.cash_and_run.rules.chance import RESULTS, Symbol
from companion.games.cash_and_run.rules.end import Outcome, standing
from companion.games.cash_and_run.rules.lap import holds_set, is_set, sets
from companion.games.cash_and_run.rules.offer import MOST_BLUFFS, PRICE
from companion.games.cash_and_run.rules.position import Position
from companion.games.cash_and_run.rules.refusal import Refusal
from companion.games.cash_and_run.rules.settings import CashAndRunSettings, Money
from companion.games.cash_and_run.rules.setup import Setup
from companion.games.cash_and_run.rules.state import BANK, POT, Contest, Game, Kind, Party, Phase, Turn
from companion.games.cash_and_run.rules.view import (
    AllView,
    AuctionView,
    ContestView,
    DebtView,
    Field,
    LapView,
    Lead,
    Offer,
    Player,
    Purse,
    SlamStep,
    SlamView,
    View,
    Wanted,
)
from companion.games.kit.colours import Colour
from companion.games.kit.debt import credit

SHOW_ALL = CashAndRunSettings()


def view(position: Position, shown: CashAndRunSettings = SHOW_ALL) -> View:
    """What everybody may know. `shown`: whether that includes everybody's money."""
    return _setup_view(position) if isinstance(position, Setup) else _game_view(position, shown)


def outcome(position: Position) -> Outcome | None:
    """How the game has ended, None while it goes on."""
    return None if isinstance(position, Setup) else end.outcome(position)


def private(position: Position, player: Colour) -> tuple[Purse, ...]:
    """What this player may see alone; nothing for who does not play. What the Bluff cards show is not in the machine."""
    if isinstance(position, Setup) or player not in position.party.colours:
        return ()
    return (Purse(position.ledger[player]),)


def may_act(game: Game) -> frozenset[Colour]:
    """Everybody who may act now: in an auction everybody who can bid more."""
    if game.phase is Phase.AUCTION and game.auction is not None:
        least = auction.least(game)
        return frozenset([each for each in game.in_game if each is not game.auction.seller and auction.limit(game, each) >= least])
    by = state.to_act(game)
    return frozenset() if by is None else frozenset({by})


# --- set-up -----------------------------------------------------------------------------------------------------


def _setup_view(position: Setup) -> View:
    phase, by = setup.phase(position), setup.to_act(position)
    players = position.players
    choosing = [player.colour for player in players] if phase is Phase.FIRST else [] if by is None else [by]
    many = len(players) >= setup.MIN_PLAYERS
    return View(
        phase=phase,
        round=0,
        rounds=None,
        players=tuple(
            [
                Player(
                    each.colour,
                    each.name,
                    each.chair,
                    each.chair,
                    None,
                    False,
                    None,
                    each.casinos,
                    position.options.bluff,
                    each.at,
                    each.at,
                    (),
                    None,
                )
                for each in players
            ]
        ),
        may_act=frozenset(choosing),
        outcome=None,
        by=by,
        fresh=False,
        casinos=tuple(position.casinos.values()),
        owners={casino: player.colour for player in players for casino in player.casinos},
        board=position.board,
        options=position.options,
        need=options.need(position.options, len(players)) if many else None,
        colour_need=options.colour_need(position.options, len(players)) if many else None,
        bank=position.options.bank,
        chips=options.felt_chips(position.options, position.chips),
        chips_taught=bool(position.chips),
        run_refused=Refusal.WRONG_PHASE,
    )


# --- the game ---------------------------------------------------------------------------------------------------


def _game_view(game: Game, shown: CashAndRunSettings) -> View:
    party, phase, ended = game.party, game.phase, outcome(game)
    always = shown.money is Money.ALWAYS or ended is not None
    contesting = _contest(game, game.contest, always) if game.contest else None
    told = contesting.owner if contesting is not None and contesting.owner_cash is not None else None
    return View(
        phase=phase,
        round=game.turn,
        rounds=None,
        players=tuple([_player(game, colour, chair, always or colour is told) for chair, colour in enumerate(party.colours)]),
        may_act=may_act(game),
        outcome=ended,
        by=None if ended else game.by,
        fresh=game.fresh,
        casinos=tuple(party.casinos.values()),
        owners=game.owners,
        board=party.board,
        options=party.options,
        need=party.need,
        colour_need=party.colour_need,
        chips=options.felt_chips(party.options, party.chips),
        chips_taught=bool(party.chips),
        pot=game.ledger[POT],
        zeros=game.zeros,
        bank=game.ledger.accounts[BANK],
        again=game.again,
        rolled=game.rolled,
        leads=_leads(game) if phase is Phase.THROW else (),
        offer=_offer(game, always) if phase is Phase.OFFER else None,
        contest=contesting,
        auction=_auction(game),
        debt=DebtView(game.debt.by, game.debt.to, game.debt.left, game.debt.why) if game.debt else None,
        all=_all(game),
        slam=_slam(game) if phase in (Phase.SLAM, Phase.SLAM_DRAW) else None,
        run_refused=_run_refused(game),
        sellable=sellable(game),
        turns=game.turns if always else _unsummed(game),
        now=None if ended else game.now,
        standing=standing(game) if ended else (),
    )


def _unsummed(game: Game) -> tuple[Turn, ...]:
    """The turns where money is not shown: a booking is told when it is made, and not kept so that everybody could add them up.

    The newest turn that tells anything is told whole: it may have just ended.
    """
    turns = game.turns
    newest = next((at for at in range(len(turns) - 1, -1, -1) if turns[at].payments or turns[at].events), 0)
    return (*[replace(turn, payments=(), events=()) for turn in turns[:newest]], *turns[newest:])


def _player(game: Game, colour: Colour, chair: int, money: bool) -> Player:
    cash = game.ledger[colour] if money else None
    return Player(
        colour=colour,
        name=game.party.names[chair],
        chair=chair,
        side=chair,
        score=cash,
        out=colour in game.out,
        cash=cash,
        casinos=tuple(state.casinos_of(game, colour)),
        bluffs=game.bluffs[colour],
        at=game.at[colour],
        square=state.square_of(game, colour),
        sets=tuple(sets(game, colour)),
        lap=_lap(game, colour),
    )


def _lap(game: Game, colour: Colour) -> LapView | None:
    lap = game.laps.get(colour)
    if lap is None:
        return None
    squares = len(game.party.board)
    if not squares:
        return LapView(lap.casinos, None, None)
    # Where the lap has to end exactly on its square, it may go around more than once.
    to_go = (-lap.moved) % squares or squares * (not lap.moved) if game.party.options.lap_exact else squares - lap.moved
    return LapView(lap.casinos, lap.moved, max(0, to_go))


def _leads(game: Game) -> tuple[Lead, ...]:
    board, at = game.party.board, game.at[game.by]
    if not isinstance(at, int):
        return ()
    places = [(total, onward(board, at, total)) for total in range(2, 13)]
    return tuple([Lead(total, place, board[place - 1]) for total, place in places])


def _offer(game: Game, always: bool) -> Offer:
    by, square = game.by, state.square_of(game, game.by) or ""
    affordable = game.ledger.covers(by, PRICE) if always else None
    if square in TAKEOVER_SQUARES:
        targets = tuple([casino for casino in game.party.casinos if game.owners.get(casino, by) is not by])
        return Offer(Wanted.TAKEOVER, contest.FEE, affordable, targets=targets, bets=tuple(TAKEOVER[TAKEOVER_SQUARES[square]]))
    if square == BLUFF:
        return Offer(Wanted.BLUFF, PRICE, affordable, exchange=game.bluffs[by] >= MOST_BLUFFS)
    return Offer(Wanted.CASINO, PRICE, affordable, square, completes=_completes(game.party, state.casinos_of(game, by), square))


def _completes(party: Party, held: list[str], casino: str) -> bool:
    """Whether a combination with this casino comes about that was not there without it."""
    card = party.casinos[casino]
    like = [each for each in held if party.casinos[each].symbol is card.symbol]
    of_a_colour = [each for each in held if party.casinos[each].colour == card.colour]
    symbol = len(like) == party.need - 1 and is_set(party, [*like, casino])
    return symbol or (party.colour_need is not None and len(of_a_colour) == party.colour_need - 1)


def _contest(game: Game, open_: Contest, always: bool) -> ContestView:
    bets = contest.felt(open_)
    results = RESULTS[open_.symbol][open_.symbol is Symbol.ROULETTE :]
    staking = game.phase is Phase.BET
    free = staking or (game.phase is Phase.DRAW and open_.replayed)
    fields = [bet for bet in bets.values() if free and open_.odds in (0, bet.odds)]
    visiting = staking and open_.kind is Kind.CASINO
    chosen = bets[open_.on].wins if open_.on else frozenset()
    return ContestView(
        kind=open_.kind,
        bettor=open_.bettor,
        symbol=open_.symbol,
        owner=open_.owner,
        casino=open_.casino,
        on=open_.on,
        stake=open_.stake,
        odds=open_.odds,
        replayed=open_.replayed,
        winner=open_.winner,
        loser=open_.loser,
        wins=tuple([result for result in results if result in chosen]),
        felt=tuple([Field(bet.on, bet.odds, len(bet.wins), len(results)) for bet in fields]),
        most=game.ledger[open_.bettor] if visiting and always else None,
        owner_cash=game.ledger[open_.owner] if visiting and open_.owner else None,
        first_sold=open_.casino if visiting else None,
    )


def _auction(game: Game) -> AuctionView | None:
    hammer = game.auction
    if hammer is None:
        return None
    bidders = [each for each in game.in_game if each is not hammer.seller]
    credits = {each: credit(game.debt, hammer.seller, each) for each in bidders}
    return AuctionView(
        seller=hammer.seller,
        casino=hammer.casino,
        bid=hammer.bid,
        by=hammer.by,
        least=auction.least(game),
        step=game.party.options.step,
        limits={each: auction.limit(game, each) for each in bidders},
        credit={each: amount for each, amount in credits.items() if amount},
        own_will=hammer.back is not None,
    )


def _all(game: Game) -> AllView | None:
    play = game.all
    return AllView(play.symbol, play.waiting, play.scores, play.first, play.winner, play.due) if play else None


def _slam(game: Game) -> SlamView:
    steps = tuple([SlamStep(symbol, bet.on, amount) for symbol, bet, amount in slam.STEPS])
    return SlamView(game.step, slam.STEPS[game.step - 1][2] if game.step else slam.SURE, steps)


def _run_refused(game: Game) -> Refusal | None:
    if game.phase is not Phase.THROW:
        return Refusal.GAME_OVER if game.phase is Phase.FINISHED else Refusal.WRONG_PHASE
    if not game.fresh or game.rolled is not None:
        return Refusal.NOT_AT_START
    if game.by in game.laps:
        return Refusal.IN_LAP
    return None if holds_set(game, game.by) else Refusal.NO_SET


def sellable(game: Game) -> tuple[str, ...]:
    """The casinos that the player to act may put up for auction now."""
    if game.phase is Phase.SELL:
        seller = state.to_act(game)
        return tuple(state.casinos_of(game, seller)) if seller else ()
    own_will = game.phase in auction.OWN_WILL and not game.step and game.rolled is None
    return tuple(state.casinos_of(game, game.by)) if own_will and not (game.laps and game.ledger[game.by]) else ()
