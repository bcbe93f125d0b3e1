"""Which way letters run: names in Hebrew and Arabic within lines that run as our languages do, from left to right."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

SETTLED = "\u200e"
"""Behind what is written from right to left: what follows it, such as a sum, runs on from left to right. Nothing is written for it."""


@lru_cache(4096)
def right_to_left(text: str) -> bool:
    """Whether any of it is written from right to left."""
    return any(letter >= "\u0590" and unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


def settled(values: dict[str, Any]) -> dict[str, Any]:
    """What is filled into a sentence, so that the rest of the sentence stays where it is."""
    return {key: value + SETTLED if isinstance(value, str) and right_to_left(value) else value for key, value in values.items()}


@lru_cache(4096)
def visual(text: str) -> str:
    """One line as its letters stand from left to right, those of Arabic joined."""
    if not right_to_left(text):
        return text.replace(SETTLED, "")
    # Needed at few tables: they are not to cost every start.
    from arabic_reshaper import reshape
    from bidi import get_display

    return str(get_display(reshape(text), base_dir="L")).replace(SETTLED, "")
