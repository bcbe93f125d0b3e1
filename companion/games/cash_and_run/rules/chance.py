"""The wheel, the die and the deck: what they can show, and how high it is."""

from __future__ import annotations

from enum import StrEnum


class Symbol(StrEnum):
    """The three games of chance. Every casino has one of them."""

    ROULETTE = "roulette"
    DIE = "die"
    CARDS = "cards"


class Shown(StrEnum):
    """What a Bluff card shows once it is turned over: one of the games, or nothing."""

    ROULETTE = "roulette"
    DIE = "die"
    CARDS = "cards"
    BLANK = "blank"


Result = int | str
"""A pocket of the wheel (0 to 36), a face of the die (1 to 6), or a card such as "10D"."""

POCKETS = range(37)
FACES = range(1, 7)
RED_NUMBERS = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Ace high."""
SUITS = ("C", "D", "H", "S")
DECK = tuple([rank + suit for suit in SUITS for rank in RANKS])
SPADES = "S"
RED_CARDS = frozenset([card for card in DECK if card[-1] in "DH"])
COURT = frozenset([card for card in DECK if card[:-1] in {"J", "Q", "K", "A"}])

RESULTS: dict[Symbol, tuple[Result, ...]] = {Symbol.ROULETTE: tuple(POCKETS), Symbol.DIE: tuple(FACES), Symbol.CARDS: DECK}
"""All that each can show, zero included."""

HEIGHT: dict[Result, int] = {
    **{number: number for number in POCKETS},
    **{card: RANKS.index(card[:-1]) for card in DECK},
}
"""How high a result is among those of its game. Suits are equal."""


def again(symbol: Symbol, result: Result) -> bool:
    """Whether this result does not count."""
    # Zero is ignored, always: the wheel is spun again.
    return symbol is Symbol.ROULETTE and result == 0
