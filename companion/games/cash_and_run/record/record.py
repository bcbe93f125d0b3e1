"""The record of a game: one JSON object a line, first the header, then the moves. Its page is seeds/cash_and_run/RECORD.md.

Nothing here opens a file: lines come in as bytes and go out as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.errors import CompanionError, RecordError
from companion.games.cash_and_run.record import header
from companion.games.cash_and_run.record.header import Header
from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.legal import follows
from companion.games.cash_and_run.rules.moves import AnyMove, RecordMove, TellCasino
from companion.games.cash_and_run.rules.position import Position, apply, new
from companion.games.cash_and_run.rules.refusal import MoveRefused
from companion.games.cash_and_run.rules.state import Game
from companion.games.kit import lines
from companion.said import Said

Replay = lines.Replay[Header, AnyMove, Game]


# --- reading ----------------------------------------------------------------------------------------------------


def replay(raw: Iterable[bytes]) -> Replay:
    """Plays a record through. `raw`: its lines as a binary file gives them, with or without their newline. Raises RecordError."""
    numbered = enumerate(raw, start=1)
    number, line = next(numbered, (1, b""))
    if not line:
        raise RecordError(1, "the file is empty; a record begins with its header")
    first = header.read(line)
    moves: list[AnyMove] = []
    position = new()
    try:
        for act in header.set_up(first):
            moves.append(act)
            position = apply(position, act)
        for number, line in numbered:
            move: RecordMove = lines.move(number, line, RecordMove)
            due = _left_out(position, move)
            if due is not None:
                moves.append(due)
                position = apply(position, due)
            moves.append(move)
            position = apply(position, move)
    except MoveRefused as refused:
        raise RecordError(number, sentence(refused)) from None
    assert isinstance(position, Game)
    return Replay(first, tuple(moves), position)


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


def sentence(refused: MoveRefused) -> Said:
    """A refusal for whoever wrote the record."""
    said = refused.sentence
    if refused.by:
        said = Said("{by}: {what}", by=refused.by, what=said)
    if refused.expected and refused.expected is not refused.by:
        said = Said("{what}; it is {expected}’s turn", what=said, expected=refused.expected)
    return said


# --- writing ----------------------------------------------------------------------------------------------------


def write(moves: Sequence[AnyMove], *, date: str | None = None, place: str | None = None) -> str:
    """The record of a game, from the moves that stand, first Join first.

    A player's last name stands in the header, as does every casino as it was first told; what was set right of a casino is a line.
    Raises CompanionError while no game has begun.
    """
    position = new()
    casinos: dict[str, Casino] = {}
    told: list[RecordMove] = []
    for move in moves:
        if isinstance(position, Game):
            new_one = isinstance(move, TellCasino) and move.id not in position.party.casinos
            if isinstance(move, RecordMove) and not new_one:
                told.append(move)
        position = apply(position, move)
        if isinstance(position, Game):
            casinos = position.party.casinos | casinos
    if not isinstance(position, Game):
        raise CompanionError("There is no record yet: nobody has begun. Tap whose throw was highest.")
    first = header.of(replace(position.party, casinos=casinos), date, place)
    return "".join([lines.written(each) + "\n" for each in (first, *told)])
