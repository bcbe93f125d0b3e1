"""A game of Cash & Run as a value: frozen, so that every act makes a new one and leaves the old one as it is."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

import msgspec
from msgspec.structs import replace

from companion.games.cash_and_run.rules.board import Casino, Place, Square
from companion.games.cash_and_run.rules.chance import Shown, Symbol
from companion.games.cash_and_run.rules.options import Options
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.kit.colours import Colour
from companion.games.kit.debt import Debt
from companion.games.kit.ledger import Ledger, Transfer
from companion.games.kit.seats import SeatRefusal

POT = "pot"
BANK = "bank"


class Phase(StrEnum):
    """What the table is doing. The screen and the gestures are chosen by it."""

    PLAYERS = "players"
    """Set-up: who plays, in which colour, on which chair."""
    CASINOS = "casinos"
    """Set-up: the casinos that were dealt."""
    PAWN = "pawn"
    """Set-up: where each pawn begins."""
    FIRST = "first"
    """Set-up: whose throw was highest."""
    THROW = "throw"
    GO = "go"
    """Square 1 leads to any other square."""
    OFFER = "offer"
    """A casino or a Bluff card may be bought, or somebody challenged."""
    BET = "bet"
    DRAW = "draw"
    """The ball runs, the die rolls or the card is drawn."""
    LOST = "lost"
    """The loser lays a Bluff card or does not."""
    BELIEVE = "believe"
    PICK = "pick"
    """The winner of a lost challenge takes a casino."""
    ALL = "all"
    """Everybody plays."""
    SLAM = "slam"
    SLAM_DRAW = "slam draw"
    AUCTION = "auction"
    SELL = "sell"
    """Somebody in need chooses the casino to sell."""
    FINISHED = "finished"


class Kind(StrEnum):
    """What a contest is about."""

    CASINO = "casino"
    TAKEOVER = "takeover"
    POT = "pot"


class Contest(msgspec.Struct, frozen=True):
    """A bet that is open. `owner` and `casino` are None at the pot; `odds` 0 until the bet is known.

    `replayed`: a Bluff card was believed, so the bet may move to a field of the same odds.
    """

    kind: Kind
    bettor: Colour
    symbol: Symbol
    owner: Colour | None = None
    casino: str | None = None
    on: str | None = None
    stake: int = 0
    odds: int = 0
    replayed: bool = False
    winner: Colour | None = None
    loser: Colour | None = None


class Auction(msgspec.Struct, frozen=True):
    """A casino under the hammer. `bid` is 0 while nobody bids. `back`: the phase that goes on afterwards; None where the seller is in need."""

    seller: Colour
    casino: str
    back: Phase | None
    bid: int = 0
    by: Colour | None = None


class PlayAll(msgspec.Struct, frozen=True):
    """Everybody plays. `waiting`: who is still to play in this round, in order; `scores`: the round so far.

    `first`: the first round's scores, once it is over. `winner`: who was highest, once that is settled; then the lowest are looked for.
    """

    symbol: Symbol
    waiting: tuple[Colour, ...]
    scores: tuple[tuple[Colour, int], ...] = ()
    first: tuple[tuple[Colour, int], ...] = ()
    winner: Colour | None = None
    due: int = 0


class Lap(msgspec.Struct, frozen=True):
    """A last lap. `start`: the place of the square 1 where it began, and `moved` from there; both 0 without a board."""

    casinos: tuple[str, ...]
    start: int = 0
    moved: int = 0


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened and is no payment."""

    what: str
    by: Colour
    of: Colour | None = None
    casino: str | None = None
    to: Colour | str | None = None
    amount: int | None = None
    shows: Shown | None = None
    card: str | None = None
    step: int | None = None
    left: int | None = None
    """Of a ruin, the debt that is cancelled."""
    casinos: tuple[str, ...] = ()
    """Of a set that came about, its casinos; of a lap that is over, those that go back to their owner."""


class Turn(msgspec.Struct, frozen=True):
    """One turn: its throws, the squares that were played, what was paid and what happened, each in its order."""

    turn: int
    by: Colour
    throws: tuple[tuple[int, int], ...] = ()
    squares: tuple[Square, ...] = ()
    payments: tuple[Transfer, ...] = ()
    events: tuple[Event, ...] = ()


class Party(msgspec.Struct, frozen=True):
    """What stays the same all evening. `colours` and `names` by chair, clockwise. `casinos` by id, in the order in which they were told.

    `need` and `colour_need`: how many casinos of a symbol, and of a colour, win; None where colours do not count.
    """

    colours: tuple[Colour, ...]
    names: tuple[str, ...]
    first: Colour
    casinos: dict[str, Casino]
    board: tuple[Square, ...]
    options: Options
    need: int
    colour_need: int | None
    dealt: tuple[tuple[str, ...], ...]
    stood: tuple[str, ...]
    chips: tuple[int, ...] = ()
    """The values of the copy's chips, rising; empty where none were taught."""


class Game(msgspec.Struct, frozen=True):
    """A game from the first throw on.

    `fresh`: this turn has not been thrown for yet. `again`: throws that doubles still give. `owners`: by casino, only those that are owned.
    `at`: None once out. `out`: who is out, in that order; of these `quit` left by agreement. `laps`: who runs.
    `zeros`: how often the ball has stopped at zero.
    """

    party: Party
    phase: Phase
    turn: int
    by: Colour
    now: Turn
    ledger: Ledger
    owners: dict[str, Colour]
    bluffs: dict[Colour, int]
    at: dict[Colour, Place | None]
    fresh: bool = True
    again: int = 0
    laps: dict[Colour, Lap] = {}
    out: tuple[Colour, ...] = ()
    quit: tuple[Colour, ...] = ()
    contest: Contest | None = None
    auction: Auction | None = None
    debt: Debt[Colour] | None = None
    all: PlayAll | None = None
    step: int = 0
    turns: tuple[Turn, ...] = ()
    winner: Colour | None = None
    won_by: str | None = None
    zeros: int = 0
    rolled: tuple[int, int] | None = None
    """The dice that the companion threw, until it is told where they lead."""

    @property
    def in_game(self) -> list[Colour]:
        """Who is not out, by chair."""
        return [colour for colour in self.party.colours if colour not in self.out]


def casinos_of(game: Game, owner: Colour) -> list[str]:
    """A player's casinos, in the order in which they were told."""
    owners = game.owners
    return [casino for casino in game.party.casinos if owners.get(casino) is owner]


def for_sale(game: Game) -> list[str]:
    """The casinos that nobody has."""
    owners = game.owners
    return [casino for casino in game.party.casinos if casino not in owners]


def around(game: Game, colour: Colour) -> list[Colour]:
    """Who is in the game, clockwise from this player on, who need not be."""
    colours, out = game.party.colours, game.out
    at = colours.index(colour)
    return [each for each in colours[at:] + colours[:at] if each not in out]


def square_of(game: Game, colour: Colour) -> Square | None:
    """The square where the pawn stands."""
    at = game.at[colour]
    return game.party.board[at - 1] if isinstance(at, int) else at


def to_act(game: Game) -> Colour | None:
    """Who is to act; None in an auction, where everybody but the seller may, and once the game is over."""
    contest = game.contest
    match game.phase:
        case Phase.AUCTION | Phase.FINISHED:
            return None
        case Phase.LOST if contest:
            return contest.loser
        case Phase.BELIEVE | Phase.PICK if contest:
            return contest.winner
        case Phase.ALL if game.all:
            return game.all.waiting[0]
        case Phase.SELL if game.debt:
            return game.debt.by
    return game.by


def check(game: Game, by: Colour, *phases: Phase) -> None:
    """Raises MoveRefused unless the table is in one of these phases and this player is to act."""
    if game.phase not in phases:
        refuse_phase(game, by)
    expected = to_act(game)
    if by is not expected:
        check_playing(game, by)
        raise MoveRefused(Refusal.NOT_YOUR_TURN, by=by, expected=expected)


def check_playing(game: Game, by: Colour) -> None:
    """Raises MoveRefused if this colour takes no part, or none any more."""
    if by not in game.party.colours or by in game.quit:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=by)
    if by in game.out:
        raise MoveRefused(Refusal.BANKRUPT, by=by)


def refuse_phase(game: Game, by: Colour | None = None) -> NoReturn:
    """Refuses an act that belongs to another phase."""
    over = game.phase is Phase.FINISHED
    raise MoveRefused(Refusal.GAME_OVER if over else Refusal.WRONG_PHASE, by=by)


def book(game: Game, source: str, to: str, amount: int, why: str, about: str = "") -> Game:
    """Money goes from one to another, and the turn tells it. Nothing is told of nothing."""
    if not amount:
        return game
    now = game.now
    told = Turn(now.turn, now.by, now.throws, now.squares, (*now.payments, Transfer(source, to, amount, why, about)), now.events)
    return replace(game, now=told, ledger=game.ledger.after(source, to, amount))


def tell(game: Game, event: Event) -> Game:
    """The turn tells what happened."""
    now = game.now
    return replace(game, now=Turn(now.turn, now.by, now.throws, now.squares, now.payments, (*now.events, event)))
