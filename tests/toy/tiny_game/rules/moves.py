"""What can be done: small frozen values, which are also the lines of the journal and of the record."""

from __future__ import annotations

from enum import StrEnum

from companion.game import Move
from companion.games.kit.colours import Colour
from companion.games.kit.secret import Secret, Secrets, tells_only


class Face(StrEnum):
    """What a card shows; HIDDEN is a card of which nobody has told it."""

    ONE = "one"
    TWO = "two"
    HIDDEN = "hidden"


class Join(Move, frozen=True, tag="join"):
    """Somebody takes a colour, and the next chair."""

    colour: Colour
    name: str


class Draw(Move, frozen=True, tag="draw"):
    """The lot has fallen: this player is odd in this round, the other one even."""

    odd: Colour


@tells_only("by")
class Lay(Move, frozen=True, tag="lay"):
    """A card is laid face down. Its repr tells no face: it may end in a log or a trace."""

    by: Colour
    face: Face = Face.HIDDEN


class Turn(Move, frozen=True, tag="turn"):
    """A card that was laid without a reader is turned over, and this is what it shows."""

    by: Colour
    face: Face


class Open(Move, frozen=True, tag="open"):
    """Both cards are turned over, paid and taken back."""


class End(Move, frozen=True, tag="end"):
    """The players stop early; nobody wins."""


AnyMove = Join | Draw | Lay | Turn | Open | End

SECRETS: Secrets = {"lay": {"face": Secret(tuple([face.value for face in Face]), Face.HIDDEN.value)}}
"""Which field of which move nobody else may know."""
