"""Sets: cards that together make a value. No card counts in two sets of one play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.worth import HIGH_ACE


def divide(worths: Sequence[int], value: int) -> int | None:
    """Into how many sets of `value` all these cards can be parted; None if they can't. `worths` as WORTH has them.

    Where the value is 14 an ace may be a set by itself. The number of sets is the same however they are parted.
    """
    return _divide(tuple(sorted(worths, reverse=True)), value)


@lru_cache(1 << 8)
def _divide(worths: tuple[int, ...], value: int) -> int | None:
    # The largest first: it has the fewest ways to be completed.
    if not worths:
        return 0
    largest, rest = worths[0], worths[1:]
    if not 0 < worths[-1] <= largest <= value:
        return None
    if value == HIGH_ACE and largest == 1:
        # Only aces are left, at most four. None of their sums is 14, so each is 14.
        return len(worths)
    if largest == value:
        after = _divide(rest, value)
        return None if after is None else 1 + after
    for left in _completed(rest, value - largest):
        after = _divide(left, value)
        if after is not None:
            return 1 + after
    return None


@lru_cache(1 << 6)
def _completed(worths: tuple[int, ...], missing: int) -> tuple[tuple[int, ...], ...]:
    """What may be left of `worths`, largest first, once some of them have made the sum `missing`."""
    if not missing:
        return (worths,)
    left: list[tuple[int, ...]] = []
    for place, worth in enumerate(worths):
        # Equal cards are alike: the first of them stands for all.
        if worth <= missing and (not place or worths[place - 1] != worth):
            left += [worths[:place] + more for more in _completed(worths[place + 1 :], missing - worth)]
    return tuple(left)


def combinations(loose: Sequence[Card], worth: Mapping[Card, int], value: int) -> Iterator[tuple[Card, ...]]:
    """Every set of `value` among these cards, each in their order. The value 0 is made by no card at all."""
    if not value:
        yield ()
    for place, card in enumerate(loose):
        if 0 < worth[card] <= value:
            for others in combinations(loose[place + 1 :], worth, value - worth[card]):
                yield (card, *others)


def unions(loose: Sequence[Card], worth: Mapping[Card, int], value: int) -> Iterator[frozenset[Card]]:
    """Whatever sets of `value` can be put together of these cards, nothing among it; each once."""
    every = [frozenset(some) for some in combinations(loose, worth, value)]
    if value == HIGH_ACE:
        # An ace by itself may be 14.
        every += [frozenset({card}) for card in loose if worth[card] == 1]
    seen = {frozenset[Card]()}
    waiting = [frozenset[Card]()]
    while waiting:
        union = waiting.pop()
        yield union
        for each in every:
            if not each & union and (more := each | union) not in seen:
                seen.add(more)
                waiting.append(more)


def parted(cards: Sequence[Card], worth: Mapping[Card, int], value: int) -> list[tuple[Card, ...]]:
    """One way to part all these cards into sets of `value`; nothing where there is none."""
    if not cards:
        return []
    for some in combinations(cards, worth, value):
        rest = [card for card in cards if card not in some]
        if cards[0] in some and divide([worth[card] for card in rest], value) is not None:
            return [some, *parted(rest, worth, value)]
    if value == HIGH_ACE and worth[cards[0]] == 1 and divide([worth[card] for card in cards[1:]], value) is not None:
        return [(cards[0],), *parted(cards[1:], worth, value)]
    return []


def reachable(worths: Sequence[int], value: int) -> bool:
    """Whether some of these cards make the value."""
    sums = 1
    for worth in worths:
        if worth:
            sums |= sums << worth
    return bool(sums >> value & 1)
