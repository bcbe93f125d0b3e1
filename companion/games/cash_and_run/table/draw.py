"""Results without a wheel, a die or a deck: drawn fairly by the source of chance that is given, and told as drawn.

Whoever undoes a draw and draws for the same again gets what was drawn: chance is asked once.
"""

from __future__ import annotations

from typing import Any, Protocol

from companion.games.cash_and_run.rules.chance import DECK, FACES, POCKETS, Symbol
from companion.games.cash_and_run.rules.moves import AnyMove, Card, Die, Outcome, Roulette
from companion.games.cash_and_run.rules.state import Game
from companion.games.kit.colours import Colour
from companion.table.session.timeline import Timeline


class Chance(Protocol):
    """What a draw needs of a source of chance. `random.SystemRandom` has it: the operating system's, uniform by rejection."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to below this one, each as likely as the others."""


def result(symbol: Symbol, chance: Chance, by: Colour | None = None) -> Outcome:
    """One spin of 37 pockets, zero included (it is shown, and drawn again as another act), one die, or one card of a fresh deck."""
    match symbol:
        case Symbol.ROULETTE:
            return Roulette(POCKETS[chance.randrange(len(POCKETS))], by, drawn=True)
        case Symbol.DIE:
            return Die(_face(chance), by, drawn=True)
        case Symbol.CARDS:
            return Card(card(chance), by, drawn=True)


def card(chance: Chance) -> str:
    """One card of a fresh deck."""
    return DECK[chance.randrange(len(DECK))]


def dice(chance: Chance) -> tuple[int, int]:
    """Both dice."""
    return _face(chance), _face(chance)


def before(timeline: Timeline) -> list[AnyMove]:
    """What the companion has drawn already for what is to be drawn now, and what was undone, the first one first."""
    here = timeline.position
    return [move for position, move in timeline.undrawn if isinstance(here, Game) and _what(position) == _what(here)]


def _what(game: Game) -> Any:
    """What is drawn for. Names, money and pawns that are set right meanwhile make it nothing else; another field or another stake does."""
    contest = game.contest
    bet = None if contest is None else (contest.kind, contest.owner, contest.casino, contest.on, contest.stake)
    believed = sum(event.what == "believed" for event in game.now.events)
    return game.turn, game.by, game.phase, len(game.now.throws), game.step, game.zeros, game.all, bet, believed


def _face(chance: Chance) -> int:
    return FACES[chance.randrange(len(FACES))]
