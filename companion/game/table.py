"""A game at a real table, and what it learns there of the owner's copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from companion.game.corrections import Corrections
from companion.game.gestures import Desk, Gestures, Reply
from companion.game.measures import GameFacts, Measure
from companion.game.pieces import Piece
from companion.games.kit.colours import Colour


class Lesson(Protocol):
    """A copy that is being taught. `read` and `commanded` raise MoveRefused; then nothing has changed."""

    @property
    def copy(self) -> Any:
        """What is taught by now."""

    @property
    def shown(self) -> Any:
        """The same for the screen, with what is asked for."""

    def read(self, piece: Piece) -> Reply | None:
        """A piece was shown."""

    def commanded(self, command: Any) -> Reply | None:
        """A finger told something, or asked for it."""


class Teaching(msgspec.Struct, frozen=True):
    """What is learned of the owner's copy of a game: what is printed on its pieces, what its board is like. It is kept as the set of tags is.

    `empty`: nothing is taught. `plain`, `read`: a copy as data for JSON, and back; `read` takes nothing that could not be taught, and raises
    CompanionError. `commands`: the union of what a finger may tell. `lesson`: goes on with a copy.
    """

    empty: Any
    plain: Callable[[Any], Any]
    read: Callable[[Any], Any]
    commands: Any
    lesson: Callable[[Any], Lesson]


def spot_of(move: Any) -> int | None:
    """The place on the board that a move tells in its field `spot`; None where it has none."""
    spot = getattr(move, "spot", None)
    return spot if type(spot) is int else None


class Table(msgspec.Struct, frozen=True):
    """A game at a real table. `TABLE` in the folder's `table`."""

    gestures: Callable[[Desk], Gestures]
    corrections: Corrections
    commands: Any
    """The union of what a finger may ask for in this game alone; `()` where there is nothing."""
    facts: Callable[[Any, Sequence[Any]], GameFacts]
    """Of the view of a game that is over, and its moves without the secrets that nobody has seen."""
    marks: Callable[[Any], Iterable[Any]]
    """Of a timeline, the moves that are worth a jump in a replay, as `Mark`s in the order of play."""
    rematch: Callable[[Any, Sequence[str]], Sequence[Any]]
    """The first moves of a new game with the people of a past one, on the chairs where they sat last: its view, and what they are called now."""
    measures: tuple[Measure, ...] = ()
    teaching: Teaching | None = None
    """What is learned of the owner's copy; None where every copy is alike."""
    lately: Callable[[Any, Callable[[], Iterable[Sequence[Any]]]], Any] = lambda view, games: ()
    """What the screens may offer again from the newest games: of this view, and of the moves of each, newest first. () for nothing."""
    identity: Callable[[Colour], str | None] = lambda colour: None
    """The code of the piece that says who somebody is, and that only its owner has; None where the game has none."""
    spot_of: Callable[[Any], int | None] = spot_of
    """The place on the board that a move tells; None where it tells none."""
