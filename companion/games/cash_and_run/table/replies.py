"""What a tap or a tag comes to."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.cash_and_run.rules.moves import AnyMove
from companion.games.kit.colours import Colour


class Answer(StrEnum):
    """Why a tap or a tag leads to no move."""

    NOTHING_NOW = "nothing now"
    """What was tapped has no part in what the table does."""
    WHOSE = "whose"
    """A casino card was shown where it means nothing: whose it is, its symbol and its colour. `casino` says which."""
    TELL_FIRST = "tell first"
    """A casino card of which nobody has told what is printed on it. `number` says which."""
    WHICH_PLACE = "which place"
    """Squares of that name lie more than once on the board. `places` says where."""
    NO_SUCH_SQUARE = "no such square"
    NO_CHIPS = "no chips"
    """Nothing lies on the felt yet."""
    NO_MONEY = "no money"
    NOT_HELD = "not held"
    """A card that has no part in a combination of the player who wants to run."""
    NO_SET = "no set"


class Make(msgspec.Struct, frozen=True):
    """The gesture is whole: make this move."""

    move: AnyMove


class Say(msgspec.Struct, frozen=True):
    """The gesture leads to no move, and this is why."""

    answer: Answer
    casino: str | None = None
    number: int | None = None
    places: tuple[int, ...] = ()
    player: Colour | None = None


class Wait(msgspec.Struct, frozen=True):
    """Half a gesture: its other half is awaited, as long as it takes."""


class Note(msgspec.Struct, frozen=True):
    """Counted, go on: a chip more, another card of a combination."""


Reply = Make | Say | Wait | Note


class Pending(msgspec.Struct, frozen=True):
    """Half a gesture in public words: what is chosen so far.

    `usual`: the chip with which each bet begins; `chip`: the one that the next tap lays. `step` is remembered from one bid to the next.
    `on` and `stake`: what lies on the felt.
    """

    usual: int
    chip: int
    step: int
    dice: tuple[int, int] | None = None
    drawn: bool = False
    square: str | None = None
    on: str | None = None
    stake: int = 0
    casino: str | None = None
    turning: bool = False
    selling: bool = False
    running: bool = False
    laid: tuple[str, ...] = ()

    def fresh(self) -> Pending:
        """Nothing is chosen any more but the step."""
        return Pending(self.usual, self.usual, self.step)


Step = tuple[Pending, Reply]
"""What is chosen after a tap, and what it comes to."""


def made(pending: Pending, move: AnyMove) -> Step:
    """The gesture is whole."""
    return pending.fresh(), Make(move)
