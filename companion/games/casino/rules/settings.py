"""What the owner may set of Casino: how a table likes to play with the companion. None of it is a rule of the game."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Piles(StrEnum):
    """What is told of the piles while a round is on. They lie face down, and memory is part of the game."""

    CLOSED = "closed"
    CARDS = "cards"
    """How many cards each has."""
    SPADES = "spades"
    """How many cards, and how many spades."""


class Tell(StrEnum):
    """What the companion is told of a round."""

    EVERY_PLAY = "every play"
    PILES = "piles"
    """Only the piles, counted by hand."""


class Reading(StrEnum):
    """How cards get to the companion."""

    PAD = "pad"
    BY_HAND = "by hand"


class CasinoSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting with its default."""

    show_takes: bool = True
    """What a shown card could take is lit."""
    next_settles: bool = True
    """A new card settles the play before it as it is lit."""
    piles: Piles = Piles.CLOSED
    tell: Tell = Tell.EVERY_PLAY
    cards: Reading = Reading.PAD
    four_colours: bool = False
    """Each suit has a colour of its own, not only red and black."""


USUAL = CasinoSettings()
"""What a table that has said nothing likes."""
