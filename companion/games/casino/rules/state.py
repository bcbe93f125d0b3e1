"""A game of Casino as a value: frozen, so that every act makes a new one and leaves the old one as it is. No hand is in it."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

import msgspec

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.kit.colours import Colour

HAND = 4
"""Cards that each player gets in every deal."""

FACE_UP = 4
"""Cards that lie face up at the beginning of a round."""

PLAYS = 48
"""Plays of a round: every card but those four comes from a hand."""


class Phase(StrEnum):
    """What the table is doing. The screen and the gestures are chosen by it."""

    PLAYERS = "players"
    """Set-up: who plays, in which colour, on which chair."""
    RULES = "rules"
    """Set-up: the house rules."""
    DEALER = "dealer"
    """Set-up: the first dealer is drawn or chosen."""
    TABLE = "table"
    """The dealer lays four cards face up."""
    PLAY = "play"
    """Somebody plays a card."""
    CHOOSE = "choose"
    """A card was shown; what it does is to be said."""
    DEAL = "deal"
    """All hands are empty: four more cards to each."""
    PILES = "piles"
    """The companion has lost track: the piles are counted by hand when the round is over."""
    COUNT = "count"
    """The round is counted; corrections of the score belong here."""
    FINISHED = "finished"


class Build(msgspec.Struct, frozen=True):
    """Cards laid together for a value. `sets`: how many sets of the value they are; more than one is a multiple build.

    `owner`: who made it or added to it last.
    """

    value: int
    cards: tuple[Card, ...]
    sets: int
    owner: Colour


class Did(StrEnum):
    """What the last act at the table was."""

    LAY = "lay"
    TRAIL = "trail"
    TAKE = "take"
    BUILD = "build"
    ADD = "add"
    RAISE = "raise"
    FALSE = "false"


class Play(msgspec.Struct, frozen=True):
    """The last settled act. `cards`: what was taken, or joined to the played card; `value`: of the build that was made, joined or fell apart.

    `was`: the value before it was raised. `owner`: whose build it was before, None of a new one. `sweep`: the table is bare.
    """

    by: Colour
    did: Did
    card: Card | None
    cards: tuple[Card, ...] = ()
    value: int = 0
    sets: int = 0
    was: int = 0
    owner: Colour | None = None
    sweep: bool = False


class Unheld(msgspec.Struct, frozen=True):
    """A build that was announced and for which its owner held no card: a false build that nobody declared."""

    deal: int
    by: Colour
    value: int


class Pile(msgspec.Struct, frozen=True):
    """What a side has taken in a round, what was left included. `points`: which of the six point cards; `held`: all the cards.

    `held` is empty where the pile was counted by hand.
    """

    cards: int
    spades: int
    points: tuple[Card, ...]
    sweeps: int
    held: tuple[Card, ...] = ()


class Counting(msgspec.Struct, frozen=True):
    """One line of a count. `what`: cards, spades, one of the six point cards, sweeps. `to`: the side; None where it is tied or nobody's."""

    what: str
    to: str | None
    points: int


class Correction(msgspec.Struct, frozen=True):
    """A change of a side's total after the count, and why."""

    side: str
    points: int
    reason: str


class RoundResult(msgspec.Struct, frozen=True):
    """A counted round. `piles` and `scores` by side, `scores` after the round and its corrections; `counted` in the rulebook's order.

    `last_take`: who took last, and so got `residue`, the cards that were left. `by_hand`: the piles were counted by the players.
    """

    round: int
    dealer: Colour
    piles: dict[str, Pile]
    last_take: Colour | None
    residue: tuple[Card, ...]
    counted: tuple[Counting, ...]
    scores: dict[str, int]
    unheld: tuple[Unheld, ...] = ()
    corrections: tuple[Correction, ...] = ()
    by_hand: bool = False


class Party(msgspec.Struct, frozen=True):
    """What stays the same all evening. `colours`: the players by their chairs, clockwise; `names` and `side_of` run along it.

    `sides`: the names of those who score together, a colour or two joined by +; `side_of`: each player's place in it.
    `first`: the chair of the first dealer.
    """

    colours: tuple[Colour, ...]
    names: tuple[str, ...]
    house: HouseRules
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    first: int
    drawn: bool


class Game(msgspec.Struct, frozen=True):
    """A game from the first face-up card on.

    `dealer` and `turn` are chairs. `left`: cards in hand, by chair. `plays`: settled plays of the round. `loose` and `builds`: the table.
    `piles` and `sweeps`: by side. `seen`: every card that lay face up in this round, as bits. `last_take`: the chair of who took last.
    `shown`: the card whose play is still to be said. `promised`: for which builds (chair, value) no card of theirs was played yet in this
    deal. `scores`: by side, of the counted rounds. `ended`: somebody left for good.
    """

    party: Party
    phase: Phase
    round: int
    dealer: int
    turn: int
    left: tuple[int, ...]
    scores: tuple[int, ...]
    piles: tuple[tuple[Card, ...], ...]
    sweeps: tuple[int, ...]
    plays: int = 0
    loose: tuple[Card, ...] = ()
    builds: tuple[Build, ...] = ()
    seen: int = 0
    last_take: int | None = None
    shown: Card | None = None
    last: Play | None = None
    promised: tuple[tuple[int, int], ...] = ()
    unheld: tuple[Unheld, ...] = ()
    results: tuple[RoundResult, ...] = ()
    ended: bool = False


def start(colours: tuple[Colour, ...], names: tuple[str, ...], house: HouseRules, dealer: Colour, drawn: bool) -> Game:
    """A game in which the first face-up card is still to be laid."""
    # Partners sit opposite: the first with the third, the second with the fourth.
    if house.teams:
        sides: tuple[str, ...] = tuple([f"{colours[chair]}+{colours[chair + 2]}" for chair in (0, 1)])
        side_of = tuple([chair % 2 for chair in range(len(colours))])
    else:
        sides, side_of = tuple([colour.value for colour in colours]), tuple(range(len(colours)))
    first = colours.index(dealer)
    party = Party(colours, names, house, sides, side_of, first, drawn)
    return new_round(party, 1, first, (0,) * len(sides), ())


def new_round(party: Party, number: int, dealer: int, scores: tuple[int, ...], results: tuple[RoundResult, ...]) -> Game:
    """A round in which nothing lies yet. The turn is the dealer's until four cards lie."""
    nobody = (0,) * len(party.colours)
    piles: tuple[tuple[Card, ...], ...] = ((),) * len(party.sides)
    return Game(party, Phase.TABLE, number, dealer, dealer, nobody, scores, piles, (0,) * len(party.sides), results=results)


def to_act(game: Game) -> Colour | None:
    """Who lays or plays; None where nobody is to."""
    return game.party.colours[game.turn] if game.phase in _IN_TURN else None


_IN_TURN = (Phase.TABLE, Phase.PLAY, Phase.CHOOSE)


def deals(game: Game) -> int:
    """Deals of a round: 6, 4 or 3 for two, three or four players."""
    return PLAYS // (HAND * len(game.party.colours))


def deal(game: Game) -> int:
    """Which deal this is, from 1: the one that was played out until the next one is dealt."""
    each = HAND * len(game.party.colours)
    played_out = game.plays and not any(game.left)
    return game.plays // each + (0 if played_out else 1)


def refuse_phase(game: Game, by: Colour | None = None) -> NoReturn:
    """Refuses an act that belongs to another phase."""
    over = game.phase is Phase.FINISHED
    raise MoveRefused(Refusal.GAME_OVER if over else Refusal.WRONG_PHASE, by=by, expected=to_act(game))
