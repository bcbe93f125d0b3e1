"""Which sound goes with a new snapshot. It is chosen from public facts alone, so that none depends on the kind of a card."""

from __future__ import annotations

from companion.games.vabanque.rules.view import Phase, View
from companion.table.snapshot import Answer, Shown
from companion.ui.kit.sound import Cue


def cue(before: Shown, after: Shown) -> Cue | None:
    """The sound of what has changed, None if nothing is to be heard. What was taken back is silent."""
    if after.notice is not None and after.notice != before.notice:
        return Cue.UNKNOWN if after.notice.what in (Answer.UNKNOWN_TAG, Answer.PHONE) else Cue.REFUSED
    lost, were_lost = _lost(after), _lost(before)
    if lost - were_lost:
        return Cue.UNPLUGGED
    if were_lost - lost:
        return Cue.PLUGGED
    if before.view is not None and after.view is not None and before.game == after.game and before.view != after.view:
        return _act(before.view, after.view)
    if after.pending is not None and after.pending != before.pending:
        return Cue.WAITING
    return None


def _lost(shown: Shown) -> set[str]:
    """Devices and single antennas that do not work."""
    return {link.device for link in shown.links if link.fault is not None} | {each.reader for link in shown.links for each in link.broken}


def _act(before: View, after: View) -> Cue | None:
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
