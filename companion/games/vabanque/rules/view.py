"""What everybody at the table may know: the only way out of the rules. No value in here depends on the kind of a face-down card."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.box import ROUNDS
from companion.games.vabanque.rules.moves import Character, Seating


class Phase(StrEnum):
    """What the table is doing. The screen and the gestures are chosen by it."""

    PLAYERS = "players"
    """Set-up: who plays, in which colour, on which chair."""
    RING = "ring"
    """Set-up: the tiles of the ring are told clockwise."""
    DRAW = "draw"
    """Set-up: the start player is drawn or chosen."""
    START = "start"
    """The start player puts the first pawn; the others follow by the rule."""
    TOKENS = "tokens"
    CARDS = "cards"
    PAWNS = "pawns"
    STAND = "stand"
    """All pawns have moved; the players look once more and confirm. Everything up to here can still be taken back."""
    REVEAL = "reveal"
    """Hidden cards at tables with pawns are turned over and told."""
    PAYOUT = "payout"
    """The tables are paid, then each player's notes are handed out and ticked off."""
    COUNT = "count"
    """Everybody counts; a difference to the ledger is settled. The new order goes by the corrected fortunes."""
    ORDER = "order"
    """The new order is known; people change chairs and take back their cards."""
    FINISHED = "finished"


class Reason(StrEnum):
    """Why somebody gets an amount, or gets nothing."""

    PAWN_PAID = "pawn paid"
    """No other player's Cheat lies at the pawn's table. `others` is empty."""
    PAWN_BLOCKED = "pawn blocked"
    """A Cheat of another player lies there: amount 0. `others`: whose Cheats."""
    CHEAT_PAID = "cheat paid"
    """A Cheat is paid for each pawn of another player. `others`: whose pawns."""
    CHEAT_IDLE = "cheat idle"
    """A Cheat with no other player's pawn at its table: amount 0."""


class Payment(msgspec.Struct, frozen=True):
    """One amount of one table and why. `others` is in the order of Colour."""

    to: Colour
    amount: int
    reason: Reason
    others: tuple[Colour, ...] = ()


class Correction(msgspec.Struct, frozen=True):
    """A change of the ledger after a count, and why."""

    by: Colour
    amount: int
    reason: str


class TableResult(msgspec.Struct, frozen=True):
    """One table with at least one pawn, after its reveal.

    `payouts`: amounts above zero by colour; `value` = tokens x multiplier, in thousands.
    """

    table: int
    tokens: int
    revealed: tuple[tuple[Colour, Character], ...]
    multiplier: int
    value: int
    pawns: tuple[Colour, ...]
    payments: tuple[Payment, ...]
    payouts: dict[Colour, int]


class RoundResult(msgspec.Struct, frozen=True):
    """One round whose tables are all paid. `tables` by number, `paid_in_order`: their numbers clockwise from the start player's pawn.

    `next_order` and `seats` are None in round 4. `ties`: groups of two or more level players, richest group first, each in the NEW order.
    `fortunes` are those after the round, its `corrections` included, `earned` what the round brought to each player, zeros included.
    """

    round: int
    order: tuple[Colour, ...]
    tables: tuple[TableResult, ...]
    paid_in_order: tuple[int, ...]
    earned: dict[Colour, int]
    fortunes: dict[Colour, int]
    next_order: tuple[Colour, ...] | None
    seats: tuple[Colour, ...] | None
    ties: tuple[tuple[Colour, ...], ...] = ()
    corrections: tuple[Correction, ...] = ()
    stayed: bool = False
    """Nobody changed chairs although the rule says so."""
    as_played: bool = False
    """`next_order` is the order that was played, although the fortunes, mended since, would give another one."""


class HandOutView(msgspec.Struct, frozen=True):
    """The notes for one player at the end of a round: value -> how many, in the order in which they change hands.

    The player gives back `returned`, each swap is made (`gives` and `takes` are the third player's), then the bank pays `paid`.
    `owed`: what of `amount` is wanting; `settled`: what of older debts is paid along. `done`: the notes are in hand.
    """

    to: Colour
    amount: int
    paid: dict[int, int]
    returned: dict[int, int]
    swaps: tuple[SwapView, ...]
    owed: int
    settled: int
    done: bool


class Adjustment(msgspec.Struct, frozen=True):
    """Money that changes hands because earlier acts were mended. `amount` above 0: the bank pays, below 0: `to` gives back.

    The notes are as in a HandOutView; where `to` gives back, the swaps are made with `to`. `owed`: what of it is wanting: above 0 the bank
    owes it, below 0 `to` keeps so much for want of change.
    """

    to: Colour
    amount: int
    paid: dict[int, int]
    returned: dict[int, int]
    swaps: tuple[SwapView, ...] = ()
    owed: int = 0


class SwapView(msgspec.Struct, frozen=True):
    """A third player changes money with the bank."""

    other: Colour
    gives: dict[int, int]
    takes: dict[int, int]


class TableView(msgspec.Struct, frozen=True):
    """One table of the ring. `tokens`: values in the order laid; `value`: their sum; `tile`: the number of the tile that lies here."""

    number: int
    tile: int
    tokens: tuple[int, ...]
    value: int
    pawns: tuple[Colour, ...]
    face_down: int
    """How many cards lie face down beside it."""
    owners: tuple[Colour, ...] = ()
    """Whose they are, by colour; empty unless the card backs show it (an argument of `view`)."""
    revealed: tuple[tuple[Colour, Character], ...] = ()
    """The cards that lie face up beside it in this round, by colour, then kind."""


class PlayerView(msgspec.Struct, frozen=True):
    """One player. `chair` counts clockwise from 0 and changes with re-seating.

    `place` is the turn in this round's order of play, from 0.
    """

    colour: Colour
    name: str
    chair: int
    place: int
    fortune: int
    tokens_left: int
    cards_left: int
    pawn: int | None
    """The table where the pawn stands, None before the first pawns."""
    moved: bool
    """Whether the pawn has moved (or stayed) in this round."""

    @property
    def side(self) -> int:
        """Everybody plays alone."""
        return self.chair

    @property
    def score(self) -> int:
        return self.fortune

    @property
    def out(self) -> bool:
        """Nobody leaves while the others play on."""
        return False


class Unrevealed(msgspec.Struct, frozen=True):
    """`cards` cards of `owner` at `table` that lie hidden at a table with pawns and have to be turned over and told.

    `twice`: among them is one that was recorded as this kind, as was another one that is turned over; everybody sees now which is right.
    """

    owner: Colour
    table: int
    cards: int
    twice: Character | None = None


class View(msgspec.Struct, frozen=True):
    """The whole public state. `players` by chair as they sit now, `order` this round's order of play, `tables` by number.

    `first`: the start player, None until Begin. `to_act`: who is next in the order of play; None where nobody is: in set-up, stand,
    reveal, payout, order, finished.
    `reachable`: in the phase of pawns, (steps, table) for the player to act, 0 to 4 steps. `token`: the value laid in this round.
    `unrevealed`: in the phase of reveal, what is still to be told. `results`: every round whose payout is known, the one being paid
    out included.
    `handed_out`: who has this round's notes in hand (phase payout). `winners` is empty until the game is finished.
    `tiles_needed`: how many tables the ring has for this many players; `ring`: the tiles told so far.
    """

    phase: Phase
    round: int
    players: tuple[PlayerView, ...]
    seating: Seating
    order: tuple[Colour, ...]
    first: Colour | None
    drawn: bool
    to_act: Colour | None
    token: int
    stock: int
    """Tokens of this round's value that are still to be laid."""
    tables: tuple[TableView, ...]
    reachable: tuple[tuple[int, int], ...] = ()
    unrevealed: tuple[Unrevealed, ...] = ()
    results: tuple[RoundResult, ...] = ()
    handed_out: tuple[Colour, ...] = ()
    hand_outs: tuple[HandOutView, ...] = ()
    """From the payout to the change of chairs: the round's notes, in the order of play. Empty where no notes are planned."""
    bank: dict[int, int] = {}
    """The bank's notes once all that is `done` has changed hands, value -> how many; likewise `purses` and `owed` (only what is above 0)."""
    purses: dict[Colour, dict[int, int]] = {}
    owed: dict[Colour, int] = {}
    counted: tuple[Colour, ...] = ()
    """Who has counted by note in this round's count."""
    ended: bool = False
    """The game was ended early: it has standings and no winner."""
    winners: tuple[Colour, ...] = ()
    tiles_needed: int = 0
    ring: tuple[int, ...] = ()

    @property
    def rounds(self) -> int:
        return ROUNDS

    @property
    def may_act(self) -> frozenset[Colour]:
        """Whoever is next; nobody where all confirm together."""
        return frozenset() if self.to_act is None else frozenset({self.to_act})

    @property
    def outcome(self) -> ViewOutcome | None:
        """How it has ended, None while it goes on."""
        return ViewOutcome(self.winners, self.ended) if self.phase is Phase.FINISHED else None


class ViewOutcome(msgspec.Struct, frozen=True):
    """The end of a game. `winners`: whoever is richest; nobody where it was ended early (`left`)."""

    winners: tuple[Colour, ...]
    left: bool
