"""Making change: the exact payment for which the fewest notes change hands.

The purse of the payee grows by d notes of each value (below 0: gives them back), that of the third player, who swaps, by e. Wanted are
sum(value * d) = amount and sum(value * e) = 0, nobody giving a note that is not there, with the least sum(|d| + |e|).

The values are settled from the smallest up. What is then left to make must be a multiple of the greatest common divisor of the larger
values, and no more than there is of them: that leaves few choices for each value.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import accumulate
from math import gcd

import msgspec

from companion.games.kit.money import Notes

Counts = tuple[int, ...]
"""Signed numbers of notes, one for each value, the smallest value first."""


class Exact(msgspec.Struct, frozen=True):
    """One way to pay exactly: by how many notes of each of `values` the purses grow. `seat`: who swaps, None if nobody does."""

    values: Counts
    payee: Counts
    seat: int | None = None
    other: Counts = ()


class Fewest:
    """The fewest notes by which one purse grows by a given sum.

    It can give `gives[i]` and take `takes[i]` notes of `values[i]` at most. Each answer is kept: one of these serves a whole search.
    """

    def __init__(self, values: Counts, gives: Sequence[int], takes: Sequence[int]) -> None:
        self._values, self._gives, self._takes = values, gives, takes
        # What the values from a place on come to at least and at most, and of what it is always a multiple.
        self._least = _sums_from([-value * count for value, count in zip(values, gives, strict=True)])
        self._most = _sums_from([value * count for value, count in zip(values, takes, strict=True)])
        self._steps = [*(gcd(*values[place:]) for place in range(len(values))), 1]
        self._known: dict[tuple[int, int], Counts | None] = {}

    def choices(self, place: int, rest: int) -> list[int]:
        """How many notes of `values[place]` the purse may grow by, so that the larger values can perhaps make what is left of `rest`."""
        value, step = self._values[place], self._steps[place + 1]
        low = max(-self._gives[place], -((self._most[place + 1] - rest) // value))
        high = min(self._takes[place], (rest - self._least[place + 1]) // value)
        return [count for count in range(low, high + 1) if not (rest - count * value) % step]

    def best(self, place: int, rest: int) -> Counts | None:
        """Makes `rest` of the values from `place` on: (how many notes move, then the growth by each value), or None where there is no way.

        Among equals it takes the fewest of the smallest value, then of the next, and so on.
        """
        if place == len(self._values):
            return None if rest else (0,)
        key = (place, rest)
        if key not in self._known:
            value, ways = self._values[place], []
            for count in self.choices(place, rest):
                tail = self.best(place + 1, rest - count * value)
                if tail is not None:
                    ways.append((abs(count) + tail[0], count, *tail[1:]))
            self._known[key] = min(ways, default=None)
        return self._known[key]


class Changer:
    """Answers for one bank, one payee's purse and the purses of the others, in the order in which equal swaps are preferred."""

    def __init__(self, bank: Notes, purse: Notes, others: Sequence[Notes] = ()) -> None:
        self._values = values = tuple(sorted({*bank, *purse, *(value for other in others for value in other)}))
        self._bank = [bank[value] for value in values]
        payee = [purse[value] for value in values]
        self._alone = Fewest(values, payee, self._bank)
        # Each side by itself, as if the notes were all its own: never more notes than the two together need.
        self._sides = []
        for other in others:
            third = [other[value] for value in values]
            self._sides.append((Fewest(values, payee, _add(self._bank, third)), Fewest(values, third, _add(self._bank, payee))))
        self.step = gcd(*values)
        """Whatever can be paid is a multiple of it; 0 where there are no notes at all."""

    def exact(self, amount: int) -> Exact | None:
        """The payment of `amount` by bank and payee alone, or else with one swap; None if neither can make it.

        Fewest notes first; then the earlier seat; then that after which the bank keeps most notes of the smallest value, then of the next,
        and so on; then that in which the payee's purse grows by fewest of the smallest value.
        """
        way = self._alone.best(0, amount)
        return self._with_swap(amount) if way is None else Exact(self._values, way[1:])

    def _with_swap(self, amount: int) -> Exact | None:
        """A* over the values. No part of a solution sorts behind the solution itself, so the first whole one to come up is the best."""
        # (notes in all at the least, seat, notes out of the bank, growth of the payee, what is left for payee and swap, notes so far)
        open_: list[tuple[int, int, Counts, Counts, int, int, int]] = []
        for seat, (payee, _) in enumerate(self._sides):
            if (way := payee.best(0, amount)) is not None:
                open_.append((way[0], seat, (), (), amount, 0, 0))
        heapq.heapify(open_)
        # Whatever follows depends on these alone, and the best way to them comes up first.
        closed: set[tuple[int, int, int, int]] = set()
        while open_:
            _, seat, out, growth, rest, swap_rest, moved = heapq.heappop(open_)
            place = len(out)
            if place == len(self._values):
                return Exact(self._values, growth, seat, tuple(sent - got for sent, got in zip(out, growth, strict=True)))
            if (seat, place, rest, swap_rest) in closed:
                continue
            closed.add((seat, place, rest, swap_rest))
            payee, third = self._sides[seat]
            swaps = self._next(third, place, swap_rest)
            for got, left, notes in self._next(payee, place, rest):
                for taken, swap_left, swap_notes in swaps:
                    if got + taken <= self._bank[place]:
                        now = moved + abs(got) + abs(taken)
                        entry = (now + notes + swap_notes, seat, (*out, got + taken), (*growth, got), left, swap_left, now)
                        heapq.heappush(open_, entry)
        return None

    def _next(self, side: Fewest, place: int, rest: int) -> list[tuple[int, int, int]]:
        """(growth, what is then left, how many notes that takes at least) for every choice at `place` that can be finished."""
        found = []
        for count in side.choices(place, rest):
            left = rest - count * self._values[place]
            if (tail := side.best(place + 1, left)) is not None:
                found.append((count, left, tail[0]))
        return found


def _add(these: Sequence[int], those: Sequence[int]) -> list[int]:
    return [this + that for this, that in zip(these, those, strict=True)]


def _sums_from(items: list[int]) -> list[int]:
    """Item i is the sum of all from i on; one more at the end, 0."""
    return [0, *accumulate(reversed(items))][::-1]
