"""Moves of a past game that are worth a jump."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.vabanque import rules
from companion.games.vabanque.rules.view import Phase
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Mark


def marks(timeline: Timeline) -> Iterator[Mark]:
    """Where the rounds begin and where their payouts are known, in the order of play."""
    began = paid = 0
    for step in range(1, len(timeline.moves) + 1):
        view = rules.view(timeline.at(step), notes=False)
        if view.phase is Phase.TOKENS and view.round > began:
            began = view.round
            yield Mark(step, began)
        if len(view.results) > paid:
            paid = len(view.results)
            yield Mark(step, paid, payout=True)
