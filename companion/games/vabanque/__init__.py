"""The rules of Vabanque: pure functions over frozen values.

position = vabanque.new()                                  # an empty table
position = vabanque.apply(position, Join(Colour.RED, "Benedetta"))
vabanque.view(position).players[0].name                    # all that anybody may see
"""

from __future__ import annotations

from companion.games.vabanque import setup, state
from companion.games.vabanque.legal import legal
from companion.games.vabanque.moves import AnyMove
from companion.games.vabanque.order import Ending, Outcome
from companion.games.vabanque.public import Position, outcome, view
from companion.games.vabanque.refusal import MoveRefused, Refusal
from companion.games.vabanque.setup import Setup, draw_start_player
from companion.games.vabanque.state import Game
from companion.games.vabanque.view import Phase, View

__all__ = [
    "AnyMove",
    "Ending",
    "Game",
    "MoveRefused",
    "Outcome",
    "Position",
    "Refusal",
    "Setup",
    "View",
    "apply",
    "draw_start_player",
    "legal",
    "new",
    "outcome",
    "view",
]


def new() -> Position:
    """An empty table: nobody has joined."""
    return Setup()


def apply(position: Position, move: AnyMove) -> Position:
    """The position after a move; `position` stays as it is. Raises MoveRefused, and then nothing has changed."""
    if isinstance(position, Game):
        act = state.ACTS.get(type(move))
        if act is None:
            over = position.phase is Phase.FINISHED
            raise MoveRefused(Refusal.GAME_OVER if over else Refusal.WRONG_PHASE)
        return act(position, move)
    arrangement = setup.ACTS.get(type(move))
    if arrangement is None:
        raise MoveRefused(Refusal.WRONG_PHASE)
    return arrangement(position, move)
