"""What lies in the piles was open once, and memory is part of the game: the companion helps nobody to remember.

Each test takes a game and its twin, in which two cards of the piles have changed places since they were dealt.
"""

from __future__ import annotations

import json
import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.games.casino import rules
from companion.games.casino.record.summary import summary
from companion.games.casino.rules import builds, captures
from companion.games.casino.rules.cards import DECK, RANK, Card
from companion.games.casino.rules.moves import Build, FalseBuild, Lay, Take, Trail
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import PLAYS, Game, Phase
from companion.games.casino.table.steps import acts_of, step_of
from companion.table.session.branch import Branch
from tests.games.casino.evenings import BASE, BLUE, RED, Evening, evenings, games, lying


def swapped(evening: Evening, cut: int, one: Card, other: Card) -> Game | None:
    """The same moves up to `cut` with two cards of the deck exchanged; None if they can't have been made so."""
    turned = {one: other, other: one}

    def of(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(turned.get(card, card) for card in cards)

    here = evening.positions[cut]
    assert isinstance(here, Game)
    # Whatever was counted was seen: only the round that is on is another one.
    begun = next(n for n, before in enumerate(evening.positions) if isinstance(before, Game) and before.round == here.round)
    position = evening.positions[begun]
    for move in evening.moves[begun:cut]:
        match move:
            case Lay() | Trail():
                move = msgspec.structs.replace(move, card=turned.get(move.card, move.card))
            case Take():
                move = Take(move.by, turned.get(move.card, move.card), of(move.cards))
            case Build():
                move = Build(move.by, turned.get(move.card, move.card), move.value, of(move.with_))
            case FalseBuild():
                move = FalseBuild(move.by, of(move.cards))
        try:
            position = rules.apply(position, move)
        except MoveRefused:
            return None
    return position if isinstance(position, Game) else None


def twins(evening: Evening, rng: random.Random) -> tuple[Game, Game] | None:
    """A game in which a round is on and its twin; None if chance has found none."""
    for _ in range(30):
        cut = rng.randrange(len(evening.moves))
        game = evening.positions[cut]
        if not isinstance(game, Game) or game.phase not in (Phase.PLAY, Phase.DEAL) or game.last is None or game.plays == PLAYS - 1:
            continue
        # The last capture may still be seen.
        closed = [card for pile in game.piles for card in pile if card not in (game.last.card, *game.last.cards)]
        pairs = [(one, other) for one in closed for other in closed if one < other and RANK[one] != RANK[other]] + [
            (one, other) for one in closed for other in closed if one < other and RANK[one] == RANK[other]
        ]
        if not pairs:
            continue
        for one, other in rng.sample(pairs, min(20, len(pairs))):
            other_game = swapped(evening, cut, one, other)
            # Whoever announced what the hand did not hold is told after the deal; that is no secret of the piles.
            if other_game is not None and other_game.unheld == game.unheld:
                return game, other_game
    return None


SEEN = st.one_of(evenings(), evenings(lies=0.1))


@games(25)
@given(SEEN, st.randoms(use_true_random=False))
def test_what_everybody_sees_tells_nothing_of_the_piles(evening: Evening, rng: random.Random) -> None:
    found = twins(evening, rng)
    if found is None:
        return
    game, twin = found
    assert game != twin
    assert rules.view(game) == rules.view(twin)
    assert json.dumps(summary(game, "f")) == json.dumps(summary(twin, "f"))


@games(25)
@given(SEEN, st.randoms(use_true_random=False))
def test_nothing_that_is_tried_tells_of_the_piles_but_an_announcement(evening: Evening, rng: random.Random) -> None:
    found = twins(evening, rng)
    if found is None:
        return
    game, twin = found
    by = game.party.colours[game.turn]
    unseen = [card for card in DECK if not (game.seen | twin.seen) & _bit(card)]
    for card in rng.sample(unseen, min(3, len(unseen))):
        tried = [Trail(by, card)]
        tried += [Take(by, card, capture.cards) for capture in captures.captures(game.party.house, card, game.loose, game.builds)]
        tried += [Build(by, card, one.made.value, one.with_) for one in builds.builds(game.party.house, by, card, game.loose, game.builds)]  # type: ignore[misc]
        for move in tried[:40]:
            here, there = answer(game, move), answer(twin, move)
            if not isinstance(move, Build):
                assert here == there
            else:
                about_what_is_out = {Refusal.NO_CARD_OUT.value, Refusal.NO_CARD_FOR_OTHERS.value}
                assert here == there or about_what_is_out & {here, there}


def _bit(card: Card) -> int:
    return 1 << DECK.index(card)


def answer(game: Game, move: Trail | Take | Build) -> str:
    """What is answered, or what everybody sees then."""
    try:
        return repr(rules.view(rules.apply(game, move)))
    except MoveRefused as refused:
        return refused.reason.value


def test_what_a_card_may_do_is_told_by_the_table_alone() -> None:
    # The same table; in the second round three 9s are gone.
    fresh, late = lying("4H 5C"), lying("4H 5C", seen="9D 9S 9H")
    for game in (fresh, late):
        assert [capture.cards for capture in captures.largest(BASE, Card("9C"), game.loose, game.builds)] == [("4H", "5C")]
        told = builds.readings(BASE, RED, Card("4S"), ("5C",), ())  # type: ignore[arg-type]
        assert [(one.made.value, one.made.sets) for one in told] == [(9, 1)]


def test_a_table_that_wants_to_know_is_told_numbers_and_no_cards() -> None:
    game = lying("4H 5C", seen="9D 9S 9H")
    told = [rules.view(game, rules.CasinoSettings(piles=piles)).piles for piles in rules.Piles]
    assert told[0] == ()
    assert [(pile.side, pile.cards, pile.spades) for pile in told[1]] == [("red", 0, None), ("blue", 3, None)]
    assert [(pile.side, pile.cards, pile.spades) for pile in told[2]] == [("red", 0, 0), ("blue", 3, 1)]


def test_there_is_nothing_to_hide_of_a_move_and_no_private_entry() -> None:
    game = lying("4H 5C")
    assert rules.RULES.secrets == {}
    assert not rules.secrets_lie(game)
    moves = [Trail(RED, Card("9C")), Take(BLUE, Card("9D"), (Card("4H"), Card("5C")))]
    assert rules.redact(moves) == moves
    assert rules.private(game, RED) == ()


@games(15)
@given(SEEN, st.randoms(use_true_random=False))
def test_the_list_of_acts_names_no_card_but_of_the_last_or_an_opened_one(evening: Evening, rng: random.Random) -> None:
    cut = rng.randrange(len(evening.moves))
    branch = Branch(rules.RULES)
    for move in evening.moves[:cut]:
        branch.make(move)
    told = list(acts_of(branch, branch.round, rules.CasinoSettings()))
    assert all(step.kind is None for step in told if step.place != cut - 1)
    for step in told:
        assert step.by is getattr(branch.moves[step.place or 0], "by", step.by)
    if told and told[-1].place == cut - 1 and isinstance(evening.moves[cut - 1], Lay | Trail | Take | Build | FalseBuild):
        assert told[-1].kind
        # What an undo or a redo says of it is the same without its cards.
        assert step_of(evening.moves[cut - 1]).kind is None


def test_the_acts_of_a_round_are_of_that_round() -> None:
    evening = Evening([RED, BLUE], BASE, 3)
    branch = Branch(rules.RULES)
    for move in evening.moves:
        branch.make(move)
    told = [step for step in acts_of(branch, 1, rules.CasinoSettings()) if step.do == "take"]
    ends = next(n for n, position in enumerate(evening.positions) if isinstance(position, Game) and position.round == 2)
    assert [step.amount for step in told] == [len(move.cards) for move in evening.moves[:ends] if isinstance(move, Take)]
    assert [step.do for step in acts_of(branch, 0, rules.CasinoSettings())] == ["join", "join", "begin"]
