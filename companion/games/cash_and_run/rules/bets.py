"""The bets of each game, what they pay, and which results win them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from companion.games.cash_and_run.rules.chance import COURT, DECK, FACES, RED_CARDS, RED_NUMBERS, Result, Symbol


class Bet(msgspec.Struct, frozen=True):
    """A field of the felt. `odds`: what is paid for each chip, besides the chip itself; `wins`: the results that win."""

    on: str
    odds: int
    wins: frozenset[Result]


def _felt(bets: Iterable[Bet]) -> dict[str, Bet]:
    return {bet.on: bet for bet in bets}


_NUMBERS = range(1, 37)


def _roulette() -> Iterator[Bet]:
    # At roulette: red or black 1 for 1, a dozen 2 for 1, a line of six numbers 5 for 1.
    yield Bet("red", 1, frozenset(RED_NUMBERS))
    yield Bet("black", 1, frozenset(set(_NUMBERS) - RED_NUMBERS))
    yield from [Bet(f"{low}-{low + 11}", 2, frozenset(range(low, low + 12))) for low in range(1, 37, 12)]
    yield from [Bet(f"{low}-{low + 5}", 5, frozenset(range(low, low + 6))) for low in range(1, 37, 6)]


def _die() -> Iterator[Bet]:
    # With one die: odd or even 1 for 1, two numbers 2 for 1, one number 5 for 1.
    yield from _parity(FACES)
    yield from [Bet(f"{one}+{other}", 2, frozenset({one, other})) for one, other in combinations(FACES, 2)]
    yield from [Bet(str(face), 5, frozenset({face})) for face in FACES]


def _cards() -> Iterator[Bet]:
    # With one card: red or black 1 for 1, a jack, queen, king or ace 2 for 1, a suit 3 for 1.
    yield from _card_colours()
    yield Bet("court", 2, frozenset(COURT))
    suits = {"hearts": "H", "diamonds": "D", "spades": "S", "clubs": "C"}
    yield from [Bet(name, 3, frozenset([card for card in DECK if card[-1] == suit])) for name, suit in suits.items()]


def _parity(results: Iterable[int]) -> Iterator[Bet]:
    yield Bet("odd", 1, frozenset([result for result in results if result % 2]))
    yield Bet("even", 1, frozenset([result for result in results if result % 2 == 0]))


def _card_colours() -> Iterator[Bet]:
    yield Bet("red", 1, frozenset(RED_CARDS))
    yield Bet("black", 1, frozenset(set(DECK) - RED_CARDS))


FELT: dict[Symbol, dict[str, Bet]] = {
    Symbol.ROULETTE: _felt(_roulette()),
    Symbol.DIE: _felt(_die()),
    Symbol.CARDS: _felt(_cards()),
}
"""The bets in a casino, by its game: 11, 23 and 7 of them."""

TAKEOVER: dict[Symbol, dict[str, Bet]] = {
    # A takeover is played for odd or even at roulette and with the die, for red or black with a card.
    Symbol.ROULETTE: _felt(_parity(_NUMBERS)),
    Symbol.DIE: _felt(_parity(FACES)),
    Symbol.CARDS: _felt(_card_colours()),
}

POT: dict[Symbol, dict[str, Bet]] = {
    # The pot is played for with a dozen at roulette, two numbers of the die, or a jack, queen, king or ace.
    Symbol.ROULETTE: {on: bet for on, bet in FELT[Symbol.ROULETTE].items() if bet.odds == 2},
    Symbol.DIE: {on: bet for on, bet in FELT[Symbol.DIE].items() if bet.odds == 2},
    Symbol.CARDS: {on: bet for on, bet in FELT[Symbol.CARDS].items() if bet.odds == 2},
}
