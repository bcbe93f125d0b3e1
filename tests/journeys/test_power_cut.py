"""A whole game in a real window, by touches and simulated tags, while the power is cut in the middle of every phase."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import assemble
from companion.table import commands
from companion.table.journal import copies
from companion.table.journal.lock import Lock
from companion.table.journal.store import Journal

ROOT = Path(__file__).parent.parent.parent


class Companion:
    """The companion in a process that can be killed at any moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kills = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.child", str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        self.seen = self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the companion has died"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def do(self, **command: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        self.seen = self._answer()
        return self.seen

    def tap(self, widget: str, key: Any = None) -> dict[str, Any]:
        return self.do(tap=[widget, key])

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.seen["view"]
        return view

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    def kill(self) -> None:
        """The power goes and comes back: the screen is where the last act left it, never on private entry."""
        before = self.seen
        self.process.send_signal(signal.SIGKILL)
        self.end()
        self.kills += 1
        self.start()
        assert self.view == before["view"]
        assert self.seen["undo"] == before["undo"]
        assert self.seen["screen"] != "private"

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(120)


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    table = Companion(tmp_path)
    yield table
    assert table.process.stdout is not None
    if not table.process.stdout.closed:
        table.end()


def kind_to_lay(view: dict[str, Any]) -> str:
    left = next(player["cards_left"] for player in view["players"] if player["colour"] == view["to_act"])
    return ("cheat", "bluff", "raise")[left - 1]


def act(companion: Companion, number: int) -> None:
    """One act, by touch or by tag in turn."""
    view = companion.view
    table = number % len(view["tables"]) + 1
    tile = next((each["tile"] for each in view["tables"] if each["number"] == table), 0)
    match companion.phase:
        case "tokens" if number % 2:
            companion.tap("ring", table)
        case "tokens":
            companion.do(lay=f"tile {tile}")
        case "cards":
            companion.do(lay=f"{view['to_act']} {kind_to_lay(view)}")
            companion.tap("ring", table) if number % 2 else companion.do(lay=f"tile {tile}")
        case "pawns":
            steps, to = view["reachable"][number % 5]
            companion.tap("ring", to if steps else "action")
        case "stand":
            companion.tap("ring", "action")
        case "payout" | "count" | "order":
            companion.tap("on")
        case _:
            raise AssertionError(companion.phase)


def test_a_game_with_touches_and_tags_survives_a_kill_in_every_phase(companion: Companion) -> None:
    companion.do(post="NewGame")
    for colour in ("yellow", "green"):
        companion.do(lay=f"{colour} colour")
    companion.tap("free", "white")
    companion.kill()
    companion.tap("on")
    for tile in (3, 8, 1, 12, 5):
        companion.do(lay=f"tile {tile}")
    companion.kill()
    for tile in (2, 7):
        companion.do(lay=f"tile {tile}")
    companion.tap("lots")
    companion.tap("begin")
    companion.tap("ring", 4)
    killed = set()
    number = 0
    while companion.phase != "finished":
        number += 1
        assert number < 400
        before = companion.phase
        act(companion, number)
        where = (companion.phase, companion.view["round"])
        # In round 2 the power goes once in the middle of each phase.
        if companion.phase == before and where[1] == 2 and where not in killed:
            killed.add(where)
            companion.kill()
    assert {phase for phase, _ in killed} >= {"tokens", "cards", "pawns"}
    assert companion.view["winners"]
    assert len(companion.view["results"]) == 4
    assert companion.end() == 0


def test_closed_on_its_screen_it_leaves_nothing_unwritten(companion: Companion) -> None:
    """The screen that says that the plug may be pulled: what was just laid is on the disk, in one whole file, and nobody holds it any more."""
    companion.do(post="NewGame")
    for colour in ("yellow", "green", "white"):
        companion.do(lay=f"{colour} colour")
    seated = companion.view["players"]
    companion.do(post="GoHome")
    companion.tap("off")
    assert companion.seen["screen"] == "off"
    companion.do(hold=["close", "hold"])
    assert companion.end() == 0
    left = sorted(path.name for path in companion.folder.iterdir())
    assert "journal.db" in left
    assert not any(name.endswith(("-wal", "-shm", ".new")) for name in left), left
    Lock(companion.folder).release()
    assert copies.is_good(companion.folder / "journal.db")
    companion.start()
    assert companion.seen["screen"] == "home"
    companion.tap("resume")
    assert companion.view["players"] == seated
    assert companion.end() == 0


def test_whatever_was_posted_before_the_end_is_on_the_disk(tmp_path: Path) -> None:
    evening = assemble.Evening(tmp_path, simulate=True)
    evening.start()
    evening.plug_in()
    evening.mailbox.post(commands.NewGame())
    assert evening.lay is not None
    for colour in ("red", "blue", "green", "white"):
        evening.lay(f"{colour} colour")
    evening.stop()
    journal = Journal(tmp_path)
    assert len(journal.acts(1)) == 4
    journal.close()
