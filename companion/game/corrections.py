"""How an earlier act is corrected, and what a correction comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from companion.game.gestures import Desk, Read, Reply
from companion.games.kit.moves import MoveRefused


class AmendRefused(MoveRefused):
    """A correction can't be made, and nothing has changed. `act`: the later act that would not fit, None if it is the correction itself."""

    def __init__(self, refused: MoveRefused, act: Any = None) -> None:
        super().__init__(refused.reason, by=refused.by, expected=refused.expected, spot=refused.spot, piece=refused.piece)
        self.act = act


class Proposal(Protocol):
    """A correction that is being looked at; nothing has changed yet. What the table tells (pieces, places) goes to it then, and never lapses.

    Where a method returns None the proposal is now another one, or there is nothing to say. They raise MoveRefused; then it is as it was.
    """

    @property
    def act(self) -> Any:
        """The `Amended` as it is to be written down, None while nothing is proposed."""

    @property
    def change(self) -> Any:
        """What would change by it (`companion.table.snapshot.Change`)."""

    @property
    def asks(self) -> bool:
        """Whether something has to be answered before it can be carried out."""

    @property
    def pending(self) -> Any:
        """Half a gesture in public words."""

    def drop(self) -> None:
        """Lets go of it."""

    def propose(self, place: int, move: Any, keep: bool) -> None:
        """Begins with an act as it was (`move` is None), or with `move` in its place; with `keep` what is secret in it stays as recorded."""

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        """As `Gestures.read`."""

    def touched(self, spot: int) -> Reply | None:
        """As `Gestures.touched`."""

    def takes(self, command: Any) -> bool:
        """Whether this command of the game's own is about a correction now."""

    def commanded(self, command: Any) -> Reply | None:
        """A finger asked for it."""

    def answer(self, move: Any) -> Reply | None:
        """A finger told a move: it is an answer to what the proposal asks."""


class Mended(Protocol):
    """What a correction comes to."""

    @property
    def branch(self) -> Any:
        """The moves as they are then; None while something has to be answered first."""


class Corrections(msgspec.Struct, frozen=True):
    """How an earlier act is corrected. A game without its own takes those of `companion.table.session.refold`."""

    mend: Callable[[Any, Any, int], Mended]
    """Folds a branch anew with one act replaced; the second is the `Amended`, the third its place in the journal. Raises MoveRefused."""
    proposal: Callable[[Desk], Proposal]
    acts_of: Callable[[Any, int, Any], Iterable[Any]]
    """Of a branch, the acts of a round that can be corrected, as `Step`s; the third is the game's own settings."""
    step: Callable[[Any], Any]
    """An act as a `Step`, in public words; what is secret in it has no field to be in."""
    undo_step: Callable[[Any], Any]
    """Of a timeline, the act that an undo takes back and what goes back with it, as a `Step`; None where there is none."""
