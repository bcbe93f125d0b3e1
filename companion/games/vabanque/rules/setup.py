"""Who plays, where they sit, how the tables lie and who begins: everything before the first pawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.kit import seats
from companion.games.kit.colours import Colour
from companion.games.kit.seats import Join, Joined, Leave, Rename, Seat
from companion.games.vabanque.rules import state
from companion.games.vabanque.rules.box import MAX_PLAYERS, MIN_PLAYERS, TABLES
from companion.games.vabanque.rules.moves import Begin, ChooseSeating, Gathered, LayRing, LayTile, Seating
from companion.games.vabanque.rules.pieces import TILES
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.view import Phase


class Setup(msgspec.Struct, frozen=True):
    """A table that is being set up. `players` by chair; `ring`: the tiles told so far, clockwise."""

    players: tuple[Joined, ...] = ()
    seating: Seating = Seating.CHAIRS
    gathered: bool = False
    ring: tuple[int, ...] = ()


def tiles_needed(setup: Setup) -> int:
    """Tables in the ring for this many players; 0 while they are too few."""
    return TABLES.get(len(setup.players), 0)


def phase(setup: Setup) -> Phase:
    """Players, then ring, then draw."""
    if not setup.gathered:
        return Phase.PLAYERS
    return Phase.RING if len(setup.ring) < tiles_needed(setup) else Phase.DRAW


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
    """Everybody sits as told, from chair 0 on."""
    return replace(setup, players=seats.seat(setup.players, move))


def choose_seating(setup: Setup, move: ChooseSeating) -> Setup:
    """Until the game begins."""
    return replace(setup, seating=move.seating)


def gathered(setup: Setup, _: Gathered) -> Setup:
    """Three to six players are there."""
    _in(setup, Phase.PLAYERS)
    if len(setup.players) < MIN_PLAYERS:
        raise MoveRefused(Refusal.TOO_FEW)
    return replace(setup, gathered=True)


def lay_tile(setup: Setup, move: LayTile) -> Setup:
    """The next tile of the ring, clockwise."""
    _in(setup, Phase.RING)
    _tiles_once((*setup.ring, move.tile))
    return replace(setup, ring=(*setup.ring, move.tile))


def lay_ring(setup: Setup, move: LayRing) -> Setup:
    """The whole ring; tiles told one by one before do not count."""
    _in(setup, Phase.RING)
    if len(move.tiles) != tiles_needed(setup):
        raise MoveRefused(Refusal.WRONG_RING)
    _tiles_once(move.tiles)
    return replace(setup, ring=move.tiles)


def _tiles_once(ring: Sequence[int]) -> None:
    for place, tile in enumerate(ring):
        if tile not in TILES:
            raise MoveRefused(Refusal.NO_SUCH_TILE)
        if tile in ring[:place]:
            raise MoveRefused(Refusal.TILE_TWICE, spot=ring.index(tile) + 1)


def begin(setup: Setup, move: Begin) -> state.Game:
    """The game begins; the start player is to place the first pawn. Empty chairs are taken away: they count 0, 1, 2 ... clockwise from here."""
    _in(setup, Phase.DRAW, by=move.first)
    seats.playing(setup.players, move.first)
    colours = tuple([player.colour for player in setup.players])
    names = tuple([player.name for player in setup.players])
    return state.start(colours, names, setup.seating, setup.ring, move.first, move.drawn)


ACTS: dict[type, Callable[[Setup, Any], Setup | state.Game]] = {
    Join: join,
    Leave: leave,
    Rename: rename,
    Seat: seat,
    ChooseSeating: choose_seating,
    Gathered: gathered,
    LayTile: lay_tile,
    LayRing: lay_ring,
    Begin: begin,
}
"""What each act of the set-up does."""
