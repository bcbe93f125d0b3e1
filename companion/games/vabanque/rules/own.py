"""What a player may see alone: the cards that the player has laid. Beside `view` it is the one way out of a position."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import PlaceCard
from companion.games.vabanque.rules.position import Position
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase


def own_cards(position: Position, owner: Colour) -> tuple[PlaceCard, ...]:
    """The cards that this player has laid in this round, by table. For that player's eyes only; the repr tells no kind.

    A card is HIDDEN if nobody has told its kind; once the others are turned over, those that stay face down are HIDDEN for ever.
    """
    if not isinstance(position, Game):
        return ()
    laid = [PlaceCard(card.owner, card.character, card.table) for card in position.cards if card.owner is owner]
    return tuple(sorted(laid, key=lambda card: card.table))


def secrets_lie(position: Position) -> int:
    """Of which round cards may lie face down on the real table in this position, 0: of none. Who is to lay the first may just be doing it."""
    return position.round if isinstance(position, Game) and (position.cards or position.phase is Phase.CARDS) else 0
