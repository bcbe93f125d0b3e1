"""The log and the reports of failures: small, the owner's only, in plain words, without a secret."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion import logs
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character, PlaceCard
from companion.games.vabanque.rules.pieces import PIECES
from companion.table.events import Fault, LinkLost, LinkUp, TagSeen
from companion.table.session.worker import Mailbox
from tests.table.evening import UIDS, Evening

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _ended() -> object:
    yield
    logs.stop()
    logs.log.propagate = True


def written(folder: Path) -> str:
    return "".join(file.read_text() for file in sorted((folder / "log").iterdir()))


def test_the_log_begins_with_version_and_machine_and_is_the_owners_only(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        logs.start(tmp_path)
    finally:
        os.umask(old)
    assert "Companion 0." in written(tmp_path)
    assert "Python 3." in written(tmp_path)
    assert stat.S_IMODE((tmp_path / "log" / "companion.log").stat().st_mode) == 0o600


def test_it_rotates_and_stays_small(tmp_path: Path) -> None:
    logs.start(tmp_path)
    for number in range(20_000):
        logs.log.info("line %d: the same words again and again, to fill the file", number)
    files = sorted((tmp_path / "log").iterdir())
    assert len(files) == logs.KEPT + 1
    assert sum(file.stat().st_size for file in files) <= logs.BYTES * (logs.KEPT + 1)
    assert "line 19999" in (tmp_path / "log" / "companion.log").read_text()


def test_a_disk_that_does_not_take_it_costs_the_log_only(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("in the way")
    logs.start(tmp_path)
    logs.log.info("still alive")
    assert logs.report(tmp_path, ValueError("x")) is None


def test_an_evening_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    logs.start(tmp_path)
    logs.log.setLevel(logging.DEBUG)
    evening.post(LinkUp("wand", ("wand",), "Pico, firmware 1"))
    evening.sit_down()
    evening.post(LinkLost("wand", Fault.UNPLUGGED))
    evening.tokens()
    evening.tap("blue cheat")
    evening.post(TagSeen("pad", bytes.fromhex("04DEADBEEF0001")))
    evening.cards()
    evening.pawns()
    logs.report(tmp_path, RuntimeError("in the middle of everything"))
    text = written(tmp_path).casefold()
    assert "wand is there: pico, firmware 1" in text
    assert "wand is not there: unplugged" in text
    assert "game 1 is opened" in text
    for kind in ("raise", "bluff", "cheat"):
        assert kind not in text.replace("raise valueerror", "")
    for uid in (*UIDS.values(), bytes.fromhex("04DEADBEEF0001")):
        assert uid.hex() not in text
    evening.journal.close()


@pytest.mark.mistakes
def test_a_failure_at_a_card_tells_no_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours in the middle of laying a card: the act is lost, the thread goes on, and nothing tells which card it was."""
    evening = Evening(tmp_path)
    logs.start(tmp_path)
    evening.sit_down()
    evening.tokens()
    mailbox = Mailbox(evening.session)
    mailbox.start()

    def broken(self: object, act: object, *rest: object) -> None:
        raise KeyError(act)

    monkeypatch.setattr("companion.table.session.timeline.Timeline.follow", broken)
    mailbox.post(TagSeen("pad", UIDS["red cheat"]))
    mailbox.post(TagSeen("pad", UIDS["tile 12"]))
    mailbox.stop()
    text = written(tmp_path)
    assert "could not be handled" in text
    assert "KeyError" in text
    assert "cheat" not in text.casefold()
    evening.journal.close()


def test_no_traceback_tells_what_a_value_is_of_whatever_game(tmp_path: Path) -> None:
    """Neither in the log nor in a report, also not as the cause of something else; what the disk says is told."""
    logs.start(tmp_path)
    try:
        try:
            {}["ace of spades"]
        except KeyError as cause:
            raise OSError("no space left") from cause
    except OSError as error:
        logs.log.error("A screen has failed", exc_info=error)
        logs.report(tmp_path, error)
    logs.stop()
    text = written(tmp_path)
    assert text.count("OSError: no space left") == 2
    assert text.count("KeyError\n") == 2
    # The line of code says it, and is the same for every card.
    assert all(line.startswith("    ") for line in text.splitlines() if "ace of spades" in line)


def test_reprs_of_cards_tell_no_kind() -> None:
    for kind in Character:
        assert kind not in repr(PlaceCard(Colour.RED, kind, 3))
    for piece in PIECES.values():
        assert not any(kind in repr(piece) for kind in ("raise", "bluff", "cheat"))


def test_it_starts_itself_anew_three_times_and_then_says_so(tmp_path: Path) -> None:
    """The screen fails at every start, and so does the page about it: then a sentence is left, without a traceback."""
    program = (
        "import sys\n"
        "import companion.ui.window\n"
        "def broken(*a, **k): raise RuntimeError('the screen is on fire')\n"
        "companion.ui.window.prepare = broken\n"
        "from companion import logs\n"
        "import os\n"
        "logs.restart = lambda: os.execv(sys.executable, [sys.executable, __file__, *sys.argv[1:]])\n"
        "from companion.cli.main import main\n"
        "main()\n"
    )
    script = tmp_path / "failing.py"
    script.write_text(program)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen"}
    command = [sys.executable, str(script), "play", "--data", str(tmp_path / "data")]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 2
    assert "keeps crashing" in result.stderr
    assert "Traceback" not in result.stderr
    reports = sorted((tmp_path / "data" / "log").glob("failure-*.txt"))
    assert len(reports) == 5, "four starts, and the page that would have said so"
    assert "RuntimeError" in reports[0].read_text()
