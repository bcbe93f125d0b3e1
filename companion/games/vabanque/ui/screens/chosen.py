"""Until when a choice holds in Vabanque, and which of the cards that are to be turned over is asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Unrevealed
from companion.table.snapshot import Snapshot
from companion.ui.screens.chosen import Chooses, Chosen, one_phase


def one_result(screen: Chooses, _value: object = None) -> Hashable:
    """A phase of one round of one game, as long as the result of the round before is the same."""
    view = screen.shown.view
    return (one_phase(screen), view.results[-1:]) if view is not None else None


class Asked(Chooses):
    """Which of the cards that are to be turned over is asked for: the first one, unless a finger or a tag says another table or owner.

    `missing` takes them from a snapshot.
    """

    def __init__(self, missing: Callable[[Snapshot], tuple[Unrevealed, ...]]) -> None:
        self._missing = missing

    def _elsewhere(self, table: int | None) -> Hashable:
        """The cards of one table are turned over one after the other; whatever else changes, the game asks anew."""
        there = self.missing
        if table not in [each.table for each in there]:
            return None
        return self.shown.game, tuple(each for each in there if each.table != table)

    def _all(self, _owner: Colour | None) -> Hashable:
        return self.shown.game, self.missing, self.at

    _table = Chosen[int | None](None, _elsewhere)
    _owner = Chosen[Colour | None](None, _all)

    @property
    def missing(self) -> tuple[Unrevealed, ...]:
        """The cards that are not told yet."""
        return self._missing(self.shown) if self.shown is not None else ()

    @property
    def at(self) -> int | None:
        """The table."""
        tables = [each.table for each in self.missing]
        pending = self.shown.pending if self.shown is not None else None
        if pending is not None and pending.spot in tables:
            waits: int | None = pending.spot
            return waits
        return self._table if self._table in tables else tables[0] if tables else None

    @at.setter
    def at(self, table: int | None) -> None:
        self._table, self._owner = table, None

    @property
    def here(self) -> tuple[Unrevealed, ...]:
        """The cards that are not told yet at that table."""
        at = self.at
        return tuple(each for each in self.missing if each.table == at)

    @property
    def whose(self) -> Colour | None:
        """Whose card."""
        owners = [each.owner for each in self.here]
        pending = self.shown.pending if self.shown is not None else None
        if pending is not None and pending.owner in owners:
            waits: Colour | None = pending.owner
            return waits
        return self._owner if self._owner in owners else owners[0] if owners else None

    @whose.setter
    def whose(self, owner: Colour | None) -> None:
        self._owner = owner
