"""Whose turn it is: how a turn goes on after a square, and how it ends."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules.state import Game, Phase, Turn, around


def square_done(game: Game) -> Game:
    """A square is played: the turn goes on with the throw that a double gives, or it is the next player's."""
    # Whoever threw a double plays the turn as usual, then throws and plays again.
    if game.again and game.by not in game.out:
        return throw_again(replace(game, again=game.again - 1))
    return next_turn(game)


def throw_again(game: Game) -> Game:
    """The same player throws once more."""
    return replace(game, phase=Phase.THROW, contest=None, auction=None, debt=None, all=None, step=0)


def next_turn(game: Game) -> Game:
    """The turn is over, whatever throws were left."""
    following = around(game, game.by)
    by = following[0] if game.by in game.out else following[1]
    turn = game.turn + 1
    return replace(
        game,
        phase=Phase.THROW,
        turn=turn,
        by=by,
        now=Turn(turn, by),
        turns=(*game.turns, game.now),
        fresh=True,
        again=0,
        rolled=None,
        contest=None,
        auction=None,
        debt=None,
        all=None,
        step=0,
    )
