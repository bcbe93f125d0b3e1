"""Who plays and where they sit: the moves by which people sit down in any game, and what they make of those who sit there.

How many play, when they may still sit down, and what comes next is each game's own. None of it needs a clock or chance: a lot is drawn by
whoever calls, and told as a move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from companion.games.kit.colours import Colour
from companion.games.kit.moves import Move, MoveRefused
from companion.games.kit.names import numbered, one_form, proper_name, same_name


class SeatRefusal(StrEnum):
    """Why somebody can't sit down so, or is not spoken of. The house has words for them."""

    NOT_PLAYING = "not playing"
    """That colour, or that side, does not take part, or has left."""
    COLOUR_TAKEN = "colour taken"
    CHAIR_TAKEN = "chair taken"
    NO_SUCH_CHAIR = "no such chair"
    """They count from 0."""
    BAD_NAME = "a name has 1 to 20 letters"
    NAME_TAKEN = "somebody at the table has that name"
    """Told by the table, not by the rules: games are on disk in which two players have one name."""
    NOT_THE_SAME_PLAYERS = "not the same players"
    """Whatever is told of all players, as a seating, names each of them once."""


# --- the moves --------------------------------------------------------------------------------------------------------


class Join(Move, frozen=True, tag="join", omit_defaults=True):
    """Somebody takes a colour and a chair. `chair` counts from 0 clockwise; None is the next one after all others."""

    colour: Colour
    name: str
    chair: int | None = None


class Leave(Move, frozen=True, tag="leave"):
    """A colour is given back before the game begins."""

    colour: Colour


class Rename(Move, frozen=True, tag="rename"):
    """A player's name is set right; allowed at any time of the game."""

    colour: Colour
    name: str


class Seat(Move, frozen=True, tag="seat"):
    """The players' chairs, clockwise: the same colours as have joined, in their new order."""

    chairs: tuple[Colour, ...]


# --- what they make of those who sit there ----------------------------------------------------------------------------


class Joined(msgspec.Struct, frozen=True):
    """Somebody who will play. `chair`: from 0, clockwise; chairs between may be empty until the game begins."""

    colour: Colour
    name: str
    chair: int


J = TypeVar("J", bound=Joined)


def playing(players: Sequence[J], colour: Colour) -> J:
    """The player of that colour. Raises MoveRefused."""
    player = next((player for player in players if player.colour is colour), None)
    if player is None:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=colour)
    return player


def formed(colour: Colour, name: str) -> str:
    """A name in the one form that counts. Raises MoveRefused where nobody can be called so."""
    found = one_form(name)
    if not proper_name(found):
        raise MoveRefused(SeatRefusal.BAD_NAME, by=colour)
    return found


def next_chair(taken: Sequence[int], chairs: int) -> int:
    """The chair after all others; the first empty one clockwise from there if the last of so many chairs is taken."""
    after = max(taken, default=-1) + 1
    return next(chair % chairs for chair in range(after, after + chairs) if chair % chairs not in taken)


def join(players: tuple[J, ...], move: Join, sits: Callable[[Colour, str, int], J], *, chairs: int, full: StrEnum) -> tuple[J, ...]:
    """Those who sit there, by chair, when somebody takes a free colour and an empty chair of so many. `sits`: makes the one who joins.

    Raises MoveRefused; `full`: what the game says where every chair is taken.
    """
    name = formed(move.colour, move.name)
    if any(player.colour is move.colour for player in players):
        raise MoveRefused(SeatRefusal.COLOUR_TAKEN, by=move.colour)
    if len(players) == chairs:
        raise MoveRefused(full, by=move.colour)
    taken = [player.chair for player in players]
    chair = next_chair(taken, chairs) if move.chair is None else move.chair
    if not 0 <= chair < chairs:
        raise MoveRefused(SeatRefusal.NO_SUCH_CHAIR, by=move.colour)
    if chair in taken:
        raise MoveRefused(SeatRefusal.CHAIR_TAKEN, by=move.colour)
    return tuple(sorted((*players, sits(move.colour, name, chair)), key=lambda player: player.chair))


def leave(players: tuple[J, ...], move: Leave) -> tuple[J, ...]:
    """The chair is empty again; the others keep theirs. Raises MoveRefused."""
    gone = playing(players, move.colour)
    return tuple([player for player in players if player is not gone])


def rename(players: tuple[J, ...], move: Rename) -> tuple[J, ...]:
    """A name is set right while people sit down. Raises MoveRefused."""
    before = playing(players, move.colour)
    after = replace(before, name=formed(move.colour, move.name))
    return tuple([after if player is before else player for player in players])


def seat(players: tuple[J, ...], move: Seat) -> tuple[J, ...]:
    """Everybody sits as told, from chair 0 on. Raises MoveRefused."""
    by_colour = {player.colour: player for player in players}
    if len(move.chairs) != len(by_colour) or set(move.chairs) != set(by_colour):
        raise MoveRefused(SeatRefusal.NOT_THE_SAME_PLAYERS)
    return tuple([replace(by_colour[colour], chair=chair) for chair, colour in enumerate(move.chairs)])


def renamed(colours: Sequence[Colour], names: tuple[str, ...], move: Rename) -> tuple[str, ...]:
    """The names of a game that goes on, in the order of `colours`, when one is set right. Raises MoveRefused."""
    if move.colour not in colours:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.colour)
    at, name = colours.index(move.colour), formed(move.colour, move.name)
    return (*names[:at], name, *names[at + 1 :])


def told_apart(move: Join | Rename, called: Mapping[Colour, str]) -> Join | Rename:
    """The move, so that nobody is called like somebody else at the table: whoever sits down gets a number, whoever types a name is refused.

    `called`: the names by colour. Raises MoveRefused.
    """
    others = [name for colour, name in called.items() if colour is not move.colour]
    if isinstance(move, Join):
        return replace(move, name=numbered(move.name, others))
    if any(same_name(move.name, other) for other in others):
        raise MoveRefused(SeatRefusal.NAME_TAKEN, by=move.colour)
    return move


# --- lots -------------------------------------------------------------------------------------------------------------

T = TypeVar("T")


class Chance(Protocol):
    """What a lot needs of a source of chance; `random.Random` has it."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these, each as likely as the others."""


def draw_lot(players: Sequence[Colour], chance: Chance) -> Colour:
    """Draws one of the players by lot, each with the same chance."""
    return chance.choice(players)
