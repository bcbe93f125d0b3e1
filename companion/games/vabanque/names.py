"""What a player or a place may be called."""

from __future__ import annotations

import unicodedata

from companion.games.vabanque.box import MAX_NAME

_STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories that steer a terminal or a line of text instead of showing something."""

_JOINERS = "\u200c\u200d"
"""Formatting characters that names and emblems of some scripts need."""


def proper_text(text: str, longest: int) -> bool:
    """Whether a text can be shown on one line: 1 to `longest` letters, not blank, nothing that steers a terminal."""
    if not 1 <= len(text) <= longest or not text.strip():
        return False
    return all(letter in _JOINERS or unicodedata.category(letter) not in _STEERING for letter in text)


def proper_name(name: str) -> bool:
    """Whether a player can be called so: 1 to 20 letters."""
    return proper_text(name, MAX_NAME)


def one_form(name: str) -> str:
    """A name in the one form that counts: letters composed (NFC), no blank at the ends, single ones inside."""
    blanks = [" " if unicodedata.category(letter) == "Zs" else letter for letter in unicodedata.normalize("NFC", name)]
    return " ".join(part for part in "".join(blanks).split(" ") if part)
