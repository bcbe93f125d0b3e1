"""Which sound goes with an act of Casino. It is chosen from public facts alone; the tone of a card that is read is the same for all."""

from __future__ import annotations

from companion.games.casino.rules.state import FACE_UP, HAND, Did, Phase
from companion.games.casino.rules.view import View
from companion.ui.kit.sound import Cue

_BUILT = (Did.BUILD, Did.ADD, Did.RAISE)


def cue(before: View, after: View) -> Cue | None:
    """The sound of what has changed, None if nothing is to be heard. What was taken back is silent."""
    if _place(after) < _place(before):
        return None
    if after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED:
        return None if after.outcome is not None and after.outcome.left else Cue.VICTORY
    if len(after.results) > len(before.results):
        return Cue.TURN
    if after.deal == after.deals and before.deal != after.deal and after.phase in (Phase.PLAY, Phase.CHOOSE):
        return Cue.LAST
    return _settled(before, after) or (Cue.CARD if after.shown is not None and before.shown is None else None)


def _place(view: View) -> tuple[int, int, int, int]:
    """How far a game has come: counted rounds, deals, plays, cards that were laid."""
    laying = view.phase is Phase.TABLE
    left = HAND * len(view.players) if laying else sum(player.left for player in view.players)
    return len(view.results), view.deal or 0, -left, len(view.loose) if laying else FACE_UP


def _settled(before: View, after: View) -> Cue | None:
    """What a play sounds like: a sweep where sweeps score, a capture, a build, a card that stays. None where none was settled."""
    last = after.last
    if last is None or last == before.last:
        return None
    if before.shown is not None and last.card != before.shown and last.did is Did.TRAIL:
        # The card that stays has settled the one before it.
        lies = (*after.loose, *[card for build in after.builds for card in build.cards])
        if before.shown not in lies:
            return _captured(after, bare=lies == (last.card,))
        return Cue.CHIP
    if last.did is Did.TAKE:
        return _captured(after, bare=last.sweep)
    # A card that had nothing to choose is heard as the card that it is.
    return Cue.CHIP if last.did in _BUILT or before.shown is not None else Cue.CARD


def _captured(after: View, *, bare: bool) -> Cue:
    return Cue.RUN if bare and after.house.sweeps_score else Cue.RIFFLE
