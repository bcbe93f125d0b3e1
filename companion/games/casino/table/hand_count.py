"""Piles that the players count themselves: numbers, point cards and sweeps of each side, of which the last side's follow from the others."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games.casino.rules.cards import POINTS, Card
from companion.games.casino.rules.count import DECK_CARDS, DECK_SPADES
from companion.games.casino.rules.moves import CountPiles, HandPile


class Row(msgspec.Struct, frozen=True):
    """One side's pile as far as it was told; None is not told yet."""

    cards: int | None = None
    spades: int | None = None
    points: tuple[Card, ...] = ()
    sweeps: int = 0


class Missing(msgspec.Struct, frozen=True):
    """What the piles lack of a whole deck; below 0 is too much. `points`: the point cards that lie in no pile."""

    cards: int
    spades: int
    points: tuple[Card, ...]


class HandCount(msgspec.Struct, frozen=True):
    """The rows by side, the side whose pile is being counted, and the last one, which fills by itself."""

    rows: dict[str, Row]
    side: str

    @staticmethod
    def begun(sides: tuple[str, ...]) -> HandCount:
        """Nothing is told yet."""
        return HandCount(dict.fromkeys(sides, Row()), sides[0])

    def at(self, side: str) -> HandCount:
        """Another side's pile is counted now."""
        return replace(self, side=side) if side in self.rows else self

    def told(self, side: str, *, cards: int | None = None, spades: int | None = None, sweeps: int | None = None) -> HandCount:
        """A number of a side; what is None stays."""
        if side not in self.rows:
            return self
        row = self.rows[side]
        row = replace(
            row,
            cards=row.cards if cards is None else min(max(cards, 0), DECK_CARDS),
            spades=row.spades if spades is None else min(max(spades, 0), DECK_SPADES),
            sweeps=row.sweeps if sweeps is None else max(sweeps, 0),
        )
        return replace(self, rows=self.rows | {side: row}, side=side)

    def toggled(self, card: Card, side: str | None = None) -> HandCount:
        """A point card lies in a side's pile, or does not after all. It lies in one pile only."""
        side = side or self.side
        if side not in self.rows:
            return self
        there = card in self.rows[side].points
        rows = {name: replace(row, points=tuple([each for each in row.points if each != card])) for name, row in self.rows.items()}
        if not there:
            rows[side] = replace(rows[side], points=tuple([each for each in POINTS if each == card or each in rows[side].points]))
        return replace(self, rows=rows, side=side)

    def filled(self) -> dict[str, Row]:
        """The rows, with what follows for the last one whose cards were not told: the rest of 52 cards, 13 spades and six point cards."""
        last = [side for side, row in self.rows.items() if row.cards is None]
        others = [row for row in self.rows.values() if row.cards is not None]
        if len(last) != 1 or any(row.spades is None for row in others):
            return dict(self.rows)
        row = self.rows[last[0]]
        cards = DECK_CARDS - sum(each.cards or 0 for each in others)
        spades = DECK_SPADES - sum(each.spades or 0 for each in others) if row.spades is None else row.spades
        points = tuple([card for card in POINTS if not any(card in each.points for each in others)])
        return self.rows | {last[0]: Row(max(cards, 0), max(spades, 0), points, row.sweeps)}

    def missing(self) -> Missing:
        """What the piles, the last one filled, lack of a whole deck."""
        rows = self.filled().values()
        points = tuple([card for card in POINTS if not any(card in row.points for row in rows)])
        return Missing(DECK_CARDS - sum(row.cards or 0 for row in rows), DECK_SPADES - sum(row.spades or 0 for row in rows), points)

    def move(self) -> CountPiles:
        """The count as it stands. The rules refuse it while the piles do not make a deck."""
        rows = self.filled()
        return CountPiles({side: HandPile(row.cards or 0, row.spades or 0, row.points, row.sweeps) for side, row in rows.items()})
