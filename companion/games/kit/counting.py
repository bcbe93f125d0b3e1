"""Counting the notes at the end of a round: how far a purse is from the ledger, and what has probably happened."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from companion.games.kit.money import Notes


class Cause(StrEnum):
    """Why a count may differ from the ledger."""

    NONE = "none"
    """It does not differ."""
    NOT_HANDED_OUT = "not handed out"
    """A whole payment is missing. `value`: its amount."""
    NOTE_TOO_MANY = "note too many"
    """The difference is one note that the player holds. `value`: its value."""
    NOTE_TOO_FEW = "note too few"
    """The difference is one note that somebody else must hold. `value`: its value."""
    UNKNOWN = "unknown"


class Difference(msgspec.Struct, frozen=True):
    """`amount`: counted less ledger, so below 0 where money is missing. `value`: the note or the payment of the likely cause, else 0."""

    amount: int
    cause: Cause
    value: int = 0


def difference(ledger: int, counted: Notes, payments: Iterable[int], box: Notes) -> Difference:
    """Compares what a player has counted with the ledger.

    `ledger`: what should be in hand, that is the fortune less what the bank owes. `payments`: what was to be handed out to the player
    since the last count. A payment that explains the difference is likelier than a note of the same value: it is forgotten as a whole.
    """
    amount = counted.total - ledger
    if amount == 0:
        return Difference(0, Cause.NONE)
    if -amount in payments:
        return Difference(amount, Cause.NOT_HANDED_OUT, -amount)
    if counted[amount]:
        return Difference(amount, Cause.NOTE_TOO_MANY, amount)
    if box[-amount] > counted[-amount]:
        return Difference(amount, Cause.NOTE_TOO_FEW, -amount)
    return Difference(amount, Cause.UNKNOWN)
