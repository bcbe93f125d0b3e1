"""A new game with the people of a past one."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.vabanque.rules.box import MIN_PLAYERS
from companion.games.vabanque.rules.moves import AnyMove, ChooseSeating, Gathered, Join, Seating
from companion.games.vabanque.rules.view import View


def rematch(view: View, called: Sequence[str]) -> list[AnyMove]:
    """Its first moves: everybody sits where they sat last. `called`: their names now, in the order of chairs."""
    moves: list[AnyMove] = [Join(player.colour, name) for player, name in zip(view.players, called, strict=True)]
    if view.seating is not Seating.CHAIRS:
        moves.append(ChooseSeating(view.seating))
    # Of a game that never began there may be too few.
    return [*moves, Gathered()] if len(view.players) >= MIN_PLAYERS else moves
