"""Moves of a past game that are worth a jump."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.casino.rules.state import Game
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Mark


def marks(timeline: Timeline) -> Iterator[Mark]:
    """Where the rounds begin and where they are counted, in the order of play."""
    began = counted = 0
    for step in range(1, len(timeline.moves) + 1):
        position = timeline.at(step)
        if not isinstance(position, Game):
            continue
        if position.round > began:
            began = position.round
            yield Mark(step, began)
        if len(position.results) > counted:
            counted = len(position.results)
            yield Mark(step, counted, payout=True)
