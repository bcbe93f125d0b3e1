"""The same people once more."""

from __future__ import annotations

from companion.games.casino.rules.moves import Agree, AnyMove, Gathered, Join
from companion.games.casino.rules.view import View


def rematch(view: View) -> tuple[AnyMove, ...]:
    """The set-up of another game with the players, chairs and house rules of this one; only the dealer is drawn anew."""
    joined = [Join(player.player, player.name, player.chair) for player in view.players]
    return (*joined, Gathered(), Agree(view.house))
