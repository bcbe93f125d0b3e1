"""What is legal, against trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.casino import rules
from companion.games.casino.rules import builds, captures, state
from companion.games.casino.rules.cards import DECK, Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import AnyMove, Build, FalseBuild, Lay, Shown, Take, Trail
from companion.games.casino.rules.state import Game, Phase
from companion.games.kit.colours import Colour
from tests.games.casino.evenings import BASE, BLUE, HOUSES, RED, ROYAL, Evening, accepted, cards, evenings, games, lying
from tests.games.casino.plain import how_many_sets, number

SMALL = 7
"""Cards on a table of which every choice is tried."""


def on_table(game: Game) -> list[Card]:
    return [*game.loose, *[card for build in game.builds for card in build.cards]]


def every_play(game: Game, by: Colour, card: Card) -> Iterator[AnyMove]:
    """Every play that could be thought of: any cards of the table, any value."""
    yield Trail(by, card)
    lies = on_table(game)
    for size in range(len(lies) + 1):
        for some in combinations(lies, size):
            yield Take(by, card, some)
            yield from [Build(by, card, value, some) for value in range(16)]


def alike(move: AnyMove) -> object:
    """A move without the order in which its cards are named."""
    match move:
        case Take():
            return "take", move.by, move.card, frozenset(move.cards)
        case Build():
            return "build", move.by, move.card, move.value, frozenset(move.with_)
    return move


@games(25)
@given(st.one_of(evenings(), evenings(lies=0.3)), st.randoms(use_true_random=False))
def test_legal_is_what_is_accepted(evening: Evening, rng: st.random.Random) -> None:
    small = [game for game in evening.games if game.phase is Phase.PLAY and len(on_table(game)) <= SMALL]
    game = rng.choice(small)
    by = game.party.colours[game.turn]
    tried = rng.sample(DECK, 4)
    accepted_ = {alike(move) for card in tried for move in every_play(game, by, card) if accepted(game, move)}
    falls = {FalseBuild(by, build.cards) for build in game.builds if build.owner is by}
    told = list(rules.legal(game, tried))
    assert len({alike(move) for move in told}) == len(told)
    assert {alike(move) for move in told} == accepted_ | falls
    for build in falls:
        assert accepted(game, build)


def test_a_shown_card_is_the_only_one_that_may_be_played() -> None:
    game = rules.apply(lying("5H 3C KD"), Shown(RED, Card("8S")))
    assert isinstance(game, Game)
    assert {move.card for move in rules.legal(game) if not isinstance(move, FalseBuild)} == {"8S"}  # type: ignore[union-attr]
    assert Take(RED, Card("8S"), cards("5H 3C")) in rules.legal(game)
    assert not accepted(game, Trail(RED, Card("9S")))


def test_the_dealer_may_lay_every_card_that_does_not_lie() -> None:
    game = state.start((RED, BLUE), ("x", "y"), BASE, RED, False)
    game = rules.apply(game, Lay(RED, Card("9S")))  # type: ignore[assignment]
    assert set(rules.legal(game)) == {Lay(RED, card) for card in DECK if card != "9S"}


# --- the largest capture --------------------------------------------------------------------------------------------


def value_of(cards_: tuple[Card, ...]) -> tuple[int, int, int]:
    points = {"10D": 2, "2S": 1, "AS": 1, "AC": 1, "AH": 1, "AD": 1}
    return len(cards_), sum(points.get(card, 0) for card in cards_), sum(card.endswith("S") for card in cards_)


TABLES = st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True)


@settings(max_examples=300)
@given(HOUSES, TABLES, st.sampled_from(DECK))
def test_the_largest_capture_is_the_best_of_all_captures(house: HouseRules, table: list[Card], card: Card) -> None:
    loose = tuple(each for each in table if each != card)
    every = [capture.cards for capture in captures.captures(house, card, loose, ())]
    told = captures.largest(house, card, loose, ())
    assert bool(told) == bool(every) == captures.could_take(house, card, loose, ())
    if told:
        assert value_of(told[0].cards) == max(map(value_of, every))
        assert told[0].cards in every


BUILDS = st.lists(st.tuples(st.integers(1, 14), st.integers(1, 2), st.sampled_from((RED, BLUE))), max_size=2)


@settings(max_examples=300)
@given(HOUSES, TABLES, BUILDS, st.sampled_from(DECK))
def test_what_a_card_could_build_is_what_it_builds(house: HouseRules, table: list[Card], lies: list[tuple[int, int, Colour]], card: Card) -> None:
    loose = tuple(each for each in table if each != card)
    lying_ = [state.Build(value, (Card(f"build {place}"),), sets, owner) for place, (value, sets, owner) in enumerate(lies) if value <= house.highest]
    every = {(one.made.value, one.joined and one.joined.cards) for one in builds.builds(house, RED, card, loose, lying_)}
    assert {(value, joined and joined.cards) for value, joined in builds.possible(house, RED, card, loose, lying_)} == every


def test_of_equal_captures_points_then_spades_then_age_decide() -> None:
    def lit(card: str, loose: str, house: HouseRules = BASE) -> set[Card]:
        return set(captures.largest(house, Card(card), cards(loose), ())[0].cards)

    # Either 5 and 3, or 5 and 2 and ace: more cards.
    assert lit("8C", "5H 3D 2H AD") == {"5H", "2H", "AD"}
    # One of two aces completes the 7: both score a point, the spade is better.
    assert lit("8H", "7D AC AS") == {"7D", "AS"}
    # One of two 3s: alike but for the suit.
    assert lit("8H", "5D 3C 3S") == {"5D", "3S"}
    assert lit("8H", "5D 3C 3H") == {"5D", "3C"}
    # A king takes one of two kings, the spade.
    assert lit("KH", "KD KS") == {"KS"}
    # The 10 of diamonds is worth more than two cards less.
    assert lit("10H", "10D 9C AC") == {"10D", "9C", "AC"}


def test_an_ace_is_asked_about_only_where_both_take_something_else() -> None:
    one = state.Build(1, cards("AH AD"), 2, BLUE)
    ace, loose = Card("AS"), cards("KH AC")
    assert [capture.value for capture in captures.largest(ROYAL, ace, loose, ())] == [14]
    assert [capture.value for capture in captures.largest(ROYAL, ace, cards("AC 2D"), ())] == [1]
    both = captures.largest(ROYAL, ace, cards("KH AC 5C"), (one,))
    assert [(capture.value, set(capture.cards)) for capture in both] == [(1, {"AC", "AH", "AD"}), (14, {"KH", "AC"})]


def test_a_table_full_of_cards_is_answered_all_the_same() -> None:
    # Everybody only leaves cards: the worst that can lie. Forty number cards come to 220, 44 fives or 22 tens.
    loose = tuple(card for card in DECK if number(card) <= 10 and card != "10H")
    for card in ("10H", "7H"):
        without = tuple(each for each in loose if each != card)
        best = captures.largest(BASE, Card(card), without, ())[0]
        worths = [number(each) for each in best.cards]
        assert sum(worths) % number(card) == 0
        assert len(best.cards) >= 20
    best = captures.largest(ROYAL, Card("AS"), tuple(card for card in DECK if card != "AS"), ())[0]
    assert sum(map(number, best.cards)) % 14 in (0, 1, 2, 3)
    assert len(best.cards) >= 40


@settings(max_examples=200)
@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True), st.integers(1, 14))
def test_cards_are_parted_into_sets_as_by_trying(some: list[Card], value: int) -> None:
    from companion.games.casino.rules.sets import divide

    by_trying = how_many_sets(list(some), value)
    assert divide([number(card) for card in some], value) == (None if by_trying < 0 else by_trying)
