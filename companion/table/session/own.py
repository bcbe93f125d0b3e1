"""Own secrets, opened for their player's eyes alone while the pad is held. Everybody sees that it was done."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.table.session.notices import Notices
from companion.table.snapshot import Own

WAIT_S = 30.0
"""Seconds for which the piece is awaited that says who somebody is."""


class OwnSecrets:
    """`own`: whose are wanted or open, None while nobody wants to see any."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self.own: Own | None = None
        self._until = 0.0

    def await_owner(self, owner: Colour, now: float) -> None:
        """They open when the owner has shown who that is."""
        self.own = Own(owner, False, self._notices.next())
        self._until = now + WAIT_S

    def open(self, owner: Colour) -> None:
        """They may be seen now."""
        self.own = Own(owner, True, self._notices.next())

    def close(self) -> None:
        """Nobody wants to see any."""
        self.own = None

    def awaited(self, now: float) -> Colour | None:
        """Who is to say so now, None for nobody."""
        return self.own.owner if self.own is not None and not self.own.open and now < self._until else None

    def is_open(self, owner: Colour) -> bool:
        """Whether those of this player may be seen."""
        return self.own is not None and self.own.open and self.own.owner is owner
