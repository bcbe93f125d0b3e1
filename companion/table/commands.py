"""What people do on the screen: acts of the finger, beside the inputs of the devices.

A touch of a table means what the phase makes of it, just as a tile's tag does; `Do` carries a move that the screen has made whole.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.kit.colours import Colour
from companion.games.kit.secret import tells_only
from companion.table.evenings.statistics import Filter


class NewGame(msgspec.Struct, frozen=True):
    """Opens a new game of `rules`, a key of the shelf; "" is the one played last. Practice games stay out of the past games and statistics."""

    practice: bool = False
    rules: str = ""


class OpenGame(msgspec.Struct, frozen=True):
    """Opens a game of the journal at the act where it stands."""

    game: int


class GoHome(msgspec.Struct, frozen=True):
    """Puts the open game aside; it is resumed from the list at any time."""


class Discard(msgspec.Struct, frozen=True):
    """Throws a game away that is not finished. Held, not tapped."""

    game: int


class TouchSpot(msgspec.Struct, frozen=True):
    """A finger on a place of the drawn board. `spot`: its number, as the game counts them."""

    spot: int


class Do(msgspec.Struct, frozen=True):
    """A whole move, made on the screen."""

    move: Any


class Undo(msgspec.Struct, frozen=True):
    """Takes back the last act. `sure` is needed where cards have been turned over or people have changed chairs since."""

    sure: bool = False


class Redo(msgspec.Struct, frozen=True):
    """Brings back the act that was undone last."""


class ShowActs(msgspec.Struct, frozen=True):
    """The acts of this round are wanted (0: of the set-up) that can be corrected."""

    round: int


class CloseActs(msgspec.Struct, frozen=True):
    """Nobody looks at the acts of a round any more."""


class ProposeAmend(msgspec.Struct, frozen=True):
    """What would change if the act at `place` had been `move`? `Snapshot.change` tells it, and `Amend` carries it out.

    Without a move: as it was; then a table that is touched or tapped, or a card of its player that is tapped, is what it should have been.
    `keep`: the kind of the card in `move` does not count, it stays what was recorded, which nobody is told.
    """

    place: int
    move: Any = None
    keep: bool = False


class Amend(msgspec.Struct, frozen=True):
    """The correction that is being looked at is carried out."""


class Cancel(msgspec.Struct, frozen=True):
    """Lets go of the correction that is being looked at, else of the half gesture that is waiting."""


class Dismiss(msgspec.Struct, frozen=True):
    """The notice has been read."""


class LearnTags(msgspec.Struct, frozen=True):
    """Enrolment begins or goes on: with the piece of this code, or with the first that has no tag."""

    piece: str | None = None
    rules: str = ""
    """Whose set, where no game is on the table; "" for the one that is looked at, else that of the game played last."""


class SkipPiece(msgspec.Struct, frozen=True):
    """Enrolment goes on with the next piece."""


class MoveTag(msgspec.Struct, frozen=True):
    """The tag that was just refused because it is bound already is moved to the piece that is being learned."""


class ReplaceTag(msgspec.Struct, frozen=True):
    """The tag of one of this player's cards is lost or dead: its owner says which in secret, then the new tag is shown. Also while cards lie."""

    owner: Colour


@tells_only()
class ReplacePiece(msgspec.Struct, frozen=True):
    """It is this piece of the owner's, by its code, that gets the new tag. Its repr does not tell which: it may end in a log or a trace."""

    piece: str


class ForgetPiece(msgspec.Struct, frozen=True):
    """All tags of a piece are let go."""

    piece: str


class BackInHand(msgspec.Struct, frozen=True):
    """Somebody says, for all to see, that all cards are back in hand, so that tags can be learned."""


class CheckTags(msgspec.Struct, frozen=True):
    """Check of the set: tap the pieces in any order, they are counted. `rules`: see `LearnTags`."""

    rules: str = ""


class Teach(msgspec.Struct, frozen=True):
    """What is printed on the pieces of the owner's copy, and what its board is like, is told from now on. `rules`: see `LearnTags`."""

    rules: str = ""


class CloseTeaching(msgspec.Struct, frozen=True):
    """It is told; whatever was told is kept."""


class CloseTags(msgspec.Struct, frozen=True):
    """Enrolment or check is over."""


class LookAt(msgspec.Struct, frozen=True):
    """Somebody wants to see the cards that this player has laid. With tags the player's colour card has to be shown first."""

    owner: Colour


class CloseOwn(msgspec.Struct, frozen=True):
    """Nobody looks at a player's cards any more."""


class ShowPast(msgspec.Struct, frozen=True):
    """The list of past games is wanted: those that every word of `search` fits (a name, a date, a place), all for an empty one.

    `won`: part of a winner's name. `bin`: the deleted ones instead.
    """

    search: str = ""
    won: str = ""
    bin: bool = False


class ReplayGame(msgspec.Struct, frozen=True):
    """A past game is looked at after its move number `step` (0: before the first, None: at the end)."""

    game: int
    step: int | None = None


class ClosePast(msgspec.Struct, frozen=True):
    """Nobody looks at past games, statistics or the names book any more."""


class ShowStats(msgspec.Struct, frozen=True):
    """The statistics of the games that fit are wanted."""

    filter: Filter = Filter()


class Delete(msgspec.Struct, frozen=True):
    """A past game goes into the bin. Held, not tapped."""

    game: int


class SetDate(msgspec.Struct, frozen=True):
    """The evening of a past game was on this day (2026-11-29)."""

    game: int
    date: str


class Restore(msgspec.Struct, frozen=True):
    """A past game comes back out of the bin."""

    game: int


class EmptyBin(msgspec.Struct, frozen=True):
    """All games in the bin are gone for good. Held, not tapped."""


class Rematch(msgspec.Struct, frozen=True):
    """A new game with the people of a past one, on the chairs where they sat last; the ring comes next."""

    game: int


class ShowNames(msgspec.Struct, frozen=True):
    """The names book is wanted."""


class MergeNames(msgspec.Struct, frozen=True):
    """From now on `name` is another spelling of `into`."""

    name: str
    into: str


class UnmergeName(msgspec.Struct, frozen=True):
    """A spelling is a player of its own again."""

    name: str


HOUSE = (
    NewGame
    | OpenGame
    | GoHome
    | Discard
    | TouchSpot
    | BackInHand
    | Do
    | Undo
    | Redo
    | ShowActs
    | CloseActs
    | ProposeAmend
    | Amend
    | Cancel
    | Dismiss
    | LearnTags
    | SkipPiece
    | MoveTag
    | ReplaceTag
    | ReplacePiece
    | ForgetPiece
    | CheckTags
    | CloseTags
    | Teach
    | CloseTeaching
    | LookAt
    | CloseOwn
    | ShowPast
    | ReplayGame
    | ClosePast
    | ShowStats
    | Delete
    | SetDate
    | Restore
    | EmptyBin
    | Rematch
    | ShowNames
    | MergeNames
    | UnmergeName
)


Touch = Any
"""One of these, or a command of the game's own."""


class Made(msgspec.Struct, frozen=True):
    """What one finger does at once, with the serial of the snapshot on whose picture it was made."""

    touches: tuple[Touch, ...]
    on: int


LOOKING = (
    GoHome, ShowActs, CloseActs, Cancel, Dismiss, LearnTags, SkipPiece, MoveTag, ReplaceTag, ReplacePiece, ForgetPiece, BackInHand, CheckTags,
    CloseTags, Teach, CloseTeaching,
    LookAt, CloseOwn, ShowPast, ReplayGame, ClosePast, ShowStats, Delete, SetDate, Restore, EmptyBin, ShowNames, MergeNames, UnmergeName,
)  # fmt: skip
"""Commands that open, close or look something up. All others, a game's own too, mean what they mean by the picture on which they were made."""
