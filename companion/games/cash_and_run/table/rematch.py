"""A new game with the people of a past one."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.moves import Agree, AnyMove, Join
from companion.games.cash_and_run.rules.options import Options
from companion.games.cash_and_run.rules.view import View


def rematch(view: View, called: Sequence[str]) -> list[AnyMove]:
    """Its first moves: everybody sits where they sat last, by the rules that they agreed on then. `called`: their names now, by chair."""
    moves: list[AnyMove] = [Join(player.colour, name) for player, name in zip(view.players, called, strict=True)]
    return [*moves, Agree(view.options)] if view.options != Options() else moves
