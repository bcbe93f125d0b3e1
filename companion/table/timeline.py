"""The acts of one game folded to where it stands. Undo, resume, replay and statistics are this one fold over the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.errors import JournalError
from companion.games import vabanque
from companion.games.vabanque import Position
from companion.games.vabanque.moves import AnyMove
from companion.games.vabanque.refusal import MoveRefused
from companion.table.journal import Act, Redone, Undone


class Timeline:
    """The standing moves of a game with the position after each, and the moves that were undone (the next to be redone last).

    It only follows: whoever makes an act writes it to the journal first.
    """

    def __init__(self, acts: Iterable[Act] = ()) -> None:
        """Raises JournalError where the acts can't be followed."""
        self.moves: list[AnyMove] = []
        self._positions: list[Position] = [vabanque.new()]
        self.undone: list[AnyMove] = []
        for number, act in enumerate(acts, start=1):
            try:
                self.follow(act)
            except (MoveRefused, IndexError) as error:
                raise JournalError(f"Act {number} does not fit those before it, so this game can't be opened. The others can.") from error

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._positions[-1]

    @property
    def before(self) -> Position:
        """Where it stood before the last standing move."""
        return self._positions[-2]

    def at(self, step: int) -> Position:
        """Where it stood after so many of the standing moves."""
        return self._positions[step]

    def tried(self, move: AnyMove) -> Position:
        """The position after `move`; nothing changes. Raises MoveRefused."""
        return vabanque.apply(self.position, move)

    def follow(self, act: Act, after: Position | None = None) -> None:
        """Takes one act in. `after`, if it is known, saves trying a move again."""
        if isinstance(act, Undone):
            self.undone.append(self.moves.pop())
            self._positions.pop()
        elif isinstance(act, Redone):
            move = self.undone.pop()
            self._positions.append(self.tried(move))
            self.moves.append(move)
        else:
            self._positions.append(self.tried(act) if after is None else after)
            self.moves.append(act)
            self.undone.clear()


def standing(acts: Iterable[Act]) -> Iterator[int]:
    """The places (from 0) of the acts that stand in the end, in the order in which they stand."""
    stands: list[int] = []
    undone: list[int] = []
    for place, act in enumerate(acts):
        if isinstance(act, Undone):
            undone.append(stands.pop())
        elif isinstance(act, Redone):
            stands.append(undone.pop())
        else:
            stands.append(place)
            undone.clear()
    yield from stands
