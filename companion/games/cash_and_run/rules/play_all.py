"""Square 5: everybody plays once, and the highest gets 500,000."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules import debts
from companion.games.cash_and_run.rules.board import ALL_SQUARES
from companion.games.cash_and_run.rules.chance import HEIGHT, again
from companion.games.cash_and_run.rules.contest import check_result
from companion.games.cash_and_run.rules.moves import Outcome
from companion.games.cash_and_run.rules.order import square_done
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import BANK, Game, Phase, PlayAll, around, book, check
from companion.games.kit.colours import Colour

PRIZE = 500_000


def begin(game: Game, square: str) -> Game:
    """Everybody plays in turn, beginning with whoever came here."""
    return replace(game, phase=Phase.ALL, all=PlayAll(ALL_SQUARES[square], tuple(around(game, game.by))))


def score(game: Game, play: PlayAll, move: Outcome) -> Game:
    """The next player's result."""
    if move.by is None:
        raise MoveRefused(Refusal.NOT_YOUR_TURN, expected=play.waiting[0])
    check(game, move.by, Phase.ALL)
    result = check_result(play.symbol, move)
    if again(play.symbol, result):
        return game
    play = replace(play, waiting=play.waiting[1:], scores=(*play.scores, (move.by, HEIGHT[result])))
    if play.waiting:
        return replace(game, all=play)
    return _highest(game, play) if play.winner is None else _lowest(game, play)


def _highest(game: Game, play: PlayAll) -> Game:
    first = play.first or play.scores
    best = _level(game, play, max(height for _, height in play.scores))
    # Who is level for the highest plays again.
    if len(best) > 1:
        return replace(game, all=PlayAll(play.symbol, best, first=first))
    winner = best[0]
    # The prize comes from the bank. What the bank lacks, the lowest pays.
    paid = game.ledger.payable(BANK, PRIZE)
    game = book(game, BANK, winner, paid, "play all")
    if paid == PRIZE:
        return square_done(game)
    # The winner is never the payer: of the others, the lowest in the first round is.
    others = tuple([(each, height) for each, height in first if each is not winner])
    return _lowest(game, PlayAll(play.symbol, (), others, first, winner, PRIZE - paid))


def _lowest(game: Game, play: PlayAll) -> Game:
    worst = _level(game, play, min(height for _, height in play.scores))
    # Who is level for the lowest plays again, since it is about paying.
    if len(worst) > 1:
        return replace(game, all=replace(play, waiting=worst, scores=()))
    assert play.winner is not None
    # Bluff cards are of no use here; who can't pay sells casinos.
    return debts.owe(replace(game, all=None), worst[0], play.winner, play.due, "play all")


def _level(game: Game, play: PlayAll, height: int) -> tuple[Colour, ...]:
    # The level ones play by their chairs, wherever the square's round began.
    return tuple([each for each in game.party.colours if (each, height) in play.scores])
