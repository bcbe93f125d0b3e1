"""Who plays, what the copy has, what was dealt and who begins: everything before the first throw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.cash_and_run.rules import copy, options
from companion.games.cash_and_run.rules.board import Casino, Place
from companion.games.cash_and_run.rules.moves import (
    Agree,
    Begin,
    Deal,
    DealAll,
    Gathered,
    Stand,
    TellCasino,
    UseCopy,
)
from companion.games.cash_and_run.rules.options import Options
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import BANK, POT, Game, Party, Phase, Turn
from companion.games.kit import seats
from companion.games.kit.colours import Colour
from companion.games.kit.ledger import Ledger
from companion.games.kit.seats import Join, Leave, Rename, Seat, SeatRefusal

MIN_PLAYERS, MAX_PLAYERS = 3, 6


class Joined(seats.Joined, frozen=True):
    """Somebody who will play. `casinos`: those that were dealt; `at`: the one where the pawn begins."""

    casinos: tuple[str, ...] = ()
    at: str | None = None


class Setup(msgspec.Struct, frozen=True):
    """A table that is being set up. `players` by chair; `casinos` by id; `board`: the squares clockwise, empty where none was taught."""

    players: tuple[Joined, ...] = ()
    casinos: dict[str, Casino] = {}
    board: tuple[str, ...] = ()
    options: Options = Options()
    gathered: bool = False
    chips: tuple[int, ...] = ()
    """The values of the copy's chips, rising; empty where none were taught."""
    dealt: bool = False
    """Everything was dealt at once; nobody is asked for more."""


def phase(setup: Setup) -> Phase:
    """What the table is doing."""
    if not setup.gathered:
        return Phase.PLAYERS
    if not setup.dealt and any(len(player.casinos) < setup.options.dealt for player in setup.players):
        return Phase.CASINOS
    return Phase.PAWN if any(player.at is None for player in setup.players) else Phase.FIRST


def to_act(setup: Setup) -> Colour | None:
    """Whose casinos are told, or whose pawn is put: one player after the other, by chair."""
    match phase(setup):
        case Phase.CASINOS:
            return next(player.colour for player in setup.players if len(player.casinos) < setup.options.dealt)
        case Phase.PAWN:
            return next(player.colour for player in setup.players if player.at is None)
    return None


def _in(setup: Setup, *phases: Phase, by: Colour | None = None) -> None:
    if phase(setup) not in phases:
        raise MoveRefused(Refusal.WRONG_PHASE, by=by)


def _turn(setup: Setup, by: Colour) -> Joined:
    player = seats.playing(setup.players, by)
    expected = to_act(setup)
    if by is not expected:
        raise MoveRefused(Refusal.NOT_YOUR_TURN, by=by, expected=expected)
    return player


def _with(setup: Setup, player: Joined) -> Setup:
    return replace(setup, players=tuple([player if each.colour is player.colour else each for each in setup.players]))


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
    _in(setup, Phase.PLAYERS)
    return replace(setup, players=seats.seat(setup.players, move))


def use_copy(setup: Setup, move: UseCopy) -> Setup:
    """What was taught of the copy; before anything is dealt."""
    if any(player.casinos for player in setup.players):
        raise MoveRefused(Refusal.WRONG_PHASE)
    return replace(setup, casinos=copy.known(move.casinos, move.board), board=move.board)


def tell_casino(setup: Setup, move: TellCasino) -> Setup:
    """A casino that nobody had told yet, or one that is set right. A board has all its casinos."""
    if setup.board and move.id not in setup.casinos:
        raise MoveRefused(Refusal.NO_SUCH_CASINO)
    return replace(setup, casinos=copy.told(setup.casinos, move))


def agree(setup: Setup, move: Agree) -> Setup:
    """The players' rules; before anything is dealt."""
    if any(player.casinos for player in setup.players):
        raise MoveRefused(Refusal.WRONG_PHASE)
    if not options.proper(move.options):
        raise MoveRefused(Refusal.BAD_OPTIONS)
    return replace(setup, options=move.options)


def gathered(setup: Setup, move: Gathered) -> Setup:
    """Three to six players are there, with what was taught of their copy."""
    _in(setup, Phase.PLAYERS)
    if len(setup.players) < MIN_PLAYERS:
        raise MoveRefused(Refusal.TOO_FEW)
    if list(move.chips) != sorted({value for value in move.chips if value > 0}):
        raise MoveRefused(Refusal.BAD_OPTIONS)
    if move.casinos or move.board:
        setup = use_copy(setup, UseCopy(move.casinos, move.board))
    if move.bank is not None and setup.options.bank is None:
        setup = agree(setup, Agree(replace(setup.options, bank=move.bank)))
    if move.chips:
        setup = replace(setup, chips=move.chips, options=options.with_chips(setup.options, move.chips))
    return replace(setup, gathered=True)


def deal(setup: Setup, move: Deal) -> Setup:
    """Each player in turn shows the casinos that were dealt."""
    _in(setup, Phase.CASINOS, by=move.by)
    player = _turn(setup, move.by)
    _free(setup, move.by, [move.casino])
    return _with(setup, replace(player, casinos=(*player.casinos, move.casino)))


def deal_all(setup: Setup, move: DealAll) -> Setup:
    """The whole deal; what was told one by one before does not count."""
    _in(setup, Phase.CASINOS)
    if len(move.casinos) != len(setup.players) or not all(move.casinos):
        raise MoveRefused(SeatRefusal.NOT_THE_SAME_PLAYERS)
    none_dealt = replace(setup, players=tuple([replace(player, casinos=()) for player in setup.players]))
    for player, casinos in zip(none_dealt.players, move.casinos, strict=True):
        _free(none_dealt, player.colour, casinos)
        none_dealt = _with(none_dealt, replace(player, casinos=casinos))
    return replace(none_dealt, dealt=True)


def _free(setup: Setup, by: Colour, casinos: Sequence[str]) -> None:
    taken = [casino for player in setup.players for casino in player.casinos]
    for place, casino in enumerate(casinos):
        if casino not in setup.casinos:
            raise MoveRefused(Refusal.NO_SUCH_CASINO, by=by)
        if casino in taken or casino in casinos[:place]:
            raise MoveRefused(Refusal.CASINO_TAKEN, by=by)


def stand(setup: Setup, move: Stand) -> Setup:
    """The pawn begins on the square of one of the player's casinos."""
    _in(setup, Phase.PAWN, by=move.by)
    player = _turn(setup, move.by)
    if move.casino not in player.casinos:
        raise MoveRefused(Refusal.NOT_YOURS, by=move.by)
    return _with(setup, replace(player, at=move.casino))


def begin(setup: Setup, move: Begin) -> Game:
    """Whose throw was highest begins. Empty chairs are taken away: they count 0, 1, 2 ... clockwise from here."""
    _in(setup, Phase.FIRST, by=move.first)
    seats.playing(setup.players, move.first)
    players, chosen, board = setup.players, setup.options, setup.board
    colours = tuple([player.colour for player in players])
    stood = tuple([player.at or "" for player in players])
    party = Party(
        colours=colours,
        names=tuple([player.name for player in players]),
        first=move.first,
        casinos=setup.casinos,
        board=board,
        options=chosen,
        need=options.need(chosen, len(players)),
        colour_need=options.colour_need(chosen, len(players)),
        dealt=tuple([player.casinos for player in players]),
        stood=stood,
        chips=setup.chips,
    )
    at: dict[Colour, Place | None] = {colour: board.index(there) + 1 if board else there for colour, there in zip(colours, stood, strict=True)}
    return Game(
        party,
        Phase.THROW,
        1,
        move.first,
        Turn(1, move.first),
        Ledger({**dict.fromkeys(colours, chosen.start), POT: 0, BANK: chosen.bank}),
        owners={casino: player.colour for player in players for casino in player.casinos},
        bluffs=dict.fromkeys(colours, chosen.bluff),
        at=at,
    )


ACTS: dict[type, Callable[[Setup, Any], Setup | Game]] = {
    Join: join,
    Leave: leave,
    Rename: rename,
    Seat: seat,
    UseCopy: use_copy,
    TellCasino: tell_casino,
    Agree: agree,
    Gathered: gathered,
    Deal: deal,
    DealAll: deal_all,
    Stand: stand,
    Begin: begin,
}
"""What each act of the set-up does."""
