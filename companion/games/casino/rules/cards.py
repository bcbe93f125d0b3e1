"""The ordinary deck: 52 cards of four suits. Each is written as its rank and suit: AS, 10D, KC."""

from __future__ import annotations

from typing import NewType

Card = NewType("Card", str)
"""A card by its name. Whether there is such a card is told by DECK."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
FACES = ("J", "Q", "K")

DECK: tuple[Card, ...] = tuple([Card(rank + suit) for suit in SUITS for rank in RANKS])

BIT: dict[Card, int] = {card: 1 << place for place, card in enumerate(DECK)}
"""Each card's bit in a whole number that stands for some of the deck."""

ALL_CARDS = (1 << len(DECK)) - 1
RANK: dict[Card, str] = {card: card[:-1] for card in DECK}
SUIT: dict[Card, str] = {card: card[-1] for card in DECK}
SPADES = sum(BIT[card] for card in DECK if SUIT[card] == "S")
OF_RANK: dict[str, int] = {rank: sum(BIT[card] for card in DECK if RANK[card] == rank) for rank in RANKS}
"""Where the four cards of a rank are, as bits."""

BIG_CASINO, LITTLE_CASINO = Card("10D"), Card("2S")
POINTS: dict[Card, int] = {BIG_CASINO: 2, LITTLE_CASINO: 1, Card("AS"): 1, Card("AC"): 1, Card("AH"): 1, Card("AD"): 1}
"""The six cards that score by themselves, in the order in which the rulebook counts them."""


def bits(cards: tuple[Card, ...]) -> int:
    """Some of the deck as one number."""
    together = 0
    for card in cards:
        together |= BIT[card]
    return together
