"""The launcher starts the current version; one that does not start is taken back, with the data as they were before it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.install.launcher import data as launched_data
from companion.install.launcher import files as launched_files
from companion.install.launcher.home import Home
from companion.table.journal.lock import Lock
from tests.packaging.fakes import PROJECT

# A version: `bin/python` writes down that it was started, does its own act, and waits until it is told to end.
VERSION = """#!/bin/bash
trap 'echo "{name} ends" >>"{log}"; exit 0' TERM
if [ -n "$COMPANION_RUNS" ]; then
    echo "{name} says that another one runs, as $COMPANION_RUNS has told it" >>"{log}"
    exit 0
fi
echo "{name} ${{*:4}}" >>"{log}"
{act}
echo "{name} waits" >>"{log}"
while :; do sleep 0.02; done
"""

ALIVE = 'touch "$COMPANION_HEALTHY"'
CRASH = "exit 3"
HANG = ""
ENDS = "exit 0"
WAIT = 120.0
"""Seconds for whatever must come."""

started: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def _nothing_goes_on() -> Iterator[None]:
    """Whatever a failing test has left running ends with it."""
    yield
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    started.clear()


class Installed:
    """An installation with the versions 0.1.0 and 0.2.0; `new` is what 0.2.0 does when it starts. 0.2.0 is on probation."""

    def __init__(self, folder: Path, new: str) -> None:
        self.home = folder / "the home"
        self.data = folder / "data"
        self.log = folder / "log"
        self.said = folder / "said"
        self.data.mkdir()
        shutil.copytree(PROJECT / "companion" / "install" / "launcher", self.home / "launcher", ignore=shutil.ignore_patterns("__pycache__"))
        for name, act in (("0.1.0-a", ""), ("0.2.0-b", new)):
            python = self.home / "versions" / name / "bin" / "python"
            python.parent.mkdir(parents=True)
            python.write_text(VERSION.format(name=name, log=self.log, act=act))
            python.chmod(0o755)
            (self.home / "versions" / name / "complete").touch()
        text = (PROJECT / "bin" / "lib" / "units" / "start").read_text()
        (self.home / "start").write_text(text.replace("@PYTHON@", sys.executable).replace("@HOME@", str(self.home)))
        (self.home / "start").chmod(0o755)
        (self.home / "previous").symlink_to("versions/0.1.0-a")
        (self.home / "current").symlink_to("versions/0.2.0-b")
        self.note(version="0.2.0-b", starts=0)

    def note(self, **facts: object) -> None:
        (self.home / "probation").write_text(json.dumps(facts))

    def start(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        """Starts the launcher, with a screen unless told otherwise, in a session of its own."""
        usual = {"PATH": os.environ["PATH"], "HOME": str(self.home.parent), "SDL_VIDEODRIVER": "offscreen"}
        # What comes alive or ends by itself has all the time for it.
        usual["COMPANION_PATIENCE"] = str(WAIT)
        command = [self.home / "start", "play", "--data", self.data, *words]
        with self.said.open("wb") as said:
            started.append(subprocess.Popen(command, env={**usual, **environment}, stderr=said, start_new_session=True))
        return started[-1]

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    @property
    def current(self) -> str:
        return (self.home / "current").resolve().name

    def once(self, there: Callable[[], bool]) -> None:
        """Waits for something that must come."""
        end = time.monotonic() + WAIT
        while not there():
            assert time.monotonic() < end, self.calls
            time.sleep(0.02)

    def ends(self, launcher: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> tuple[int, str]:
        """Tells the launcher to end, unless it is 0. Its exit status, and what it said."""
        if number:
            launcher.send_signal(number)
        return launcher.wait(timeout=WAIT), self.said.read_text()


def journal(file: Path, version: int, *games: str) -> None:
    """Writes a journal of that version with a game a word, as a running companion leaves it: part of it in the log."""
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE IF NOT EXISTS games (game TEXT)")
        db.executemany("INSERT INTO games VALUES (?)", [(game,) for game in games])
        db.execute(f"PRAGMA user_version = {version}")
    db.close()


def games(file: Path) -> tuple[int, list[str]]:
    with sqlite3.connect(file) as db:
        found = (db.execute("PRAGMA user_version").fetchone()[0], [game for (game,) in db.execute("SELECT game FROM games")])
    db.close()
    return found


def test_what_is_not_on_probation_is_started_for_good(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    (installed.home / "probation").unlink()
    launcher = installed.start("--simulate")
    installed.once(lambda: "0.2.0-b waits" in installed.calls)
    # The launcher has become the program: one process for the service to watch.
    assert "0.2.0-b/bin/python" in Path(f"/proc/{launcher.pid}/cmdline").read_text()
    assert installed.calls[0] == f"0.2.0-b play --data {installed.data} --simulate"
    assert installed.ends(launcher) == (0, "")
    assert installed.calls[-1] == "0.2.0-b ends"


def test_a_version_whose_screen_comes_alive_is_kept(tmp_path: Path) -> None:
    installed = Installed(tmp_path, ALIVE)
    journal(installed.data / "journal.db", 1, "old")
    launcher = installed.start()
    installed.once(lambda: not (installed.home / "probation").exists())
    assert installed.ends(launcher) == (0, "")
    assert installed.current == "0.2.0-b"
    # The copy of the data, in which cards lie face down, is gone.
    assert sorted(path.name for path in installed.home.iterdir()) == ["current", "launcher", "previous", "running", "start", "versions"]


@pytest.mark.parametrize(
    ("act", "why"),
    [(CRASH, "it ended with status 3"), ("kill -SEGV $$", "signal 11 ended it"), (ENDS, "it ended with status 0"), (HANG, "was not alive")],
)
def test_a_version_that_does_not_start_twice_is_taken_back(tmp_path: Path, act: str, why: str) -> None:
    installed = Installed(tmp_path, act)
    # What ends by itself has all the time for it.
    launcher = installed.start(**({"COMPANION_PATIENCE": "0.5"} if act == HANG else {}))
    installed.once(lambda: "0.1.0-a waits" in installed.calls)
    if act != HANG:  # which on a busy machine may be ended before it has written anything
        assert [call.split()[0] for call in installed.calls if "play" in call] == ["0.2.0-b", "0.2.0-b", "0.1.0-a"]
    status, said = installed.ends(launcher)
    assert (status, said.count("0.2.0-b did not start: ")) == (0, 2)
    assert why in said
    assert "Going back to 0.1.0-a; the game is where it was." in said
    assert installed.current == "0.1.0-a"
    assert why in json.loads((installed.home / "went-back").read_text())["why"]

    # The next start knows nothing of it any more.
    launcher = installed.start()
    installed.once(lambda: installed.calls.count("0.1.0-a waits") == 2)
    assert installed.ends(launcher) == (0, "")


def test_one_failure_may_have_had_another_reason(tmp_path: Path) -> None:
    installed = Installed(tmp_path, f'[ "$(grep -c play "{tmp_path}/log")" -eq 1 ] && {CRASH}; {ALIVE}')
    launcher = installed.start()
    installed.once(lambda: not (installed.home / "probation").exists())
    installed.ends(launcher)
    assert installed.current == "0.2.0-b"


def test_power_cuts_while_it_starts_count_as_failures(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    for number in (1, 2):
        launcher = installed.start()
        installed.once(lambda: installed.calls.count("0.2.0-b waits") == number)  # noqa: B023
        os.killpg(launcher.pid, signal.SIGKILL)
        launcher.wait()
        assert json.loads((installed.home / "probation").read_text())["starts"] == number
    launcher = installed.start()
    installed.once(lambda: "0.1.0-a waits" in installed.calls)
    assert "the machine was switched off" in installed.ends(launcher)[1]
    assert installed.current == "0.1.0-a"


def test_being_told_to_end_is_no_failure(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    for number in (1, 2, 3):
        launcher = installed.start()
        installed.once(lambda: installed.calls.count("0.2.0-b waits") == number)  # noqa: B023
        assert installed.ends(launcher) == (0, "")
        assert installed.calls[-1] == "0.2.0-b ends"
    assert json.loads((installed.home / "probation").read_text()) == {"version": "0.2.0-b", "starts": 0}


def test_a_power_cut_after_it_came_alive_is_no_failure(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    installed.note(version="0.2.0-b", starts=2)
    (installed.home / "current" / "alive").touch()
    launcher = installed.start()
    installed.once(lambda: "0.2.0-b waits" in installed.calls)
    installed.ends(launcher)
    assert installed.current == "0.2.0-b"
    assert not (installed.home / "probation").exists()


def test_without_a_screen_nothing_is_tried(tmp_path: Path) -> None:
    installed = Installed(tmp_path, CRASH)
    for _ in range(3):
        ended = installed.ends(installed.start(SDL_VIDEODRIVER="", COMPANION_MACHINE=str(tmp_path)), 0)
        assert ended == (2, "There is no screen. Connect one.\n")
    assert installed.calls == []
    assert json.loads((installed.home / "probation").read_text())["starts"] == 0


def test_on_the_console_it_waits_for_a_display(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    connector = tmp_path / "sys" / "class" / "drm" / "card1-DSI-1"
    connector.mkdir(parents=True)
    (connector / "status").write_text("disconnected\n")
    launcher = installed.start(SDL_VIDEODRIVER="", COMPANION_MACHINE=str(tmp_path), COMPANION_SERVICE="console")
    installed.once(lambda: installed.said.read_text() != "")
    assert installed.calls == []
    (connector / "status").write_text("connected\n")
    installed.once(lambda: "0.2.0-b waits" in installed.calls)
    assert installed.ends(launcher) == (0, "There is no screen. Connect one.\n")


def test_while_another_companion_plays_nothing_is_tried(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    player = Lock(installed.data)
    assert installed.ends(installed.start(), 0) == (0, "")
    assert installed.calls == [f"0.2.0-b says that another one runs, as {installed.home / 'start'} has told it"]
    # A service has nobody who would read it there.
    assert installed.ends(installed.start(COMPANION_SERVICE="desktop"), 0) == (2, "The companion is running already.\n")
    assert len(installed.calls) == 1
    player.release()
    assert not launched_data.in_use(installed.data)


def test_a_second_launcher_has_it_said_on_the_screen_that_the_first_one_runs(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    (installed.home / "probation").unlink()
    first = installed.start()
    installed.once(lambda: "0.2.0-b waits" in installed.calls)
    assert installed.ends(installed.start(), 0) == (0, "")
    assert installed.calls[-1] == f"0.2.0-b says that another one runs, as {installed.home / 'start'} has told it"
    assert Home(installed.home).runs() == {"process": first.pid, "service": ""}
    installed.ends(first)
    assert Home(installed.home).runs() == {}


@pytest.mark.parametrize("content", [b"", b"\0" * 200, b"[]", b'{"version": "0.9.9-z", "starts": 9}'])
def test_a_damaged_note_never_keeps_it_from_starting(tmp_path: Path, content: bytes) -> None:
    installed = Installed(tmp_path, "")
    (installed.home / "probation").write_bytes(content)
    launcher = installed.start()
    installed.once(lambda: "0.2.0-b waits" in installed.calls)
    assert installed.ends(launcher) == (0, "")


def test_without_a_version_to_go_back_to_it_goes_on_trying(tmp_path: Path) -> None:
    installed = Installed(tmp_path, CRASH)
    (installed.home / "previous").unlink()
    status, said = installed.ends(installed.start(), 0)
    assert status == 3
    assert "there is no other version. Run bin/install again." in said


# --- the data ---

TAKEN_OVER = """
if grep -q alive "{kept}" 2>/dev/null; then exit 9; fi
"{python}" -c 'import sys; from tests.packaging.test_launcher import journal; from pathlib import Path
journal(Path(sys.argv[1]), 7, "of the new version")' "{journal}"
echo "version = 7" >"{settings}"
exit 3
"""


def taken_over(installed: Installed) -> str:
    act = TAKEN_OVER.format(
        kept=installed.log, python=sys.executable, journal=installed.data / "journal.db", settings=installed.data / "settings.toml"
    )
    return f"export PYTHONPATH={PROJECT}\n{act}"


def test_what_a_failed_version_has_taken_over_is_as_it_was_and_nothing_is_thrown_away(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "")
    python = installed.home / "versions" / "0.2.0-b" / "bin" / "python"
    python.write_text(VERSION.format(name="0.2.0-b", log=installed.log, act=taken_over(installed)))
    journal(installed.data / "journal.db", 1, "first", "second")
    (installed.data / "settings.toml").write_text("version = 1\ncalm = true\n")
    launcher = installed.start()
    installed.once(lambda: "0.1.0-a waits" in installed.calls)
    installed.ends(launcher)
    assert games(installed.data / "journal.db") == (1, ["first", "second"])
    assert (installed.data / "settings.toml").read_text() == "version = 1\ncalm = true\n"
    # Among the copies, which are cleaned of face-down cards when their game ends.
    version, left = games(installed.data / "copies" / "version-7.db")
    assert (version, left[:3]) == (7, ["first", "second", "of the new version"])
    assert not (installed.home / "before").exists()
    for kept in (installed.data / "journal.db", installed.data / "settings.toml"):
        assert kept.stat().st_mode & 0o077 == 0


def test_data_that_were_kept_are_overwritten_when_they_go(tmp_path: Path) -> None:
    data, before = tmp_path / "data", tmp_path / "before"
    data.mkdir()
    (data / "journal.db").write_bytes(b"what lies face down")
    launched_data.keep(data, before)
    # A second name keeps the bytes in sight.
    os.link(before / "journal.db", tmp_path / "held")
    launched_files.erase(before)
    assert not before.exists()
    assert not (tmp_path / "held").read_bytes().strip(bytes(1))


def test_what_a_failed_version_has_only_added_to_is_kept(tmp_path: Path) -> None:
    before, data = tmp_path / "before", tmp_path / "data"
    data.mkdir()
    journal(data / "journal.db", 1, "first")
    launched_data.keep(data, before)
    journal(data / "journal.db", 1, "second")
    launched_data.give_back(before, data)
    assert games(data / "journal.db") == (1, ["first", "second"])


@pytest.mark.parametrize("lost", ["gone", "zeroed", "torn"])
def test_a_journal_that_the_new_version_has_ruined_comes_back(tmp_path: Path, lost: str) -> None:
    before, data = tmp_path / "before", tmp_path / "data"
    data.mkdir()
    file = data / "journal.db"
    journal(file, 1, "first")
    launched_data.keep(data, before)
    size = file.stat().st_size
    file.unlink() if lost == "gone" else file.write_bytes(b"\0" * size if lost == "zeroed" else b"x" * size)
    launched_data.give_back(before, data)
    assert games(file) == (1, ["first"])


def test_half_a_copy_is_never_given_back(tmp_path: Path) -> None:
    before, data = tmp_path / "before", tmp_path / "data"
    data.mkdir()
    journal(data / "journal.db", 2, "good")
    before.mkdir()
    journal(before / "journal.db", 1)
    launched_data.give_back(before, data)
    assert games(data / "journal.db") == (2, ["good"])


def test_going_back_may_be_cut_short_at_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut(BaseException):
        pass

    real_replace, real_unlink = os.replace, Path.unlink
    for steps in range(40):
        installed = Installed(tmp_path / str(steps), "") if (tmp_path / str(steps)).mkdir() is None else None
        assert installed is not None
        home = Home(installed.home)
        journal(installed.data / "journal.db", 1, "first")
        (installed.data / "settings.toml").write_text("version = 1\n")
        launched_data.keep(installed.data, home.before)
        journal(installed.data / "journal.db", 7, "of the new version")
        (installed.data / "settings.toml").write_text("version = 7\n")
        installed.note(version="0.2.0-b", starts=2)
        left = steps

        def counted() -> None:
            nonlocal left
            if left == 0:
                raise Cut
            left -= 1

        def replace(source: Path, target: Path) -> None:
            counted()
            real_replace(source, target)

        def unlink(path: Path, missing_ok: bool = False) -> None:
            counted()
            real_unlink(path, missing_ok=missing_ok)

        with monkeypatch.context() as patched:
            patched.setattr(os, "replace", replace)
            patched.setattr(Path, "unlink", unlink)
            try:
                home.go_back(installed.data, "it crashed")
                cut = False
            except Cut:
                cut = True
        if home.on_probation() is not None:
            home.go_back(installed.data, "it crashed")
        assert installed.current == "0.1.0-a"
        assert games(installed.data / "journal.db") == (1, ["first"])
        assert (installed.data / "settings.toml").read_text() == "version = 1\n"
        if not cut:
            assert steps > 8
            return
    pytest.fail("there was no end to the steps")


def test_a_full_disk_takes_back_what_could_not_be_tried_safely(tmp_path: Path) -> None:
    installed = Installed(tmp_path, ALIVE)
    journal(installed.data / "journal.db", 1, "first")
    (installed.data / "settings.toml").symlink_to("/proc/self/mem")  # a file, but to read it fails
    launcher = installed.start()
    installed.once(lambda: "0.1.0-a waits" in installed.calls)
    assert "its data can't be copied first" in installed.ends(launcher)[1]
    assert [call for call in installed.calls if call.startswith("0.2.0")] == []
    assert games(installed.data / "journal.db") == (1, ["first"])


@pytest.mark.parametrize(
    ("words", "environment", "folder"),
    [
        (["play", "--data", "/games"], {}, "/games"),
        (["play", "--data=/games", "--real"], {}, "/games"),
        (["play"], {"XDG_DATA_HOME": "/shared"}, "/shared/vabanque-companion"),
    ],
)
def test_it_finds_the_data_where_the_program_does(words: list[str], environment: dict[str, str], folder: str) -> None:
    assert launched_data.data_folder(words, environment) == Path(folder)


def test_without_a_word_the_data_are_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.assemble import data_folder

    for home in (None, "/elsewhere"):
        monkeypatch.setenv("XDG_DATA_HOME", home) if home else monkeypatch.delenv("XDG_DATA_HOME", raising=False)
        assert launched_data.data_folder(["play"]) == data_folder(None)


def test_a_link_is_changed_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to("old")

    def refuse(source: Path, target: Path) -> None:
        assert Path(target).readlink() == Path("old")
        raise OSError("power cut")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", refuse)
        with pytest.raises(OSError, match="power cut"):
            launched_files.point(tmp_path / "link", tmp_path / "new")
    assert (tmp_path / "link").readlink() == Path("old")
    launched_files.point(tmp_path / "link", tmp_path / "new")
    assert (tmp_path / "link").readlink() == Path("new")


def test_the_launcher_needs_pythons_own_library_only() -> None:
    program = "import sys; sys.path.insert(0, sys.argv[1]); import launcher.__main__"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, PROJECT / "companion" / "install"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
