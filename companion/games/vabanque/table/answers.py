"""What the table says to a card or a table's tag that led to no move, beside what it says in every game."""

from __future__ import annotations

from enum import StrEnum


class VabanqueAnswer(StrEnum):
    """None tells the kind of a card. `Say.owner`: whose card it is."""

    COLOUR_CARD = "colour card"
    """The colour card was shown where a character card is due."""
    CHARACTER_CARD = "character card"
    """A character card was shown where the colour card is due."""
    LAID_ALREADY = "laid already"
    """The tag of this card has laid it in this round."""
    NOT_IN_RING = "tile not in the ring"
    JOINED_ALREADY = "joined already"
    WHICH_TABLE = "which table"
    """Hidden cards of this player lie at several tables: tap the table as well."""
    NOTHING_MISSING = "nothing missing"
    """No hidden card of this player waits to be turned over."""
