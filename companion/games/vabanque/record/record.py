"""The record of a game: one JSON object a line, first the header, then the moves. Its page is seeds/vabanque/RECORD.md.

Nothing here opens a file: lines come in as bytes and go out as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.errors import CompanionError, RecordError
from companion.games.kit import lines
from companion.games.kit.colours import Colour
from companion.games.kit.names import told_apart
from companion.games.vabanque.rules.box import TABLES
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Begin,
    Character,
    ChooseSeating,
    Confirm,
    Correct,
    Counted,
    End,
    Gathered,
    Join,
    LayRing,
    MovePawn,
    Order,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RecordMove,
    RevealCard,
    Seated,
    Seating,
    SetupMove,
    Stay,
    Untold,
)
from companion.games.vabanque.rules.position import apply, new
from companion.games.vabanque.rules.redact import redacted
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase
from companion.said import Said

VERSION = 1


class HeaderPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player of the header."""

    name: str
    colour: Colour


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. `players` by chair, clockwise; `date` as 2026-11-29."""

    record: str
    version: int
    first: Colour
    players: tuple[HeaderPlayer, ...]
    seating: Seating = Seating.CHAIRS
    date: str | msgspec.UnsetType = msgspec.UNSET
    place: str | msgspec.UnsetType = msgspec.UNSET


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
    header = lines.header(line, Header, record="vabanque", title="Vabanque", version=VERSION)
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
            while game.phase in FOLLOWING and game.phase not in _PHASES[type(move)] and not _ends_unpaid(move):
                game = _follow(game, moves)
            moves.append(move)
            _refuse_twice(game, move)
            game = _next(game, move)
    except MoveRefused as refused:
        raise RecordError(number, sentence(refused)) from None
    while game.phase in FOLLOWING:
        game = _follow(game, moves)
    return Replay(header, tuple(moves), game)


FOLLOWING = (Phase.STAND, Phase.PAYOUT, Phase.COUNT, Phase.ORDER)
"""The phases that go on by acts which a record leaves out."""

_PHASES: dict[type, tuple[Phase, ...]] = {
    PlaceFirstPawn: (Phase.START,),
    PlaceToken: (Phase.TOKENS,),
    PlaceCard: (Phase.CARDS,),
    MovePawn: (Phase.PAWNS,),
    RevealCard: (Phase.REVEAL,),
    Untold: (Phase.REVEAL,),
    Order: (Phase.START, Phase.ORDER),
    Correct: (Phase.COUNT, Phase.ORDER),
    Stay: (Phase.ORDER,),
    # An early end comes wherever the game stands, but a round whose pawns have all moved is paid first.
    End: (Phase.COUNT, Phase.ORDER),
}
"""Where each line of a record is made: nothing follows by itself any more."""


def _refuse_twice(game: Game, move: RecordMove) -> None:
    """A hand has one of each kind. At the table nobody may learn of it, but whoever writes a record knows the kinds."""
    if not isinstance(move, PlaceCard) or move.character is Character.HIDDEN or game.phase is not Phase.CARDS:
        return
    if any(card.owner is move.by and card.character is move.character for card in game.cards):
        raise MoveRefused(Refusal.KIND_TWICE, by=move.by)


def _ends_unpaid(move: RecordMove) -> bool:
    return isinstance(move, End) and not move.paid


def set_up(header: Header) -> Iterator[SetupMove]:
    """The set-up that a header comes to; the tiles, of which it says nothing, lie by their numbers."""
    called = told_apart(player.name for player in header.players)
    yield from [Join(player.colour, name) for player, name in zip(header.players, called, strict=True)]
    if header.seating is not Seating.CHAIRS:
        yield ChooseSeating(header.seating)
    yield Gathered()
    yield LayRing(tuple(range(1, TABLES[len(header.players)] + 1)))
    yield Begin(header.first, drawn=False)


def sentence(refused: MoveRefused) -> Said:
    """A refusal for whoever wrote the record. No kind of a card is in it, for none is in a refusal."""
    said = refused.sentence
    if refused.by:
        said = Said("{by}: {what}", by=refused.by, what=said)
    if refused.spot is not None and abs(refused.spot) < 1_000:
        said = Said("{what} (table {table})", what=said, table=refused.spot)
    if refused.expected and refused.expected is not refused.by:
        said = Said("{what}; it is {expected}’s turn", what=said, expected=refused.expected)
    return said


def _follow(game: Game, moves: list[AnyMove]) -> Game:
    """Makes the next act that follows by itself. Notes are handed out in the order of play."""
    move: AnyMove
    if game.phase is Phase.STAND:
        move = Confirm()
    elif game.phase is Phase.PAYOUT:
        earned = game.results[-1].earned
        move = Paid(next(colour for colour in game.order if earned[colour] and colour not in game.handed_out))
    elif game.phase is Phase.COUNT:
        move = Counted()
    else:
        move = Seated()
    moves.append(move)
    return _next(game, move)


def _next(game: Game, move: AnyMove) -> Game:
    after = apply(game, move)
    assert isinstance(after, Game)
    return after


# --- writing ----------------------------------------------------------------------------------------------------


def write(moves: Sequence[AnyMove], *, date: str | None = None, place: str | None = None) -> str:
    """The record of a game, from the moves that stand, first Join first.

    Cards that were not turned over are written as hidden, also if `moves` tell more. Raises CompanionError while no game has begun.
    """
    position = new()
    told: list[RecordMove] = []
    for move in redacted(moves):
        unpaid = isinstance(position, Game) and position.phase is Phase.STAND
        if isinstance(move, RecordMove):
            told.append(replace(move, paid=False) if isinstance(move, End) and unpaid else move)
        position = apply(position, move)
    if not isinstance(position, Game):
        raise CompanionError("There is no record yet: the start player is not known. Begin the game first.")
    party = position.party
    header = Header(
        "vabanque",
        VERSION,
        party.first,
        tuple([HeaderPlayer(name, colour) for name, colour in zip(party.names, party.colours, strict=True)]),
        party.seating,
        date or msgspec.UNSET,
        place or msgspec.UNSET,
    )
    return "".join([lines.written(each) + "\n" for each in (header, *told)])
