"""What a card takes from the table. Everything here is told by the table alone, never by what is still out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from companion.games.casino.rules.cards import POINTS, RANK, SUIT, SUITS, Card
from companion.games.casino.rules.house import Faces, HouseRules, Kind, Must
from companion.games.casino.rules.refusal import CardRefused, Refusal
from companion.games.casino.rules.sets import divide, reachable, unions
from companion.games.casino.rules.state import Build
from companion.games.casino.rules.worth import HIGH_ACE, WORTH, takes
from companion.games.kit.colours import Colour


class Capture(msgspec.Struct, frozen=True):
    """What a card may take. `value`: the number it takes as, 0 for a face card of the base game. `cards`: all of them, loose ones first."""

    value: int
    loose: tuple[Card, ...]
    builds: tuple[Build, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All that it takes, the loose ones first."""
        return (*self.loose, *[card for build in self.builds for card in build.cards])


def check(house: HouseRules, by: Colour, card: Card, loose: Sequence[Card], builds: Sequence[Build]) -> None:
    """Raises MoveRefused unless the card takes exactly these loose cards and builds in one play."""
    values = takes(house, card)
    if not values:
        _check_face(house, by, card, loose, builds)
        return
    # Any number of cards of its value and any sets that make it, together; and builds of that value, each whole.
    worth = WORTH[house.kind]
    worths = [worth[each] for each in loose]
    for value in values:
        if all(build.value == value for build in builds) and divide(worths, value) is not None:
            return
    raise CardRefused(Refusal.DOES_NOT_ADD_UP, by=by, card=card)


def _check_face(house: HouseRules, by: Colour, card: Card, loose: Sequence[Card], builds: Sequence[Build]) -> None:
    # Without a number there are no sums and no builds: a face card takes a card of its rank.
    if builds or any(RANK[each] != RANK[card] for each in loose):
        raise CardRefused(Refusal.ITS_OWN_KIND, by=by, card=card)
    if len(loose) not in _FACES[house.faces]:
        raise CardRefused(Refusal.ONE_OR_THREE if house.faces is Faces.ODD else Refusal.ONE_FACE_CARD, by=by, card=card)


# One only, even if more lie there.
_FACES: dict[Faces, tuple[int, ...]] = {Faces.ONE: (1,), Faces.ODD: (1, 3), Faces.ALL: (1, 2, 3)}


def could_take(house: HouseRules, card: Card, loose: Sequence[Card], builds: Sequence[Build]) -> bool:
    """Whether the card could take anything at all."""
    values = takes(house, card)
    if not values:
        return any(RANK[each] == RANK[card] for each in loose)
    worth = WORTH[house.kind]
    worths = [worth[each] for each in loose]
    return any(build.value in values for build in builds) or any(reachable(worths, value) for value in values)


def must_take(house: HouseRules, by: Colour, card: Card, taken: Sequence[Card], loose: Sequence[Card], builds: Sequence[Build]) -> None:
    """House rules: raises MoveRefused if a card that takes `taken`, or that stays, would leave what it has to take."""
    if house.must_take is Must.NOTHING:
        return
    if house.must_take is Must.ANYTHING:
        if not taken and could_take(house, card, loose, builds):
            raise CardRefused(Refusal.MUST_TAKE, by=by, card=card)
        return
    equal = [each for each in loose if RANK[each] == RANK[card]]
    # A face card of the base game takes as many of them as the table lets it take.
    due = len(equal) if takes(house, card) else max([n for n in (0, *_FACES[house.faces]) if n <= len(equal)])
    if sum(1 for each in equal if each in taken) < due:
        raise CardRefused(Refusal.EQUAL_MUST_BE_TAKEN, by=by, card=card)


def captures(house: HouseRules, card: Card, loose: Sequence[Card], builds: Sequence[Build]) -> Iterator[Capture]:
    """Everything that the card may take from this table, each once. With many cards on the table these are very many."""
    values = takes(house, card)
    if not values:
        alike = [each for each in loose if RANK[each] == RANK[card]]
        for number in _FACES[house.faces]:
            yield from [Capture(0, some, ()) for some in combinations(alike, number)]
        return
    seen: set[tuple[Card, ...]] = {()}
    for value in values:
        fitting = [build for build in builds if build.value == value]
        for union in unions(loose, WORTH[house.kind], value):
            some = tuple([each for each in loose if each in union])
            for number in range(len(fitting) + 1):
                for whole in combinations(fitting, number):
                    capture = Capture(value, some, whole)
                    if capture.cards not in seen:
                        seen.add(capture.cards)
                        yield capture


def largest(house: HouseRules, card: Card, loose: Sequence[Card], builds: Sequence[Build]) -> list[Capture]:
    """The largest capture as each value that the card takes, the best of them first; empty if it takes nothing.

    Most cards; among those most points in them, then most spades, then those that have lain longest. Two values only of an ace that
    takes something different as 1 and as 14.
    """
    values = takes(house, card)
    if not values:
        alike = sorted([each for each in loose if RANK[each] == RANK[card]], key=_gain, reverse=True)
        number = max([n for n in (0, *_FACES[house.faces]) if n <= len(alike)])
        taken = [each for each in loose if each in alike[:number]]
        return [Capture(0, tuple(taken), ())] if taken else []
    found: list[Capture] = []
    for value in values:
        some = _most(house, loose, value)
        capture = Capture(value, some, tuple([build for build in builds if build.value == value]))
        if capture.cards and all(set(capture.cards) != set(other.cards) for other in found):
            found.append(capture)
    # An ace that takes nothing more as the one value than as the other need not be asked about.
    found = [one for one in found if not any(set(one.cards) < set(other.cards) for other in found)]
    return sorted(found, key=lambda capture: _gains(capture.cards), reverse=True)


def _gain(card: Card) -> int:
    """What a card is worth in a capture: as a card, then its points, then as a spade."""
    return 1_000_000 + 1_000 * POINTS.get(card, 0) + (SUIT[card] == "S")


def _gains(cards: Sequence[Card]) -> int:
    return sum([_gain(card) for card in cards])


def _most(house: HouseRules, loose: Sequence[Card], value: int) -> tuple[Card, ...]:
    """The loose cards that sets of the value can be made of with the greatest gain."""
    return _most_of(house.kind, tuple(loose), value)


# The same table is looked at several times; no other one is kept.
@lru_cache(8)
def _most_of(kind: Kind, loose: tuple[Card, ...], value: int) -> tuple[Card, ...]:
    worth = WORTH[kind]
    # Cards of one worth are alike in every sum, so of each the best go first.
    alike = [sorted([card for card in loose if worth[card] == each], key=_gain, reverse=True) for each in range(1, value + 1)]
    gains = tuple([tuple([_gain(card) for card in cards]) for cards in alike])
    _, used = _Search(gains, value).best(tuple([len(cards) for cards in alike]))
    chosen = {card for cards, number in zip(alike, used, strict=True) for card in cards[:number]}
    return tuple([card for card in loose if card in chosen])


Gains = tuple[tuple[int, ...], ...]
"""What the cards of worth 1, 2, 3 ... bring, the best first."""

Numbers = tuple[int, ...]
"""How many cards of worth 1, 2, 3 ..."""


class _Search:
    """The greatest gain of sets of one value among one table's cards. What was worked out on the way is remembered for this search alone."""

    def __init__(self, gains: Gains, value: int) -> None:
        self.gains, self.value = gains, value
        self._best: dict[Numbers, tuple[int, Numbers]] = {}
        self._best_with: dict[tuple[int, Numbers], tuple[int, Numbers] | None] = {}

    def best(self, free: Numbers) -> tuple[int, Numbers]:
        """The greatest gain of sets of these cards, and how many of each are in them. `free`: the cards up to a worth that lie in no set yet."""
        if free not in self._best:
            self._best[free] = self._find(free)
        return self._best[free]

    def _with(self, number: int, free: Numbers) -> tuple[int, Numbers] | None:
        if (number, free) not in self._best_with:
            self._best_with[number, free] = self._find_with(number, free)
        return self._best_with[number, free]

    def _find(self, free: Numbers) -> tuple[int, Numbers]:
        largest = len(free)
        if not largest:
            return 0, ()
        if self.value == HIGH_ACE and largest == 1:
            # Whatever aces are left are 14 each.
            return _gain_of(self.gains, free, free), free
        best: tuple[int, Numbers] = (0, (0,) * largest)
        lower = _gain_of(self.gains, free, (*free[:-1], 0))
        for number in range(free[-1], -1, -1):
            if best[0] >= lower + _gain_of(self.gains, free, (*(0,) * (largest - 1), number)):
                # Even if all others were taken too, it would be no more.
                break
            found = self._with(number, free)
            if found is not None and found[0] > best[0]:
                best = found
        return best

    def _find_with(self, number: int, free: Numbers) -> tuple[int, Numbers] | None:
        """The same with exactly `number` of the largest cards in sets; None if they can't all be."""
        if not number:
            gain, used = self.best(free[:-1])
            return gain, (*used, 0)
        best: tuple[int, Numbers] | None = None
        most = _gain_of(self.gains, free, (*free[:-1], number))
        for asked in _sums(self.value, len(free)):
            if asked[-1] > number or any(some > there for some, there in zip(asked, free, strict=True)):
                continue
            left = tuple([there - some for some, there in zip(asked, free, strict=True)])
            more = self._with(number - asked[-1], left)
            if more is not None:
                gain = more[0] + _gain_of(self.gains, free, asked)
                if best is None or gain > best[0]:
                    best = gain, tuple([some + others for some, others in zip(asked, more[1], strict=True)])
                    if gain == most:
                        break
        return best


def _gain_of(gains: Gains, free: Numbers, asked: Numbers) -> int:
    """What the next `asked` cards of each worth bring; those before the free ones lie in sets already."""
    return sum([sum(each[len(each) - there :][:number]) for each, there, number in zip(gains, free, asked, strict=False) if number])


@lru_cache
def _sums(value: int, largest: int) -> tuple[Numbers, ...]:
    """Every set of the value whose largest card has this worth."""
    if largest == 1:
        return ((value,),) if value <= len(SUITS) else ()
    found: list[Numbers] = []
    for number in range(1, min(value // largest, len(SUITS)) + 1):
        found += [(*others, number) for others in _completions(value - number * largest, largest - 1)]
    return tuple(found)


def _completions(missing: int, largest: int) -> Iterator[Numbers]:
    """Every choice of cards up to this worth that makes the sum that is missing, four of each at most."""
    if not largest:
        if not missing:
            yield ()
        return
    for number in range(min(missing // largest, len(SUITS)) + 1):
        for others in _completions(missing - number * largest, largest - 1):
            yield (*others, number)
