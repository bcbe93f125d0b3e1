"""A game as lines of JSON: a header with the players by chair, then every move but Join, which the header tells, and Open, which follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from companion.errors import CompanionError, RecordError
from companion.game import MoveRefused, RecordFormat
from companion.games.kit import lines, strict
from companion.games.kit.colours import Colour
from companion.games.kit.names import MAX_PLACE, proper_text, told_apart
from companion.games.kit.strict import Malformed
from tiny_game.rules.faces import redact
from tiny_game.rules.moves import AnyMove, Draw, End, Join, Lay, Open, Turn
from tiny_game.rules.position import Phase, Position, apply, follows
from tiny_game.rules.view import outcome, scores

VERSION = 1

Line = Draw | Lay | Turn | End


class HeaderPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    colour: Colour


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line."""

    record: str
    version: int
    players: tuple[HeaderPlayer, ...]
    date: str | msgspec.UnsetType = msgspec.UNSET
    place: str | msgspec.UnsetType = msgspec.UNSET


Replay = lines.Replay[Header, AnyMove, Position]


def replay(raw: Iterable[bytes]) -> Replay:
    """Reads a record. Raises RecordError with the number of the line that does not fit."""
    numbered = enumerate(raw, start=1)
    number, line = next(numbered, (1, b""))
    header = _header(line)
    moves: list[AnyMove] = []
    position = Position()

    def make(move: AnyMove) -> None:
        nonlocal position
        position = apply(position, move)
        moves.append(move)
        if (due := follows(position)) is not None:
            make(due)

    try:
        called = told_apart(player.name for player in header.players)
        for player, name in zip(header.players, called, strict=True):
            make(Join(player.colour, name))
        if position.phase is Phase.JOIN:
            raise RecordError(1, "two players are needed")
        for number, line in numbered:
            make(strict.convert(lines.value(number, line), Line))
    except MoveRefused as refused:
        raise RecordError(number, refused.sentence) from None
    except Malformed as error:
        raise RecordError(number, "not a move of a record: {reason}", reason=error.reason) from None
    return Replay(header, tuple(moves), position)


def _header(line: bytes) -> Header:
    value = lines.value(1, line)
    if not isinstance(value, dict) or value.get("record") != "tiny":
        raise RecordError(1, 'the first line must be a header with "record": "tiny"')
    try:
        header: Header = strict.convert(value, Header)
    except Malformed as error:
        raise RecordError(1, "not a header of a record: {reason}", reason=error.reason) from None
    if header.version != VERSION:
        raise RecordError(1, "only version {version} of the record is known here", version=VERSION)
    if header.date is not msgspec.UNSET and not lines.is_date(header.date):
        raise RecordError(1, "the date must be written like 2026-11-29")
    if header.place is not msgspec.UNSET and not proper_text(header.place, MAX_PLACE):
        raise RecordError(1, "the place has 1 to {most} letters", most=MAX_PLACE)
    return header


def write(moves: Sequence[AnyMove], date: str | None, place: str | None) -> str:
    """The record of these moves. Raises CompanionError while somebody is missing."""
    told = redact(moves)
    joined = [move for move in told if isinstance(move, Join)]
    if len(joined) < 2:
        raise CompanionError("There is no record yet: somebody is missing.")
    players = tuple([HeaderPlayer(move.name, move.colour) for move in joined])
    header = Header("tiny", VERSION, players, date or msgspec.UNSET, place or msgspec.UNSET)
    return "".join([lines.written(each) + "\n" for each in (header, *(move for move in told if not isinstance(move, Join | Open)))])


def summary(position: Position, name: str) -> dict[str, Any]:
    """What a game comes to, for JSON. `name`: of the record that was read."""
    over = outcome(position)
    return {
        "file": name,
        "game": "tiny",
        "points": {str(colour): points for colour, points in scores(position).items()},
        "rounds": len(position.results),
        "winners": None if over is None else [str(colour) for colour in over.winners],
    }


RECORD: RecordFormat[Position, AnyMove] = RecordFormat(replay=replay, write=write, summary=summary, version=VERSION)
