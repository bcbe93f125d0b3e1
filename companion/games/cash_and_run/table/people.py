"""Who is meant, in a view."""

from __future__ import annotations

from companion.games.cash_and_run.rules.view import Player, View
from companion.games.kit.colours import Colour


def player_of(view: View, colour: Colour | None) -> Player:
    """The player of this colour."""
    return next(player for player in view.players if player.colour is colour)


def sets_of(view: View, colour: Colour | None) -> tuple[tuple[str, ...], ...]:
    """The combinations that this player could lay."""
    return player_of(view, colour).sets
