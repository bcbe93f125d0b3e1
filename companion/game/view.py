"""What everybody may see of a game, as far as the house reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.games.kit.colours import Colour


class CommonPlayer(Protocol):
    """A player as lists, rail and statistics see one."""

    @property
    def colour(self) -> Colour:
        """Who it is."""

    @property
    def name(self) -> str:
        """As the player was called at the table."""

    @property
    def chair(self) -> int:
        """From 0, clockwise."""

    @property
    def side(self) -> int:
        """The team, from 0; a number of one's own where everybody plays alone."""

    @property
    def score(self) -> int | None:
        """Points or money, as the game's `Score` says; None where it is not shown. Once the game is over it is."""

    @property
    def out(self) -> bool:
        """Has left the game while the others play on."""


class CommonOutcome(Protocol):
    """How a game has ended."""

    @property
    def winners(self) -> tuple[Colour, ...]:
        """In the order of Colour; several share a win, nobody has won a game that was ended early."""

    @property
    def left(self) -> bool:
        """It was ended early."""


class CommonView(Protocol):
    """What every game's view begins with. Lists, rail, menu, replay and cues read only this; the rest is the game's own screens' business.

    It is equal for two positions that differ only in what lies face down.
    """

    @property
    def phase(self) -> str:
        """The screen's name and the gestures hang on it."""

    @property
    def round(self) -> int:
        """From 1; 0 while the game is being set up."""

    @property
    def rounds(self) -> int | None:
        """How many there are; None where it is open."""

    @property
    def players(self) -> Sequence[CommonPlayer]:
        """In the order of chairs."""

    @property
    def may_act(self) -> frozenset[Colour]:
        """Whoever may act now: several in an auction, none where all of them together confirm something."""

    @property
    def outcome(self) -> CommonOutcome | None:
        """None while it goes on."""


def sides_of(players: Sequence[CommonPlayer]) -> tuple[tuple[Colour, ...], ...]:
    """Who plays together, in the order of the sides; () where everybody plays alone."""
    sides: dict[int, list[Colour]] = {}
    for player in players:
        sides.setdefault(player.side, []).append(player.colour)
    if len(sides) == len(players):
        return ()
    return tuple([tuple(sides[side]) for side in sorted(sides)])
