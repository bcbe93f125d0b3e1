"""What a tap or a tag comes to."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.game import Make, Reply
from companion.games.cash_and_run.rules.moves import AnyMove


class Answer(StrEnum):
    """Why a tap or a tag leads to no move."""

    NOTHING_NOW = "nothing now"
    """What was tapped has no part in what the table does."""
    TELL_FIRST = "tell first"
    """A casino card of which nobody has told what is printed on it. `spot`: its number."""
    NO_SUCH_SQUARE = "no such square"
    NO_CHIPS = "no chips"
    """Nothing lies on the felt yet."""
    NO_MONEY = "no money"
    """`owner`: who has not so much."""
    NOT_HELD = "not held"
    """A card that has no part in a combination of the player who wants to run."""
    NO_SET = "no set"


class Pending(msgspec.Struct, frozen=True):
    """Half a gesture in public words: what is chosen so far. `on` and `stake`: what lies on the felt.

    `chip`: the one that the next tap lays, None for the usual one. `square`: where the pawn stands, while something else is asked; `places`: where
    squares of that name lie, while it is asked which is meant. `looked`: a casino card that was shown where it means nothing.
    """

    chip: int | None = None
    dice: tuple[int, int] | None = None
    square: str | None = None
    places: tuple[int, ...] = ()
    on: str | None = None
    stake: int = 0
    casino: str | None = None
    turning: bool = False
    selling: bool = False
    running: bool = False
    laid: tuple[str, ...] = ()
    looked: str | None = None


NOTHING = Pending()
"""Nothing is chosen."""

Step = tuple[Pending, Reply]
"""What is chosen after a tap, and what it comes to."""


def made(pending: Pending, move: AnyMove) -> Step:
    """The gesture is whole."""
    return NOTHING, Make(move)
