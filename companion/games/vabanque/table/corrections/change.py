"""What a correction of a game of Vabanque would change."""

from __future__ import annotations

import msgspec

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.view import Adjustment, Correction, Unrevealed
from companion.table import snapshot


class Turned(msgspec.Struct, frozen=True):
    """A card of `owner` at `table` that lies face up: what it was told to be until now, and what it is by a correction; None for no card."""

    owner: Colour
    table: int
    was: Character | None
    now: Character | None


class Change(snapshot.Change, frozen=True):
    """What a correction would change; nothing has changed yet. What does not change is empty or None.

    `unrevealed`: cards at tables that are paid by it in `round` and were never turned over. While there are any they are asked from their
    owners, and the rest of this is not known. `untold`: those that nobody could tell; `settled`: amounts that were agreed on for them.
    `payments`: money that changes hands at once. `fortunes`: (who, before, after). `order` and `seats`: those to come, or that hold now.
    `pawns`: (whose, where it stands now). `winners`: of a game that is over.
    `as_played`: the rounds whose order stays as it was played, although by the rule it would have been another one.
    """

    round: int = 0
    unrevealed: tuple[Unrevealed, ...] = ()
    untold: tuple[Unrevealed, ...] = ()
    settled: tuple[Correction, ...] = ()
    payments: tuple[Adjustment, ...] = ()
    fortunes: tuple[tuple[Colour, int, int], ...] = ()
    order: tuple[Colour, ...] | None = None
    seats: tuple[Colour, ...] | None = None
    pawns: tuple[tuple[Colour, int], ...] = ()
    winners: tuple[Colour, ...] | None = None
    as_played: tuple[int, ...] = ()
    turned: tuple[Turned, ...] = ()
    """Cards that lie face up as others than before, two of them where a hand's were told the wrong way round."""
