"""Which sound goes with an act of Vabanque. It is chosen from public facts alone, so that none depends on the kind of a card."""

from __future__ import annotations

from companion.games.vabanque.rules.view import Phase, View
from companion.ui.kit.sound import Cue


def cue(before: View, after: View) -> Cue | None:
    """The sound of what has changed, None if nothing is to be heard."""
    if after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED:
        return None if after.ended else Cue.VICTORY
    if (before.phase is Phase.STAND and after.phase is not Phase.PAWNS) or _open(after) > _open(before):
        return Cue.TURN
    if len(after.handed_out) > len(before.handed_out) or (before.phase is Phase.PAYOUT and after.phase is Phase.COUNT):
        return Cue.RIFFLE
    if before.round != after.round or len(before.tables) != len(after.tables):
        return None
    if sum(len(table.tokens) for table in after.tables) > sum(len(table.tokens) for table in before.tables):
        return Cue.CHIP
    if sum(table.face_down for table in after.tables) > sum(table.face_down for table in before.tables):
        return Cue.CARD
    if sum(player.moved for player in after.players) > sum(player.moved for player in before.players):
        return Cue.PAWN
    return None


def _open(view: View) -> int:
    return sum(len(table.revealed) for table in view.tables)
