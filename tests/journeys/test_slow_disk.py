"""A disk that takes its time over a commit: the session waits for it, the picture does not. Real window, real session thread, real SQLite."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import assemble
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Begin, Gathered, Join, LayRing, PlaceFirstPawn
from companion.games.vabanque.rules.view import Phase
from companion.settings import Settings
from companion.table.commands import Do, NewGame
from companion.ui.app import CompanionApp
from tests.devices.picos import PATIENCE
from tests.ui.harness import harness


class SlowTable:
    """The companion in this process. While `stuck`, no transaction comes to its end."""

    def __init__(self, folder: Path) -> None:
        self.evening = assemble.Evening(folder, simulate=True)
        self.window = harness()
        self._kept = self.window.stage
        self.app = CompanionApp(
            self.evening.mailbox.post,
            self.evening.mailbox.subscribe,
            settings=Settings(language="en", sound=False, dim_after=0),
            save=self.evening.save,
            # However slow this machine is, no second passes.
            clock=lambda: 0.0,
        )
        self.window.window.remove_widget(self.window.stage)
        self.window.stage = self.app.build()
        self.window.window.add_widget(self.window.stage)
        self.go_on, self.waiting = threading.Event(), threading.Event()
        self.go_on.set()
        self.evening._journal._db.set_trace_callback(self._commit)
        self.evening.start()

    def _commit(self, statement: str) -> None:
        if statement == "COMMIT" and not self.go_on.is_set():
            self.waiting.set()
            assert self.go_on.wait(PATIENCE)

    def stick(self) -> None:
        self.waiting.clear()
        self.go_on.clear()

    def settle(self) -> None:
        """Waits for the session, then draws."""
        over = threading.Event()
        self.evening.mailbox.call(lambda session: over.set())
        assert over.wait(PATIENCE)
        self.window.settle()

    def close(self) -> None:
        self.go_on.set()
        self.evening.stop()
        self.window.window.remove_widget(self.app.stage)
        self.window.stage = self._kept
        self.window.window.add_widget(self._kept)

    @property
    def open(self) -> str:
        return str(getattr(self.window.stage.screen, "name", ""))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SlowTable]:
    made = SlowTable(tmp_path)
    made.evening.mailbox.post(NewGame())
    for colour in (Colour.RED, Colour.BLUE, Colour.GREEN):
        made.evening.mailbox.post(Do(Join(colour, colour)))
    for move in (Gathered(), LayRing(tuple(range(1, 8))), Begin(Colour.RED), PlaceFirstPawn(Colour.RED, 1)):
        made.evening.mailbox.post(Do(move))
    made.settle()
    made.app.act("on")
    made.settle()
    yield made
    made.close()


def tokens(table: SlowTable) -> list[int]:
    view = table.app.shown.view
    assert view is not None
    return [len(each.tokens) for each in view.tables]


def test_the_picture_lives_while_the_disk_takes_its_time(table: SlowTable) -> None:
    window, app = table.window, table.app
    assert app.shown.view is not None
    assert app.shown.view.phase is Phase.TOKENS
    before = tokens(table)
    table.stick()
    ring = window.stage.screen.ring  # type: ignore[union-attr]
    window.tap_on(ring, 3)
    assert table.waiting.wait(PATIENCE)
    # Nothing is shown that is not on the disk, and a second tap on the same picture is no second act.
    window.tap_on(ring, 3)
    assert tokens(table) == before
    # Frames are drawn and fingers are answered all the while.
    for name in ("menu", "help", "settings"):
        assert window.redraws_of(lambda name=name: (app.act(name), window.settle())) > 0
        assert table.open == name
        app.act("back")
        window.settle()
        assert table.open == "tokens"
    finger = window.down(*window.centre(ring, ring.targets[5]))
    assert window.drawings_of(lambda: None) > 0
    window.up(finger, 1, 1)
    assert not table.go_on.is_set()
    table.go_on.set()
    table.settle()
    assert tokens(table) == [before[0], before[1], before[2] + 1, *before[3:]]


def test_what_readers_read_meanwhile_counts_for_nobody_who_comes_next(table: SlowTable) -> None:
    """Nobody has seen yet whose turn it is: impatient hands would play for somebody else. That something was not taken is said."""
    lay = table.evening.lay
    assert lay is not None
    table.evening.plug_in()
    table.settle()
    before = tokens(table)
    table.stick()
    for tile in (2, 2, 5, 2, 7):
        lay(f"tile {tile}")
    assert table.waiting.wait(PATIENCE)
    table.window.settle()
    assert tokens(table) == before
    table.go_on.set()
    table.settle()
    view = table.app.shown.view
    assert view is not None
    assert [len(each.tokens) for each in view.tables] == [0, 1, 0, 0, 0, 0, 0]
    assert "An old scan came late" in table.window.texts()
    # Now that it is seen, the next one's table counts at once.
    lay("tile 4")
    table.settle()
    assert [len(each.tokens) for each in table.evening.session.shown.view.tables] == [0, 1, 0, 1, 0, 0, 0]  # type: ignore[union-attr]


def test_settings_are_changed_while_an_act_waits_for_the_disk(table: SlowTable) -> None:
    table.stick()
    table.window.tap_on(table.window.stage.screen.ring, 4)  # type: ignore[union-attr]
    assert table.waiting.wait(PATIENCE)
    before = table.window.texts()
    table.app.act(Settings(language="de", sound=False, dim_after=0))
    table.window.settle()
    assert table.window.texts() != before
    table.go_on.set()
    table.settle()
    assert tokens(table)[3] == 1
