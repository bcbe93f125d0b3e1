"""Who plays, where they sit, what they agree on and who deals first: everything before the first face-up card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.casino.rules import house, state
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import Agree, Begin, Gathered
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Phase
from companion.games.kit import seats
from companion.games.kit.colours import Colour
from companion.games.kit.seats import Join, Joined, Leave, Rename, Seat

MIN_PLAYERS = 2
MAX_PLAYERS = 4


class Setup(msgspec.Struct, frozen=True):
    """A table that is being set up. `players` by chair; `agreed`: the house rules are settled."""

    players: tuple[Joined, ...] = ()
    gathered: bool = False
    house: HouseRules = HouseRules()
    agreed: bool = False


def phase(setup: Setup) -> Phase:
    """Players, then house rules, then dealer."""
    if not setup.gathered:
        return Phase.PLAYERS
    return Phase.DEALER if setup.agreed else Phase.RULES


def _in(setup: Setup, *phases: Phase, by: Colour | None = None) -> None:
    if phase(setup) not in phases:
        raise MoveRefused(Refusal.WRONG_PHASE, by=by)


def join(setup: Setup, move: Join) -> Setup:
    """Somebody takes a free colour and an empty chair."""
    _in(setup, Phase.PLAYERS, by=move.colour)
    return replace(setup, players=seats.join(setup.players, move, Joined, chairs=MAX_PLAYERS, full=Refusal.TABLE_FULL))


def leave(setup: Setup, move: Leave) -> Setup:
    """The chair is empty again; the others keep theirs."""
    _in(setup, Phase.PLAYERS, by=move.colour)
    return replace(setup, players=seats.leave(setup.players, move))


def rename(setup: Setup, move: Rename) -> Setup:
    """A name is set right, at any time."""
    return replace(setup, players=seats.rename(setup.players, move))


def seat(setup: Setup, move: Seat) -> Setup:
    """Everybody sits as told, from chair 0 on. Partners are told by it, so it may change until the dealer is known."""
    return replace(setup, players=seats.seat(setup.players, move))


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
    seats.playing(setup.players, move.dealer)
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
