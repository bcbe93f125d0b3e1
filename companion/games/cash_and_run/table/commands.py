"""What people ask for on the screens of Cash & Run, beside whole moves: the parts of which a move is made by fingers."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.cash_and_run.rules.chance import Result, Shown, Symbol
from companion.games.kit.colours import Colour


class Command(msgspec.Struct, frozen=True, tag_field="tap"):
    """The base of all commands."""


class TapDice(Command, frozen=True, tag="dice"):
    """A pair of dice: with a board taught, the whole throw."""

    one: int
    other: int


class TapSquare(Command, frozen=True, tag="square"):
    """A square by its name, or by its `place` on the board where its name lies more than once."""

    square: str | None = None
    place: int | None = None


class TapLap(Command, frozen=True, tag="lap"):
    """Whether the pawn has passed the start of its last lap; asked without a board."""

    passed: bool


class TapChip(Command, frozen=True, tag="chip"):
    """The chip that the next taps lay."""

    value: int


class TapField(Command, frozen=True, tag="field"):
    """A field of the felt: one more chip; on another field, all that is laid moves there."""

    on: str


class TapAllIn(Command, frozen=True, tag="all in"):
    """All one's money."""


class TapNone(Command, frozen=True, tag="none"):
    """All chips come off again."""


class TapCasino(Command, frozen=True, tag="casino"):
    """A casino: to play for, to pick, to sell, dealt, or where the pawn begins."""

    casino: str


class TapResult(Command, frozen=True, tag="result"):
    """Where the ball stopped, what the die shows, or the card drawn."""

    result: Result


class TapShown(Command, frozen=True, tag="shown"):
    """What the Bluff card shows that was turned over."""

    shows: Shown


class TapPlayer(Command, frozen=True, tag="player"):
    """Who begins, or who bids `step` more."""

    player: Colour
    step: int = 0


class TapSet(Command, frozen=True, tag="set"):
    """The combination that is to be laid."""

    casinos: tuple[str, ...]


class TapName(Command, frozen=True, tag="name"):
    """In a correction: what somebody, or a casino, is called."""

    name: str


class TapLook(Command, frozen=True, tag="look"):
    """In a correction: what is printed on a casino card."""

    symbol: Symbol
    colour: str


class Act(StrEnum):
    """The buttons."""

    OK = "ok"
    """The button that is lit, and the one of the panel."""
    BUY = "buy"
    LEAVE = "leave"
    DOWN = "down"
    """Bets are down."""
    PAY = "pay"
    BLUFF = "bluff"
    BELIEVE = "believe"
    TURN = "turn"
    SURE = "sure"
    TRY = "try"
    STOP = "stop"
    SOLD = "sold"
    RUN = "run"
    SELL = "sell"
    DRAW = "draw"
    """The companion draws what is to be drawn now."""


class Tap(Command, frozen=True, tag="act"):
    """A button."""

    act: Act


AnyCommand = (
    TapDice | TapSquare | TapLap | TapChip | TapField | TapAllIn | TapNone | TapCasino | TapResult | TapShown | TapPlayer | TapSet | TapName | TapLook
    | Tap
)  # fmt: skip
