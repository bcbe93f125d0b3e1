"""The moves of one game that stand, with the position before each and after the last."""

from __future__ import annotations

from typing import Any

from companion.game import Rules

BY_A_CORRECTION = -1
"""The origin of a move that no act of the journal brought: it follows from a correction."""


class Branch:
    """Grows by `make` and shrinks by `take_back`; a correction makes a new one.

    `origins`: by which act of the journal (from 0) each move came. `remembered`: what the game's corrections need to know of those before; a
    frozen value of their own, None where there was none.
    """

    def __init__(self, rules: Rules[Any, Any, Any], remembered: Any = None) -> None:
        self.rules = rules
        self.moves: list[Any] = []
        self.positions: list[Any] = [rules.new()]
        self.origins: list[int] = []
        self.remembered = remembered

    @property
    def position(self) -> Any:
        """Where the game stands."""
        return self.positions[-1]

    def make(self, move: Any, origin: int = BY_A_CORRECTION, after: Any = None) -> None:
        """Adds a move. `after`: the position after it, if it is known. Raises MoveRefused; then nothing has changed."""
        self.positions.append(self.rules.apply(self.position, move) if after is None else after)
        self.moves.append(move)
        self.origins.append(origin)

    def copied(self) -> Branch:
        """A branch that grows and shrinks by itself."""
        copy = Branch(self.rules, self.remembered)
        copy.moves, copy.positions, copy.origins = self.moves.copy(), self.positions.copy(), self.origins.copy()
        return copy

    def take_back(self) -> Any:
        """Takes the last move away."""
        self.positions.pop()
        self.origins.pop()
        return self.moves.pop()

    def round_of(self, place: int) -> int:
        """The round in which the move at this place was made, 0 in the set-up."""
        return self.rules.round_of(self.positions[place])

    @property
    def round(self) -> int:
        """The round that is on."""
        return self.round_of(len(self.moves))

    def end_of(self, round_: int) -> Any:
        """Where the game stood at the end of a round, or where it stands in that round now."""
        ends = (place for place, move in enumerate(self.moves) if self.rules.ends_round(move) and self.round_of(place) == round_)
        return self.positions[next(ends, -1)]

    def seen(self, whole: bool) -> set[int]:
        """Which acts of the journal told secrets that everybody has seen: now, or, with `whole`, by the end of any round."""
        return {self.origins[place] for place in self.rules.seen(self.moves, self.positions, whole)}
