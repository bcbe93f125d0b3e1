"""Whether a count has decided the game, by the public view."""

from __future__ import annotations

from companion.games.casino.rules.count import decided
from companion.games.casino.rules.view import View


def won(view: View) -> bool:
    """Whether somebody has won with the round that was counted last."""
    return decided(view.house, view.results) is not None
