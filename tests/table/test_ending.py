"""The end of a game: what was undone and what was never turned over leave the disk, and whatever cuts it short is made up for."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.games.colours import Colour
from companion.games.vabanque.moves import Confirm, Paid, Seated
from companion.games.vabanque.view import Phase
from companion.table import copies
from companion.table.journal import FILE, Journal
from companion.table.journal import _rewrite as rewrite
from companion.table.touches import Discard, OpenGame, Undo
from tests.table.evening import Evening
from tests.table.test_journal import kinds_on_disk


def taken_back_behind_the_reveal(evening: Evening) -> int:
    """A whole game; in its second round a payout is taken back, and the pawns then go past the cards that had been turned over."""
    game = evening.sit_down()
    for number in range(4):
        evening.tokens()
        evening.cards(table=1)
        evening.pawns()
        evening.do(Confirm())
        if number == 1:
            due = evening.view.results[-1].earned
            evening.do(Paid(next(colour for colour in evening.view.order if due[colour])))
            while evening.view.phase is not Phase.PAWNS or evening.view.to_act is not evening.view.order[0]:
                evening.post(Undo(sure=True))
            evening.pawns(1)
            evening.do(Confirm())
        evening.pay()
        if evening.view.phase is Phase.ORDER:
            evening.do(Seated())
    assert evening.view.phase is Phase.FINISHED
    return game


def test_a_game_whose_payout_was_taken_back_can_be_opened_after_its_end(evening: Evening) -> None:
    game = taken_back_behind_the_reveal(evening)
    assert evening.answer is None
    final = evening.view
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.view == final
    assert evening.shown.games == ()


class PowerCut(BaseException):
    """The power goes."""


@pytest.fixture(scope="module")
def nearly_over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a game in which all pawns stand for the last time, and no card was ever turned over."""
    evening = Evening(tmp_path_factory.mktemp("nearly") / "data")
    evening.sit_down(players=(Colour.BLUE, Colour.RED, Colour.GREEN))
    for _ in range(3):
        evening.round()
    evening.tokens()
    evening.cards()
    evening.pawns()
    evening.journal.close()
    assert kinds_on_disk(evening.folder) > 27
    return evening.folder


@pytest.mark.parametrize("at", ["before the copies", "before the commit", "before the log is emptied", "before the new copy"])
@pytest.mark.parametrize("how", ["end", "discard"])
def test_kinds_are_gone_wherever_the_end_was_cut_short(
    nearly_over: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str, how: str
) -> None:
    evening = Evening(Path(shutil.copytree(nearly_over, tmp_path / "data")))
    (game,) = [entry.game for entry in evening.shown.games]
    evening.post(OpenGame(game))

    def cut(*_: object) -> None:
        raise PowerCut

    where = {
        "before the copies": ("companion.table.copies.clean", cut),
        "before the commit": (
            ("companion.table.journal._rewrite", _at_the_journal) if how == "end" else ("companion.table.journal.Journal._writing", cut)
        ),
        "before the log is emptied": ("companion.table.journal.Journal._empty_log", cut),
        "before the new copy": ("companion.table.journal.Journal.copy", cut),
    }[at]
    monkeypatch.setattr(*where)
    try:
        if how == "end":
            evening.do(Confirm())
            evening.pay()
        else:
            evening.post(Discard(game))
    except PowerCut:
        pass
    monkeypatch.undo()
    # What is on the disk at this moment is what the next start finds; its own log is emptied before anything is played.
    after = Evening(Path(shutil.copytree(evening.folder, tmp_path / "after")))
    evening.journal.close()
    if how == "discard" and after.shown.games:
        after.post(Discard(game))
    assert after.shown.games == ()
    assert kinds_on_disk(after.folder) == 0
    after.journal.close()


def _at_the_journal(db: sqlite3.Connection, game: int, rows: list[tuple[int, int, str, str]]) -> None:
    """Lets a rewriting through in every copy, and is cut at the one of the journal itself."""
    if Path(db.execute("PRAGMA database_list").fetchone()[2]).name == FILE:
        raise PowerCut
    rewrite(db, game, rows)


def test_what_lies_in_the_copies_of_a_game_that_has_ended_is_the_ended_game(evening: Evening) -> None:
    game = taken_back_behind_the_reveal(evening)
    acts = evening.journal.acts(game)
    found = copies.all_copies(evening.folder)
    assert len(found) == copies.KEPT
    for number, copy in enumerate(found):
        home = evening.folder / f"from-copy-{number}"
        home.mkdir(0o700)
        copies.restore(copy, home / FILE)
        journal = Journal(home)
        assert journal.acts(game) == acts
        journal.close()


def test_a_journal_that_was_set_aside_as_damaged_forgets_the_cards_of_the_game_that_was_played(evening: Evening) -> None:
    """Those of an earlier evening, which nobody may have elsewhere, it keeps."""
    game = evening.sit_down()
    earlier = evening.sit_down()
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(2)
    evening.journal._db.execute("UPDATE acts SET at = '2020-02-02T20:02:02+00:00' WHERE game = ?", (earlier,))
    evening.post(OpenGame(game))
    for _ in range(3):
        evening.round()
    evening.tokens()
    evening.cards()
    evening.journal._empty_log()
    evening.journal.close()
    # Its first page is gone, the others are whole.
    file = evening.folder / FILE
    file.write_bytes(bytes(4096) + file.read_bytes()[4096:])
    aside = evening.folder / "journal-damaged-1.db"
    evening.restart()
    assert aside.read_bytes().count(b'"character":"cheat"') > 1
    evening.post(OpenGame(game))
    evening.round()
    assert evening.view.phase is Phase.FINISHED
    evening.journal.close()
    assert aside.read_bytes().count(b'"character":"cheat"') == 1
    assert aside.read_bytes().count(b'"character":"raise"') == 0
    evening.restart()
    evening.post(Discard(earlier))
    assert aside.read_bytes().count(b'"character":"cheat"') == 0
