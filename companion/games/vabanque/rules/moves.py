"""What can be done in a game of Vabanque: small frozen values that are also the lines of the record and of the journal.

Three families:
- `SetupMove`: who plays, where they sit, which tile lies where, who begins. A record's header holds what they come to.
- `RecordMove`: the game itself; each is a line of a record.
- `ImpliedMove`: acts of the evening that are journalled and public but follow from the others, so that a record leaves them out.
"""

from __future__ import annotations

from enum import StrEnum

from companion.game import Move
from companion.games.kit.colours import Colour
from companion.games.kit.seats import Join as Join
from companion.games.kit.seats import Leave as Leave
from companion.games.kit.seats import Rename as Rename
from companion.games.kit.seats import Seat as Seat
from companion.games.kit.secret import tells_only


class Character(StrEnum):
    """What a character card does; HIDDEN is a card whose kind nobody has told."""

    RAISE = "raise"
    BLUFF = "bluff"
    CHEAT = "cheat"
    HIDDEN = "hidden"


KINDS = (Character.RAISE, Character.BLUFF, Character.CHEAT)
"""A hand: one of each."""


class Seating(StrEnum):
    """How the new order is shown after a round: people change chairs, or numbered platelets lie before them."""

    CHAIRS = "chairs"
    PLATELETS = "platelets"


# --- setting up -------------------------------------------------------------------------------------------------


class ChooseSeating(Move, frozen=True, tag="seating"):
    """Chairs or platelets."""

    seating: Seating


class Gathered(Move, frozen=True, tag="gathered"):
    """Everybody who plays has joined; the ring of tables comes next."""


class LayTile(Move, frozen=True, tag="tile"):
    """The next table of the ring, clockwise, is the tile with this number (1 to 12)."""

    tile: int


class LayRing(Move, frozen=True, tag="ring"):
    """The whole ring at once, clockwise: which tile lies at table 1, 2, 3 ..."""

    tiles: tuple[int, ...]


class Begin(Move, frozen=True, tag="begin"):
    """The start player is known: drawn by lot, or chosen by the players."""

    first: Colour
    drawn: bool = True


# --- the game, line by line -------------------------------------------------------------------------------------


class PlaceFirstPawn(Move, frozen=True, tag="start"):
    """The start player's pawn goes on any table; the others follow two tables on."""

    by: Colour
    table: int


class PlaceToken(Move, frozen=True, tag="token"):
    """One token of this round's value goes on any table."""

    by: Colour
    table: int


@tells_only("by", "table")
class PlaceCard(Move, frozen=True, tag="card"):
    """A character card is laid face down beside a table. Its repr tells no kind: it may end in a log or a trace."""

    by: Colour
    character: Character
    table: int


class MovePawn(Move, frozen=True, tag="pawn"):
    """The pawn stays (0) or goes 1 to 4 tables clockwise."""

    by: Colour
    steps: int


class RevealCard(Move, frozen=True, tag="reveal"):
    """A card that was laid hidden is turned over at a table that is to be paid; `by` is its owner."""

    by: Colour
    character: Character
    table: int


class Untold(Move, frozen=True, tag="untold"):
    """A hidden card that should be turned over, and nobody knows any more what it was: it counts for nothing at its table.

    What it would have brought is settled by a Correct, if the players agree on an amount.
    """

    by: Colour
    table: int


class Order(Move, frozen=True, tag="order"):
    """The order in which the next round was really played, where the rule, after something was mended, would give another one."""

    order: tuple[Colour, ...]


class Correct(Move, frozen=True, tag="correct"):
    """The ledger is set right after the count: `by`'s fortune changes by `amount` (a multiple of 5,000, not 0), and everybody may read why."""

    by: Colour
    amount: int
    reason: str


class Stay(Move, frozen=True, tag="stay", omit_defaults=True):
    """Nobody changes chairs this once; the new order holds all the same. `by`: who said so."""

    by: Colour | None = None


class End(Move, frozen=True, tag="end", omit_defaults=True):
    """Somebody leaves for good: the game ends here, with the standings as they are. `by`: who leaves.

    `paid`: False in a record where all pawns had moved and their tables were not paid any more.
    """

    by: Colour | None = None
    paid: bool = True


# --- acts that follow from the moves ----------------------------------------------------------------------------


class Confirm(Move, frozen=True, tag="confirm"):
    """All pawns stand: turn over the cards at their tables. Until this act nothing is revealed."""


class Paid(Move, frozen=True, tag="paid"):
    """This player has the round's notes in hand."""

    to: Colour


class Count(Move, frozen=True, tag="count"):
    """What a player holds, counted by note: value -> how many. The ledger does not change by it."""

    by: Colour
    notes: dict[int, int]


class Counted(Move, frozen=True, tag="counted"):
    """Everybody's money agrees with the ledger, or is let be: the new order follows."""


class Squared(Move, frozen=True, tag="squared"):
    """Earlier acts were mended and the money that changed by it was handed back or out: this is where the notes lie now.

    `purses`: value -> how many, of every player; `owed`: what the bank owes, oldest first.
    """

    purses: dict[Colour, dict[int, int]]
    owed: tuple[tuple[Colour, int], ...] = ()


class Seated(Move, frozen=True, tag="seated"):
    """Everybody sits where the new order puts them and has taken back the cards: the next round begins."""


SetupMove = Join | Leave | Rename | Seat | ChooseSeating | Gathered | LayTile | LayRing | Begin
RecordMove = PlaceFirstPawn | PlaceToken | PlaceCard | MovePawn | RevealCard | Untold | Order | Correct | Stay | End
ImpliedMove = Confirm | Paid | Count | Counted | Squared | Seated
AnyMove = SetupMove | RecordMove | ImpliedMove
