"""What lies where: money, pawns, casinos and Bluff cards set right by hand before a throw, and a player who leaves by agreement."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules import copy
from companion.games.cash_and_run.rules.board import KINDS, Place
from companion.games.cash_and_run.rules.debts import gone
from companion.games.cash_and_run.rules.lap import give
from companion.games.cash_and_run.rules.moves import Correct, HandOver, Hold, Put, Quit, Rename, TellCasino
from companion.games.cash_and_run.rules.offer import MOST_BLUFFS
from companion.games.cash_and_run.rules.options import MOST
from companion.games.cash_and_run.rules.order import next_turn
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import BANK, POT, Event, Game, Phase, book, casinos_of, check_playing, refuse_phase, tell
from companion.games.kit import seats
from companion.games.kit.colours import Colour
from companion.games.kit.names import proper_text

MAX_REASON = 80


def _before_a_throw(game: Game, by: Colour | None) -> None:
    if game.phase is not Phase.THROW:
        refuse_phase(game, by)
    if by is not None:
        check_playing(game, by)


def correct(game: Game, move: Correct) -> Game:
    """A player's money is set right, from or to the bank."""
    by, amount = move.by, move.amount
    _before_a_throw(game, by)
    if not 0 < abs(amount) <= MOST or amount % game.party.options.step:
        raise MoveRefused(Refusal.BAD_AMOUNT, by=by)
    if not proper_text(move.reason, MAX_REASON):
        raise MoveRefused(Refusal.BAD_REASON, by=by)
    if amount < 0:
        if not game.ledger.covers(by, -amount):
            raise MoveRefused(Refusal.BELOW_NOTHING, by=by)
        return book(game, by, BANK, -amount, "correction")
    if not game.ledger.covers(BANK, amount):
        raise MoveRefused(Refusal.BANK_SHORT, by=by)
    return book(game, BANK, by, amount, "correction")


def put(game: Game, move: Put) -> Game:
    """A pawn stands elsewhere. In a last lap the way run is counted to there, forward from where the lap began."""
    by, board = move.by, game.party.board
    _before_a_throw(game, by)
    place: Place
    if board:
        if move.square is not None:
            raise MoveRefused(Refusal.BOARD_TELLS, by=by)
        if move.to is None or not 1 <= move.to <= len(board):
            raise MoveRefused(Refusal.NO_SUCH_SQUARE, by=by)
        place = move.to
    else:
        if move.to is not None or move.square is None or (move.square not in KINDS and move.square not in game.party.casinos):
            raise MoveRefused(Refusal.NO_SUCH_SQUARE, by=by)
        place = move.square
    lap = game.laps.get(by)
    laps = game.laps
    if lap is not None and isinstance(place, int):
        laps = laps | {by: replace(lap, moved=(place - lap.start) % len(board))}
    return replace(game, at=game.at | {by: place}, laps=laps)


def hand_over(game: Game, move: HandOver) -> Game:
    """A casino is somebody else's, or for sale."""
    _before_a_throw(game, move.to)
    if move.casino not in game.party.casinos:
        raise MoveRefused(Refusal.NO_SUCH_CASINO, by=move.to)
    return give(game, move.casino, move.to)


def hold(game: Game, move: Hold) -> Game:
    """A player holds so many Bluff cards."""
    _before_a_throw(game, move.by)
    if move.cards < 0:
        raise MoveRefused(Refusal.NO_BLUFF, by=move.by)
    if move.cards > MOST_BLUFFS:
        raise MoveRefused(Refusal.THREE_BLUFFS, by=move.by)
    return replace(game, bluffs=game.bluffs | {move.by: move.cards})


def quit_game(game: Game, move: Quit) -> Game:
    """The others play on: the casinos are for sale again, the money is the pot's."""
    by = move.by
    _before_a_throw(game, by)
    for casino in casinos_of(game, by):
        game = give(game, casino, None)
    game = tell(book(game, by, POT, game.ledger[by], "left"), Event("left", by))
    game = gone(replace(game, quit=(*game.quit, by)), by)
    return next_turn(game) if game.phase is Phase.THROW and by is game.by else game


def rename(game: Game, move: Rename) -> Game:
    """A name is set right, at any time."""
    party = game.party
    return replace(game, party=replace(party, names=seats.renamed(party.colours, party.names, move)))


def tell_casino(game: Game, move: TellCasino) -> Game:
    """A casino that nobody had told yet, or one that is set right; not while something is played for."""
    if game.phase not in (Phase.THROW, Phase.GO):
        refuse_phase(game)
    if game.party.board and move.id not in game.party.casinos:
        raise MoveRefused(Refusal.NO_SUCH_CASINO)
    return replace(game, party=replace(game.party, casinos=copy.told(game.party.casinos, move)))
