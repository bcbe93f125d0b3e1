"""The house rules: what tables agree on before they deal. Everything that is not said is as the rulebook has it."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion.games.casino.rules.refusal import MoveRefused, Refusal

TARGET = 21
MAX_TARGET = 500
MAX_ROUNDS = 50
PARTNERS = 4


class Kind(StrEnum):
    """Which Casino is played."""

    BASE = "base"
    """Jacks, queens and kings have no number; an ace is 1."""
    ROYAL = "royal"
    """Jack 11, queen 12, king 13, ace 1 or 14."""


class Faces(StrEnum):
    """How many cards of its kind a face card takes in the base game."""

    ONE = "one"
    ODD = "odd"
    """One or three, so that the last one never lies alone (Hoyle)."""
    ALL = "all"


class Must(StrEnum):
    """What a player can't leave on the table."""

    NOTHING = "nothing"
    EQUAL = "equal"
    """A loose card of the played card's rank is taken, unless the card builds (Dominican form)."""
    ANYTHING = "anything"
    """A card that can take anything does not stay (Britannica)."""


class Ace(StrEnum):
    """What an ace is worth in Royal Casino."""

    BOTH = "both"
    """1 or 14."""
    ONE = "one"


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What this table plays. `sweeps`: whether they score; None is as the kind of game has it. `target`: the points that end a game.

    `rounds`: a game of so many rounds instead of one to a target. `raise_own`: one's own build may be raised.
    `equal_builds`: two builds of one value may lie side by side.
    """

    kind: Kind = Kind.BASE
    teams: bool = False
    sweeps: bool | None = None
    target: int = TARGET
    rounds: int | None = None
    faces: Faces = Faces.ONE
    raise_own: bool = True
    must_take: Must = Must.NOTHING
    ace: Ace = Ace.BOTH
    equal_builds: bool = True

    @property
    def royal(self) -> bool:
        """Whether faces are numbers."""
        return self.kind is Kind.ROYAL

    @property
    def sweeps_score(self) -> bool:
        """Sweeps belong to Royal; elsewhere they score only where the table says so."""
        return self.royal if self.sweeps is None else self.sweeps

    @property
    def high_ace(self) -> bool:
        """Whether an ace may be 14."""
        return self.royal and self.ace is Ace.BOTH

    @property
    def highest(self) -> int:
        """The highest value that a card takes: 10; a king's 13 or an ace's 14 in Royal."""
        if not self.royal:
            return 10
        return 14 if self.high_ace else 13


def agreed(house: HouseRules, players: int) -> HouseRules:
    """The rules in their one form: what is as the kind of game has it is not said. Raises MoveRefused if so many players can't play so."""
    if house.teams and players != PARTNERS:
        raise MoveRefused(Refusal.PARTNERS_ARE_FOUR)
    if not 1 <= house.target <= MAX_TARGET:
        raise MoveRefused(Refusal.BAD_TARGET)
    if house.rounds is not None:
        if not 1 <= house.rounds <= MAX_ROUNDS:
            raise MoveRefused(Refusal.BAD_ROUNDS)
        if house.target != TARGET:
            raise MoveRefused(Refusal.POINTS_OR_ROUNDS)
    return replace(house, sweeps=None) if house.sweeps is house.royal else house
