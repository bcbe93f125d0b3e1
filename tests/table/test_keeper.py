"""Backups by the screen's road: errands on another thread, results told, the table never held up by a stick."""

from __future__ import annotations

import gc
import os
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BackupError, CompanionError
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Join
from companion.settings import Settings
from companion.table.backup.folder import Preview, Restored, Stock, Written
from companion.table.backup.worker import Keeper
from companion.table.commands import Do, NewGame
from companion.table.session.worker import Mailbox
from tests.table.evening import Evening

PATIENCE_S = 120.0


class Table:
    def __init__(self, folder: Path) -> None:
        self.evening = Evening(folder)
        self.mailbox = Mailbox(self.evening.session)
        self.mailbox.start()
        self.keeper = Keeper(folder, self.mailbox)
        self.told: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def answer(self) -> Any:
        return self.told.get(timeout=PATIENCE_S)

    def done(self) -> None:
        """Waits until the session has done what was posted."""
        over = threading.Event()
        self.mailbox.call(lambda session: over.set())
        assert over.wait(PATIENCE_S)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "data")
    yield made
    made.mailbox.stop()
    made.evening.journal.close()


def test_backup_preview_and_restore(table: Table, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    table.mailbox.post(NewGame())
    table.mailbox.post(Do(Join(Colour.RED, "Ada")))
    table.done()
    table.keeper.back_up(stick, table.told.put)
    written = table.answer()
    assert isinstance(written, Written)
    assert (written.games, written.missing) == (1, ())
    table.mailbox.post(Do(Join(Colour.BLUE, "Zoë")))
    table.mailbox.post(NewGame())
    table.done()
    table.keeper.preview(written.file, table.told.put)
    preview = table.answer()
    assert isinstance(preview, Preview)
    today = table.evening.journal.game(1).date
    assert preview.holds == Stock(games=1, in_progress=1, newest=today, tags=36, names=0, pieces=36)
    assert preview.replaces == Stock(games=2, in_progress=2, newest=today, tags=36, names=0, pieces=36)
    assert table.evening.shown.game == 2
    table.keeper.restore(preview.backup, table.told.put)
    restored = table.answer()
    assert isinstance(restored, Restored)
    assert restored.settings == Settings()
    table.done()
    assert table.evening.view_is_home()
    assert [entry.players for entry in table.evening.shown.games] == [((Colour.RED, "Ada"),)]


@pytest.mark.mistakes
def test_what_goes_wrong_is_told_as_a_sentence(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table.keeper.back_up(tmp_path / "no" / "stick", table.told.put)
    table.keeper.preview(tmp_path / "none.jsonl", table.told.put)
    assert isinstance(table.answer(), BackupError)
    assert "can't be read" in str(table.answer())
    monkeypatch.setattr("companion.table.backup.drives.sticks", lambda: [][1])
    table.keeper.look(table.told.put)
    failed = table.answer()
    assert isinstance(failed, CompanionError)
    assert "IndexError" in str(failed)
    monkeypatch.undo()
    table.keeper.look(table.told.put)
    assert isinstance(table.answer(), tuple)


def test_a_stick_that_does_not_answer_holds_up_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pulled = threading.Event()
    monkeypatch.setattr("companion.table.backup.drives.sticks", lambda: pulled.wait(PATIENCE_S) and ())
    table.keeper.look(table.told.put)
    table.mailbox.post(NewGame())
    table.mailbox.post(Do(Join(Colour.RED, "Ada")))
    table.done()
    assert table.evening.view.players[0].name == "Ada"
    assert table.told.empty()
    pulled.set()
    assert table.answer() == ()


def test_nothing_is_left_open(table: Table, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    table.keeper.back_up(stick, table.told.put)
    file = table.answer().file
    before = open_files()
    for _ in range(5):
        table.keeper.back_up(stick, table.told.put)
        table.keeper.preview(file, table.told.put)
        table.answer(), table.answer()
    assert open_files() == before


def open_files() -> int:
    # What other tests have left to Python's memory is not to go in between.
    gc.collect()
    return len(os.listdir("/proc/self/fd"))
