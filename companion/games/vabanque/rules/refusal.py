"""Why the rules refuse a move: data, which the texts turn into sentences. No refusal names the kind of a card."""

from __future__ import annotations

from enum import StrEnum

from companion.game import MoveRefused

__all__ = ["MoveRefused", "Refusal"]


class Refusal(StrEnum):
    """The reasons. A move that is refused changes nothing."""

    NOT_YOUR_TURN = "not your turn"
    """Somebody else is to act; `expected` says who."""
    WRONG_PHASE = "not in this phase"
    """The table is doing something else; a later or earlier move."""
    NO_SUCH_TABLE = "no such table"
    """The ring has no table of that number."""
    BAD_STEPS = "a pawn goes 0 to 4 tables"
    KIND_TWICE = "a second card of a kind"
    """The hand has one of each kind and this one was told before in this round."""
    NO_KIND = "the kind is missing"
    """A reveal says raise, bluff or cheat."""
    NOTHING_HIDDEN = "nothing hidden there"
    """No hidden card of that player waits at that table."""
    BAD_AMOUNT = "a correction is a multiple of 5,000 and not 0"
    BELOW_NOTHING = "nobody has less than nothing"
    """The correction would leave the fortune below 0."""
    BAD_REASON = "a reason has 1 to 80 letters"
    TOO_MANY_NOTES = "more notes than there are"
    """With what the others hold, that would be more notes of a value than the box has."""
    STAYED_ALREADY = "nobody moves already"
    ALREADY_PAID = "already handed out"
    NOTHING_DUE = "nothing to hand out"
    TABLE_FULL = "six players at most"
    TOO_FEW = "three players at least"
    TILE_TWICE = "tile twice"
    """That tile lies in the ring already; `table` says where."""
    NO_SUCH_TILE = "no such tile"
    WRONG_RING = "wrong number of tables"
    NOT_OF_ITS_KIND = "a move is replaced by one of its kind"
    """A correction can't make another act, or somebody else's, of one."""
    GAME_OVER = "the game is over"
