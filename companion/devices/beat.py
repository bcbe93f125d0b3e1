"""When each of several rings begins its sweep, so that no two neighbours at the table read at once. firmware/PROTOCOL.md, section 5, "Rings"."""

from __future__ import annotations

import re
from collections.abc import Sequence

BEAT = 0.25
"""Seconds from one beat to the next: every ring is told to sweep once in each."""
PUNCTUAL = 0.03
"""A `sweep` that is later by so many seconds is left out: a ring keeps the beat by itself, and would be led astray."""

# A ring gives each reader an equal part of 240 ms, at most 60: its first reader is on within the first of four quarters, its last one within
# the quarter that stands here by the number of its readers.
QUARTER = 0.06
_LAST = {1: 0, 2: 1, 3: 2}


def beginnings(sizes: Sequence[int]) -> list[float]:
    """Seconds after each beat at which the rings, so many readers each, begin. They stand in a circle in this order.

    All begin with the beat but those of one reader, which is first and last and has a neighbour on either side: these take a free quarter.
    """
    quarters = [0] * len(sizes)
    for place, size in enumerate(sizes):
        if size > 1:
            continue
        before, after = place - 1, (place + 1) % len(sizes)
        taken = {quarters[before] + _LAST.get(sizes[before], 3), quarters[after]}
        quarters[place] = min(quarter for quarter in range(4) if quarter not in taken)
    return [quarter * QUARTER for quarter in quarters]


def place_at_the_table(name: str) -> list[int]:
    """What rings are ordered by: ring-2 stands before ring-10."""
    return [int(number) for number in re.findall(r"\d+", name)]
