"""Moves of a past game that are worth a jump."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cash_and_run.rules.state import Game
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Mark


def marks(timeline: Timeline) -> Iterator[Mark]:
    """Where the turns begin, in the order of play."""
    turn = 0
    for step in range(1, len(timeline.moves) + 1):
        position = timeline.at(step)
        if isinstance(position, Game) and position.turn > turn:
            turn = position.turn
            yield Mark(step, turn)
