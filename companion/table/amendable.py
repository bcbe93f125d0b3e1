"""Which acts a correction can replace, and what it may repeat of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.colours import Colour
from companion.games.vabanque import Game
from companion.games.vabanque.moves import (
    AnyMove,
    Begin,
    Character,
    ChooseSeating,
    Correct,
    Join,
    LayRing,
    LayTile,
    MovePawn,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    Rename,
    RevealCard,
    Seat,
)
from companion.table.line import Line

AMENDABLE = (
    Join, Rename, Seat, ChooseSeating, LayTile, LayRing, Begin,
    PlaceFirstPawn, PlaceToken, PlaceCard, MovePawn, RevealCard, Correct,
)  # fmt: skip
"""What a correction can replace."""

BEFORE_BEGIN: dict[type, tuple[type, ...]] = {Seat: (Seat,), ChooseSeating: (ChooseSeating,), LayRing: (LayRing, LayTile)}
"""What may take effect just before the game begins instead of replacing an act, and which acts of the set-up it then makes void."""


def as_recorded(line: Line, place: int) -> AnyMove:
    """The act at this place as a correction may repeat it: without the kind of a card that has stayed face down at a payout."""
    move = line.moves[place]
    if isinstance(move, PlaceCard) and place in unseen(line):
        return replace(move, character=Character.HIDDEN)
    return move


def of_its_kind(was: AnyMove, now: AnyMove) -> bool:
    """Whether `now` can take the place of `was`: the same act of the same player, but for a table, a kind, an amount or the like."""
    if isinstance(was, Begin) and type(now) in BEFORE_BEGIN:
        return True
    if type(was) is not type(now) or not isinstance(now, AMENDABLE):
        return False
    same = "by" if not isinstance(now, Rename) else "colour"
    return getattr(was, same, None) is getattr(now, same, None)


def unseen(line: Line) -> set[int]:
    """The places of cards whose kind is recorded and was never seen, in rounds whose cards have been turned over."""
    confirmed = line.confirmed()
    return {place for place, revealed in line.cards() if not revealed and line.trusted < line.round_of(place) <= confirmed}


def stays_down(line: Line, place: int, card: PlaceCard) -> bool:
    """Whether a card that is laid at this place is not turned over although its round's cards have been: no pawn stood at its table."""
    end = line.end_of(line.round_of(place))
    return line.round_of(place) <= line.confirmed() and isinstance(end, Game) and card.table not in end.pawns


def recoloured(line: Line, place: int, now: AnyMove) -> Line:
    """The line in which a player who joined has the colour that `now` tells, from the beginning; whoever had that takes the other one."""
    was = line.moves[place]
    if not isinstance(was, Join) or not isinstance(now, Join) or was.colour is now.colour:
        return line
    colours = {was.colour: now.colour, now.colour: was.colour}

    def other(value: Any) -> Any:
        if isinstance(value, Colour):
            return colours.get(value, value)
        if isinstance(value, tuple):
            return tuple([other(each) for each in value])
        return {other(key): each for key, each in value.items()} if isinstance(value, dict) else value

    def move_of(move: AnyMove) -> AnyMove:
        return replace(move, **{name: other(getattr(move, name)) for name in move.__struct_fields__})

    again = Line(line.trusted)
    for move, origin in zip(line.moves, line.origins, strict=True):
        again.make(move_of(move), origin)
    again.parked = [(round_, replace(told, by=other(told.by))) for round_, told in line.parked]
    return again
