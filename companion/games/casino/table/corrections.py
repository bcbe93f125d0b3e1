"""Earlier acts set right: another card, other cards, another value, a play that nobody told, another player from there on.

Everything after it is folded again. What no longer fits is named, and can be set right in the same way before anything changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion.games.casino.rules.moves import AnyMove, Build, Counted, Dealt, FalseBuild, Lay, Shown, Take, Trail, Turn
from companion.games.casino.rules.position import Position, apply, due, follows, new
from companion.games.casino.rules.refusal import MoveRefused
from companion.games.casino.rules.state import Game
from companion.games.kit.colours import Colour


class Unfit(msgspec.Struct, frozen=True):
    """An act that the rules refuse after the correction. `place`: in the moves of its Proposal."""

    place: int
    move: AnyMove
    reason: StrEnum


class Proposal(msgspec.Struct, frozen=True):
    """The moves as they would stand, first Join first, and what of them does not fit. Only where nothing is unfit may they be carried out.

    `origins`: for each of them the place among those that were folded, -1 where it follows by itself.
    """

    moves: tuple[AnyMove, ...]
    unfit: tuple[Unfit, ...]
    origins: tuple[int, ...] = ()


def replaced(moves: Sequence[AnyMove], place: int, move: AnyMove) -> Proposal:
    """The act at `place` was this one."""
    return fold([*moves[:place], move, *moves[place + 1 :]])


def inserted(moves: Sequence[AnyMove], place: int, move: AnyMove) -> Proposal:
    """A play is missing before the act at `place`: all later plays move on to the next player. Whose it is follows from the place."""
    return fold([*moves[:place], move, *moves[place:]])


def removed(moves: Sequence[AnyMove], place: int) -> Proposal:
    """The act at `place` was never made."""
    return fold([*moves[:place], *moves[place + 1 :]])


def played_by(moves: Sequence[AnyMove], place: int, player: Colour) -> Proposal:
    """The play at `place` was this player's, and the others follow clockwise from there."""
    begin = place - 1 if place and isinstance(moves[place - 1], Turn) else place
    return fold([*moves[:begin], Turn(player), *moves[place:]])


_BY_ITSELF = -1

_OF_THE_TURN = (Lay, Trail, Take, Build, FalseBuild, Shown)


def fold(moves: Sequence[AnyMove]) -> Proposal:
    """Plays the moves through: whose each is follows from the turn, and deals and counts are made where they are due.

    An act that does not fit stays among the moves; it counts as a card that was left on the table, if it was one.
    """
    position = new()
    told: list[AnyMove] = []
    origins: list[int] = []
    unfit: list[Unfit] = []
    # Up to the last play, deals, counts and cards that were shown follow from the plays; after it they stand as they were made.
    plays = max([place for place, move in enumerate(moves) if isinstance(move, Lay | Trail | Take | Build)], default=-1)
    for place, move in enumerate(moves):
        if isinstance(move, Dealt | Counted):
            following = follows(position) if place > plays else None
            if following is not None:
                told.append(following)
                origins.append(_BY_ITSELF)
                position = apply(position, following)
            continue
        if isinstance(move, Shown) and place < plays:
            continue
        while (before := due(position, move)) is not None:
            told.append(before)
            origins.append(_BY_ITSELF)
            position = apply(position, before)
        move = _of_the_turn(position, move)
        try:
            if not (isinstance(move, Turn) and isinstance(position, Game) and position.party.colours[position.turn] is move.by):
                position = apply(position, move)
                told.append(move)
                origins.append(place)
        except MoveRefused as refused:
            unfit.append(Unfit(len(told), move, refused.reason))
            told.append(move)
            origins.append(place)
            position = _left_on_the_table(position, move)
    return Proposal(tuple(told), tuple(unfit), tuple(origins))


def _of_the_turn(position: Position, move: AnyMove) -> AnyMove:
    if isinstance(move, _OF_THE_TURN) and isinstance(position, Game):
        return replace(move, by=position.party.colours[position.turn])
    return move


def _left_on_the_table(position: Position, move: AnyMove) -> Position:
    if not isinstance(move, Trail | Take | Build):
        return position
    try:
        return apply(position, Trail(move.by, move.card))
    except MoveRefused:
        return position
