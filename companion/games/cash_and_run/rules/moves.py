"""What can be done in a game of Cash & Run: small frozen values that are also the lines of the record and of the journal.

- `SetupMove`: who plays, what the copy has, what was dealt, who begins. A record's header holds what they come to.
- `Roll`: in the journal alone, since chance is written down before it is shown; the line of the record is the Throw.
- `RecordMove`: the game itself; each is a line of a record. Payments, debts, forced sales, ruin, turns, lap and end follow from them.
"""

from __future__ import annotations

import msgspec

from companion import game
from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.chance import Shown, Symbol
from companion.games.cash_and_run.rules.options import Options
from companion.games.kit.colours import Colour
from companion.games.kit.seats import Join as Join
from companion.games.kit.seats import Leave as Leave
from companion.games.kit.seats import Rename as Rename
from companion.games.kit.seats import Seat as Seat


class Move(game.Move, frozen=True, omit_defaults=True):
    """The base of all moves. On file: a JSON object with the move's name under "do", without what is as usual."""


# --- setting up -------------------------------------------------------------------------------------------------


class UseCopy(Move, frozen=True, tag="copy"):
    """What was taught of this copy: its casinos, and its squares clockwise. `board` is empty where none was taught."""

    casinos: tuple[Casino, ...]
    board: tuple[str, ...] = ()


class TellCasino(Move, frozen=True, tag="casino"):
    """One casino of a copy that was not taught whole, or one that is set right."""

    id: str
    name: str
    symbol: Symbol
    colour: str


class Agree(Move, frozen=True, tag="agree"):
    """The rules that the players agree on."""

    options: Options


class Gathered(Move, frozen=True, tag="gathered"):
    """Everybody who plays has joined; the casinos come next.

    `casinos` and `board`: what was taught of the copy, as in UseCopy; `chips`: the values of its chips, rising; `bank`: what is left of them,
    where they are counted and the players have not agreed on another sum.
    """

    casinos: tuple[Casino, ...] = ()
    board: tuple[str, ...] = ()
    bank: int | None = None
    chips: tuple[int, ...] = ()


class Deal(Move, frozen=True, tag="deal"):
    """A casino card that was dealt to this player."""

    by: Colour
    casino: str


class DealAll(Move, frozen=True, tag="deal all"):
    """Everything that was dealt, by chair: to each player one casino or more."""

    casinos: tuple[tuple[str, ...], ...]


class Stand(Move, frozen=True, tag="stand"):
    """The pawn begins at one of the player's own casinos."""

    by: Colour
    casino: str


class Begin(Move, frozen=True, tag="begin"):
    """Whose throw was highest."""

    first: Colour


# --- the game, line by line -------------------------------------------------------------------------------------


class Throw(Move, frozen=True, tag="throw"):
    """Both dice. Without a board also the square where the pawn comes to stand, and whether a last lap ends there.

    `drawn`: the companion threw them; likewise below.
    """

    by: Colour
    dice: tuple[int, int]
    square: str | None = None
    lap: bool = False
    drawn: bool = False


class Roll(Move, frozen=True, tag="roll"):
    """Without a board: both dice as the companion threw them, before anybody has told where they lead. The Throw that follows has them."""

    by: Colour
    dice: tuple[int, int]
    drawn: bool = True


class Go(Move, frozen=True, tag="go"):
    """From square 1 to any other: its place on the board, from 1, or without a board its name."""

    by: Colour
    to: int | None = None
    square: str | None = None


class Buy(Move, frozen=True, tag="buy"):
    """The casino, or a Bluff card. `exchange`: one of three Bluff cards goes back for it."""

    by: Colour
    exchange: bool = False


class Decline(Move, frozen=True, tag="decline"):
    """Nothing is bought, nobody is challenged."""

    by: Colour


class Bet(Move, frozen=True, tag="bet"):
    """A bet, and what is staked on it. At the pot and in a replay nothing is staked anew."""

    by: Colour
    on: str
    stake: int | None = None


class Roulette(Move, frozen=True, tag="roulette"):
    """Where the ball stopped, 0 to 36. `by`: who spins, where everybody plays."""

    number: int
    by: Colour | None = None
    drawn: bool = False


class Die(Move, frozen=True, tag="die"):
    """What one die shows. `by`: who throws, where everybody plays."""

    face: int
    by: Colour | None = None
    drawn: bool = False


class Card(Move, frozen=True, tag="card"):
    """The card drawn, such as "10D". `by`: who draws, where everybody plays."""

    card: str
    by: Colour | None = None
    drawn: bool = False


class Settle(Move, frozen=True, tag="settle"):
    """The loser lays no Bluff card."""

    by: Colour


class LayBluff(Move, frozen=True, tag="bluff"):
    """The loser lays a Bluff card face down. Nobody tells its kind."""

    by: Colour


class Believe(Move, frozen=True, tag="believe"):
    """The winner believes the Bluff card: the same is played again."""

    by: Colour


class Doubt(Move, frozen=True, tag="doubt"):
    """The winner turns the Bluff card over. `shows`: what everybody sees then."""

    by: Colour
    shows: Shown


class Takeover(Move, frozen=True, tag="takeover"):
    """An opponent's casino is played for."""

    by: Colour
    owner: Colour = msgspec.field(name="from")
    casino: str
    on: str


class Pick(Move, frozen=True, tag="pick"):
    """Which casino the winner of a lost challenge takes."""

    by: Colour
    casino: str


class Sure(Move, frozen=True, tag="sure"):
    """The safe 100,000 of the Grand Slam."""

    by: Colour


class Try(Move, frozen=True, tag="try"):
    """The next step of the Grand Slam."""

    by: Colour


class Stop(Move, frozen=True, tag="stop"):
    """What the Grand Slam has brought so far is taken."""

    by: Colour


class Sell(Move, frozen=True, tag="auction"):
    """A casino is put up for auction: of one's own will, or because of a debt."""

    by: Colour
    casino: str


class Bid(Move, frozen=True, tag="bid"):
    """A bid at the auction."""

    by: Colour
    amount: int


class Sold(Move, frozen=True, tag="sold"):
    """Nobody bids more: to the highest, or to the bank."""


class Run(Move, frozen=True, tag="run"):
    """Cash & Run: the casinos of a winning combination, and the card drawn; its suit alone is enough, such as "H"."""

    by: Colour
    card: str
    casinos: tuple[str, ...]
    drawn: bool = False


class Correct(Move, frozen=True, tag="correct"):
    """The ledger is set right, from or to the bank."""

    by: Colour
    amount: int
    reason: str


class Put(Move, frozen=True, tag="put"):
    """A pawn is moved by hand to where it belongs. On a board `to`, from 1; else `square`."""

    by: Colour
    to: int | None = None
    square: str | None = None


class HandOver(Move, frozen=True, tag="hand over"):
    """A casino card lies with the wrong player: it goes to `to`, or back for sale."""

    casino: str
    to: Colour | None = None


class Hold(Move, frozen=True, tag="hold"):
    """So many Bluff cards does this player hold."""

    by: Colour
    cards: int


class Quit(Move, frozen=True, tag="quit"):
    """By agreement the others play on: the casinos of whoever leaves go back for sale, the money into the pot."""

    by: Colour


class End(Move, frozen=True, tag="end"):
    """Somebody leaves for good: the game ends without a winner."""

    by: Colour | None = None


SetupMove = Join | Leave | Rename | Seat | UseCopy | TellCasino | Agree | Gathered | Deal | DealAll | Stand | Begin
Outcome = Roulette | Die | Card
RecordMove = (
    Throw | Go | Buy | Decline | Bet | Roulette | Die | Card | Settle | LayBluff | Believe | Doubt | Takeover | Pick
    | Sure | Try | Stop | Sell | Bid | Sold | Run | Correct | Put | HandOver | Hold | TellCasino | Quit | End
)  # fmt: skip
AnyMove = SetupMove | Roll | RecordMove
