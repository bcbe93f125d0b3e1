"""Results without a wheel, a die or a deck: drawn fairly by the source of chance that is given, and told as drawn."""

from __future__ import annotations

from typing import Protocol

from companion.games.cash_and_run.rules.chance import DECK, FACES, POCKETS, Symbol
from companion.games.cash_and_run.rules.moves import Card, Die, Outcome, Roulette
from companion.games.kit.colours import Colour


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


def _face(chance: Chance) -> int:
    return FACES[chance.randrange(len(FACES))]
