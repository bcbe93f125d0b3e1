"""The record of a game: one JSON object a line, first the header, then the moves. Its page is seeds/cash_and_run/RECORD.md.

Nothing here opens a file: lines come in as bytes and go out as text.
"""

from __future__ import annotations

import calendar
import codecs
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from companion.errors import CompanionError, RecordError
from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.legal import follows
from companion.games.cash_and_run.rules.moves import (
    Agree,
    AnyMove,
    Begin,
    DealAll,
    Gathered,
    Join,
    RecordMove,
    SetupMove,
    Stand,
    UseCopy,
)
from companion.games.cash_and_run.rules.options import BLUFFS, START, STEP, Options
from companion.games.cash_and_run.rules.position import Position, apply, new
from companion.games.cash_and_run.rules.refusal import MoveRefused
from companion.games.cash_and_run.rules.state import Game
from companion.games.kit import strict
from companion.games.kit.colours import Colour
from companion.games.kit.strict import Malformed
from companion.games.vabanque.rules.names import proper_text, told_apart
from companion.said import Said

NAME = "cashrun"
"""What the header calls the game; everywhere else it is cash_and_run."""
VERSION = 1
MAX_LINE = 100_000
"""Bytes; no line of a record comes near it."""
MAX_PLACE = 200


class HeaderPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player of the header. `at`: one of `casinos`, where the pawn began."""

    name: str
    colour: Colour
    casinos: tuple[str, ...]
    at: str


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. `players` by chair, clockwise; `casinos`: all of the copy; `date` as 2026-11-29.

    The keys from `start` on are Options, but that `own` is its own_again and `exact` its lap_exact.
    """

    record: str
    version: int
    first: Colour
    players: tuple[HeaderPlayer, ...]
    casinos: tuple[Casino, ...]
    board: tuple[str, ...] = ()
    start: int = START
    bank: int | msgspec.UnsetType = msgspec.UNSET
    step: int = STEP
    bluff: int = BLUFFS
    need: int | msgspec.UnsetType = msgspec.UNSET
    colour_sets: bool | msgspec.UnsetType = msgspec.UNSET
    own: bool = True
    exact: bool = False
    pot_bluff: bool = False
    date: str | msgspec.UnsetType = msgspec.UNSET
    place: str | msgspec.UnsetType = msgspec.UNSET


class Replay(msgspec.Struct, frozen=True):
    """A record that was played through. `moves`: from the first Join on."""

    header: Header
    moves: tuple[AnyMove, ...]
    game: Game


# --- reading ----------------------------------------------------------------------------------------------------


def replay(lines: Iterable[bytes]) -> Replay:
    """Plays a record through. `lines`: as a binary file gives them, with or without their newline. Raises RecordError."""
    numbered = enumerate(lines, start=1)
    number, line = next(numbered, (1, b""))
    if not line:
        raise RecordError(1, "the file is empty; a record begins with its header")
    header = _header(line)
    moves: list[AnyMove] = []
    position = new()
    try:
        for act in set_up(header):
            moves.append(act)
            position = apply(position, act)
        for number, line in numbered:
            move = _move(number, line)
            due = _left_out(position, move)
            if due is not None:
                moves.append(due)
                position = apply(position, due)
            moves.append(move)
            position = apply(position, move)
    except MoveRefused as refused:
        raise RecordError(number, sentence(refused)) from None
    assert isinstance(position, Game)
    return Replay(header, tuple(moves), position)


def _left_out(position: Position, move: RecordMove) -> AnyMove | None:
    """What follows by itself and is not written: it is made where the next line needs it."""
    due = follows(position)
    if due is None or _fits(position, move):
        return None
    return due if _fits(apply(position, due), move) else None


def _fits(position: Position, move: RecordMove) -> bool:
    try:
        apply(position, move)
    except MoveRefused:
        return False
    return True


def set_up(header: Header) -> Iterator[SetupMove]:
    """The set-up that a header comes to."""
    called = told_apart(player.name for player in header.players)
    yield from [Join(player.colour, name) for player, name in zip(header.players, called, strict=True)]
    yield Agree(
        Options(
            start=header.start,
            bank=_set(header.bank),
            step=header.step,
            bluff=header.bluff,
            need=_set(header.need),
            colour_sets=_set(header.colour_sets),
            own_again=header.own,
            lap_exact=header.exact,
            pot_bluff=header.pot_bluff,
        )
    )
    yield UseCopy(header.casinos, header.board)
    yield Gathered()
    yield DealAll(tuple([player.casinos for player in header.players]))
    yield from [Stand(player.colour, player.at) for player in header.players]
    yield Begin(header.first)


T = TypeVar("T")


def _set(value: T | msgspec.UnsetType) -> T | None:
    return None if value is msgspec.UNSET else value


def sentence(refused: MoveRefused) -> Said:
    """A refusal for whoever wrote the record."""
    said = refused.sentence
    if refused.by:
        said = Said("{by}: {what}", by=refused.by, what=said)
    if refused.expected and refused.expected is not refused.by:
        said = Said("{what}; it is {expected}’s turn", what=said, expected=refused.expected)
    return said


def _object(number: int, line: bytes) -> Any:
    if len(line) > MAX_LINE:
        raise RecordError(number, "the line is too long for a record")
    if line.startswith(codecs.BOM_UTF8):
        raise RecordError(number, "a byte order mark; save the file as UTF-8 without one")
    if not line.strip():
        raise RecordError(number, "a blank line; a record has none")
    try:
        return strict.whole(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(number, "not UTF-8 text") from None
    except Malformed as error:
        raise RecordError(number, error.reason) from None


def _move(number: int, line: bytes) -> RecordMove:
    value = _object(number, line)
    try:
        move: RecordMove = strict.convert(value, RecordMove)
    except Malformed as error:
        raise RecordError(number, "not a move of a record: {reason}", reason=error.reason) from None
    return move


def _header(line: bytes) -> Header:
    value = _object(1, line)
    if not isinstance(value, dict) or value.get("record") != NAME:
        raise RecordError(1, 'not a record of Cash & Run: the first line must be a header with "record": "cashrun"')
    version = value.get("version")
    if type(version) is int and version != VERSION:
        raise RecordError(1, "only version {version} of the record is known here; a later one needs a later companion", version=VERSION)
    try:
        header: Header = strict.convert(value, Header)
    except Malformed as error:
        raise RecordError(1, "not a header of a record: {reason}", reason=error.reason) from None
    if header.date is not msgspec.UNSET and not _is_date(header.date):
        raise RecordError(1, "the date must be written like 2026-11-29")
    if header.place is not msgspec.UNSET and not proper_text(header.place, MAX_PLACE):
        raise RecordError(1, "the place has 1 to {max_place} letters", max_place=MAX_PLACE)
    return header


_DATE = re.compile("(?!0000)([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})")


def _is_date(text: str) -> bool:
    """Whether the calendar has such a day."""
    day = _DATE.fullmatch(text)
    return day is not None and 1 <= int(day[3]) <= calendar.monthrange(int(day[1]), int(day[2]))[1]


# --- writing ----------------------------------------------------------------------------------------------------


def write(moves: Sequence[AnyMove], *, date: str | None = None, place: str | None = None) -> str:
    """The record of a game, from the moves that stand, first Join first.

    What was renamed or told later of a casino stands in the header. Raises CompanionError while no game has begun.
    """
    position = new()
    for move in moves:
        position = apply(position, move)
    if not isinstance(position, Game):
        raise CompanionError("There is no record yet: nobody has begun. Tap whose throw was highest.")
    party = position.party
    chosen = party.options
    players = [HeaderPlayer(*each) for each in zip(party.names, party.colours, party.dealt, party.stood, strict=True)]
    header = Header(
        NAME,
        VERSION,
        party.first,
        tuple(players),
        tuple(party.casinos.values()),
        party.board,
        chosen.start,
        msgspec.UNSET if chosen.bank is None else chosen.bank,
        chosen.step,
        chosen.bluff,
        msgspec.UNSET if chosen.need is None else chosen.need,
        msgspec.UNSET if chosen.colour_sets is None else chosen.colour_sets,
        chosen.own_again,
        chosen.lap_exact,
        chosen.pot_bluff,
        date or msgspec.UNSET,
        place or msgspec.UNSET,
    )
    return "".join([_line(each) + "\n" for each in (header, *[move for move in moves if isinstance(move, RecordMove)])])


def _line(value: Header | RecordMove) -> str:
    keys = msgspec.to_builtins(value)
    first = {"by": keys.pop("by")} if "by" in keys else {}
    return json.dumps(first | keys, ensure_ascii=False)
