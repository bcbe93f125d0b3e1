"""Where cards of a player may lie, by what anybody may know: how many at which table, and never which."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules import Game, Position
from companion.games.vabanque.rules.view import Phase

NO_CARD_LIES = (Phase.PLAYERS, Phase.RING, Phase.DRAW, Phase.START, Phase.TOKENS, Phase.FINISHED)
"""In every other phase a card that is read may be meant."""


def laid_at(position: Position, owner: Colour, table: int) -> int:
    """How many cards this player has laid at this table in this round, whatever they are."""
    return sum((card.owner, card.table) == (owner, table) for card in position.cards) if isinstance(position, Game) else 0
