"""A lot that was drawn for the first dealer, and last time's house rules: what is offered before a game begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from companion.games.casino.rules.house import PARTNERS, HouseRules
from companion.games.casino.rules.moves import Agree, AnyMove
from companion.games.casino.rules.state import Phase
from companion.games.casino.rules.view import View
from companion.games.kit.colours import Colour


class DrawnDealer(msgspec.Struct, frozen=True):
    """Who was drawn. Everybody sees it; the game begins when it is confirmed, or when another seat is touched."""

    dealer: Colour


def last_house(view: View, games: Callable[[], Iterable[Sequence[AnyMove]]]) -> HouseRules | None:
    """The house rules of the newest game in which some were agreed on, as far as so many players can play so. None where nobody asks for them."""
    if view.phase is not Phase.RULES:
        return None
    for moves in games():
        agreed = [move.house for move in moves if isinstance(move, Agree)]
        if agreed:
            return agreed[-1] if len(view.players) == PARTNERS else replace(agreed[-1], teams=False)
    return None
