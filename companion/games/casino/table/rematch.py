"""The same people once more."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.casino.rules.moves import Agree, AnyMove, Gathered, Join
from companion.games.casino.rules.setup import MIN_PLAYERS
from companion.games.casino.rules.view import View


def rematch(view: View, called: Sequence[str]) -> list[AnyMove]:
    """The set-up of another game with the players, chairs and house rules of this one; only the dealer is drawn anew.

    `called`: their names now, in the order of chairs.
    """
    joined: list[AnyMove] = [Join(player.colour, name, player.chair) for player, name in zip(view.players, called, strict=True)]
    # Of a game that never began there may be too few.
    return [*joined, Gathered(), Agree(view.house)] if len(view.players) >= MIN_PLAYERS else joined
