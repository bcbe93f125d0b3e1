"""Square 6, Grand Slam: 100,000 for sure, or three games in a row for up to a million."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules.bets import FELT, TAKEOVER, Bet
from companion.games.cash_and_run.rules.chance import Symbol, again
from companion.games.cash_and_run.rules.contest import check_result
from companion.games.cash_and_run.rules.moves import Outcome, Stop, Sure, Try
from companion.games.cash_and_run.rules.order import next_turn, square_done
from companion.games.cash_and_run.rules.state import BANK, Event, Game, Phase, book, check, refuse_phase, tell

SURE = 100_000
STEPS: tuple[tuple[Symbol, Bet, int], ...] = (
    # Even with the die for 250,000, then a red card for 500,000, then odd at roulette for a million; each takes the place of the one before.
    (Symbol.DIE, TAKEOVER[Symbol.DIE]["even"], 250_000),
    (Symbol.CARDS, FELT[Symbol.CARDS]["red"], 500_000),
    (Symbol.ROULETTE, TAKEOVER[Symbol.ROULETTE]["odd"], 1_000_000),
)


def begin(game: Game) -> Game:
    """Nothing happens while the bank is empty."""
    return replace(game, phase=Phase.SLAM) if game.ledger.payable(BANK, SURE) else square_done(game)


def _paid(game: Game, amount: int) -> Game:
    """The bank pays what it has, and the square is done."""
    return square_done(book(game, BANK, game.by, game.ledger.payable(BANK, amount), "grand slam"))


def sure(game: Game, move: Sure) -> Game:
    """The safe sum, and nothing tried."""
    check(game, move.by, Phase.SLAM)
    if game.step:
        refuse_phase(game, move.by)
    return _paid(game, SURE)


def attempt(game: Game, move: Try) -> Game:
    """The next step is tried."""
    check(game, move.by, Phase.SLAM)
    return replace(game, phase=Phase.SLAM_DRAW)


def stop(game: Game, move: Stop) -> Game:
    """After any step one may take what it brought."""
    check(game, move.by, Phase.SLAM)
    if not game.step:
        refuse_phase(game, move.by)
    return _paid(game, STEPS[game.step - 1][2])


def draw(game: Game, move: Outcome) -> Game:
    """The step is won or all is lost."""
    symbol, bet, amount = STEPS[game.step]
    result = check_result(symbol, move)
    if again(symbol, result):
        return game
    step = game.step + 1
    if result not in bet.wins:
        # Nothing is got, and the turn is over even if its throw was a double.
        return next_turn(tell(game, Event("slam lost", game.by, step=step)))
    return _paid(game, amount) if step == len(STEPS) else replace(game, phase=Phase.SLAM, step=step)
