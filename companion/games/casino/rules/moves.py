"""What can be done in a game of Casino: small frozen values that are also the lines of the record and of the journal.

Three families:
- `SetupMove`: who plays, where they sit, what they agree on, who deals first. A record's header holds what they come to.
- `RecordMove`: the game itself; each is a line of a record.
- `ImpliedMove`: acts of the evening that are journalled but that a record leaves out.
"""

from __future__ import annotations

import msgspec

from companion.game import Move
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import HouseRules
from companion.games.kit.colours import Colour
from companion.games.kit.seats import Join as Join
from companion.games.kit.seats import Leave as Leave
from companion.games.kit.seats import Rename as Rename
from companion.games.kit.seats import Seat as Seat

# --- setting up -------------------------------------------------------------------------------------------------


class Gathered(Move, frozen=True, tag="gathered"):
    """Everybody who plays has joined; the house rules come next."""


class Agree(Move, frozen=True, tag="agree"):
    """The house rules are settled; the dealer is drawn next. Allowed again until the dealer is known."""

    house: HouseRules


class Begin(Move, frozen=True, tag="begin"):
    """The first dealer is known: drawn by lot, or chosen by the players."""

    dealer: Colour
    drawn: bool = True


# --- the game, line by line -------------------------------------------------------------------------------------


class Lay(Move, frozen=True, tag="lay"):
    """The dealer lays a face-up card; four begin a round."""

    by: Colour
    card: Card


class Trail(Move, frozen=True, tag="trail"):
    """The played card stays on the table."""

    by: Colour
    card: Card


class Take(Move, frozen=True, tag="take"):
    """The played card takes these cards; of a build all its cards are named."""

    by: Colour
    card: Card
    cards: tuple[Card, ...]


class Build(Move, frozen=True, tag="build"):
    """The played card makes a build of `value` with loose cards, or joins one whose cards are all named too.

    It adds to a build of that value, and raises one of a lower value.
    """

    by: Colour
    card: Card
    value: int
    with_: tuple[Card, ...] = msgspec.field(name="with")


class FalseBuild(Move, frozen=True, tag="false"):
    """Its owner says that a build was false: these cards, all it has, lie loose again. The turn stays."""

    by: Colour
    cards: tuple[Card, ...]


class Turn(Move, frozen=True, tag="turn"):
    """Play goes on with this player, whoever's turn it was by the rule; the others follow clockwise."""

    by: Colour


class HandPile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side's pile, counted by hand. `points`: which of the six point cards are in it."""

    cards: int
    spades: int
    points: tuple[Card, ...]
    sweeps: int = 0


class CountPiles(Move, frozen=True, tag="count"):
    """Every side's pile was counted by hand; this ends the round, wherever it stands."""

    piles: dict[str, HandPile]


class Correct(Move, frozen=True, tag="correct"):
    """The score of the round just counted is set right: a side's total changes by `points`, and everybody may read why."""

    side: str
    points: int
    reason: str


class End(Move, frozen=True, tag="end", omit_defaults=True):
    """Somebody leaves for good: the game ends here, and the round that is on counts for nothing. `by`: who leaves."""

    by: Colour | None = None


# --- acts that a record leaves out ------------------------------------------------------------------------------


class Shown(Move, frozen=True, tag="shown"):
    """A card was shown; what it does is still to be said."""

    by: Colour
    card: Card


class Dealt(Move, frozen=True, tag="dealt"):
    """Everybody has four new cards."""


class Redeal(Move, frozen=True, tag="redeal"):
    """A misdeal: the face-up cards are taken back and the same dealer deals anew. Until somebody has played in the round."""


class Lost(Move, frozen=True, tag="lost"):
    """The round is finished without the companion; its piles are counted by hand."""


class Counted(Move, frozen=True, tag="counted"):
    """Everybody has seen the count: the next round begins, or the game is over."""


SetupMove = Join | Leave | Rename | Seat | Gathered | Agree | Begin
RecordMove = Lay | Trail | Take | Build | FalseBuild | Turn | CountPiles | Correct | End
ImpliedMove = Shown | Dealt | Redeal | Lost | Counted
AnyMove = SetupMove | RecordMove | ImpliedMove
