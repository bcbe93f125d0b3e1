"""Who plays, where they sit, what they agree on and who deals first: everything before the first face-up card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from companion.games.casino.rules import house, state
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import Agree, Begin, Gathered, Join, Leave, Rename, Seat
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Phase
from companion.games.kit.colours import Colour
from companion.games.kit.names import one_form, proper_name

MIN_PLAYERS = 2
MAX_PLAYERS = 4

T = TypeVar("T")


class Chance(Protocol):
    """What a draw needs of a source of chance; `random.Random` has it."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these, each as likely as the others."""


class Joined(msgspec.Struct, frozen=True):
    """Somebody who will play. `chair`: 0 to 3, clockwise; chairs between may be empty until the game begins."""

    colour: Colour
    name: str
    chair: int


class Setup(msgspec.Struct, frozen=True):
    """A table that is being set up. `players` by chair; `agreed`: the house rules are settled."""

    players: tuple[Joined, ...] = ()
    gathered: bool = False
    house: HouseRules = HouseRules()
    agreed: bool = False


def draw_dealer(players: Sequence[Colour], rng: Chance) -> Colour:
    """Draws the first dealer by lot, each with the same chance."""
    return rng.choice(players)


def phase(setup: Setup) -> Phase:
    """Players, then house rules, then dealer."""
    if not setup.gathered:
        return Phase.PLAYERS
    return Phase.DEALER if setup.agreed else Phase.RULES


def _in(setup: Setup, *phases: Phase, by: Colour | None = None) -> None:
    if phase(setup) not in phases:
        raise MoveRefused(Refusal.WRONG_PHASE, by=by)


def _playing(setup: Setup, colour: Colour) -> None:
    if all(player.colour is not colour for player in setup.players):
        raise MoveRefused(Refusal.NOT_PLAYING, by=colour)


def _named(colour: Colour, name: str) -> None:
    if not proper_name(one_form(name)):
        raise MoveRefused(Refusal.BAD_NAME, by=colour)


def _next_chair(taken: Sequence[int]) -> int:
    """The chair after all others; the first empty one clockwise from there if the last chair is taken."""
    after = max(taken, default=-1) + 1
    return next(chair % MAX_PLAYERS for chair in range(after, after + MAX_PLAYERS) if chair % MAX_PLAYERS not in taken)


def join(setup: Setup, move: Join) -> Setup:
    """Somebody takes a free colour and an empty chair."""
    _in(setup, Phase.PLAYERS, by=move.colour)
    _named(move.colour, move.name)
    if any(player.colour is move.colour for player in setup.players):
        raise MoveRefused(Refusal.COLOUR_TAKEN, by=move.colour)
    if len(setup.players) == MAX_PLAYERS:
        raise MoveRefused(Refusal.TABLE_FULL, by=move.colour)
    taken = [player.chair for player in setup.players]
    chair = _next_chair(taken) if move.chair is None else move.chair
    if not 0 <= chair < MAX_PLAYERS:
        raise MoveRefused(Refusal.NO_SUCH_CHAIR, by=move.colour)
    if chair in taken:
        raise MoveRefused(Refusal.CHAIR_TAKEN, by=move.colour)
    joined = (*setup.players, Joined(move.colour, one_form(move.name), chair))
    return replace(setup, players=tuple(sorted(joined, key=lambda player: player.chair)))


def leave(setup: Setup, move: Leave) -> Setup:
    """The chair is empty again; the others keep theirs."""
    _in(setup, Phase.PLAYERS, by=move.colour)
    _playing(setup, move.colour)
    return replace(setup, players=tuple([player for player in setup.players if player.colour is not move.colour]))


def rename(setup: Setup, move: Rename) -> Setup:
    """A name is set right, at any time."""
    _playing(setup, move.colour)
    _named(move.colour, move.name)
    return replace(
        setup,
        players=tuple([replace(p, name=one_form(move.name)) if p.colour is move.colour else p for p in setup.players]),
    )


def seat(setup: Setup, move: Seat) -> Setup:
    """Everybody sits as told, from chair 0 on. Partners are told by it, so it may change until the dealer is known."""
    players = {player.colour: player for player in setup.players}
    if len(move.chairs) != len(players) or set(move.chairs) != set(players):
        raise MoveRefused(Refusal.NOT_THE_SAME_PLAYERS)
    return replace(setup, players=tuple([replace(players[colour], chair=chair) for chair, colour in enumerate(move.chairs)]))


def gathered(setup: Setup, _: Gathered) -> Setup:
    """Two to four players are there."""
    _in(setup, Phase.PLAYERS)
    if len(setup.players) < MIN_PLAYERS:
        raise MoveRefused(Refusal.TOO_FEW)
    return replace(setup, gathered=True)


def agree(setup: Setup, move: Agree) -> Setup:
    """The house rules, until the dealer is known."""
    _in(setup, Phase.RULES, Phase.DEALER)
    return replace(setup, house=house.agreed(move.house, len(setup.players)), agreed=True)


def begin(setup: Setup, move: Begin) -> state.Game:
    """The game begins; the dealer lays four cards face up. Empty chairs are taken away: they count 0, 1, 2 ... clockwise from here."""
    _in(setup, Phase.DEALER, by=move.dealer)
    _playing(setup, move.dealer)
    colours = tuple([player.colour for player in setup.players])
    names = tuple([player.name for player in setup.players])
    return state.start(colours, names, setup.house, move.dealer, move.drawn)


ACTS: dict[type, Callable[[Setup, Any], Setup | state.Game]] = {
    Join: join,
    Leave: leave,
    Rename: rename,
    Seat: seat,
    Gathered: gathered,
    Agree: agree,
    Begin: begin,
}
"""What each act of the set-up does."""
