"""Whether cards may lie face down on the real table, whatever the game that is looked at says."""

from __future__ import annotations

import contextlib

from companion.errors import JournalError
from companion.games import vabanque
from companion.table import history
from companion.table.journal import GameRow, Journal
from companion.table.timeline import Timeline


def covered(journal: Journal) -> int | None:
    """A game whose cards may lie face down on the real table: one in progress, or one that was ended early, until another has begun."""
    for listed in history.in_progress(journal):
        if listed.lying:
            return listed.game
    # The bin takes no cards off the table.
    for row in sorted([*journal.games(), *journal.games(deleted=True)], key=lambda row: row.game, reverse=True):
        with contextlib.suppress(JournalError):
            timeline = Timeline(journal.acts(row.game))
            if begun(row, timeline):
                return row.game if left(row, timeline) else None
    return None


def begun(row: GameRow, timeline: Timeline) -> bool:
    """Whether its pieces have been set up on this table."""
    return row.kind != "imported" and isinstance(timeline.position, vabanque.Game)


def left(row: GameRow, timeline: Timeline) -> bool:
    """Whether it was ended early while cards lay face down."""
    position = timeline.position
    return row.ended is not None and bool(timeline.lying) and isinstance(position, vabanque.Game) and position.ended
