"""What stands in a player's emblem: the first letter of the name, and as much more as tells it from the others at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from companion.games.kit.colours import Colour

Seated = tuple[tuple[Colour, str], ...]
"""Who sits at a table: colours with names."""

_JOINER = "\u200d"
_VARIATIONS = "\ufe0e\ufe0f"


@lru_cache(256)
def initials(seated: Seated) -> dict[Colour, str]:
    """One letter each; of those who begin alike the first letter, and the first by which the name differs from the others, else a number."""
    alike: dict[str, list[tuple[Colour, list[str]]]] = {}
    for colour, name in seated:
        letters = [letter for letter in clusters(name) if letter[0].isalnum()] or list(clusters(name.strip())) or ["?"]
        # An accent is too little to tell two letters by from the other side of the table.
        plain = unicodedata.normalize("NFKD", letters[0].casefold())[0]
        alike.setdefault(plain, []).append((colour, letters))
    found: dict[Colour, str] = {}
    for group in alike.values():
        seconds = [_differing(letters, [other for _, other in group if other is not letters]) for _, letters in group]
        if len({second.casefold() for second in seconds}) < len(group):
            seconds = [str(n) for n in range(1, len(group) + 1)]
        found |= {colour: _large(letters[0]) + second for (colour, letters), second in zip(group, seconds, strict=True)}
    return found


def _differing(letters: list[str], others: list[list[str]]) -> str:
    """The first letter by which a name differs from all the others; "" where it ends before, or is alone."""

    def start(of: list[str], n: int) -> str:
        return "".join(of[: n + 1]).casefold()

    return next(
        (letters[n] for n in range(1 if others else len(letters), len(letters)) if all(start(letters, n) != start(other, n) for other in others)), ""
    )


def clusters(text: str) -> Iterator[str]:
    """What readers take for single letters: each with its accents, and what a joiner makes one sign of."""
    letter = ""
    for character in unicodedata.normalize("NFC", text):
        goes_on = unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Mc") or character in _JOINER + _VARIATIONS
        if letter and (goes_on or letter.endswith(_JOINER)):
            letter += character
        else:
            if letter:
                yield letter
            letter = character
    if letter:
        yield letter


def _large(letter: str) -> str:
    """As a capital, where that is one letter as well."""
    large = letter.upper()
    return large if len(large) == len(letter) else letter
