"""The move that the table itself makes next: everybody has looked, counted, sat down, or the next notes change hands."""

from __future__ import annotations

from companion.games.vabanque.rules.moves import AnyMove, Confirm, Counted, Paid, Seated
from companion.games.vabanque.rules.position import Position
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase


def follows(position: Position) -> AnyMove | None:
    """That move; None where somebody has to choose, or the game is over."""
    if not isinstance(position, Game):
        return None
    match position.phase:
        case Phase.STAND:
            return Confirm()
        case Phase.PAYOUT:
            earned = position.results[-1].earned
            # The notes change hands in the order of play.
            return Paid(next(to for to in position.order if earned[to] and to not in position.handed_out))
        case Phase.COUNT:
            return Counted()
        case Phase.ORDER:
            return Seated()
        case _:
            return None
