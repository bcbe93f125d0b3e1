"""One act, one transaction, with all that belongs to it: wherever it is cut, it is there whole or not at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import (
    Begin,
    Character,
    Confirm,
    Counted,
    End,
    Gathered,
    Join,
    LayRing,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    Rename,
    Seated,
)
from companion.games.vabanque.rules.view import Phase
from companion.table.commands import Amend, NewGame, OpenGame, ProposeAmend, Redo, Undo
from companion.table.journal.keys import FOLDER
from companion.table.journal.store import Journal
from companion.table.snapshot import Answer
from tests.table.evening import Evening

THREE = (Colour.BLUE, Colour.RED, Colour.GREEN)


def finished(evening: Evening) -> None:
    """A game that was ended early, in its first round, with cards face down."""
    standing(evening)
    evening.do(End(Colour.RED))
    assert evening.view.phase is Phase.FINISHED


def nearly_over(evening: Evening) -> None:
    """Whoever says that the money agrees ends the game."""
    evening.sit_down(players=THREE)
    for _ in range(3):
        evening.round(table=1)
    evening.tokens()
    evening.cards(table=1)
    evening.pawns()
    evening.do(Confirm())
    for _ in evening.until(lambda: evening.view.phase is Phase.COUNT):
        due = evening.view.results[-1].earned
        evening.do(Paid(next(c for c in evening.view.order if due[c] and c not in evening.view.handed_out)))


def second_round(evening: Evening) -> None:
    """The cards of the second round are due; those of the first were never turned over."""
    evening.sit_down(players=THREE)
    evening.round(table=2)
    evening.tokens()


def standing(evening: Evening) -> None:
    """All pawns stand, and cards lie at their tables."""
    evening.sit_down(players=THREE)
    evening.tokens()
    evening.cards(table=1)
    evening.pawns()


def undone(evening: Evening) -> None:
    """The end was undone."""
    finished(evening)
    evening.post(Undo(sure=True))


def corrected(evening: Evening) -> None:
    """After the end a correction was made and undone."""
    finished(evening)
    look(evening)
    evening.post(Amend())
    evening.post(Undo(sure=True))
    assert evening.shown.redo is not None


def look(evening: Evening) -> None:
    """A correction is looked at."""
    place = next(n for n, move in enumerate(evening.session.timeline.moves) if isinstance(move, PlaceToken))
    evening.post(ProposeAmend(place))
    evening.touch(9)
    assert evening.shown.change is not None


def hold_a_card(evening: Evening) -> None:
    """A card was read, and its table is awaited."""
    assert evening.tap(f"{evening.view.to_act} cheat").pending is not None


Does = Callable[[Evening], object]
NOTHING: Does = lambda evening: None  # noqa: E731

ACTS: dict[str, tuple[Does, Does, Does]] = {
    "somebody joins": (lambda evening: evening.post(NewGame()), NOTHING, lambda evening: evening.do(Join(Colour.RED, "Zoë"))),
    "a name is set right": (standing, NOTHING, lambda evening: evening.do(Rename(Colour.RED, "Zoë"))),
    "the first card of a round": (second_round, hold_a_card, lambda evening: evening.touch(3)),
    "the cards are turned over": (standing, NOTHING, lambda evening: evening.do(Confirm())),
    "the last act": (nearly_over, NOTHING, lambda evening: evening.do(Counted())),
    "somebody leaves": (standing, NOTHING, lambda evening: evening.do(End(Colour.RED))),
    "the end is undone": (finished, NOTHING, lambda evening: evening.post(Undo(sure=True))),
    "the end is made again": (undone, NOTHING, lambda evening: evening.post(Redo())),
    "a correction after the end": (finished, look, lambda evening: evening.post(Amend())),
    "it is made again after the end": (corrected, NOTHING, lambda evening: evening.post(Redo())),
}
"""What is on disk before an act, what is done for it in memory only, and the act."""


def on_disk(folder: Path) -> dict[str, object]:
    """All that a next start finds: where the game stands, whether it is over, who is known, what lies. Checks that they agree."""
    evening = Evening(folder)
    try:
        assert evening.journal.warnings == []
        (row,) = evening.journal.games()
        evening.post(OpenGame(row.game))
        view = evening.view
        over = view.phase is Phase.FINISHED
        assert (row.ended is not None, row.summary is not None, row.digest is not None) == (over, over, over)
        assert [entry.game for entry in evening.shown.games] == ([] if over else [row.game])
        # Whoever has played a game to its end is known; the end may have been undone since.
        assert not over or {player.name for player in view.players} <= set(evening.journal.names())
        needed = evening.journal._db.execute("SELECT count(*) FROM games WHERE key IS NOT NULL").fetchone()[0]
        assert len(list((folder / FOLDER).glob("*"))) == needed
        cards = tuple(card for colour in THREE for card in rules.own_cards(evening.position(), colour))
        return {"view": view, "undo": evening.shown.undo, "redo": evening.shown.redo, "names": set(evening.journal.names()), "cards": cards}
    finally:
        evening.journal.close()


class Trap:
    """Something happens in the place of the n-th write: a statement of SQLite that changes something, or a call that makes or erases a key."""

    def __init__(self, number: int, act: Callable[[Exception], object]) -> None:
        self.left, self._act = number, act

    def step(self, error: Exception) -> None:
        """`error`: as it would be raised there."""
        self.left -= 1
        if self.left == 0:
            self._act(error)


def trapped(monkeypatch: pytest.MonkeyPatch, folder: Path, does: tuple[Does, Does, Does], trap: Trap) -> Evening:
    """An evening that is about to act. Its journal makes no copies, which change nothing."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if not sql.startswith(("SELECT", "PRAGMA", "ROLLBACK")):
                trap.step(sqlite3.OperationalError("disk I/O error"))
            return super().execute(sql, *values)

    number, trap.left = trap.left, 10**9
    plain = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *words, **more: plain(*words, **more, factory=Connection))
    monkeypatch.setattr(Journal, "copy", lambda self: None)
    evening = Evening(folder)
    evening.post(OpenGame(evening.journal.games()[0].game))
    does[1](evening)
    for call in ("open", "fsync", "unlink", "mkdir"):
        monkeypatch.setattr(os, call, _through(getattr(os, call), trap))
    trap.left = number
    return evening


def _through(call: Callable[..., Any], trap: Trap) -> Callable[..., Any]:
    def through(*words: Any, **more: Any) -> Any:
        trap.step(OSError(5, "Input/output error"))
        return call(*words, **more)

    return through


def _fail(error: Exception) -> None:
    raise error


@pytest.fixture(params=list(ACTS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def before(name: str, tmp_path: Path) -> Path:
    """The data before the act."""
    evening = Evening(tmp_path / "before")
    ACTS[name][0](evening)
    evening.journal.close()
    return tmp_path / "before"


def test_a_kill_at_any_write_leaves_the_act_whole_or_not_at_all(name: str, before: Path, tmp_path: Path) -> None:
    found = [on_disk(Path(shutil.copytree(before, tmp_path / "read")))]
    for number in range(1, 100):
        folder = Path(shutil.copytree(before, tmp_path / str(number)))
        child = os.fork()
        if child == 0:
            # Nothing is tidied up: neither Python nor SQLite gets a word in.
            try:
                evening = trapped(pytest.MonkeyPatch(), folder, ACTS[name], Trap(number, lambda error: os._exit(9)))
                ACTS[name][2](evening)
                os._exit(0)
            finally:
                os._exit(1)
        died = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert died in (0, 9)
        found.append(on_disk(folder))
        if died == 0:
            break
    assert number > 3
    assert found[0] != found[-1]
    # Before the commit it is not there at all, and from then on it is there whole.
    turned = found.index(found[-1])
    assert found == [found[0]] * turned + [found[-1]] * (len(found) - turned)


def test_an_error_at_any_write_is_told_and_changes_nothing(name: str, before: Path, tmp_path: Path) -> None:
    """Of the disk or of SQLite; done once more it goes through."""
    first = on_disk(Path(shutil.copytree(before, tmp_path / "read")))
    last = None
    for number in range(1, 100):
        folder = Path(shutil.copytree(before, tmp_path / str(number)))
        trap = Trap(number, _fail)
        with pytest.MonkeyPatch.context() as monkeypatch:
            evening = trapped(monkeypatch, folder, ACTS[name], trap)
            stood = evening.view
            ACTS[name][2](evening)
            failed = trap.left <= 0
        if evening.answer is Answer.NOT_WRITTEN:
            assert failed
            assert evening.view == stood
            evening.journal.close()
            assert on_disk(Path(shutil.copytree(folder, tmp_path / f"{number}-failed"))) == first
            evening.restart()
            evening.post(OpenGame(evening.journal.games()[0].game))
            ACTS[name][1](evening)
            ACTS[name][2](evening)
        elif failed:
            # The act stands; what could not be erased is told, and what could not be read again leaves the memory after the next act.
            assert evening.answer is Answer.KEY_LEFT or evening.session._playing.forget_due
        evening.journal.close()
        now = on_disk(folder)
        assert last in (None, now)
        last = now
        if not failed:
            break
    assert number > 3
    assert last != first


def test_an_act_is_one_commit_and_a_key_is_synced_when_it_is_made_and_when_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite syncs its log once a commit. Of our own there is no sync but for the keys, twice each when they come and twice when they go."""
    monkeypatch.setattr(Journal, "copy", lambda self: None)
    evening = Evening(tmp_path)
    evening.post(NewGame())
    syncs, commits = [], []
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: (syncs.append(descriptor), sync(descriptor))[1])
    evening.journal._db.set_trace_callback(lambda sql: commits.append(sql) if sql.startswith("COMMIT") else None)
    for colour in THREE:
        evening.do(Join(colour, str(colour)))
    for move in (Gathered(), LayRing((1, 2, 3, 4, 5, 6, 7)), Begin(Colour.RED), PlaceFirstPawn(Colour.RED, 1)):
        evening.do(move)
    evening.tokens()
    assert syncs == []
    for number in range(1, 5):
        acts = len(evening.session.timeline.rounds)
        before = len(commits), len(syncs)
        evening.tap(f"{evening.view.to_act} cheat")
        evening.touch(2)
        # A key with its folder; in the first round the folder is new, in others the last round's key goes.
        assert (len(commits) - before[0], len(syncs) - before[1]) == (1, 3 if number == 1 else 4)
        for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
            evening.do(PlaceCard(evening.view.to_act or Colour.RED, Character.HIDDEN, 2))
        evening.pawns()
        evening.do(Confirm())
        evening.pay()
        assert len(commits) - before[0] == len(evening.session.timeline.rounds) - acts
        assert len(syncs) - before[1] == (3 if number == 1 else 4) + (2 if number == 4 else 0)
        if number < 4:
            evening.do(Seated())
            evening.tokens()
    assert evening.view.phase is Phase.FINISHED
    assert len(commits) == len(evening.session.timeline.rounds)
    evening.journal.close()
