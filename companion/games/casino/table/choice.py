"""A shown card whose play is still to be said: what is lit, what it may do, and which button is lit. All of it is told by the table alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion.games.casino.rules import builds, captures, sets, worth
from companion.games.casino.rules.builds import Reading
from companion.games.casino.rules.captures import Capture
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import Build, Take, Trail
from companion.games.casino.rules.refusal import MoveRefused
from companion.games.casino.rules.state import Build as Lying
from companion.games.casino.rules.state import Did
from companion.games.casino.rules.view import View
from companion.games.kit.colours import Colour


class Table(msgspec.Struct, frozen=True):
    """What everybody sees of the moment at which `by` plays a card. `left`: cards in that hand, the played one among them."""

    view: View
    by: Colour
    left: int
    loose: tuple[Card, ...]
    builds: tuple[Lying, ...]


class Choice(msgspec.Struct, frozen=True):
    """`loose` and `builds`: what is lit. `captures`: two where an ace takes something else as 1 and as 14. `touched`: somebody has tapped."""

    card: Card
    loose: tuple[Card, ...] = ()
    builds: tuple[Lying, ...] = ()
    captures: tuple[Capture, ...] = ()
    touched: bool = False
    which: tuple[Reading, ...] = ()
    """The builds among which is asked; empty where nothing is."""

    @property
    def lit(self) -> tuple[Card, ...]:
        """All cards that are lit, those of builds too."""
        return (*self.loose, *[card for build in self.builds for card in build.cards])


def table(view: View) -> Table | None:
    """The table as whoever is to act finds it; None where nobody plays."""
    player = next((player for player in view.players if player.colour is view.to_act), None)
    if player is None or not player.left:
        return None
    return Table(view, player.colour, player.left, view.loose, view.builds)


def offered(on: Table, card: Card) -> tuple[Capture, ...]:
    """What is lit for a card that is shown: the capture with most cards; two for an ace that takes something else as 1 and as 14."""
    found = captures.largest(on.view.house, card, on.loose, on.builds)
    return tuple([capture for capture in found if _keeps_cards(on, [build for build in on.builds if build not in capture.builds])])


def begun(on: Table, card: Card, lit: bool = True) -> Choice:
    """A card has just been shown. `lit`: whether this table wants to see what it could take."""
    found = offered(on, card) if lit else ()
    if not found:
        return Choice(card)
    return Choice(card, found[0].loose, found[0].builds, found if len(found) > 1 else ())


def toggled(on: Table, choice: Choice, card: Card) -> Choice | None:
    """A loose card, or the whole build that the card lies in, is lit or goes out; None if the card is not on the table."""
    choice = replace(choice, captures=(), which=(), touched=True)
    if card in on.loose:
        lit = {*choice.loose} ^ {card}
        return replace(choice, loose=tuple([each for each in on.loose if each in lit]))
    build = next((build for build in on.builds if card in build.cards), None)
    if build is None:
        return None
    whole = [each for each in on.builds if (each in choice.builds) is not (each is build)]
    return replace(choice, builds=tuple(whole))


def _keeps_cards(on: Table, lying: list[Lying]) -> bool:
    return len({build.value for build in lying if build.owner is on.by}) < on.left


def _passes(check: Callable[[], object]) -> bool:
    try:
        check()
    except MoveRefused:
        return False
    return True


def takes(on: Table, choice: Choice) -> bool:
    """Whether the card takes what is lit."""
    house = on.view.house
    return (
        bool(choice.lit)
        and _passes(lambda: captures.check(house, on.by, choice.card, choice.loose, choice.builds))
        and _passes(lambda: captures.must_take(house, on.by, choice.card, choice.lit, on.loose, on.builds))
        and _keeps_cards(on, [build for build in on.builds if build not in choice.builds])
    )


def why(on: Table, choice: Choice) -> StrEnum | None:
    """Why the card does not take what is lit, by its sums alone; None where it does, or where nothing is lit."""
    if not choice.lit:
        return None
    try:
        captures.check(on.view.house, on.by, choice.card, choice.loose, choice.builds)
    except MoveRefused as refused:
        return refused.reason
    return None


def lit_sum(on: Table, choice: Choice) -> str:
    """What is lit as a sum: "5 + 2", a build by its value."""
    worths = worth.WORTH[on.view.house.kind]
    return " + ".join([*(str(worths[card]) for card in choice.loose), *(str(build.value) for build in choice.builds)])


def _could_be(on: Table, value: int, joined: Lying | None) -> bool:
    others = [build for build in on.builds if build is not joined]
    if not on.view.house.equal_builds and any(build.value == value for build in others):
        return False
    return _keeps_cards(on, [*others, Lying(value, (), 1, on.by)])


def readings(on: Table, choice: Choice) -> tuple[Reading, ...]:
    """What the card builds with what is lit: mostly one, seldom two. Whether a card of the value can be out is not asked here."""
    found = builds.readings(on.view.house, on.by, choice.card, choice.loose, choice.builds)
    return tuple([reading for reading in found if _could_be(on, reading.made.value, reading.joined)])


def could_build(on: Table, card: Card) -> bool:
    """Whether the card can build anything on this table. The last card of a hand never does."""
    found = builds.possible(on.view.house, on.by, card, on.loose, on.builds)
    return any(_could_be(on, value, joined) for value, joined in found)


def may_stay(on: Table, card: Card) -> bool:
    """Whether the card may be left on the table."""
    own = any(build.owner is on.by for build in on.builds)
    return not own and _passes(lambda: captures.must_take(on.view.house, on.by, card, (), on.loose, on.builds))


def sums(on: Table, choice: Choice) -> tuple[str, ...]:
    """Why the card takes what is lit, set by set: "5 + 3", and "" for each build that it takes whole. Nothing where it does not take it."""
    if not takes(on, choice):
        return ()
    worths = worth.WORTH[on.view.house.kind]
    for value in worth.takes(on.view.house, choice.card):
        found = sets.parted(choice.loose, worths, value)
        if sum(map(len, found)) == len(choice.loose) and all(build.value == value for build in choice.builds):
            told = [_sum(some, worths, value) for some in found]
            return tuple([f"{value} = {each}" for each in told] + [f"{value} = " for _ in choice.builds])
    return ()


def build_sums(on: Table, choice: Choice, reading: Reading) -> tuple[str, ...]:
    """What the played card makes in a build, set by set: "5 + 5", or "5" and "5". A card that raises stands beside the build's value."""
    house, value = on.view.house, reading.made.value
    worths = worth.WORTH[house.kind]
    if reading.did is Did.RAISE and reading.joined is not None:
        first = f"{reading.joined.value} + {worths[choice.card]}"
        return (first, *[_sum(some, worths, value) for some in sets.parted(reading.loose, worths, value)])
    return tuple([_sum(some, worths, value) for some in sets.parted((choice.card, *reading.loose), worths, value)])


def _sum(cards: tuple[Card, ...], worths: Mapping[Card, int], value: int) -> str:
    return str(value) if len(cards) == 1 else " + ".join(str(worths[card]) for card in cards)


def has_choice(on: Table, card: Card) -> bool:
    """Whether there is anything to say about the card: else it stays, and nobody is asked."""
    return not may_stay(on, card) or bool(offered(on, card)) or could_build(on, card)


def falling(on: Table, card: Card) -> tuple[Lying, ...]:
    """One's own builds that can't outlive this card: it does not take them, and too few cards are left for them. Their owner says that they
    were false, and they fall apart."""
    own = [build for build in on.builds if build.owner is on.by and build.value not in worth.takes(on.view.house, card)]
    return tuple(own) if len({build.value for build in own}) >= on.left else ()


def stands(on: Table, choice: Choice) -> Trail | Take | None:
    """What it comes to if nobody says more: what is lit is taken; where nothing is lit the card stays. None where it may not."""
    if choice.lit:
        return Take(on.by, choice.card, choice.lit) if takes(on, choice) else None
    return Trail(on.by, choice.card) if may_stay(on, choice.card) else None


def button(on: Table, choice: Choice) -> Take | Build | Trail | None:
    """The play of the lit button, which the panel's OK makes too."""
    if takes(on, choice):
        return Take(on.by, choice.card, choice.lit)
    found = readings(on, choice)
    if len(found) == 1:
        return Build(on.by, choice.card, found[0].made.value, found[0].with_)
    return Trail(on.by, choice.card) if not choice.lit and may_stay(on, choice.card) else None
