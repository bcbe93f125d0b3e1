"""Which sound goes with an act of Casino. It is chosen from public facts alone; the tone of a card that is read is the same for all."""

from __future__ import annotations

from companion.games.casino.rules.state import Did, Phase
from companion.games.casino.rules.view import View
from companion.ui.kit.sound import Cue


def cue(before: View, after: View) -> Cue | None:
    """The sound of what has changed, None if nothing is to be heard."""
    if after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED:
        return None if after.outcome is not None and after.outcome.left else Cue.VICTORY
    if len(after.results) > len(before.results):
        return Cue.TURN
    last = after.last
    if last is not None and last != before.last:
        if last.did is Did.TAKE:
            # A sweep is told where sweeps score.
            return Cue.VICTORY if last.sweep and after.house.sweeps_score else Cue.RIFFLE
        return Cue.CHIP if last.did in (Did.BUILD, Did.ADD, Did.RAISE) else Cue.CARD
    if after.phase is Phase.PLAY and before.phase is Phase.DEAL and after.deal == after.deals:
        return Cue.TURN
    return Cue.CARD if after.shown is not None and before.shown is None else None
