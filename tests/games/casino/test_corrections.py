"""Earlier acts set right: what changes, and what no longer fits."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.casino import rules
from companion.games.casino.rules.cards import DECK, Card
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import AnyMove, Build, Counted, Dealt, FalseBuild, Lay, Shown, Take, Trail, Turn
from companion.games.casino.rules.refusal import Refusal
from companion.games.casino.rules.state import Game, Phase
from companion.games.casino.table.corrections import Unfit, fold, inserted, played_by, removed, replaced
from tests.games.casino.evenings import BLUE, GREEN, RED, Evening, after, cards, evenings, games, setting_up

THREE = [*setting_up([RED, BLUE, GREEN], GREEN), *[Lay(GREEN, card) for card in cards("4H 5C 9D KC")]]


def game(moves: tuple[AnyMove, ...]) -> Game:
    position = after(moves)
    assert isinstance(position, Game)
    return position


PLAYED: list[AnyMove] = [
    *THREE, Take(RED, Card("9C"), cards("9D")), Trail(BLUE, Card("QC")), Take(GREEN, Card("QD"), cards("QC")), Trail(RED, Card("2C")),
]  # fmt: skip
TAKES, LEAVES, QUEEN = len(THREE), len(THREE) + 1, len(THREE) + 2


def test_other_cards_were_taken() -> None:
    told = replaced(PLAYED, TAKES, Take(RED, Card("9C"), cards("5C 4H")))
    assert told.unfit == ()
    assert game(told.moves).loose == cards("9D KC 2C")


def test_another_card_was_played() -> None:
    told = replaced(PLAYED, LEAVES, Trail(BLUE, Card("JC")))
    # Green took a queen that does not lie there now.
    assert told.unfit == (Unfit(QUEEN, PLAYED[QUEEN], Refusal.NOT_ON_THE_TABLE),)
    again = replaced(told.moves, QUEEN, Trail(GREEN, Card("QD")))
    assert again.unfit == ()
    assert game(again.moves).loose == cards("4H 5C KC JC QD 2C")


def test_a_play_that_nobody_told_is_put_in_and_the_others_move_on() -> None:
    told = inserted(PLAYED, LEAVES, Trail(RED, Card("7C")))
    assert told.unfit == ()
    assert [(type(move), move.by, move.card) for move in told.moves[TAKES:]] == [  # type: ignore[union-attr]
        (Take, RED, "9C"), (Trail, BLUE, "7C"), (Trail, GREEN, "QC"), (Take, RED, "QD"), (Trail, BLUE, "2C"),
    ]  # fmt: skip
    assert game(told.moves).piles == ((*cards("9C 9D"), *cards("QD QC")), (), ())


def test_a_play_that_was_never_made_goes_out() -> None:
    told = removed(PLAYED, LEAVES)
    assert told.unfit == (Unfit(LEAVES, Take(BLUE, Card("QD"), cards("QC")), Refusal.NOT_ON_THE_TABLE),)


def test_a_play_was_another_players_and_the_others_follow() -> None:
    told = played_by(PLAYED, LEAVES, GREEN)
    assert told.unfit == ()
    assert [move.by for move in told.moves[LEAVES:]] == [GREEN, GREEN, RED, BLUE]  # type: ignore[union-attr]
    assert told.moves[LEAVES] == Turn(GREEN)
    assert game(told.moves).left == (2, 3, 3)
    # Said again for somebody else it replaces what was said before; for whoever is on anyway it goes.
    assert played_by(told.moves, LEAVES + 1, BLUE).moves == tuple(PLAYED)


def test_a_card_that_is_told_twice_does_not_fit() -> None:
    told = inserted(PLAYED, LEAVES, Trail(BLUE, Card("QD")))
    assert [each.reason for each in told.unfit] == [Refusal.LIES_ON_THE_TABLE]


def test_a_build_that_falls_belongs_to_whoever_is_on() -> None:
    moves: list[AnyMove] = [*THREE, Build(RED, Card("4C"), 9, cards("5C")), Trail(BLUE, Card("QC")), Trail(GREEN, Card("JC"))]
    moves += [FalseBuild(RED, cards("4C 5C")), Trail(RED, Card("2C"))]
    told = removed(moves, TAKES + 1)
    assert [each.reason for each in told.unfit] == [Refusal.NOT_YOUR_BUILD]


def test_a_card_that_waits_is_shown_still() -> None:
    told = removed([*PLAYED, Shown(BLUE, Card("5D"))], len(PLAYED) - 1)
    assert told.moves[-1] == Shown(RED, Card("5D"))
    assert game(told.moves).phase is Phase.CHOOSE


def test_a_missing_play_shifts_the_deal_that_follows() -> None:
    first = Evening([RED, BLUE], rules.view(game(tuple(THREE))).house, 5)
    begun = next(n for n, position in enumerate(first.positions) if isinstance(position, Game) and position.phase is Phase.PLAY)
    dealt = first.moves.index(Dealt())
    # The first play was forgotten; the companion took the next deal's first card for the last of this one.
    forgotten = fold([*first.moves[:begun], *first.moves[begun + 1 : dealt + 4]])
    told = inserted(forgotten.moves, begun, first.moves[begun])
    assert told.unfit == ()
    assert game(told.moves) == first.positions[dealt + 4]


@games(20)
@given(st.one_of(evenings(), evenings(lies=0.1, between=0.1)), st.randoms(use_true_random=False))
def test_moves_that_stand_fold_to_the_same(evening: Evening, rng: random.Random) -> None:
    cut = rng.randrange(len(evening.moves) + 1)
    told = fold(evening.moves[:cut])
    assert told.unfit == ()
    assert after(told.moves) == evening.positions[cut]


def test_a_card_that_is_shown_and_a_deal_stand_whatever_follows_them() -> None:
    """A name or a score set right, a build that was false, a round that is lost: none of them makes the companion forget what came before."""
    followed: set[type] = set()
    for seed in (4, 5, 9, 18, 19):
        evening = Evening([RED, BLUE], HouseRules(Kind.ROYAL), seed, lies=0.1, between=0.1)
        moves = evening.moves
        for place, (before, move) in enumerate(pairwise(moves), start=2):
            if isinstance(before, Shown | Dealt | Counted) and not isinstance(move, Lay | Trail | Take | Build):
                followed.add(type(move))
                assert after(fold(moves[:place]).moves) == evening.positions[place], move
    assert len(followed) > 3, followed


@games(20)
@given(st.one_of(evenings(), evenings(lies=0.1)), st.randoms(use_true_random=False))
def test_whatever_is_set_right_the_rest_is_judged(evening: Evening, rng: random.Random) -> None:
    plays = [n for n, move in enumerate(evening.moves) if isinstance(move, Trail | Take | Build)]
    place, card = rng.choice(plays), rng.choice(DECK)
    by = evening.moves[place].by  # type: ignore[union-attr]
    for told in (
        replaced(evening.moves, place, Trail(by, card)),
        inserted(evening.moves, place, Trail(by, card)),
        removed(evening.moves, place),
        played_by(evening.moves, place, rng.choice(evening.end.party.colours)),
    ):
        if told.unfit:
            with pytest.raises(rules.MoveRefused):
                after(told.moves)
            assert told.moves[told.unfit[0].place] == told.unfit[0].move
        else:
            assert Counted() not in told.moves or after(told.moves)
