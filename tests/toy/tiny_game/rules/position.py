"""Where a game stands, and what each move makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion.game import MoveRefused
from companion.games.kit.colours import Colour
from companion.games.kit.names import proper_name
from tiny_game.rules.moves import AnyMove, Draw, End, Face, Join, Lay, Open, Turn
from tiny_game.rules.pieces import COLOURS

ROUNDS = 3

WORTH = {Face.ONE: 1, Face.TWO: 2}


class Phase(StrEnum):
    JOIN = "join"
    DRAW = "draw"
    LAY = "lay"
    OPEN = "open"
    OVER = "over"


class Refusal(StrEnum):
    """Why the rules forbid a move. None of them hangs on what lies face down."""

    NOT_NOW = "not now"
    NO_COLOUR = "no such colour"
    TAKEN = "colour taken"
    NO_NAME = "no name"
    NOT_PLAYING = "not playing"
    LAID = "laid already"
    NO_FACE = "no face"
    TOLD = "told already"


class Result(msgspec.Struct, frozen=True):
    """A round that is over: who was odd, what each of the two cards showed (in the order of chairs), who was right, and the points."""

    odd: Colour
    faces: tuple[Face, ...]
    winner: Colour
    points: int


class Position(msgspec.Struct, frozen=True):
    """`players`: (colour, name) by chair. `laid`: the cards of this round, by owner. `results`: of the rounds before. `left`: ended early."""

    players: tuple[tuple[Colour, str], ...] = ()
    odd: Colour | None = None
    laid: dict[Colour, Face] = {}
    results: tuple[Result, ...] = ()
    left: bool = False

    @property
    def phase(self) -> Phase:
        if self.left or len(self.results) == ROUNDS:
            return Phase.OVER
        if len(self.players) < len(COLOURS):
            return Phase.JOIN
        if self.odd is None:
            return Phase.DRAW
        return Phase.LAY if len(self.laid) < len(self.players) else Phase.OPEN

    @property
    def round(self) -> int:
        """From 1, 0 while somebody is missing."""
        return 0 if self.phase is Phase.JOIN else min(len(self.results) + 1, ROUNDS)

    @property
    def colours(self) -> tuple[Colour, ...]:
        return tuple([colour for colour, _ in self.players])


def apply(position: Position, move: AnyMove) -> Position:
    """The position after a move. Raises MoveRefused."""
    match move:
        case Join():
            return _join(position, move)
        case Draw(odd=odd):
            _only(position, Phase.DRAW)
            _plays(position, odd)
            return replace(position, odd=odd)
        case Lay(by=by, face=face):
            _only(position, Phase.LAY, Phase.OPEN)
            _plays(position, by)
            if by in position.laid:
                raise MoveRefused(Refusal.LAID, by=by)
            return replace(position, laid=position.laid | {by: face})
        case Turn(by=by, face=face):
            _only(position, Phase.OPEN)
            _plays(position, by)
            if face is Face.HIDDEN:
                raise MoveRefused(Refusal.NO_FACE, by=by)
            # Whether a face was told is for all to see; which, is not.
            if position.laid[by] is not Face.HIDDEN:
                raise MoveRefused(Refusal.TOLD, by=by)
            return replace(position, laid=position.laid | {by: face})
        case Open():
            return _open(position)
        case End():
            _only(position, Phase.DRAW, Phase.LAY, Phase.OPEN)
            return replace(position, left=True)


def _join(position: Position, move: Join) -> Position:
    _only(position, Phase.JOIN)
    if move.colour not in COLOURS:
        raise MoveRefused(Refusal.NO_COLOUR, by=move.colour)
    if move.colour in position.colours:
        raise MoveRefused(Refusal.TAKEN, by=move.colour)
    if not proper_name(move.name):
        raise MoveRefused(Refusal.NO_NAME, by=move.colour)
    return replace(position, players=(*position.players, (move.colour, move.name)))


def _open(position: Position) -> Position:
    _only(position, Phase.OPEN)
    untold = next((colour for colour, face in position.laid.items() if face is Face.HIDDEN), None)
    if untold is not None or position.odd is None:
        raise MoveRefused(Refusal.NO_FACE, by=untold)
    points = sum(WORTH[face] for face in position.laid.values())
    # An odd sum is for who is odd, an even one for the other.
    winner = next(colour for colour in position.colours if (colour is position.odd) is (points % 2 == 1))
    result = Result(position.odd, tuple([position.laid[colour] for colour in position.colours]), winner, points)
    return replace(position, odd=None, laid={}, results=(*position.results, result))


def _only(position: Position, *phases: Phase) -> None:
    if position.phase not in phases:
        raise MoveRefused(Refusal.NOT_NOW)


def _plays(position: Position, colour: Colour) -> None:
    if colour not in position.colours:
        raise MoveRefused(Refusal.NOT_PLAYING, by=colour)


def legal(position: Position) -> Iterator[AnyMove]:
    """Every move that is allowed but for Join and End, which people make at will. A card is laid hidden: that is always allowed."""
    match position.phase:
        case Phase.DRAW:
            yield from map(Draw, position.colours)
        case Phase.LAY:
            yield from [Lay(colour) for colour in position.colours if colour not in position.laid]
        case Phase.OPEN:
            untold = [colour for colour in position.colours if position.laid[colour] is Face.HIDDEN]
            yield from [Turn(colour, face) for colour in untold for face in WORTH]
            if not untold:
                yield Open()


def follows(position: Position) -> AnyMove | None:
    """When both cards are known, they are turned over."""
    return next((move for move in legal(position) if isinstance(move, Open)), None)
