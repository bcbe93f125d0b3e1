"""Simulated tags: the same on every machine, another one for every piece of every game."""

from __future__ import annotations

from types import SimpleNamespace

from companion.game import Game, Score
from companion.games import SHELF
from companion.table.tags import simulated


def other(key: str) -> Game:
    """A game with the pieces of the first one."""
    game = Game(key=key, title=key, players=range(2, 3), score=Score(money=False), package="tests.no_such_package")
    game.__dict__["rules"] = SimpleNamespace(pieces=SHELF["vabanque"].rules.pieces)
    return game


def test_the_tags_of_the_first_game_are_those_that_they_always_were() -> None:
    uids = simulated.uids(SHELF["vabanque"])
    assert list(uids) == list(SHELF["vabanque"].rules.pieces)
    assert [uid.hex() for uid in list(uids.values())[:3]] == ["04000000000000", "04000000000001", "04000000000002"]


def test_no_two_pieces_of_any_games_have_one_tag() -> None:
    games = [*SHELF.values(), other("one"), other("two")]
    uids = [uid for game in games for uid in simulated.uids(game).values()]
    assert len(set(uids)) == len(uids)
    assert {len(uid) for uid in uids} == {7}
    assert simulated.uids(other("one")) == simulated.uids(games[-2])


def test_a_tag_tells_its_piece() -> None:
    for game in SHELF.values():
        assert {code: uid for uid, code in simulated.tags(game).items()} == simulated.uids(game)
