"""What each signal looks and sounds like: the one table that wand, ring and panel play from.

Two signals differ in the rhythm of the light as well as in its colour, and in the rhythm of the tone as well as in its pitch: some
people see no difference between red and green, and the panel's buzzer knows a single pitch. No signal depends on a card's kind.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.table.events import Signal

GREEN, RED, YELLOW, BLUE, WHITE, DARK = 0x00FF00, 0xFF0000, 0xFF9000, 0x0000FF, 0xFFFFFF, 0x000000

Steps = tuple[tuple[int, int], ...]
"""(24-bit colour or hertz, milliseconds); 0 is dark or silent."""


class Pattern(NamedTuple):
    """One signal: `light` is gone through `times` times (0: until another signal), `tone` once."""

    light: Steps
    times: int
    tone: Steps


PATTERNS: dict[Signal, Pattern] = {
    # one short note; one steady light
    Signal.ACCEPTED: Pattern(((GREEN, 900),), 1, ((1319, 80),)),
    # one long low note; four quick flashes
    Signal.REFUSED: Pattern(((RED, 110), (DARK, 90)), 4, ((196, 500),)),
    # two long notes, falling; two slow flashes
    Signal.UNKNOWN: Pattern(((YELLOW, 400), (DARK, 250)), 2, ((392, 240), (0, 120), (262, 240))),
    # two short notes, rising; a slow blink that stays
    Signal.WAITING: Pattern(((BLUE, 250), (DARK, 750)), 0, ((880, 70), (0, 70), (1175, 70))),
    # three short notes, rising; long, short, long, short ... that stays
    Signal.YOUR_TURN: Pattern(((WHITE, 700), (DARK, 150), (WHITE, 150), (DARK, 500)), 0, ((659, 70), (0, 70), (784, 70), (0, 70), (988, 70))),
    Signal.QUIET: Pattern(((DARK, 100),), 1, ((0, 10),)),
}
