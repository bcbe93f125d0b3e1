"""A bet and what it comes to: in another's casino, in a takeover, and for the pot."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules import debts
from companion.games.cash_and_run.rules.bets import FELT, POT, TAKEOVER, Bet
from companion.games.cash_and_run.rules.board import POT_SQUARES, TAKEOVER_SQUARES
from companion.games.cash_and_run.rules.chance import RESULTS, Result, Symbol, again
from companion.games.cash_and_run.rules.lap import give
from companion.games.cash_and_run.rules.moves import Bet as PlaceBet
from companion.games.cash_and_run.rules.moves import Card, Die, Outcome, Pick, Roulette, Takeover
from companion.games.cash_and_run.rules.order import square_done
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import (
    POT as POT_ACCOUNT,
)
from companion.games.cash_and_run.rules.state import (
    Contest,
    Event,
    Game,
    Kind,
    Phase,
    around,
    book,
    casinos_of,
    check,
    check_playing,
    square_of,
    tell,
)
from companion.games.kit.colours import Colour

FEE = 100_000
"""What a challenge costs."""


def felt(contest: Contest) -> dict[str, Bet]:
    """The bets that can be made here, by their names."""
    felts = {Kind.CASINO: FELT, Kind.TAKEOVER: TAKEOVER, Kind.POT: POT}
    return felts[contest.kind][contest.symbol]


# --- how it begins ----------------------------------------------------------------------------------------------


def visit(game: Game, casino: str, owner: Colour) -> Game:
    """In another player's casino one has to play that casino's game against its owner."""
    by = game.by
    contest = Contest(Kind.CASINO, by, game.party.casinos[casino].symbol, owner, casino)
    game = replace(game, contest=contest)
    # Whoever can't stake anything sells casinos first.
    return replace(game, phase=Phase.BET) if game.ledger[by] else debts.sell_next(game, by)


def play_for_pot(game: Game, square: str) -> Game:
    """The pot is played for with nothing staked; nothing happens if it is empty."""
    if not game.ledger[POT_ACCOUNT]:
        return square_done(game)
    contest = Contest(Kind.POT, game.by, POT_SQUARES[square])
    bets = felt(contest)
    if len(bets) > 1:
        return replace(game, phase=Phase.BET, contest=contest)
    # With a card there is nothing to choose: a jack, queen, king or ace wins.
    (bet,) = bets.values()
    return replace(game, phase=Phase.DRAW, contest=replace(contest, on=bet.on, odds=bet.odds))


def takeover(game: Game, move: Takeover) -> Game:
    """A player names an opponent and one of that player's casinos, pays 100,000 into the pot, and they play for it."""
    by, owner, casino = move.by, move.owner, move.casino
    check(game, by, Phase.OFFER)
    symbol = TAKEOVER_SQUARES.get(square_of(game, by) or "")
    if symbol is None:
        raise MoveRefused(Refusal.WRONG_PHASE, by=by)
    # Only with at least one casino of one's own: it may be lost.
    if by not in game.owners.values():
        raise MoveRefused(Refusal.NO_CASINO, by=by)
    check_playing(game, owner)
    if owner is by or game.owners.get(casino) is not owner:
        raise MoveRefused(Refusal.NOT_THEIRS, by=by)
    bet = TAKEOVER[symbol].get(move.on)
    if bet is None:
        raise MoveRefused(Refusal.NO_SUCH_BET, by=by)
    if not game.ledger.covers(by, FEE):
        raise MoveRefused(Refusal.NO_MONEY, by=by)
    contest = Contest(Kind.TAKEOVER, by, symbol, owner, casino, bet.on, odds=bet.odds)
    return replace(book(game, by, POT_ACCOUNT, FEE, "takeover"), phase=Phase.DRAW, contest=contest)


def bet(game: Game, move: PlaceBet) -> Game:
    """The guest chooses the bet and the stake; in a replay the bet may move."""
    by, contest = move.by, game.contest
    check(game, by, Phase.BET, Phase.DRAW)
    if contest is None or (game.phase is Phase.DRAW and not contest.replayed):
        raise MoveRefused(Refusal.WRONG_PHASE, by=by)
    chosen = felt(contest).get(move.on)
    if chosen is None:
        raise MoveRefused(Refusal.NO_SUCH_BET, by=by)
    if game.phase is Phase.DRAW:
        _check_replay(contest, move, chosen)
        return replace(game, contest=replace(contest, on=chosen.on))
    stake = _stake(game, contest, move)
    return replace(game, phase=Phase.DRAW, contest=replace(contest, on=chosen.on, odds=chosen.odds, stake=stake))


def _check_replay(contest: Contest, move: PlaceBet, chosen: Bet) -> None:
    # The same is played for again: the same stake at the same odds, on any field that has them.
    if move.stake is not None:
        raise MoveRefused(Refusal.SAME_STAKE, by=move.by)
    if chosen.odds != contest.odds:
        raise MoveRefused(Refusal.SAME_GAME, by=move.by)


def _stake(game: Game, contest: Contest, move: PlaceBet) -> int:
    stake = move.stake
    if contest.kind is Kind.POT:
        if stake is not None:
            raise MoveRefused(Refusal.STAKELESS, by=move.by)
        return 0
    # Something has to be staked, at most all one has; what the owner has is no limit.
    if stake is None or stake <= 0:
        raise MoveRefused(Refusal.NO_STAKE, by=move.by)
    if stake % game.party.options.step:
        raise MoveRefused(Refusal.WHOLE_CHIPS, by=move.by)
    if stake > game.ledger[move.by]:
        raise MoveRefused(Refusal.NO_MONEY, by=move.by)
    return stake


# --- how it ends ------------------------------------------------------------------------------------------------


def result_of(move: Outcome) -> tuple[Symbol, Result]:
    """Which game this result is of, and what it shows."""
    match move:
        case Roulette(number=number):
            return Symbol.ROULETTE, number
        case Die(face=face):
            return Symbol.DIE, face
        case Card(card=card):
            return Symbol.CARDS, card


def check_result(symbol: Symbol, move: Outcome) -> Result:
    """The result, if this game can have it. Raises MoveRefused."""
    of, result = result_of(move)
    if of is not symbol:
        raise MoveRefused(Refusal.ANOTHER_GAME, by=move.by)
    if result not in RESULTS[symbol]:
        raise MoveRefused(Refusal.NO_SUCH_RESULT, by=move.by)
    return result


def draw(game: Game, contest: Contest, move: Outcome) -> Game:
    """The result wins the bet or loses it."""
    result = check_result(contest.symbol, move)
    if again(contest.symbol, result):
        return game
    bettor = contest.bettor
    # Nobody holds the pot: the table's part is taken by the next player clockwise.
    other = contest.owner or around(game, bettor)[1]
    assert contest.on is not None
    won = result in felt(contest)[contest.on].wins
    winner, loser = (bettor, other) if won else (other, bettor)
    contest = replace(contest, winner=winner, loser=loser)
    # The loser may lay a Bluff card, guest or owner alike; not where there is no winner to lay it before.
    at_stake = contest.kind is not Kind.POT or (game.party.options.pot_bluff and loser is bettor)
    if at_stake and game.bluffs[loser]:
        return replace(game, phase=Phase.LOST, contest=contest)
    return decide(game, contest)


def decide(game: Game, contest: Contest) -> Game:
    """Who has won is settled for good, and is paid."""
    bettor, owner, stake = contest.bettor, contest.owner, contest.stake
    won = contest.winner is bettor
    if owner is None:
        pot = game.ledger[POT_ACCOUNT] if won else 0
        return square_done(book(game, POT_ACCOUNT, bettor, pot, "the pot"))
    if contest.kind is Kind.TAKEOVER:
        return _take(game, contest, won)
    # A guest who wins keeps the stake and gets it from the owner as often as the odds say; else the stake is the owner's.
    if won:
        return debts.owe(game, owner, bettor, stake * contest.odds, "game", contest.casino, about=f"{contest.on} {contest.odds}")
    return debts.owe(game, bettor, owner, stake, "game", about=contest.on or "")


def _take(game: Game, contest: Contest, won: bool) -> Game:
    bettor, owner, casino = contest.bettor, contest.owner, contest.casino
    assert owner is not None
    assert casino is not None
    if won:
        return _taken(game, casino, owner, bettor)
    # Who loses a challenge loses a casino: the opponent takes one of them.
    held = casinos_of(game, bettor)
    if len(held) == 1:
        return _taken(game, held[0], bettor, owner)
    return replace(game, phase=Phase.PICK, contest=contest)


def _taken(game: Game, casino: str, loser: Colour, winner: Colour) -> Game:
    return square_done(tell(give(game, casino, winner), Event("taken over", winner, casino=casino, of=loser)))


def pick(game: Game, move: Pick) -> Game:
    """The winner of a lost challenge takes one of the challenger's casinos."""
    check(game, move.by, Phase.PICK)
    assert game.contest is not None
    loser = game.contest.bettor
    if game.owners.get(move.casino) is not loser:
        raise MoveRefused(Refusal.NOT_THEIRS, by=move.by)
    return _taken(game, move.casino, loser, move.by)
