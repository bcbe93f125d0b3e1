"""Where a player's three cards are, as the table knows and never shows: in hand, or beside a table of the ring."""

from __future__ import annotations

from companion.games.colours import Colour
from companion.games.vabanque import Game, Position
from companion.games.vabanque.moves import KINDS, Character
from companion.games.vabanque.pieces import CharacterCard
from companion.games.vabanque.view import Phase

NO_CARD_LIES = (Phase.PLAYERS, Phase.RING, Phase.DRAW, Phase.START, Phase.TOKENS, Phase.FINISHED)
"""In every other phase cards may lie face down: those that were not turned over lie until the next round begins."""


def in_hand(position: Position, colour: Colour) -> tuple[CharacterCard, ...]:
    """The cards that a player holds. Empty as well where a card lies whose kind nobody told: then nobody knows which are left."""
    laid = [card.character for card in position.cards if card.owner is colour] if isinstance(position, Game) else []
    if Character.HIDDEN in laid:
        return ()
    return tuple(CharacterCard(colour, kind) for kind in KINDS if kind not in laid)


def may_lie(position: Position, card: CharacterCard, table: int) -> bool:
    """Whether this card was laid at this table, or one of its owner's whose kind nobody told."""
    if not isinstance(position, Game):
        return False
    return any(
        laid.owner is card.colour and laid.table == table and laid.character in (card.character, Character.HIDDEN)
        for laid in position.cards
    )
