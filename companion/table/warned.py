"""What was found wrong with the data and mended or gone round: a sentence in English, and as data what the screen's texts need."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from companion.said import Said


class Damage(StrEnum):
    """What was wrong."""

    TORN = "torn"
    """The end of the journal could not be read."""
    COPY_OPENED = "copy opened"
    """The journal was damaged or missing; its newest good copy was opened, made at `date`."""
    NO_COPY_LEFT = "no copy left"
    """The journal was damaged or missing, and there was no good copy."""
    NO_COPY_MADE = "no copy made"
    GAME_UNREAD = "game unread"
    """The acts of `game` can't be followed."""
    KEY_LOST = "key lost"
    """The key of what lies face down in `game` is missing or damaged."""
    KEY_LEFT = "key left"
    """The key of a round that is over could not be erased."""
    BIN = "bin"
    """Old games could not be taken out of the bin."""
    SETTINGS = "settings"
    RESTARTED = "restarted"
    """The program failed and has started anew."""


class Warned(Said):
    """The sentence itself. `file`: under which name the damaged one is kept; `date`: in words, UTC; `game`: its number, 0 for none."""

    damage: Damage
    file: str
    date: str
    game: int

    def __new__(cls, text: str, damage: Damage, /, *, file: str = "", date: str = "", game: int = 0, **values: Any) -> Warned:
        if isinstance(text, Said):
            values = text.values | values
            text = text.text
        made: Warned = cls._made(text, text, {"file": file, "date": date, "game": game, **values})
        made.damage, made.file, made.date, made.game = damage, file, date, game
        return made
