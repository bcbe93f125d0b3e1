"""The pieces that carry a tag: the 52 cards. Nothing of them is secret, for a card that is read has been played.

A piece has a code, by which it is stored and exported: "card:AS", "card:10D".
"""

from __future__ import annotations

import msgspec

from companion.games.casino.rules.cards import DECK, Card


class PlayingCard(msgspec.Struct, frozen=True):
    """One card of the deck."""

    card: Card

    @property
    def code(self) -> str:
        return f"card:{self.card}"

    @property
    def secret(self) -> bool:
        return False

    @property
    def owner(self) -> None:
        """It is everybody's."""


PIECES: dict[str, PlayingCard] = {piece.code: piece for piece in map(PlayingCard, DECK)}
"""Every piece by its code, in the order in which a deck is enrolled: suit by suit, from the ace to the king."""
