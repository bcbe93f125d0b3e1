"""The colours by which every game of this shelf tells its players apart."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """A player's colour. The value is the name in records; the order of definition is the order of every list sorted by colour."""

    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLACK = "black"
    WHITE = "white"
