"""Results: tapped, shown or drawn."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Say
from companion.games.cash_and_run.rules.chance import DECK, SUITS, Result, Symbol
from companion.games.cash_and_run.rules.moves import AnyMove, Card, Die, Outcome, Roll, Roulette, Run, Throw
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table import draw, throws
from companion.games.cash_and_run.table.draw import Chance
from companion.games.cash_and_run.table.people import sets_of
from companion.games.cash_and_run.table.replies import Answer, Pending, Step, made
from companion.games.kit.colours import Colour


def drawn_now(view: View) -> Symbol | None:
    """What is spun, thrown or drawn now; None where nothing is, dice for a pawn apart."""
    if view.phase is Phase.DRAW and view.contest:
        return view.contest.symbol
    if view.phase is Phase.SLAM_DRAW and view.slam:
        return view.slam.steps[view.slam.step].symbol
    return view.all.symbol if view.all else None


def told(view: View, pending: Pending, result: Result, *, drawn: bool = False) -> Step:
    """Where the ball stopped, what the die shows, or the card drawn."""
    if pending.running:
        return _run(view, pending, result, drawn)
    symbol = drawn_now(view)
    outcome = None if symbol is None else _outcome(symbol, result, _by(view))
    return (pending, Say(Answer.NOTHING_NOW)) if outcome is None else made(pending, outcome)


def draw_it(view: View, pending: Pending, chance: Chance, before: Sequence[AnyMove] = ()) -> Step:
    """The companion draws what is to be drawn now. `before`: what it has drawn for the same already, if that was undone; it stands."""
    if pending.running:
        card = next((move.card for move in before if isinstance(move, Run)), None)
        return told(view, pending, card or draw.card(chance), drawn=True)
    if view.phase is Phase.THROW:
        thrown = next((move.dice for move in before if isinstance(move, Roll | Throw)), None)
        return throws.dice(view, pending, thrown or draw.dice(chance), drawn=True)
    symbol = drawn_now(view)
    if symbol is None:
        return pending, Say(Answer.NOTHING_NOW)
    result = next((move for move in before if isinstance(move, Roulette | Die | Card)), None)
    return made(pending, result or draw.result(symbol, chance, _by(view)))


def _by(view: View) -> Colour | None:
    return view.all.waiting[0] if view.all else None


def _run(view: View, pending: Pending, card: Result, drawn: bool) -> Step:
    chosen = next((each for each in sets_of(view, view.by) if set(each) == set(pending.laid)), None)
    if view.by is None or chosen is None:
        return pending, Say(Answer.NO_SET)
    if card not in DECK and card not in SUITS:
        return pending, Say(Answer.NOTHING_NOW)
    return made(pending, Run(view.by, str(card), chosen, drawn))


def _outcome(symbol: Symbol, result: Result, by: Colour | None) -> Outcome | None:
    match symbol, result:
        case Symbol.ROULETTE, int(number):
            return Roulette(number, by)
        case Symbol.DIE, int(face):
            return Die(face, by)
        case Symbol.CARDS, str(card):
            return Card(card, by)
    return None
