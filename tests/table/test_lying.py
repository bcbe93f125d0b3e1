"""Cards that an undo, a backup or an early end has taken out of the game still lie on the table, and no tag tells them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.tags import refuse_while_cards_lie
from companion.errors import TagError
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Begin, Confirm, End, Gathered, Join, LayRing, Seated, Untold
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.commands import LayUnread
from companion.table.backup import read as backup_reader
from companion.table.backup import write
from companion.table.commands import (
    BackInHand,
    CheckTags,
    CloseOwn,
    Delete,
    Discard,
    EmptyBin,
    GoHome,
    LearnTags,
    LookAt,
    NewGame,
    OpenGame,
    Redo,
    Undo,
)
from companion.table.evenings import history
from companion.table.events import Signal, TagGone, TagSeen
from companion.table.journal import face_down
from companion.table.journal.damage import Damage
from companion.table.journal.store import Journal
from companion.table.session import lying
from companion.table.session.lying import Cover
from companion.table.snapshot import Answer
from tests.table.evening import PLAYERS, RING, UIDS, Evening
from tests.table.old_journals import DATA
from tests.table.test_backup import sealed


@pytest.fixture
def undone(evening: Evening) -> Evening:
    """A card lies on the table, and the game was taken back to where its last token is laid."""
    evening.sit_down()
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(2)
    for _ in evening.until(lambda: evening.view.phase is Phase.TOKENS):
        evening.post(Undo())
    return evening


def refused(evening: Evening) -> object:
    evening.post(LearnTags("red cheat"))
    with pytest.raises(TagError):
        refuse_while_cards_lie(evening.journal)
    assert evening.shown.learning is None
    return evening.answer


def test_a_game_that_comes_back_from_a_backup_knows_that_undone_cards_lie(undone: Evening, tmp_path: Path) -> None:
    other = Evening(tmp_path / "other")
    read = backup_reader.decode(write.encode(undone.journal, None).content)
    other.session.replace(read)
    assert refused(other) is Answer.LEARNING_OFF
    # It is no act that could be undone or made again.
    other.post(OpenGame(1))
    assert other.view == undone.view
    assert (other.shown.undo, other.shown.redo) == (undone.shown.undo, None)
    other.post(Redo())
    assert other.view == undone.view
    # From there it goes into the next backup and through a start, until the round is over.
    again = json.loads(write.encode(other.journal, None).content.splitlines()[-2])
    assert (again["number"], again["lying"], [act for act in again["acts"] if act["do"] in ("card", "covered")]) == (1, 1, [])
    other.restart()
    other.session.resume()
    assert refused(other) is Answer.LEARNING_OFF
    other.tokens()
    other.cards()
    other.pawns()
    other.do(Confirm())
    other.pay()
    assert other.view.phase is Phase.ORDER
    assert lying.covered(other.journal) == Cover(1, on=True)
    other.do(Seated())
    assert lying.covered(other.journal) == Cover(1, on=False)
    other.journal.close()


def test_a_backup_that_does_not_tell_is_taken_for_one_of_a_table_where_cards_lie(undone: Evening) -> None:
    # As version 1 was written: nothing says what was undone.
    content = (DATA / "backup-v1.jsonl").read_bytes()
    games = {kept.row.game: kept for kept in backup_reader.decode(content).games}
    assert lying_in(undone, backup_reader.decode(content)) == {2: True, 3: False, 4: False}
    assert [type(act).__name__ for act in games[2].acts].count("Covered") == 1


def lying_in(evening: Evening, read: write.Backup) -> dict[int, bool]:
    evening.session.replace(read)
    return {entry.game: entry.lying for entry in sorted(history.in_progress(evening.journal), key=lambda entry: entry.game)}


def test_a_game_of_an_older_backup_in_which_tokens_are_laid_may_have_cards_on_the_table(undone: Evening) -> None:
    lines = [json.loads(line) for line in write.encode(undone.journal, None).content.splitlines()][:-1]
    lines[0]["version"] = 1
    del lines[-1]["lying"]
    assert lying_in(undone, backup_reader.decode(sealed(lines))) == {1: True}


@pytest.fixture
def lain(evening: Evening) -> Evening:
    """Somebody's first card lies on the table."""
    evening.sit_down()
    evening.tokens()
    lay(evening)
    return evening


def lay(evening: Evening) -> None:
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(2)


def begin(evening: Evening) -> None:
    """Another game, which somebody begins with a few touches while the cards lie."""
    evening.post(NewGame())
    for colour in PLAYERS:
        evening.do(Join(colour, str(colour)))
    evening.do(Gathered())
    evening.do(LayRing(RING[: evening.view.tiles_needed]))
    evening.do(Begin(Colour.RED))


def play_on(evening: Evening, before: int) -> None:
    """Goes through the rest of a round alone, on the screen, and tells no card."""
    for _ in evening.until(lambda: evening.view.round > before):
        view = evening.view
        match view.phase:
            case Phase.CARDS:
                evening.post(LayUnread())
                evening.touch(9)
            case Phase.PAWNS:
                evening.touch(dict(view.reachable)[0])
            case Phase.STAND:
                evening.do(Confirm())
            case Phase.REVEAL:
                evening.do(Untold(view.unrevealed[0].owner, view.unrevealed[0].table))
            case Phase.PAYOUT | Phase.COUNT:
                evening.pay()
            case _:
                evening.do(Seated())


def test_after_an_early_end_the_tags_stay_until_somebody_says_that_the_cards_were_taken_back(lain: Evening) -> None:
    lain.do(End())
    assert refused(lain) is Answer.LEARNING_OFF
    lain.post(GoHome())
    assert refused(lain) is Answer.LEARNING_LEFT
    assert "The tags are not in it, since cards of game 1 may lie face down." in " ".join(write.encode(lain.journal, None).missing)
    lain.restart()
    lain.session.resume()
    assert refused(lain) is Answer.LEARNING_LEFT
    # Whoever throws the game into the bin, or begins another one, takes no card off the table.
    lain.post(Delete(1))
    assert refused(lain) is Answer.LEARNING_LEFT
    lain.post(EmptyBin())
    assert refused(lain) is Answer.LEARNING_LEFT
    begin(lain)
    assert lying.covered(lain.journal) == Cover(None, on=False)
    lain.post(BackInHand())
    assert lain.answer is Answer.LEARNING_OFF, "that is nothing to say in a game, where nobody asks"
    lain.post(GoHome())
    assert refused(lain) is Answer.LEARNING_LEFT
    # It is heard and seen.
    lain.post(BackInHand())
    assert (lain.answer, lain.signals) == (Answer.BACK_IN_HAND, [Signal.YOUR_TURN])
    assert lying.covered(lain.journal) is None
    lain.restart()
    assert lying.covered(lain.journal) is None
    lain.post(LearnTags("red cheat"))
    assert lain.shown.learning is not None


def test_a_game_that_is_thrown_away_leaves_its_cards_on_the_table(lain: Evening) -> None:
    lain.post(GoHome())
    lain.post(BackInHand())
    assert lain.answer is Answer.LEARNING_OFF, "its round is on"
    lain.post(Discard(1))
    assert lain.shown.games == ()
    assert refused(lain) is Answer.LEARNING_LEFT
    lain.restart()
    assert refused(lain) is Answer.LEARNING_LEFT
    # Once a round of another game was played with them, everybody has taken them back; until the next are laid.
    lain.sit_down()
    lain.round()
    assert lying.covered(lain.journal) == Cover(2, on=False)
    # An early end says nothing of them: somebody may have gone through the round alone.
    lain.do(End())
    lain.post(GoHome())
    assert refused(lain) is Answer.LEARNING_LEFT
    lain.restart()
    assert refused(lain) is Answer.LEARNING_LEFT
    lain.post(BackInHand())
    assert lying.covered(lain.journal) is None


SECRET = [f"{colour} {kind}" for colour in PLAYERS for kind in ("raise", "bluff", "cheat")]


def to_the_cards(evening: Evening) -> None:
    """Another game, up to the cards, by touch."""
    begin(evening)
    evening.touch(1)
    evening.tokens()
    assert evening.view.phase is Phase.CARDS


def answers(evening: Evening, codes: list[str]) -> set[object]:
    """What these cards are answered; none of them may change anything."""
    found, before = set(), evening.view
    for code in codes:
        evening.tap(code)
        notice = evening.shown.notice
        found.add(notice and (notice.what, notice.owner, notice.expected, notice.spot, notice.piece, tuple(evening.signals)))
        assert (evening.view, evening.shown.pending) == (before, None)
        evening.post(TagGone("pad", UIDS[code]))
    return found


def test_while_the_round_of_a_game_is_on_no_card_is_read_in_another(lain: Evening) -> None:
    lain.post(GoHome())
    to_the_cards(lain)
    # All alike, whether it lies, is in hand, or is of somebody who is not to act.
    assert answers(lain, SECRET) == {(Answer.LIES_ELSEWHERE, None, None, None, None, (Signal.REFUSED,))}
    lain.post(BackInHand())
    assert lain.answer is Answer.LEARNING_OFF, "a round is on in which they lie"
    # Together with its table it is not read either, and the table alone is.
    lain.post(TagSeen("pad", UIDS["red cheat"], 0.0, 2))
    lain.post(TagSeen("pad", UIDS[f"tile {RING[2]}"], 0.0, 2))
    assert (lain.answer, lain.shown.pending) == (Answer.LIES_ELSEWHERE, None)
    lain.now += 60
    for code in ("red cheat", f"tile {RING[2]}"):
        lain.post(TagGone("pad", UIDS[code]))
    assert lain.tile(4).pending is not None
    # In the other one cards may lie by now as well.
    lain.post(OpenGame(1))
    assert answers(lain, SECRET) == {(Answer.LIES_ELSEWHERE, None, None, None, None, (Signal.REFUSED,))}
    # It is ended: then somebody may say that those are back in hand, while the others lie on.
    lain.post(OpenGame(2))
    lain.do(End())
    lain.post(OpenGame(1))
    card = f"{lain.view.to_act} bluff"
    lain.tap(card)
    assert lain.answer is Answer.LEFT_ELSEWHERE
    lain.post(BackInHand())
    assert lain.answer is Answer.BACK_IN_HAND
    assert lain.tap(card).pending is not None
    lain.post(GoHome())
    assert lying.covered(lain.journal) == Cover(1, on=True)


def test_cards_that_were_left_are_read_in_another_game_once_somebody_has_said_that_they_were_taken_back(lain: Evening) -> None:
    lain.do(End())
    lain.post(GoHome())
    to_the_cards(lain)
    number = lain.shown.game
    assert answers(lain, SECRET) == {(Answer.LEFT_ELSEWHERE, None, None, None, None, (Signal.REFUSED,))}
    # Neither a start nor a round that somebody goes through alone takes them off the table.
    lain.restart()
    lain.post(OpenGame(number))
    play_on(lain, 1)
    lain.tokens()
    assert answers(lain, SECRET) == {(Answer.LEFT_ELSEWHERE, None, None, None, None, (Signal.REFUSED,))}
    lain.post(BackInHand())
    assert (lain.answer, lain.signals) == (Answer.BACK_IN_HAND, [Signal.YOUR_TURN])
    card = f"{lain.view.to_act} cheat"
    assert lain.tap(card).pending is not None
    lain.touch(3)
    lain.restart()
    lain.post(OpenGame(number))
    assert lain.tap(f"{lain.view.to_act} cheat").pending is not None
    lain.post(GoHome())
    assert lying.covered(lain.journal) == Cover(number, on=True), "what was laid since then lies"


def test_that_they_are_back_in_hand_is_said_in_a_game_only_where_it_was_asked(lain: Evening) -> None:
    lain.do(End())
    lain.post(GoHome())
    to_the_cards(lain)
    lain.post(BackInHand())
    assert lain.answer is Answer.LEARNING_OFF
    assert lying.covered(lain.journal) is not None


def test_a_sticker_of_two_sets_tells_nothing_in_the_other_one(lain: Evening) -> None:
    """Each of them could be bound to a piece whose face is open."""
    casino = SHELF["casino"].rules.pieces
    lain.journal.bind_tags(dict(zip([UIDS[code] for code in SECRET], casino, strict=False)), "casino")
    lain.session._learning.forget()
    lain.post(GoHome())
    lain.post(NewGame(rules="casino"))
    assert answers(lain, SECRET) == {(Answer.LIES_ELSEWHERE, None, None, None, None, (Signal.REFUSED,))}
    lain.post(GoHome())
    lain.post(CheckTags("casino"))
    for code in SECRET:
        lain.tap(code)
        assert lain.answer is Answer.LIES_ELSEWHERE
    assert lain.shown.checking is not None
    assert (lain.shown.checking.counted, lain.shown.checking.piece) == (0, None)
    # In a check of its own set it is counted, and which it is is not told.
    lain.post(CheckTags("vabanque"))
    lain.tap("red cheat")
    assert (lain.answer, lain.shown.checking.counted, lain.shown.checking.piece) == (None, 1, None)


def test_what_is_laid_after_they_were_said_to_be_back_in_hand_lies_also_where_its_game_is_ended_early(evening: Evening) -> None:
    game = evening.sit_down()
    evening.round()
    evening.post(GoHome())
    evening.post(BackInHand())
    assert lying.covered(evening.journal) is None
    evening.post(OpenGame(game))
    evening.tokens()
    lay(evening)
    evening.do(End())
    evening.post(GoHome())
    assert refused(evening) is Answer.LEARNING_LEFT
    evening.restart()
    assert refused(evening) is Answer.LEARNING_LEFT
    evening.post(BackInHand())
    assert lying.covered(evening.journal) is None


def test_between_rounds_an_early_end_takes_no_card_off_the_table(evening: Evening) -> None:
    game = evening.sit_down()
    evening.round()
    evening.do(End())
    evening.post(GoHome())
    assert lying.covered(evening.journal) == Cover(game, on=False)
    assert refused(evening) is Answer.LEARNING_LEFT
    evening.post(BackInHand())
    assert lying.covered(evening.journal) is None


@pytest.mark.parametrize("early", [True, False])
def test_where_the_end_of_a_game_that_was_left_is_undone_its_cards_may_have_been_told(early: bool, evening: Evening) -> None:
    game = evening.sit_down()
    if early:
        evening.tokens()
        lay(evening)
        evening.do(End())
    for _ in evening.until(lambda: evening.view.phase is Phase.FINISHED):
        evening.round()
    # At once it was a slip.
    evening.post(Undo(sure=True))
    assert evening.shown.looked == ()
    evening.post(Redo())
    evening.post(GoHome())
    evening.post(OpenGame(game))
    assert evening.shown.looked == ()
    evening.post(Undo(sure=True))
    assert evening.view.phase is not Phase.FINISHED
    assert sorted(evening.shown.looked) == sorted(evening.view.order)
    evening.restart()
    evening.session.resume()
    assert sorted(evening.shown.looked) == sorted(evening.view.order)


def test_another_backup_takes_no_card_off_the_table(evening: Evening, tmp_path: Path) -> None:
    earlier = backup_reader.decode(write.encode(evening.journal, None).content)
    assert earlier.tags
    evening.sit_down()
    evening.tokens()
    lay(evening)
    evening.session.replace(earlier)
    assert evening.shown.games == ()
    assert refused(evening) is Answer.LEARNING_LEFT
    # Nor does one with games of higher numbers, whose rounds were played before.
    other = Evening(tmp_path / "other")
    for number in range(3):
        other.sit_down()
        other.round()
        if number == 2:
            other.do(End())
        other.post(GoHome())
    for game in (1, 2):
        other.post(Discard(game))
    other.post(BackInHand())
    evening.session.replace(backup_reader.decode(write.encode(other.journal, None).content))
    assert [row.game for row in evening.journal.games()] == [3]
    assert refused(evening) is Answer.LEARNING_LEFT
    other.journal.close()


def eyes(evening: Evening) -> bool:
    """Whether an eye stands beside every name; else beside none."""
    assert sorted(evening.shown.looked) in ([], sorted(evening.view.order))
    return bool(evening.shown.looked)


def test_a_backup_that_comes_back_wipes_out_no_mark_of_a_look(lain: Evening) -> None:
    """Somebody makes it, looks, and puts it in the place of what was seen to have been looked at."""
    backup = backup_reader.decode(write.encode(lain.journal, None).content)
    lain.post(LookAt(Colour.RED))
    assert lain.shown.looked == (Colour.RED,)
    lain.post(CloseOwn())
    lain.session.replace(backup)
    lain.post(OpenGame(1))
    assert eyes(lain)
    lain.restart()
    lain.session.resume()
    assert eyes(lain)
    # So does one that went through another backup meanwhile, until the round is over.
    lain.session.replace(backup_reader.decode(write.encode(lain.journal, None).content))
    lain.post(OpenGame(1))
    assert eyes(lain)
    play_on(lain, 1)
    assert (lain.view.round, eyes(lain)) == (2, False)


def test_nor_does_one_that_was_made_where_no_card_seemed_to_lie(lain: Evening) -> None:
    """Its round was gone through alone; then the cards were said to be in hand, and read by their tags where they lay."""
    play_on(lain, 1)
    backup = backup_reader.decode(write.encode(lain.journal, None).content)
    lain.post(GoHome())
    lain.post(BackInHand())
    lain.post(LearnTags("red cheat"))
    assert lain.shown.learning is not None
    lain.session.replace(backup)
    lain.post(OpenGame(1))
    assert (lain.view.round, eyes(lain)) == (2, False)
    assert refused(lain) is not None
    for _ in lain.until(lambda: lain.view.phase is Phase.CARDS):
        lain.post(Undo(sure=True))
    assert (lain.view.round, eyes(lain)) == (1, True)


def test_whoever_goes_through_a_round_alone_and_back_again_has_taken_no_card_off_the_table(lain: Evening) -> None:
    """All of it in two minutes at the screen, with nobody there."""
    play_on(lain, 1)
    assert (lain.view.phase, lain.view.round) == (Phase.TOKENS, 2)
    lain.post(CheckTags())
    assert lain.shown.checking is not None
    assert lain.shown.checking.untapped is None
    lain.post(GoHome())
    assert refused(lain) is Answer.LEARNING_LEFT
    lain.restart()
    assert refused(lain) is Answer.LEARNING_LEFT
    # To say that they were taken back leaves a mark for all to see, wherever an undo leads.
    lain.post(BackInHand())
    lain.post(LearnTags("red cheat"))
    assert lain.shown.learning is not None
    lain.post(OpenGame(1))
    assert lain.shown.looked == ()
    for _ in lain.until(lambda: lain.view.phase is Phase.CARDS):
        lain.post(Undo(sure=True))
    assert sorted(lain.shown.looked) == sorted(lain.view.order)
    assert lying.covered(lain.journal) == Cover(1, on=True)
    lain.restart()
    lain.session.resume()
    assert sorted(lain.shown.looked) == sorted(lain.view.order)
    for _ in lain.until(lambda: lain.view.round == 2):
        lain.post(Redo())
    assert lain.shown.looked == ()


def test_after_a_copy_was_opened_in_the_place_of_a_damaged_journal_cards_may_lie(evening: Evening) -> None:
    evening.journal.copy()
    evening.sit_down()
    evening.tokens()
    lay(evening)
    evening.journal.close()
    (evening.folder / "journal.db").write_bytes(b"no database")
    for part in evening.folder.glob("journal.db-*"):
        part.unlink()
    evening.journal = Journal(evening.folder)
    assert [each.damage for each in evening.journal.warnings] == [Damage.COPY_OPENED]
    evening.restart()
    assert evening.shown.games == ()
    assert refused(evening) is Answer.LEARNING_LEFT


def test_the_cards_of_a_game_that_can_not_be_opened_any_more_may_lie(lain: Evening) -> None:
    lain.journal._db.execute("UPDATE acts SET act = '{' WHERE number = 3")
    lain.restart()
    assert lain.shown.games == ()
    assert refused(lain) is Answer.LEARNING_LEFT
    lain.post(BackInHand())
    lain.post(LearnTags("red cheat"))
    assert lain.shown.learning is not None


@pytest.mark.parametrize("content", [b"", b"{", b'{"up_to":"x"}', bytes(200)])
def test_what_is_known_of_cards_and_can_not_be_read_says_that_they_lie(content: bytes, evening: Evening) -> None:
    (evening.folder / face_down.FILE).write_bytes(content)
    assert lying.covered(evening.journal) == Cover(None, on=False)


def test_where_it_can_not_be_written_that_cards_lie_the_game_is_not_thrown_away(lain: Evening) -> None:
    lain.post(GoHome())
    (lain.folder / face_down.FILE).mkdir()
    lain.post(Discard(1))
    assert lain.answer is Answer.NOT_WRITTEN
    assert [entry.game for entry in lain.shown.games] == [1]


def test_after_an_evening_that_was_played_to_its_end_tags_can_be_learned_at_home(evening: Evening) -> None:
    evening.sit_down()
    for _ in evening.until(lambda: evening.view.phase is Phase.FINISHED):
        evening.round()
    evening.post(GoHome())
    assert lying.covered(evening.journal) is None
    evening.post(LearnTags("red cheat"))
    assert evening.shown.learning is not None
