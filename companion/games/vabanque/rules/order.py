"""The order of play after a round, the chairs that go with it, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import groupby

import msgspec

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Seating


class Ending(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    """All four rounds were played."""
    LEFT = "left"
    """Somebody left for good before the end; nobody has won."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game as data. `winners`: everybody who ties for richest, by their chairs at the start."""

    ending: Ending
    winners: tuple[Colour, ...]
    fortunes: dict[Colour, int]

    @property
    def left(self) -> bool:
        """Whether it was ended early."""
        return self.ending is Ending.LEFT


def next_order(order: Sequence[Colour], fortunes: Mapping[Colour, int]) -> tuple[Colour, ...]:
    """The new order of play. `order`: that of the round just played."""
    # Richest first; level players stand, among themselves, in the reverse of their order in the round just played.
    reverse = order[::-1]
    return tuple(sorted(reverse, key=lambda colour: -fortunes[colour]))


def ties(order: Sequence[Colour], fortunes: Mapping[Colour, int]) -> tuple[tuple[Colour, ...], ...]:
    """The groups of level players in `order`, which is sorted by fortune."""
    groups = [tuple(group) for _, group in groupby(order, fortunes.__getitem__)]
    return tuple([group for group in groups if len(group) > 1])


def reseat(seats: Sequence[Colour], order: Sequence[Colour], seating: Seating) -> tuple[Colour, ...]:
    """Who sits on which chair once the new `order` holds. `seats`: who sits there now, clockwise."""
    # With numbered platelets nobody moves.
    if seating is Seating.PLATELETS:
        return tuple(seats)
    # The richest keeps the chair; the others sit clockwise from there in order.
    shift = len(order) - seats.index(order[0])
    return tuple(order[shift:]) + tuple(order[:shift])


def richest(fortunes: Mapping[Colour, int]) -> tuple[Colour, ...]:
    """Everybody with the largest fortune, in the order of `fortunes`."""
    most = max(fortunes.values())
    return tuple([colour for colour, fortune in fortunes.items() if fortune == most])
