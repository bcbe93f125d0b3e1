"""What comes of a card that is shown, or of a touch."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import AnyMove
from companion.games.kit.colours import Colour


class Answer(StrEnum):
    """Why something leads to no move, where the rules were not asked."""

    NO_CARD_NOW = "no card now"
    """Nobody lays or plays a card in this phase."""
    PLAY_FIRST = "play first"
    """The card before this one still waits for what it does; `by` is whose it is."""
    CARDS_BY_HAND = "cards by hand"
    """This table tells its cards with the finger."""
    ONE_AT_A_TIME = "one at a time"
    NOTHING_WAITS = "nothing waits"
    """No card is shown for which a button could be meant."""
    NO_POINT_CARD = "no point card"
    """While piles are counted only the six cards that score are of use."""


class Make(msgspec.Struct, frozen=True):
    """Make these moves, all of them or, if one is refused, none."""

    moves: tuple[AnyMove, ...]


class Say(msgspec.Struct, frozen=True):
    """It leads to no move, and this is why."""

    answer: Answer
    by: Colour | None = None
    card: Card | None = None


class Note(msgspec.Struct, frozen=True):
    """Taken in: something is lit or out now. A tone, and nothing else."""


Reply = Make | Say | Note
