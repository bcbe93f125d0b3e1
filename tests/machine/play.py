"""Whole games by touch: what the twin's fingers do, the machine's fingers do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tests.machine.twin import Twin  # before anything of Kivy

# isort: split
from companion.games.cash_and_run.demo import some_move
from companion.games.cash_and_run.rules.chance import SPADES, Symbol
from companion.games.cash_and_run.rules.legal import legal
from companion.games.cash_and_run.rules.moves import AnyMove, Bid, Go, Run, Sold, Throw
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.cash_and_run.table.commands import Act, TapDice, TapLap, TapSquare
from companion.games.cash_and_run.ui.screens.told import COLOURS
from companion.games.casino.demo import random_game
from companion.games.casino.rules.house import HouseRules
from companion.games.kit.colours import Colour
from tests.games.cash_and_run.ui.test_touch import by_touch, screen, touch
from tests.games.casino.ui.test_play import Hands


def begin(twin: Twin, key: str) -> None:
    """From home to the first screen of a game."""
    twin.tap("new")
    twin.harness.tap_on(twin.harness.stage.screen.cards, key)  # type: ignore[union-attr]


def sit_down(twin: Twin) -> None:
    """Three players of Vabanque, from the empty table to the first token. Nothing is drawn by lot: the machine would draw another one."""
    begin(twin, "vabanque")
    for colour in (Colour.RED, Colour.BLACK, Colour.WHITE):
        twin.tap("free", colour)
    twin.tap("on")
    twin.tap("plain")
    twin.tap("chairs", 0)
    twin.tap("begin")
    twin.tap("ring", 1)


def casino(twin: Twin) -> None:
    """Two players to 11 points; each card is tapped on the grid of the deck."""
    begin(twin, "casino")
    hands = Hands(twin, tags=False)
    for move in random_game(3, 2, HouseRules(target=11)):
        hands.make(move)


def cash_and_run(twin: Twin) -> None:
    """Three players without a taught board: every casino is told when it is met. The first one collects four wheels, runs, and comes home; the
    others meet what the board has.
    """
    begin(twin, "cash_and_run")
    for colour in (Colour.BLUE, Colour.RED, Colour.GREEN):
        twin.tap("free", colour)
    twin.tap("on")
    names = iter("abcdefghijklmno")
    for symbol in (Symbol.ROULETTE, Symbol.ROULETTE, Symbol.DIE, Symbol.DIE, Symbol.CARDS, Symbol.CARDS):
        _tell(twin, names, symbol)
    rng = random.Random(2)
    while True:
        position = twin.session.timeline.position  # type: ignore[union-attr]
        if isinstance(position, Game) and position.phase is Phase.FINISHED:
            return
        move = _wanted(position, rng)
        if "heard" in [choice.does for choice in getattr(screen(twin), "_offered", ())]:
            touch(twin, "heard")
        match move:
            case Throw(dice=dice, lap=True):
                for what in (TapDice(*dice), TapSquare(move.square), TapLap(passed=True)):
                    touch(twin, what)
            case Throw(square=None):
                touch(twin, TapDice(*move.dice))
                _tell(twin, names, Symbol.ROULETTE)
                touch(twin, Act.BUY)
            case Go():
                touch(twin, TapSquare(move.square))
            case _:
                by_touch(twin, move)


def _tell(twin: Twin, names: Iterator[str], symbol: Symbol) -> None:
    """A casino of which nobody has said yet what is printed on its card."""
    name = next(names)
    touch(twin, "tell")
    twin.tap("entry", ("letter", name))
    twin.tap("entry", ("done", ""))
    touch(twin, ("look", symbol, COLOURS[len(screen(twin).view.casinos) % len(COLOURS)]))


def _wanted(position: object, rng: random.Random) -> AnyMove:
    """What is played next. A throw without a square: onto a casino that nobody has told."""
    moves = list(legal(position))  # type: ignore[arg-type]
    if not isinstance(position, Game):
        return rng.choice(moves)
    if not any(isinstance(move, Throw) for move in moves):
        move = some_move(position, rng)
        return Sold() if isinstance(move, Bid) else move
    by, first = position.by, position.party.colours[0]
    runs = [move for move in moves if isinstance(move, Run) and move.card[-1] != SPADES]
    if runs:
        return rng.choice(runs)
    if by in position.laps:
        return Throw(by, (1, 2), "5C", lap=True)
    if by is first:
        return Throw(by, (2, 3))
    others = [casino for casino, owner in position.owners.items() if owner is not by]
    return Throw(by, (1, 4), rng.choice([*others, "4A", "3", "6", "1"]))


GAMES: dict[str, Callable[[Twin], None]] = {"casino": casino, "cash_and_run": cash_and_run}
"""Those beside Vabanque, of which the power cuts are."""
