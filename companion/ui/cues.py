"""Which sound goes with a new snapshot. It is chosen from public facts alone, so that none depends on the kind of a card."""

from __future__ import annotations

from companion.table.snapshot import Answer, Snapshot
from companion.ui import gameui
from companion.ui.kit.sound import Cue


def cue(before: Snapshot, after: Snapshot) -> Cue | None:
    """The sound of what has changed, None if nothing is to be heard. What was taken back is silent."""
    if after.notice is not None and after.notice != before.notice and after.notice.what is not Answer.DEVICE_LOST:
        return Cue.UNKNOWN if after.notice.what in (Answer.UNKNOWN_TAG, Answer.PHONE) else Cue.REFUSED
    lost, were_lost = _lost(after), _lost(before)
    if lost - were_lost:
        return Cue.UNPLUGGED
    if were_lost - lost:
        return Cue.PLUGGED
    if before.view is not None and after.view is not None and before.game == after.game and before.view != after.view:
        return gameui.of(after.rules).cue(before.view, after.view)
    if after.pending is not None and after.pending != before.pending:
        return Cue.WAITING
    return None


def _lost(shown: Snapshot) -> set[str]:
    """Devices and single antennas that do not work."""
    return {link.device for link in shown.links if link.fault is not None} | {each.reader for link in shown.links for each in link.broken}
