"""Which sound an act makes, by the public views before and after it."""

from __future__ import annotations

from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.news import news
from companion.ui.kit.sound import Cue


def cue(before: View, after: View) -> Cue | None:
    """None for silence."""
    if after.outcome is not None and before.outcome is None:
        return Cue.VICTORY if after.outcome.winners else None
    new = news(before, after)
    if new.may_run or any(event.what in ("cash & run", "lap over", "bankrupt") for event in new.events):
        return Cue.TURN
    if new.payments:
        return Cue.RIFFLE
    if before.phase is Phase.THROW and after.phase is not Phase.THROW:
        return Cue.PAWN
    if before.phase is Phase.BET and after.phase is Phase.DRAW:
        return Cue.CHIP
    return Cue.CARD if after.phase is Phase.BELIEVE and before.phase is Phase.LOST else None
