"""A table at any moment of the evening, and the one step from each to the next."""

from __future__ import annotations

from companion.games.vabanque.rules import acts, setup
from companion.games.vabanque.rules.moves import AnyMove
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.setup import Setup
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase

Position = Setup | Game
"""A table that is being set up, or a game. Screens never see one: they see its `view`."""


def new() -> Position:
    """An empty table: nobody has joined."""
    return Setup()


def apply(position: Position, move: AnyMove) -> Position:
    """The position after a move; `position` stays as it is. Raises MoveRefused, and then nothing has changed."""
    if isinstance(position, Game):
        act = acts.ACTS.get(type(move))
        if act is None:
            raise MoveRefused(Refusal.GAME_OVER if position.phase is Phase.FINISHED else Refusal.WRONG_PHASE)
        return act(position, move)
    arrange = setup.ACTS.get(type(move))
    if arrange is None:
        raise MoveRefused(Refusal.WRONG_PHASE)
    return arrange(position, move)


def round_of(position: Position) -> int:
    """From 1, 0 in the set-up."""
    return position.round if isinstance(position, Game) else 0
