"""Colours, sizes and durations of the look: tokens.json as typed values, and what the owner may set of them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from companion.games.kit.colours import Colour

HERE = Path(__file__).parents[1]
TOKENS: dict[str, Any] = json.loads((HERE / "tokens.json").read_text(encoding="utf-8"))

COLOURS: dict[str, str] = TOKENS["colours"]
TYPE: dict[str, Any] = TOKENS["type_dp"]
CHAMFER: dict[str, int] = TOKENS["chamfer_dp"]

SMALLEST_TEXT = 28
"""No text is smaller, in dp: capitals of 3.5 mm on a panel of 7 inches."""
FAR_TEXT = 38
"""What must be read from the table is no smaller, in dp: capitals of 4.7 mm on a panel of 7 inches, 16 minutes of arc at one metre."""
TARGET = (48, 52)
"""No touch target is smaller, in dp: width and height."""

TEXT_SIZES = {"normal": 1.0, "large": 1.15, "largest": 1.3}
VOLUMES = {"low": 0.15, "medium": 0.45, "high": 1.0}
"""Of the files' own loudness; the ear takes each step for about as large as the other."""


class Livery(msgspec.Struct, frozen=True):
    """How a player is told apart: fill, letter, shape. `letter_ink` and `own_rim` (the rim on a block of that fill) are colours."""

    letter: str
    fill: str
    letter_ink: str
    shape: str
    own_rim: str


LIVERIES: dict[Colour, Livery] = {
    colour: Livery(letter, p["fill"], p["letter"], p["shape"], COLOURS[p["rim_on_own_colour"]])
    for colour, (letter, p) in zip(Colour, TOKENS["players"].items(), strict=True)
}
"""The six players, in the order of Colour."""


class Look(msgspec.Struct):
    """What the owner has set: `text` scales every text size, `volume` every sound; `calm` stops all motion, `mute` all sound."""

    text: float = 1.0
    calm: bool = False
    mute: bool = False
    volume: float = 1.0


look = Look()
"""The look in force. Whoever changes it asks the Stage to lay everything out anew."""


def duration(event: str) -> float:
    """How long a motion lasts, in seconds; 0 when motion is off. What is held or waited for keeps its time: see `patience`."""
    return 0.0 if look.calm else float(TOKENS["ms"][event]) / 1000


def patience(event: str) -> float:
    """A waiting time that is no motion (hold, refusal, private_max), in seconds."""
    return float(TOKENS["ms"][event]) / 1000


@lru_cache(512)
def rgba(colour: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """A token's name ("ivory") or "#RRGGBB" as four numbers from 0 to 1."""
    text = COLOURS.get(colour, colour)
    return int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255, alpha
