"""Hands wobble: a piece that leaves a reader's field for a moment and comes back was never taken away. Pure: the time is an argument."""

from __future__ import annotations

from enum import Enum, auto

from companion.table.events import TagGone, TagSeen

HAND = 0.6
"""Seconds that a hand needs at least to take a piece away and show one anew: what comes back to the same reader sooner never left."""


class Echo(Enum):
    """What a tag that was read is."""

    NEW = auto()
    """A piece is shown."""
    DONE = auto()
    """It is still the showing that was answered already: with an act, as half a gesture, or by a refusal that still holds."""
    REFUSED = auto()
    """It is still the showing that was refused, and somebody has acted since."""


class _Showing:
    """A piece on a reader. `last`: the last sign of it; `state`: of what it was judged by; `took`: whether it was taken, not refused."""

    def __init__(self, state: int) -> None:
        self.there = True
        self.last = 0.0
        self.state = state
        self.took = False


class Echoes:
    """What was shown to which reader, and what came of it. `hand`: see HAND; with 0, each reading is a showing of its own."""

    def __init__(self, hand: float = HAND) -> None:
        self._hand = hand
        self._shown: dict[tuple[str, bytes], _Showing] = {}

    def seen(self, tag: TagSeen, now: float, state: int) -> Echo:
        """A tag was read. `state` is another number after each act."""
        self._shown = {key: each for key, each in self._shown.items() if each.there or now - each.last < self._hand}
        showing = self._shown.get((tag.reader, tag.uid))
        if showing is None or now - showing.last >= self._hand:
            showing = self._shown[tag.reader, tag.uid] = _Showing(state)
            echo = Echo.NEW
        else:
            echo = Echo.DONE if showing.took or showing.state == state else Echo.REFUSED
            showing.state = state
        showing.there, showing.last = True, now
        return echo

    def gone(self, tag: TagGone, now: float) -> None:
        """A tag has left the field."""
        if (showing := self._shown.get((tag.reader, tag.uid))) is not None:
            showing.there, showing.last = False, now

    def took(self, tag: TagSeen) -> None:
        """What this tag was shown for has happened, or is half a gesture now."""
        if (showing := self._shown.get((tag.reader, tag.uid))) is not None:
            showing.took = True
