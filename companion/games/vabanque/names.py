"""What a player may be called."""

from __future__ import annotations

import unicodedata

from companion.games.vabanque.box import MAX_NAME


def proper_name(name: str) -> bool:
    """Whether a name can be shown: 1 to 20 letters, not blank, nothing that steers a terminal or a line of text."""
    if not 1 <= len(name) <= MAX_NAME or not name.strip():
        return False
    joiners = "\u200c\u200d"
    steering = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return all(letter in joiners or unicodedata.category(letter) not in steering for letter in name)
