"""What pieces, fingers and buttons mean at the table: the replies of a game, and what it may know for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Protocol

import msgspec

from companion.game.pieces import Piece
from companion.games.kit.colours import Colour


class Make(msgspec.Struct, frozen=True):
    """The gesture is whole: make this move. `tag`: the tag that told something secret of it; its echo is not another gesture.

    `then`: further moves that the same gesture makes after it; all of them are made or, if one is refused, none.
    """

    move: Any
    tag: bytes | None = None
    then: tuple[Any, ...] = ()


class Say(msgspec.Struct, frozen=True):
    """The gesture leads to no move, and this is why. `answer`: one of `companion.table.snapshot.Answer`, or of the game's own."""

    answer: StrEnum
    owner: Colour | None = None
    expected: Colour | None = None
    spot: int | None = None


class Wait(msgspec.Struct, frozen=True):
    """Half a gesture: its other half is awaited."""


class Note(msgspec.Struct, frozen=True):
    """Counted, and on it goes: a tone, nothing to read, no lapse. As when a whole deck is shown card by card."""


Reply = Make | Say | Wait | Note


class Read(msgspec.Struct, frozen=True):
    """A piece that was read. `reader`: by which antenna; `spot`: the place on the board whose own reader that is, None for a pad or a wand.

    `late`: it was read so long ago that it means nothing any more; it may still lie there.
    """

    piece: Piece
    uid: bytes
    reader: str
    spot: int | None = None
    late: bool = False


class Desk(Protocol):
    """What a game's gestures may know of the table at which they are made."""

    @property
    def view(self) -> Any:
        """What everybody may see now."""

    @property
    def timeline(self) -> Any:
        """The `companion.table.session.timeline.Timeline` of the game."""

    @property
    def settings(self) -> Any:
        """The game's own settings."""

    @property
    def copy(self) -> Any:
        """What was taught of the owner's copy of the game (`Teaching`); None where nothing can be."""

    @property
    def patience(self) -> float:
        """For how many seconds half a gesture waits."""

    @property
    def random(self) -> Random:
        """Chance, by the operating system."""

    def now(self) -> float:
        """Seconds, on the clock of deadlines."""

    def piece(self, uid: bytes) -> Piece | None:
        """The piece that carries this tag."""

    def lying(self) -> Iterator[tuple[bytes, int]]:
        """What lies on the board's own readers: (UID, spot)."""

    def covered(self) -> bool:
        """Whether pieces may lie face down on the real table, of this game or of another one, whatever the screen was told: until somebody says
        that all are back in hand. Then no tag may tell by what would change which piece it is. Raises JournalError."""


class Gestures(Protocol):
    """What pieces and commands mean, for one open game. It may remember half a gesture; it never keeps a secret longer than that.

    Where a method returns None there is nothing to say.
    """

    @property
    def pending(self) -> Any:
        """Half a gesture in public words (`companion.table.snapshot.Pending`), None if none waits."""

    @property
    def draft(self) -> Any:
        """What is put together for the next move beside that, in public words: it is no gesture that an undo lets go of. None where there is
        nothing."""

    @property
    def deadline(self) -> float | None:
        """When it lapses, on the desk's clock."""

    def clear(self) -> None:
        """Forgets half a gesture. Called after every act, and when a game is opened or left."""

    def expire(self, now: float) -> Reply | None:
        """Lets go of half a gesture whose time is over, and says so."""

    @property
    def waiting(self) -> Any:
        """How long it waits (`companion.table.snapshot.Waiting`); None if nothing waits, or for ever."""

    def pairs(self, pieces: Sequence[Piece]) -> bool:
        """Whether these pieces, read together, are one gesture. Where they are not, each is read alone."""

    def rests(self, read: Read) -> tuple[bool, Reply | None]:
        """Whether what a reader of the board's own tells was there before and means nothing now, and what is to be said of it all the same."""

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        """One piece was read, or several that `pairs` has taken for one gesture: they act whole or not at all."""

    def too_many(self, pieces: Sequence[Piece | None]) -> bool:
        """Whether these, with others that may lie there, are no gesture. None stands for a tag that nobody knows."""

    def spot_of(self, piece: Piece) -> int | None:
        """The place on the board that this piece tells; None where it tells none."""

    def touched(self, spot: int) -> Reply | None:
        """A finger touched a place on the board."""

    def commanded(self, command: Any) -> Reply | None:
        """A finger asked for something that is the game's own."""

    def confirmed(self) -> Reply | None:
        """OK was pressed on the panel where nothing follows by itself: what the one lit button means. None where there is none."""

    def prepared(self, move: Any) -> Any:
        """The move as it is to be made: a name that is taken already gets a number. Raises MoveRefused."""

    def made(self, reply: Make, place: int) -> None:
        """Its move was made, as the act of this place in the journal."""

    def asks(self, *, again: bool = False) -> Reply | None:
        """What has to be said of what lies on the board's own readers. Called when a phase begins and when readers come or go; `again`: when
        something was taken away that had been asked for."""
