"""What a card is worth in sums, what it takes, and which cards take a value."""

from __future__ import annotations

from companion.games.casino.rules.cards import DECK, FACES, OF_RANK, RANK, RANKS, Card
from companion.games.casino.rules.house import HouseRules, Kind

HIGH_ACE = 14

_NUMBER = {rank: number for number, rank in enumerate(RANKS, 1)}

WORTH: dict[Kind, dict[Card, int]] = {
    # An ace is 1, the others their number; jack, queen and king have none, which is 0 here.
    Kind.BASE: {card: 0 if RANK[card] in FACES else _NUMBER[RANK[card]] for card in DECK},
    # Royal: jack 11, queen 12, king 13. On the table an ace is 1 in every sum.
    Kind.ROYAL: {card: _NUMBER[RANK[card]] for card in DECK},
}
"""What a card on the table counts in a sum."""

TAKEN_BY: dict[int, int] = {number: OF_RANK[rank] for rank, number in _NUMBER.items()} | {HIGH_ACE: OF_RANK["A"]}
"""The cards, as bits, that take a build of a value."""

RANK_OF: dict[int, str] = {number: rank for rank, number in _NUMBER.items()} | {HIGH_ACE: "A"}
"""The rank that takes a build of a value."""


def takes(house: HouseRules, card: Card) -> tuple[int, ...]:
    """The values that a card takes as a number: none for a face card of the base game, 1 and 14 for an ace that may be both."""
    worth = WORTH[house.kind][card]
    if worth == 1 and house.high_ace:
        return (1, HIGH_ACE)
    return (worth,) if worth else ()
