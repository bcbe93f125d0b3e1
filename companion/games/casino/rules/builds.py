"""What a card builds: a new build, one card or set more of an old one, or an old one raised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.refusal import CardRefused, MoveRefused, Refusal
from companion.games.casino.rules.sets import combinations, divide, reachable, unions
from companion.games.casino.rules.state import Build, Did
from companion.games.casino.rules.worth import HIGH_ACE, WORTH
from companion.games.kit.colours import Colour


class Reading(msgspec.Struct, frozen=True):
    """One way to build with a card: the build as it would lie. `joined`: the build that it joins; `loose`: the loose cards in it."""

    did: Did
    made: Build
    loose: tuple[Card, ...]
    joined: Build | None = None

    @property
    def with_(self) -> tuple[Card, ...]:
        """The cards that are named in the move: those of the build that it joins, then the loose ones."""
        return (*(self.joined.cards if self.joined else ()), *self.loose)


def build(house: HouseRules, by: Colour, card: Card, value: int, loose: Sequence[Card], joined: Sequence[Build]) -> Reading:
    """What these cards come to as a build of this value. Raises MoveRefused if they can't be one."""
    worth = WORTH[house.kind]
    if len(joined) > 1:
        raise CardRefused(Refusal.ONE_BUILD, by=by, card=card)
    # Number cards only. In Royal every card is one.
    if not worth[card] or not all(worth[each] for each in loose):
        raise CardRefused(Refusal.NO_FACE_CARD, by=by, card=card)
    # The value is one that a single card takes.
    if not 1 <= value <= house.highest:
        raise CardRefused(Refusal.NO_CARD_TAKES_IT, by=by, card=card, value=value)
    if not joined:
        return _new(house, by, card, value, loose)
    old = joined[0]
    if value == old.value:
        return _add(house, by, card, loose, old)
    return _raise(house, by, card, value, loose, old)


def _sets(house: HouseRules, by: Colour, card: Card, value: int, cards: Sequence[Card]) -> int:
    worth = WORTH[house.kind]
    sets = divide([worth[each] for each in cards], value)
    if sets is None:
        raise CardRefused(Refusal.DOES_NOT_ADD_UP, by=by, card=card, value=value)
    return sets


def _new(house: HouseRules, by: Colour, card: Card, value: int, loose: Sequence[Card]) -> Reading:
    # The played card is in it: single if all cards make the value together, multiple if they are several sets of it.
    sets = _sets(house, by, card, value, (card, *loose))
    return Reading(Did.BUILD, Build(value, (card, *loose), sets, by), tuple(loose))


def _add(house: HouseRules, by: Colour, card: Card, loose: Sequence[Card], old: Build) -> Reading:
    # To a build of any kind: the played card, alone or with loose cards, in sets that equal the value.
    sets = _sets(house, by, card, old.value, (card, *loose))
    made = Build(old.value, (*old.cards, card, *loose), old.sets + sets, by)
    return Reading(Did.ADD, made, tuple(loose), old)


def _raise(house: HouseRules, by: Colour, card: Card, value: int, loose: Sequence[Card], old: Build) -> Reading:
    # The value of a multiple build never changes.
    if old.sets > 1:
        raise CardRefused(Refusal.KEEPS_ITS_VALUE, by=by, card=card, value=old.value)
    # Only a card from the hand changes the value; what lies on the table may join in sets that equal the new one.
    if old.value + WORTH[house.kind][card] != value:
        raise CardRefused(Refusal.DOES_NOT_ADD_UP, by=by, card=card, value=value)
    sets = _sets(house, by, card, value, loose)
    if old.owner is by and not house.raise_own:
        raise CardRefused(Refusal.YOUR_OWN_BUILD, by=by, card=card, value=old.value)
    made = Build(value, (*old.cards, card, *loose), 1 + sets, by)
    return Reading(Did.RAISE, made, tuple(loose), old)


def readings(house: HouseRules, by: Colour, card: Card, loose: Sequence[Card], joined: Sequence[Build]) -> list[Reading]:
    """What exactly these cards can be built to, by value: mostly one, or two ("building 10", "building fives"). Told by the table alone."""
    found: list[Reading] = []
    if not loose and not joined:
        return found
    for value in range(1, house.highest + 1):
        try:
            found.append(build(house, by, card, value, loose, joined))
        except MoveRefused:
            continue
    return found


def possible(house: HouseRules, by: Colour, card: Card, loose: Sequence[Card], lying: Sequence[Build]) -> Iterator[tuple[int, Build | None]]:
    """Each value to which the card could build at all, with the build that it would join, None for a new one."""
    worth, worths = WORTH[house.kind][card], [WORTH[house.kind][each] for each in loose]
    if not worth:
        return
    for value in range(1, house.highest + 1):
        alone = worth == value or (worth == 1 and value == HIGH_ACE)
        completed = worth < value and reachable(worths, value - worth)
        # A card alone is no build: another one, or a set, equals it.
        if completed or (alone and (reachable(worths, value) or (value == HIGH_ACE and 1 in worths))):
            yield value, None
        for each in lying:
            adds = each.value == value and (alone or completed)
            raises = each.sets == 1 and each.value + worth == value and (each.owner is not by or house.raise_own)
            if adds or raises:
                yield value, each


def builds(house: HouseRules, by: Colour, card: Card, loose: Sequence[Card], lying: Sequence[Build]) -> Iterator[Reading]:
    """Everything that the card can build on this table, each once. With many cards on the table these are very many."""
    worth = WORTH[house.kind]
    if not worth[card]:
        return
    for value in range(1, house.highest + 1):
        old = [build for build in lying if build.value == value]
        for some in _with_card(house, card, loose, value):
            if some:
                yield _new(house, by, card, value, some)
            yield from [_add(house, by, card, some, each) for each in old]
        for each in lying:
            if each.sets > 1 or each.value + worth[card] != value or (each.owner is by and not house.raise_own):
                continue
            for union in unions(loose, worth, value):
                yield _raise(house, by, card, value, [lies for lies in loose if lies in union], each)


def _with_card(house: HouseRules, card: Card, loose: Sequence[Card], value: int) -> Iterator[tuple[Card, ...]]:
    """The loose cards, in their order, that part into sets of the value together with the played card; each choice once."""
    worth = WORTH[house.kind]
    seen: set[tuple[Card, ...]] = set()
    # The played card lies in one of the sets; whatever is left may make more.
    firsts = list(combinations(loose, worth, value - worth[card])) if worth[card] <= value else []
    if worth[card] == 1 and house.highest == value == HIGH_ACE:
        firsts.append(())
    for first in firsts:
        rest = [each for each in loose if each not in first]
        for union in unions(rest, worth, value):
            some = tuple([each for each in loose if each in union or each in first])
            if some not in seen:
                seen.add(some)
                yield some
