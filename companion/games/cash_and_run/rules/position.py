"""A table at any moment of the evening, and the one step from each to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.cash_and_run.rules import auction, bluff, contest, corrections, end, lap, offer, play_all, setup, slam, turn
from companion.games.cash_and_run.rules.moves import (
    AnyMove,
    Believe,
    Bet,
    Bid,
    Buy,
    Card,
    Correct,
    Decline,
    Die,
    Doubt,
    End,
    Go,
    HandOver,
    Hold,
    LayBluff,
    Outcome,
    Pick,
    Put,
    Quit,
    Rename,
    Roll,
    Roulette,
    Run,
    Sell,
    Settle,
    Sold,
    Stop,
    Sure,
    Takeover,
    TellCasino,
    Throw,
    Try,
)
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.setup import Setup
from companion.games.cash_and_run.rules.state import Game, Phase, refuse_phase

Position = Setup | Game
"""A table that is being set up, or a game. Screens never see one: they see its `view`."""


def new() -> Position:
    """An empty table: nobody has joined."""
    return Setup()


def apply(position: Position, move: AnyMove) -> Position:
    """The position after a move; `position` stays as it is. Raises MoveRefused, and then nothing has changed."""
    if isinstance(position, Game):
        act = _ACTS.get(type(move))
        if act is None:
            refuse_phase(position)
        return act(position, move)
    arrange = setup.ACTS.get(type(move))
    if arrange is None:
        raise MoveRefused(Refusal.WRONG_PHASE)
    return arrange(position, move)


def round_of(position: Position) -> int:
    """The turn, from 1; 0 in the set-up."""
    return position.turn if isinstance(position, Game) else 0


def _result(game: Game, move: Outcome) -> Game:
    """What the wheel, the die or the deck shows, for whatever is played. A zero counts for nothing but itself."""
    after = _played(game, move)
    return replace(after, zeros=game.zeros + 1) if isinstance(move, Roulette) and move.number == 0 else after


def _played(game: Game, move: Outcome) -> Game:
    if game.phase is Phase.ALL and game.all is not None:
        return play_all.score(game, game.all, move)
    # Only where everybody plays it matters who spins, throws or draws.
    if move.by is not None or game.phase not in (Phase.DRAW, Phase.SLAM_DRAW):
        refuse_phase(game, move.by)
    if game.phase is Phase.SLAM_DRAW:
        return slam.draw(game, move)
    assert game.contest is not None
    return contest.draw(game, game.contest, move)


_ACTS: dict[type, Callable[[Game, Any], Game]] = {
    Roll: turn.roll,
    Throw: turn.throw,
    Go: turn.go,
    Buy: offer.buy,
    Decline: offer.decline,
    Bet: contest.bet,
    Roulette: _result,
    Die: _result,
    Card: _result,
    Settle: bluff.settle,
    LayBluff: bluff.lay,
    Believe: bluff.believe,
    Doubt: bluff.doubt,
    Takeover: contest.takeover,
    Pick: contest.pick,
    Sure: slam.sure,
    Try: slam.attempt,
    Stop: slam.stop,
    Sell: auction.sell,
    Bid: auction.bid,
    Sold: auction.sold,
    Run: lap.run,
    Correct: corrections.correct,
    Put: corrections.put,
    HandOver: corrections.hand_over,
    Hold: corrections.hold,
    Quit: corrections.quit_game,
    Rename: corrections.rename,
    TellCasino: corrections.tell_casino,
    End: end.end,
}
"""What each act does to a game."""
