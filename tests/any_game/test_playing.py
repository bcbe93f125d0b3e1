"""A game at the table: new, tags, touches, undo and redo, to its end by whatever the rules allow."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.game import Game, MoveRefused
from companion.games import SHELF
from companion.table import commands
from companion.table.events import Signal, TagGone, TagSeen
from companion.table.session.echo import HAND
from companion.table.snapshot import Answer
from companion.table.tags import simulated
from tests.any_game.conftest import KEYS
from tests.any_game.evening import Evening


def test_these_are_all_the_games_that_there_are() -> None:
    assert SHELF.broken == ()
    assert tuple(SHELF) == KEYS


def test_a_new_game_is_an_empty_table_that_can_be_left_and_found_again(evening: Evening) -> None:
    evening.new()
    assert evening.shown.rules == evening.of.key
    assert evening.view.round == 0
    assert evening.view.outcome is None
    assert evening.shown.undo is None
    first = evening.game()[0]
    evening.play([first])
    evening.touch(commands.GoHome())
    (listed,) = evening.shown.games
    assert (listed.rules, listed.phase, listed.round) == (evening.of.key, str(evening.of.rules.view(*_now(evening, [first])).phase), 0)
    evening.touch(commands.OpenGame(listed.game))
    assert evening.timeline.moves == [first]


def _now(evening: Evening, moves: list[Any]) -> tuple[Any, Any]:
    rules, position = evening.of.rules, evening.of.rules.new()
    for move in moves:
        position = rules.apply(position, move)
    return position, rules.settings()


@pytest.mark.parametrize("seed", range(3))
def test_pieces_and_fingers_play_a_game_to_its_end(evening: Evening, seed: int) -> None:
    number, moves = evening.new(), evening.game(seed)
    evening.play(moves)
    # With the game's end what nobody has seen has left the memory.
    assert evening.timeline.moves == evening.of.rules.redact(moves)
    outcome = evening.view.outcome
    assert outcome is not None
    assert outcome.winners
    assert not outcome.left
    assert set(outcome.winners) <= {player.colour for player in evening.view.players}
    assert len(evening.view.players) in evening.of.players
    evening.touch(commands.GoHome())
    evening.touch(commands.ShowPast())
    assert evening.shown.past is not None
    (past,) = evening.shown.past
    assert (past.game, past.winners) == (number, outcome.winners)
    assert past.scores == {player.colour: player.score for player in evening.of.rules.view(*_now(evening, list(moves))).players}


def test_every_act_can_be_undone_and_done_again(evening: Evening) -> None:
    evening.new()
    for move in evening.game():
        before = evening.view
        evening.play([move])
        after, step = evening.view, evening.shown.undo
        assert step is not None
        assert step.do == move.__struct_config__.tag
        evening.touch(commands.Undo())
        if step.sure:
            # What was turned over is not covered by a slip of the finger.
            assert (evening.view, evening.answer) == (after, Answer.CONFIRM_UNDO)
            evening.touch(commands.Undo(sure=True))
        assert evening.view == before
        assert evening.shown.redo is not None
        evening.touch(commands.Redo())
        assert evening.view == after
    assert evening.timeline.moves == evening.of.rules.redact(evening.game())


def test_an_act_that_does_not_fit_is_refused_and_changes_nothing(evening: Evening) -> None:
    evening.new()
    moves, refused = evening.game(), 0
    for place, move in enumerate(moves):
        late = moves[-1] if place < len(moves) - 1 else moves[0]
        before, position = evening.view, evening.timeline.position
        reason = _refusal(evening.of, position, late)
        if reason is not None:
            evening.signals.clear()
            evening.touch(commands.Do(late))
            assert evening.view == before
            assert evening.answer is reason
            assert evening.signals == [Signal.REFUSED]
            refused += 1
        evening.play([move])
    assert refused


def _refusal(of: Game, position: Any, move: Any) -> object:
    try:
        of.rules.apply(position, move)
    except MoveRefused as refused:
        return refused.reason
    return None


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_rules_allow_leads_to_an_end(evening: Evening, seed: int) -> None:
    """The first round begins as the demo's does; from there on any allowed move is made."""
    rules, rng = evening.of.rules, random.Random(seed)
    evening.new()
    for move in evening.game(seed):
        if evening.view.round > 0:
            break
        evening.play([move])
    for _ in range(2_000):
        if evening.view.outcome is not None:
            break
        move = rng.choice(list(rules.legal(evening.timeline.position)))
        acts = len(evening.timeline.moves)
        evening.touch(commands.Do(move))
        assert len(evening.timeline.moves) == acts + 1, (move, evening.answer)
    outcome = evening.view.outcome
    assert outcome is not None
    assert outcome.winners
    assert list(rules.legal(evening.timeline.position)) == []
    assert rules.follows(evening.timeline.position) is None
    assert evening.view.may_act == frozenset()


def test_what_follows_by_itself_is_allowed_and_comes_by_one_button(evening: Evening) -> None:
    rules = evening.of.rules
    evening.new()
    followed = 0
    for move in evening.game():
        due = rules.follows(evening.timeline.position)
        if due is not None:
            followed += 1
            assert due in rules.legal(evening.timeline.position)
        evening.play([move])
    assert followed


def test_everybody_who_may_act_can(evening: Evening) -> None:
    """Where several may act at once, none has to wait for another; and whoever may act plays."""
    rules = evening.of.rules
    evening.new()
    for move in evening.game():
        view, position = evening.view, evening.timeline.position
        assert view.may_act <= {player.colour for player in view.players if not player.out}
        own = {by for allowed in rules.legal(position) if (by := getattr(allowed, "by", None)) is not None}
        assert view.may_act <= own or not own
        evening.play([move])


def test_a_set_is_learned_piece_by_piece_and_counted(evening: Evening) -> None:
    """With stickers of its own instead of simulated tags."""
    of, pieces = evening.of, evening.of.rules.pieces
    uids = {code: bytes([0x04, 0x55, *number.to_bytes(2, "big"), 0xC3, 0xD4, 0x80]) for number, code in enumerate(pieces)}

    def show(code: str) -> None:
        evening.now += 10 * HAND
        evening.session.handle(TagSeen("pad", uids[code]))
        evening.session.handle(TagGone("pad", uids[code]))

    evening.touch(commands.LearnTags(next(iter(pieces)), rules=of.key))
    for code in pieces:
        assert evening.shown.learning is not None
        evening.touch(commands.LearnTags(code, rules=of.key))
        show(code)
    evening.touch(commands.CloseTags())
    assert evening.journal.tags(of.key) == {uid: code for code, uid in uids.items()}
    evening.touch(commands.CheckTags(rules=of.key))
    for code in pieces:
        show(code)
        assert evening.shown.checking is not None
        # Of a piece with a secret face only that it is known.
        assert evening.shown.checking.piece == (None if pieces[code].secret else code)
    assert evening.shown.checking is not None
    assert (evening.shown.checking.counted, evening.shown.checking.of) == (len(pieces), len(pieces))


def test_one_sticker_may_be_a_piece_of_each_game(second: Path, tmp_path: Path) -> None:
    """Whoever has one box of stickers puts the same one on pieces of two games: each game knows its own."""
    uid = bytes.fromhex("04A1B2C3D4E580")
    made = [Evening(tmp_path / "data", SHELF[KEYS[0]])]
    for key in KEYS:
        made[0].journal.bind_tags({uid: next(iter(SHELF[key].rules.pieces))}, key)
    for key in KEYS:
        assert made[0].journal.tags(key) == {uid: next(iter(SHELF[key].rules.pieces))}
    made[0].journal.close()


def test_a_piece_of_another_game_is_a_stranger_here(evening: Evening) -> None:
    """It is never taken for a piece of this game."""
    evening.new()
    others: list[Game] = [game for key, game in SHELF.items() if key != evening.of.key]
    for other in others:
        code, uid = next(iter(simulated.uids(other).items()))
        evening.now += 10 * HAND
        evening.session.handle(TagSeen("pad", uid))
        assert (evening.answer, evening.timeline.moves) == (Answer.UNKNOWN_TAG, []), code
        evening.session.handle(TagGone("pad", uid))
