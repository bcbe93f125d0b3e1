"""What a card takes from the table. Everything here is told by the table alone, never by what is still out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from companion.games.casino.rules.cards import POINTS, RANK, SUIT, Card
from companion.games.casino.rules.house import Faces, HouseRules, Must
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.sets import divide, reachable, unions
from companion.games.casino.rules.state import Build
from companion.games.casino.rules.worth import HIGH_ACE, WORTH, takes
from companion.games.colours import Colour


class Capture(msgspec.Struct, frozen=True):
    """What a card may take. `value`: the number it takes as, 0 for a face card of the base game. `cards`: all of them, loose ones first."""

    value: int
    loose: tuple[Card, ...]
    builds: tuple[Build, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
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
    raise MoveRefused(Refusal.DOES_NOT_ADD_UP, by=by, card=card)


def _check_face(house: HouseRules, by: Colour, card: Card, loose: Sequence[Card], builds: Sequence[Build]) -> None:
    # Without a number there are no sums and no builds: a face card takes a card of its rank.
    if builds or any(RANK[each] != RANK[card] for each in loose):
        raise MoveRefused(Refusal.ITS_OWN_KIND, by=by, card=card)
    if len(loose) not in _FACES[house.faces]:
        raise MoveRefused(Refusal.ONE_OR_THREE if house.faces is Faces.ODD else Refusal.ONE_FACE_CARD, by=by, card=card)


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
            raise MoveRefused(Refusal.MUST_TAKE, by=by, card=card)
        return
    equal = [each for each in loose if RANK[each] == RANK[card]]
    # A face card of the base game takes as many of them as the table lets it take.
    due = len(equal) if takes(house, card) else max([n for n in (0, *_FACES[house.faces]) if n <= len(equal)])
    if sum(1 for each in equal if each in taken) < due:
        raise MoveRefused(Refusal.EQUAL_MUST_BE_TAKEN, by=by, card=card)


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
    return sorted(found, key=lambda capture: _worthiness(capture.cards), reverse=True)


def _gain(card: Card) -> tuple[int, bool]:
    return POINTS.get(card, 0), SUIT[card] == "S"


def _worthiness(cards: Sequence[Card]) -> tuple[int, int, int]:
    return len(cards), sum([POINTS.get(card, 0) for card in cards]), sum([SUIT[card] == "S" for card in cards])


def _most(house: HouseRules, loose: Sequence[Card], value: int) -> tuple[Card, ...]:
    """The largest number of loose cards that can be parted into sets of the value."""
    worth = WORTH[house.kind]
    alike: dict[int, list[Card]] = {}
    for card in loose:
        if 0 < worth[card] <= value:
            alike.setdefault(worth[card], []).append(card)
    worths = tuple(sorted(alike, reverse=True))
    _, ways = _used(worths, tuple([len(alike[each]) for each in worths]), value)
    best: tuple[Card, ...] = ()
    for way in sorted(ways, reverse=True):
        # Cards of one worth are alike in every sum, so of each the best are taken.
        chosen = {card for each, number in zip(worths, way, strict=True) for card in sorted(alike[each], key=_gain, reverse=True)[:number]}
        some = tuple([card for card in loose if card in chosen])
        if _worthiness(some) > _worthiness(best):
            best = some
    return best


Ways = tuple[int, frozenset[tuple[int, ...]]]
"""The most cards, and how many of each worth they can be."""


@lru_cache(1 << 12)
def _used(worths: tuple[int, ...], numbers: tuple[int, ...], value: int) -> Ways:
    """The most cards that sets of the value can be made of. `numbers`: how many there are of each of `worths`, which fall."""
    at = next((place for place, number in enumerate(numbers) if number), None)
    if at is None:
        return 0, frozenset({(0,) * len(worths)})
    if value == HIGH_ACE and worths[at] == 1:
        # Whatever aces are left are 14 each.
        return numbers[at], frozenset({numbers})
    one_less = (*numbers[:at], numbers[at] - 1, *numbers[at + 1 :])
    # The largest card lies in no set, or in one that others complete.
    ways = [_used(worths, one_less, value)]
    for others in _completions(worths, one_less, value - worths[at], at):
        most, used = _used(worths, tuple([has - gone for has, gone in zip(one_less, others, strict=True)]), value)
        together = [tuple([a + b + (place == at) for place, (a, b) in enumerate(zip(way, others, strict=True))]) for way in used]
        ways.append((most + sum(others) + 1, frozenset(together)))
    most = max([number for number, _ in ways])
    return most, frozenset().union(*[used for number, used in ways if number == most])


def _completions(worths: tuple[int, ...], numbers: tuple[int, ...], missing: int, at: int) -> Iterator[tuple[int, ...]]:
    """How many of each worth, from place `at` on, make the sum that is missing."""
    if not missing:
        yield (0,) * len(worths)
        return
    if at == len(worths):
        return
    for number in range(min(numbers[at], missing // worths[at]) + 1):
        for others in _completions(worths, numbers, missing - number * worths[at], at + 1):
            yield (*others[:at], number, *others[at + 1 :])
