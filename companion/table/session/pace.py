"""When the last act stood and by what: so that hands which hurry or hesitate do not act twice, or in a later turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Pace:
    """`came`: when what is being taken came, on the session's clock; `touched`: the command that it is, None for a device's event; `told`: for
    which place on the board. Of the act that stands last: `acted_at`, `by`, `spot`, and `tag`, by which something secret of it was told.

    `acts`: how many have stood so far, of whatever game.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.now = clock
        self.came = self.acted_at = clock()
        self.touched: Any = None
        self.by: Any = None
        self.told: int | None = None
        self.spot: int | None = None
        self.tag: bytes | None = None
        self.acts = 0

    def takes(self, touched: Any, came: float | None) -> None:
        """Something new is being taken."""
        self.came = self.now() if came is None else came
        self.touched, self.told = touched, None

    def acted(self) -> None:
        """It has become an act."""
        self.acted_at = self.now()
        self.acts += 1
        self.by, self.spot = self.touched, self.told
