"""How a table likes to play with the companion. None of it is a rule of the game."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.casino.rules.view import Piles


class Tell(StrEnum):
    """What the companion is told of a round."""

    EVERY_PLAY = "every play"
    PILES = "piles"
    """Only the piles, counted by hand."""


class Reading(StrEnum):
    """How cards get to the companion."""

    PAD = "pad"
    BY_HAND = "by hand"


class Habits(msgspec.Struct, frozen=True):
    """`show_takes`: what a shown card could take is lit. `next_settles`: a new card settles the play before it as it is lit."""

    show_takes: bool = True
    next_settles: bool = True
    piles: Piles = Piles.CLOSED
    tell: Tell = Tell.EVERY_PLAY
    cards: Reading = Reading.PAD


USUAL = Habits()
"""What a table that has said nothing likes."""
