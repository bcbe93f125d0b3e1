"""Cards that an undo, a backup or an early end has taken out of the game still lie on the table, and no tag tells them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands.tags import refuse_while_cards_lie
from companion.errors import TagError
from companion.games.colours import Colour
from companion.games.vabanque.moves import Begin, Confirm, End, Gathered, Join, LayRing, Seated
from companion.games.vabanque.view import Phase
from companion.table import backup, backup_reader, history, lying
from companion.table.shown import Answer
from companion.table.touches import Delete, GoHome, LearnTags, NewGame, OpenGame, Redo, Undo
from tests.table.evening import PLAYERS, RING, Evening
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
    read = backup_reader.decode(backup.encode(undone.journal, None).content)
    other.session.replace(read)
    assert refused(other) is Answer.LEARNING_OFF
    # It is no act that could be undone or made again.
    other.post(OpenGame(1))
    assert other.view == undone.view
    assert (other.shown.undo, other.shown.redo) == (undone.shown.undo, None)
    other.post(Redo())
    assert other.view == undone.view
    # From there it goes into the next backup and through a start, until the round is over.
    again = json.loads(backup.encode(other.journal, None).content.splitlines()[-2])
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
    assert lying.covered(other.journal) == 1
    other.do(Seated())
    assert lying.covered(other.journal) is None
    other.journal.close()


def test_a_backup_that_does_not_tell_is_taken_for_one_of_a_table_where_cards_lie(undone: Evening) -> None:
    # As version 1 was written: nothing says what was undone.
    content = (DATA / "backup-v1.jsonl").read_bytes()
    games = {kept.row.game: kept for kept in backup_reader.decode(content).games}
    assert lying_in(undone, backup_reader.decode(content)) == {2: True, 3: False, 4: False}
    assert [type(act).__name__ for act in games[2].acts].count("Covered") == 0, "a card of its is among the acts that stand"


def lying_in(evening: Evening, read: backup.Backup) -> dict[int, bool]:
    evening.session.replace(read)
    return {entry.game: entry.lying for entry in sorted(history.in_progress(evening.journal), key=lambda entry: entry.game)}


def test_a_game_of_an_older_backup_in_which_tokens_are_laid_may_have_cards_on_the_table(undone: Evening) -> None:
    lines = [json.loads(line) for line in backup.encode(undone.journal, None).content.splitlines()][:-1]
    lines[0]["version"] = 1
    del lines[-1]["lying"]
    assert lying_in(undone, backup_reader.decode(sealed(lines))) == {1: True}


def test_after_an_early_end_the_tags_stay_until_the_next_game_has_begun(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(2)
    evening.do(End())
    assert refused(evening) is Answer.LEARNING_OFF
    evening.post(GoHome())
    assert refused(evening) is Answer.LEARNING_LEFT
    assert "The tags are not in it, since cards lie face down in game 1." in " ".join(backup.encode(evening.journal, None).missing)
    evening.restart()
    evening.session.resume()
    assert refused(evening) is Answer.LEARNING_LEFT
    # Whoever throws the game into the bin takes no card off the table.
    evening.post(Delete(1))
    assert refused(evening) is Answer.LEARNING_LEFT
    evening.post(NewGame())
    for colour in PLAYERS:
        evening.do(Join(colour, str(colour)))
    evening.do(Gathered())
    evening.do(LayRing(RING[: evening.view.tiles_needed]))
    assert lying.covered(evening.journal) == 1
    evening.do(Begin(Colour.RED))
    assert lying.covered(evening.journal) is None


def test_after_an_evening_that_was_played_to_its_end_tags_can_be_learned_at_home(evening: Evening) -> None:
    evening.sit_down()
    for _ in evening.until(lambda: evening.view.phase is Phase.FINISHED):
        evening.round()
    evening.post(GoHome())
    assert lying.covered(evening.journal) is None
    evening.post(LearnTags("red cheat"))
    assert evening.shown.learning is not None
