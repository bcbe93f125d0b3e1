"""What a finger tells beside the cards: the buttons of the screens that belong to Casino. Whole moves come as they are."""

from __future__ import annotations

import msgspec

from companion.games.casino.rules.cards import Card
from companion.games.kit.colours import Colour


class TapCard(msgspec.Struct, frozen=True, tag="tap card"):
    """A card of the grid or of the table. It means what its tag means."""

    card: Card


class TakeThese(msgspec.Struct, frozen=True, tag="take"):
    """The shown card takes what is lit."""


class BuildThese(msgspec.Struct, frozen=True, tag="build"):
    """The shown card builds with what is lit; where that can't be built, nothing is lit any more and cards can be tapped."""


class BuildAs(msgspec.Struct, frozen=True, tag="build as"):
    """Which of two builds it is."""

    value: int


class AceAs(msgspec.Struct, frozen=True, tag="ace as"):
    """The ace takes as 1 or as 14."""

    value: int


class LeaveIt(msgspec.Struct, frozen=True, tag="leave"):
    """The shown card stays on the table."""


class OtherCards(msgspec.Struct, frozen=True, tag="other cards"):
    """Nothing is lit any more; other cards are tapped."""


class CountSide(msgspec.Struct, frozen=True, tag="count side"):
    """The point cards that are shown now lie in this side's pile."""

    side: str


class TellPile(msgspec.Struct, frozen=True, tag="tell pile"):
    """A number of a side's pile, counted by hand; what is None stays."""

    side: str
    cards: int | None = None
    spades: int | None = None
    sweeps: int | None = None


class TogglePoint(msgspec.Struct, frozen=True, tag="toggle point"):
    """One of the six cards that score lies in this side's pile, or does not after all."""

    side: str
    card: Card


class PilesCounted(msgspec.Struct, frozen=True, tag="piles counted"):
    """The piles are counted as they stand."""


class MissingPlay(msgspec.Struct, frozen=True, tag="missing play"):
    """Before the act at `place` somebody played this card, and nobody told it; whose it was follows from the place."""

    place: int
    card: Card


class PlayedBy(msgspec.Struct, frozen=True, tag="played by"):
    """The play at `place` was this player's, and the others follow clockwise from there."""

    place: int
    player: Colour


class DrawDealer(msgspec.Struct, frozen=True, tag="draw dealer"):
    """Lots are drawn for the first dealer; who was drawn is confirmed, or another seat is touched."""


Choosing = DrawDealer | TapCard | TakeThese | BuildThese | BuildAs | AceAs | LeaveIt | OtherCards
Counting = CountSide | TellPile | TogglePoint | PilesCounted
Correcting = MissingPlay | PlayedBy
COMMANDS = Choosing | Counting | Correcting
