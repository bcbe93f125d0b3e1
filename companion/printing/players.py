"""Players as lists and sentences of the terminal call them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.kit.colours import Colour
from companion.words import trc


def colour(value: Colour) -> str:
    """A colour, as the player who has it is called in lists and sentences."""
    return {
        Colour.BLUE: lambda: trc("player", "blue"),
        Colour.RED: lambda: trc("player", "red"),
        Colour.YELLOW: lambda: trc("player", "yellow"),
        Colour.GREEN: lambda: trc("player", "green"),
        Colour.BLACK: lambda: trc("player", "black"),
        Colour.WHITE: lambda: trc("player", "white"),
    }[value]()


def colours(values: Iterable[Colour]) -> str:
    """Colours in a row."""
    return ", ".join(map(colour, values))
