"""What everybody at the table may know: the way out of the rules. Bluff cards are only ever counted in here."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.cash_and_run.rules.board import Casino, Place, Square
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.end import Outcome
from companion.games.cash_and_run.rules.options import Options
from companion.games.cash_and_run.rules.refusal import Refusal
from companion.games.cash_and_run.rules.state import Kind, Phase, Turn
from companion.games.kit.colours import Colour


class LapView(msgspec.Struct, frozen=True):
    """A last lap. `moved` and `to_go` are None without a board."""

    casinos: tuple[str, ...]
    moved: int | None
    to_go: int | None


class Player(msgspec.Struct, frozen=True):
    """One player. `score` and `cash`: the money, None where it is not shown. `out`: ruined or gone. `at`: the place on the board, or the square.

    `sets`: the winning combinations held.
    """

    colour: Colour
    name: str
    chair: int
    side: int
    score: int | None
    out: bool
    cash: int | None
    casinos: tuple[str, ...]
    bluffs: int
    at: Place | None
    square: Square | None
    sets: tuple[tuple[str, ...], ...]
    lap: LapView | None


class Lead(msgspec.Struct, frozen=True):
    """Where a throw of `total` leads on the board."""

    total: int
    place: int
    square: Square


class Wanted(StrEnum):
    """What is offered on a square."""

    CASINO = "casino"
    BLUFF = "bluff"
    TAKEOVER = "takeover"


class Offer(msgspec.Struct, frozen=True):
    """What may be bought or challenged. `affordable`: the money is there; None where money is not shown.

    `exchange`: with three Bluff cards, one goes back. `completes`: with this casino its buyer holds a winning combination.
    `targets`: the casinos that may be played for.
    """

    wanted: Wanted
    price: int
    affordable: bool | None
    casino: str | None = None
    exchange: bool = False
    completes: bool = False
    targets: tuple[str, ...] = ()
    bets: tuple[str, ...] = ()
    """What may be bet on in a challenge."""


class Field(msgspec.Struct, frozen=True):
    """A field of the felt that may be bet on. It wins in `wins` of `of` cases and pays `odds` for 1."""

    on: str
    odds: int
    wins: int
    of: int


class ContestView(msgspec.Struct, frozen=True):
    """A bet that is open. `felt`: the fields where it may be laid now, or moved to. `most`: all that may be staked;
    None where money is not shown.

    `owner_cash`: what the owner says to have, before the stake. `first_sold`: the casino that is auctioned if that is not enough.
    """

    kind: Kind
    bettor: Colour
    symbol: Symbol
    owner: Colour | None
    casino: str | None
    on: str | None
    stake: int
    odds: int
    replayed: bool
    winner: Colour | None
    loser: Colour | None
    wins: tuple[int | str, ...]
    """The results that win."""
    felt: tuple[Field, ...] = ()
    most: int | None = None
    owner_cash: int | None = None
    first_sold: str | None = None

    def short(self, odds: int, stake: int) -> int | None:
        """How much the owner would be short of if this stake won; None where the owner's money is not told."""
        return None if self.owner_cash is None else max(0, stake * odds - self.owner_cash)


class AuctionView(msgspec.Struct, frozen=True):
    """A casino under the hammer. `least`: the lowest bid that counts. `limits`: what each bidder can pay, credit included.

    `credit`: what the seller owes to whom, with which that player may bid. `own_will`: nobody is in need.
    """

    seller: Colour
    casino: str
    bid: int
    by: Colour | None
    least: int
    step: int
    limits: dict[Colour, int]
    credit: dict[Colour, int]
    own_will: bool


class DebtView(msgspec.Struct, frozen=True):
    """What somebody still owes."""

    by: Colour
    to: Colour
    left: int
    why: str


class AllView(msgspec.Struct, frozen=True):
    """Everybody plays. `scores`: this round's, higher is better; `first`: those of the first round.

    `winner`: once it is known; then the lowest are looked for, who owe `due`.
    """

    symbol: Symbol
    waiting: tuple[Colour, ...]
    scores: tuple[tuple[Colour, int], ...]
    first: tuple[tuple[Colour, int], ...]
    winner: Colour | None
    due: int


class SlamStep(msgspec.Struct, frozen=True):
    """A step of the Grand Slam."""

    symbol: Symbol
    on: str
    amount: int


class SlamView(msgspec.Struct, frozen=True):
    """The Grand Slam. `step`: steps won so far; `kept`: what would be got now; `steps`: all three."""

    step: int
    kept: int
    steps: tuple[SlamStep, ...]


class View(msgspec.Struct, frozen=True):
    """The whole public state. `players` by chair. `round`: the turn, from 1; 0 in the set-up. `may_act`: everybody who may.

    `by`: whose turn it is. `leads`: where each throw leads, with a board taught. `run_refused`: why the player can't say Cash & Run now;
    None where that may be said. `sellable`: the casinos that the player to act may auction now.
    """

    phase: Phase
    round: int
    rounds: int | None
    players: tuple[Player, ...]
    may_act: frozenset[Colour]
    outcome: Outcome | None
    by: Colour | None
    fresh: bool
    casinos: tuple[Casino, ...]
    owners: dict[str, Colour]
    board: tuple[Square, ...]
    options: Options
    need: int | None
    """Casinos of a symbol that win; likewise of a colour. None while nobody knows how many play."""
    colour_need: int | None
    chips: tuple[int, ...] = ()
    """The chips that may be laid, rising."""
    chips_taught: bool = False
    """Whether these are the copy's own, so that payments name them."""
    pot: int = 0
    zeros: int = 0
    """How often the ball has stopped at zero, which counts for nothing."""
    bank: int | None = None
    again: int = 0
    rolled: tuple[int, int] | None = None
    """The dice that the companion threw, until it is told where they lead."""
    leads: tuple[Lead, ...] = ()
    offer: Offer | None = None
    contest: ContestView | None = None
    auction: AuctionView | None = None
    debt: DebtView | None = None
    all: AllView | None = None
    slam: SlamView | None = None
    run_refused: Refusal | None = None
    sellable: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    """Those that are over. Where money is not shown the older ones tell no payment and no event, while the game goes on."""
    now: Turn | None = None
    standing: tuple[Colour, ...] = ()
    """Once the game is over: the winner first."""


class Purse(msgspec.Struct, frozen=True):
    """What a player may see alone, where money is not shown."""

    cash: int
