"""The record of a game: one JSON object a line, first the header, then the moves. Its page is seeds/casino/RECORD.md.

Nothing here opens a file: lines come in as bytes and go out as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.errors import CompanionError, RecordError
from companion.games.casino.record.header import Header, read, set_up, written
from companion.games.casino.rules.moves import AnyMove, Lay, RecordMove, Redeal, Turn
from companion.games.casino.rules.position import apply, due, follows, new, redact
from companion.games.casino.rules.refusal import CardRefused, MoveRefused
from companion.games.casino.rules.state import Game
from companion.games.kit import lines
from companion.said import Said

Replay = lines.Replay[Header, AnyMove, Game]


# --- reading ----------------------------------------------------------------------------------------------------


def replay(raw: Iterable[bytes]) -> Replay:
    """Plays a record through. `raw`: its lines as a binary file gives them, with or without their newline. Raises RecordError.

    Acts that follow from the moves are made as late as the next line allows, and at the end as far as they go.
    """
    numbered = enumerate(raw, start=1)
    number, line = next(numbered, (1, b""))
    if not line:
        raise RecordError(1, "the file is empty; a record begins with its header")
    header = read(line)
    moves: list[AnyMove] = []
    position = new()
    try:
        for act in set_up(header):
            moves.append(act)
            position = apply(position, act)
        assert isinstance(position, Game)
        game = position
        for number, line in numbered:
            move: RecordMove = lines.move(number, line, RecordMove)
            while (before := due(game, move)) is not None:
                moves.append(before)
                game = _next(game, before)
            moves.append(move)
            game = _next(game, move)
    except MoveRefused as refused:
        raise RecordError(number, sentence(refused)) from None
    while (after := follows(game)) is not None:
        moves.append(after)
        game = _next(game, after)
    return Replay(header, tuple(moves), game)


def sentence(refused: MoveRefused) -> Said:
    """A refusal for whoever wrote the record."""
    said = refused.sentence
    if refused.by:
        said = Said("{by}: {what}", by=refused.by, what=said)
    if isinstance(refused, CardRefused) and refused.card is not None:
        said = Said("{what} ({card})", what=said, card=refused.card)
    if refused.expected and refused.expected is not refused.by:
        said = Said("{what}; it is {expected}’s turn", what=said, expected=refused.expected)
    return said


def _next(game: Game, move: AnyMove) -> Game:
    after = apply(game, move)
    assert isinstance(after, Game)
    return after


# --- writing ----------------------------------------------------------------------------------------------------


def write(moves: Sequence[AnyMove], *, date: str | None = None, place: str | None = None) -> str:
    """The record of a game, from the moves that stand, first Join first. Raises CompanionError while no game has begun."""
    position = new()
    told: list[RecordMove] = []
    for move in redact(moves):
        if isinstance(move, Redeal):
            # The cards of a misdeal were taken back: they are no part of the round.
            while told and isinstance(told[-1], Lay | Turn):
                told.pop()
        elif isinstance(move, RecordMove):
            told.append(move)
        position = apply(position, move)
    if not isinstance(position, Game):
        raise CompanionError("There is no record yet: the dealer is not known. Begin the game first.")
    return "".join([lines.written(each) + "\n" for each in (written(position.party, date, place), *told)])
