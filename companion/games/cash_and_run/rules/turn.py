"""Throws, and what each square does."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules import contest, play_all, slam
from companion.games.cash_and_run.rules.board import ALL_SQUARES, BLUFF, KINDS, ONE, POT_SQUARES, SLAM, Place, onward
from companion.games.cash_and_run.rules.chance import FACES
from companion.games.cash_and_run.rules.end import LAP, finish
from companion.games.cash_and_run.rules.lap import completed
from companion.games.cash_and_run.rules.moves import Go, Roll, Throw
from companion.games.cash_and_run.rules.order import square_done, throw_again
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import Game, Lap, Party, Phase, Turn, check
from companion.games.kit.colours import Colour


def roll(game: Game, move: Roll) -> Game:
    """The companion throws both dice; where they lead is told next. A board says that itself."""
    by = move.by
    _check_dice(game, by, move.dice)
    if game.rolled is not None:
        raise MoveRefused(Refusal.ROLLED, by=by)
    if game.party.board:
        raise MoveRefused(Refusal.BOARD_TELLS, by=by)
    return replace(game, rolled=move.dice)


def _check_dice(game: Game, by: Colour, dice: tuple[int, int]) -> None:
    check(game, by, Phase.THROW)
    if dice[0] not in FACES or dice[1] not in FACES:
        raise MoveRefused(Refusal.BAD_DICE, by=by)


def throw(game: Game, move: Throw) -> Game:
    """Two dice, that many squares clockwise; then the square where the pawn stands is played."""
    by, dice = move.by, move.dice
    _check_dice(game, by, dice)
    if game.rolled is not None and game.rolled != dice:
        raise MoveRefused(Refusal.ROLLED, by=by)
    lap = game.laps.get(by)
    steps, at = dice[0] + dice[1], game.at[by]
    board = game.party.board
    place: Place
    if board:
        if move.square is not None or move.lap:
            raise MoveRefused(Refusal.BOARD_TELLS, by=by)
        assert isinstance(at, int)
        place = onward(board, at, steps)
        square = board[place - 1]
    else:
        place = square = _told(game.party, by, move.square)
        if move.lap and lap is None:
            raise MoveRefused(Refusal.NO_LAP, by=by)
    now = game.now
    # In the last lap a double gives no second throw.
    double = dice[0] == dice[1] and lap is None
    game = replace(
        game,
        now=Turn(now.turn, now.by, (*now.throws, dice), (*now.squares, square), now.payments, now.events),
        at=game.at | {by: place},
        fresh=False,
        again=game.again + double,
        rolled=None,
    )
    if lap is not None:
        if board:
            lap = Lap(lap.casinos, lap.start, lap.moved + steps)
            game = replace(game, laps=game.laps | {by: lap})
        # Whoever first completes the lap, still with the combination, has won; the square is not played any more.
        if move.lap or (board and completed(game, lap)):
            return finish(game, by, LAP)
    return land(game, square)


def _told(party: Party, by: Colour, square: str | None) -> str:
    if square is None or (square not in KINDS and square not in party.casinos):
        raise MoveRefused(Refusal.NO_SUCH_SQUARE, by=by)
    return square


def go(game: Game, move: Go) -> Game:
    """From square 1 the pawn goes to any other square, and that one is played."""
    by, board = move.by, game.party.board
    check(game, by, Phase.GO)
    place: Place
    if board:
        if move.square is not None:
            raise MoveRefused(Refusal.BOARD_TELLS, by=by)
        if move.to is None or not 1 <= move.to <= len(board):
            raise MoveRefused(Refusal.NO_SUCH_SQUARE, by=by)
        place, square = move.to, board[move.to - 1]
    else:
        if move.to is not None:
            raise MoveRefused(Refusal.NO_SUCH_SQUARE, by=by)
        place = square = _told(game.party, by, move.square)
    if square == ONE:
        raise MoveRefused(Refusal.NOT_ONE, by=by)
    now = game.now
    now = Turn(now.turn, now.by, now.throws, (*now.squares, square), now.payments, now.events)
    return land(replace(game, now=now, at=game.at | {by: place}), square)


def land(game: Game, square: str) -> Game:
    """What the square does to whoever comes to stand on it."""
    by = game.by
    if square in game.party.casinos:
        return _casino(game, square)
    if square == ONE:
        # Cash & Run: on to any square one likes. Not in one's own last lap: there it does nothing.
        return square_done(game) if by in game.laps else replace(game, phase=Phase.GO)
    if square == BLUFF:
        return replace(game, phase=Phase.OFFER)
    if square == SLAM:
        return slam.begin(game)
    if square in POT_SQUARES:
        return contest.play_for_pot(game, square)
    if square in ALL_SQUARES:
        return play_all.begin(game, square)
    return _takeover(game)


def _casino(game: Game, casino: str) -> Game:
    owner = game.owners.get(casino)
    if owner is None:
        # A free casino may be bought.
        return replace(game, phase=Phase.OFFER)
    if owner is game.by:
        # One's own casino: throw again, but not in the last lap.
        again = game.party.options.own_again and owner not in game.laps
        return throw_again(game) if again else square_done(game)
    return contest.visit(game, casino, owner)


def _takeover(game: Game) -> Game:
    # Only with a casino of one's own, and where somebody else has one.
    owners = set(game.owners.values())
    return replace(game, phase=Phase.OFFER) if game.by in owners and len(owners) > 1 else square_done(game)
