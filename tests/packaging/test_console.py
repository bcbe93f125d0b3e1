"""On a machine without a desktop the console says what is so until there is a picture, and why there is none, in the owner's language."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.install.launcher import console
from companion.install.launcher.crashes import STEADY_S, Crashes
from tests.packaging.fakes import PROJECT
from tests.packaging.test_launcher import ALIVE, CRASH, WAIT, Installed

LOOKING = PROJECT / "tests" / "starting" / "looking.py"
SEGV = "kill -SEGV $$"


class Tty:
    """The service as systemd runs it: its console, the folder that stays between two starts, and what is called after each end."""

    def __init__(self, installed: Installed, **environment: str) -> None:
        self.installed = installed
        self.run = installed.home.parent / "run"
        self.run.mkdir(exist_ok=True)
        self.master, self._slave = pty.openpty()
        self._written = b""
        self._environment = {
            "PATH": os.environ["PATH"], "HOME": str(installed.home.parent), "SDL_VIDEODRIVER": "offscreen", "COMPANION_PATIENCE": str(WAIT),
            "COMPANION_SERVICE": "console", "RUNTIME_DIRECTORY": str(self.run), "COMPANION_PAUSE": "0", "LANG": "C.UTF-8", **environment,
        }  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.installed.said.open("ab") as said:
            self._process = subprocess.Popen(
                [self.installed.home / "start", "play", "--data", self.installed.data],
                env=self._environment,
                stdin=self._slave,
                stderr=said,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # of a session without a terminal it becomes that
            )

    def over(self) -> int:
        """Waits for its end. The exit status."""
        assert self._process is not None
        return self._process.wait(timeout=WAIT)

    def ended(self, result: str | None = None) -> int:
        """Waits for its end and tells it as systemd does."""
        status = self.over()
        how = str(status) if status >= 0 else signal.Signals(-status).name.removeprefix("SIG")
        told = result or ("success" if status == 0 else "exit-code" if status > 0 else "signal")
        environment = self._environment | {"SERVICE_RESULT": told, "EXIT_CODE": "exited" if status >= 0 else "killed", "EXIT_STATUS": how}
        subprocess.run([self.installed.home / "start", "--ended"], env=environment, check=True, timeout=WAIT)
        return status

    def stop(self) -> None:
        """Whatever still runs ends."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def once(self, *words: str) -> str:
        """Waits until the console says this; all that it says then, as one text."""
        end = time.monotonic() + WAIT
        while True:
            text = picture(self._written)
            if all(word in text for word in words):
                return text
            assert time.monotonic() < end, text
            if select.select([self.master], [], [], 0.05)[0]:
                self._written += os.read(self.master, 65_536)

    def close(self) -> None:
        self.stop()
        os.close(self.master)
        os.close(self._slave)


def picture(written: bytes) -> str:
    """What is to be read since it was cleared last."""
    text = written.decode().rpartition("\033[2J")[2]
    return " ".join(re.sub(r"\033\[[0-9;?]*[A-Za-z]", " ", text).split())


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    """One version, for good."""
    made = Installed(tmp_path, "")
    (made.home / "probation").unlink()
    return made


@pytest.fixture
def tty(installed: Installed) -> Iterator[Tty]:
    made = Tty(installed)
    yield made
    made.close()


def acts(installed: Installed, act: str) -> None:
    """The current version does something else when it starts."""
    python = installed.home / "current" / "bin" / "python"
    python.write_text(f"#!/bin/bash\n{act}\n")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("language = 'de'\n", "Es geht los. Gleich kommt das Bild."),
        ('# ours\nlanguage = "fr"\nwidth = = 3\n', "Démarrage. L'image arrive dans un instant."),
        ("language = 'xx'\n", "It starts. The picture comes in a moment."),
        (None, "It starts. The picture comes in a moment."),
    ],
)
def test_the_first_thing_that_happens_is_a_word_on_the_screen(installed: Installed, tty: Tty, settings: str | None, said: str) -> None:
    if settings is not None:
        (installed.data / "settings.toml").write_text(settings)
    # Nothing of the version itself has run yet.
    acts(installed, "sleep 600")
    tty.start()
    tty.once(said)


def test_a_sign_of_life_comes_before_python_does(installed: Installed, tty: Tty) -> None:
    slow = installed.home / "python-that-takes-its-time"
    slow.write_text("#!/bin/sh\nsleep 600\n")
    slow.chmod(0o755)
    start = installed.home / "start"
    start.write_text(start.read_text().replace(sys.executable, str(slow)))
    tty.start()
    assert tty.once("Companion") == "Companion"


def test_the_systems_language_counts_where_the_settings_name_none(installed: Installed, tmp_path: Path) -> None:
    assert console.language(tmp_path / "none", {"LANG": "fr_CH.UTF-8"}) == "fr"
    os.mkfifo(tmp_path / "pipe")
    assert console.language(tmp_path / "pipe", {"LC_ALL": "de_DE.UTF-8", "LANG": "fr_CH.UTF-8"}) == "de"


def test_a_native_crash_in_a_loop_says_what_happened_and_what_to_do(installed: Installed, tty: Tty) -> None:
    (installed.data / "settings.toml").write_text("language = 'de'\n")
    acts(installed, f'echo "$COMPANION_CRASHES" >>"{installed.log}"\n{SEGV}')
    tty.start()
    assert tty.ended() == -signal.SIGSEGV
    tty.start()
    tty.once("Das Programm hielt an und startet noch einmal:", "Das System hat es beendet (SEGV), meist wegen des Treibers für den Bildschirm.")
    tty.ended()
    tty.start()
    tty.ended()
    tty.start()
    tty.once(
        "Das Programm hielt 3 Mal nacheinander an:", "(SEGV)", "In 0 Sekunden wird es von selbst noch einmal versucht. Jeder Zug ist gespeichert.",
        "Bleibt es so: Stecker ziehen", "companion update --back",
    )  # fmt: skip
    tty.ended()
    # The program knows it, too: it does not open the game by itself for ever.
    assert installed.log.read_text().split() == ["1", "2", "3"]
    assert "has ended 3 times in a row (signal, SEGV)" in installed.said.read_text()


@pytest.mark.parametrize(("result", "said"), [("watchdog", "Its picture stood still."), ("timeout", "No picture came."), ("oom-kill", "ran out of")])
def test_how_it_ended_is_told_as_systemd_knows_it(installed: Installed, tty: Tty, result: str, said: str) -> None:
    acts(installed, "kill -ABRT $$")
    tty.start()
    tty.ended(result)
    tty.start()
    tty.once("The companion stopped, and starts again:", said)


def test_what_the_companion_said_last_stands_there_in_its_own_words(installed: Installed, tty: Tty) -> None:
    acts(installed, 'printf "No window can be opened here: {see} \\033[2J the “doctor”." >"$COMPANION_SAID"\nexit 2')
    tty.start()
    tty.ended()
    tty.start()
    tty.once('The companion stopped, and starts again: No window can be opened here: {see} [2J the "doctor".')


def test_an_end_in_good_order_and_one_after_a_long_time_begin_the_count_again(installed: Installed, tty: Tty) -> None:
    acts(installed, CRASH)
    for number in (1, 2):
        tty.start()
        tty.ended()
        assert counted(tty)["count"] == number
    facts = counted(tty)
    (tty.run / "crashes").write_text(json.dumps(facts | {"started": time.monotonic() - STEADY_S - 1}))
    ended = {"RUNTIME_DIRECTORY": str(tty.run)}
    Crashes(ended).ended({"SERVICE_RESULT": "signal", "EXIT_STATUS": "SEGV"})
    assert counted(tty)["count"] == 1
    acts(installed, "exit 0")
    tty.start()
    tty.ended()
    assert not (tty.run / "crashes").exists()
    tty.start()
    tty.once("It starts.")


def counted(tty: Tty) -> dict[str, object]:
    found: dict[str, object] = json.loads((tty.run / "crashes").read_text())
    return found


@pytest.mark.parametrize("content", [b"", b"[]", b'{"count": "many", "started": []}', b"\0" * 99])
def test_a_count_that_is_damaged_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "crashes").write_bytes(content)
    assert Crashes({"RUNTIME_DIRECTORY": str(tmp_path)}).count == 0
    # Without a folder, as for a start by hand, nothing is counted.
    Crashes({}).ended({"SERVICE_RESULT": "signal"})


def test_without_a_version_that_is_whole_it_says_what_can_be_done(installed: Installed, tty: Tty) -> None:
    (installed.data / "settings.toml").write_text("language = 'fr'\n")
    (installed.home / "current" / "bin" / "python").unlink()
    tty.start()
    tty.once("Le programme ne peut pas démarrer :", "Faire de la place, ou relancer bin/install.")
    assert tty.ended() == 2
    assert not (tty.run / "crashes").exists() or counted(tty)["count"] == 1


def test_a_python_that_is_gone_is_said_in_three_languages(installed: Installed, tty: Tty) -> None:
    start = installed.home / "start"
    start.write_text(start.read_text().replace(sys.executable, "/usr/bin/python3.7-of-before"))
    tty.start()
    tty.once(
        "The companion needs bin/install once more",
        "Das Programm braucht noch einmal bin/install",
        "Le programme demande encore une fois bin/install",
    )
    assert tty.over() == 2


def test_a_new_version_is_announced_and_told_when_it_is_taken_out_of_use(tmp_path: Path) -> None:
    installed = Installed(tmp_path, f'sleep 0.2; [ -e "{tmp_path}/go" ] || sleep 600; {CRASH}')
    tty = Tty(installed)
    tty.start()
    tty.once("The new version 0.2.0 is started for the first time.")
    (tmp_path / "go").touch()
    tty.stop()
    tty.start()
    tty.once("Version 0.2.0 did not start. The version before is back, with the games as they were.")
    tty.close()


def test_a_new_version_that_comes_alive_needs_no_word(tmp_path: Path) -> None:
    installed = Installed(tmp_path, ALIVE)
    tty = Tty(installed)
    tty.start()
    tty.once("The new version 0.2.0 is started for the first time.")
    tty.close()


def test_without_a_console_of_its_own_nothing_is_written(installed: Installed) -> None:
    tty = Tty(installed, COMPANION_SERVICE="desktop")
    acts(installed, "exit 0")
    tty.start()
    tty.ended()
    assert select.select([tty.master], [], [], 0)[0] == []
    tty.close()


# --- the real program -------------------------------------------------------------------------------------------


def test_the_renderer_that_takes_the_real_program_down_is_told(installed: Installed) -> None:
    """It dies when its window is opened, as a driver of OpenGL has it die."""
    faults = "import ctypes\nfrom companion.ui import window\nwindow.window = lambda: ctypes.string_at(0)\n"
    tty = Tty(installed, FAULTS=faults, PYTHONPATH=str(PROJECT))
    acts(installed, f"exec {sys.executable} -P {LOOKING} {installed.data}")
    for _ in range(2):
        tty.start()
        assert tty.ended() == -signal.SIGSEGV, installed.said.read_text()
    tty.start()
    tty.once("The system has ended it (SEGV), most often because of the screen's driver.")
    tty.close()


def test_the_real_program_leaves_its_last_words_where_no_window_opens(installed: Installed) -> None:
    tty = Tty(installed, SDL_VIDEODRIVER="", DISPLAY=":4711", PYTHONPATH=str(PROJECT))
    (installed.data / "settings.toml").write_text("language = 'de'\n")
    acts(installed, f'exec {sys.executable} "$@"')
    tty.start()
    assert tty.ended() != 0
    tty.start()
    tty.once("Das Programm hielt an und startet noch einmal: Hier lässt sich kein Fenster öffnen")
    tty.close()


# --- the texts --------------------------------------------------------------------------------------------------


def test_every_text_is_there_in_each_language_in_letters_of_the_console() -> None:
    pages = [value for value in vars(console).values() if isinstance(value, dict) and "en" in value]
    pages += console.HOW.values()
    assert len(pages) > 12
    for page in pages:
        assert tuple(sorted(page)) == tuple(sorted(console.LANGUAGES))
        for text in page.values():
            assert text.encode("cp437").decode("cp437") == text


def test_the_longest_page_has_room_on_the_smallest_console() -> None:
    for spoken in console.LANGUAGES:
        said = [console.CRASHED, console.HOW["signal"], console.AGAIN, console.DO]
        lines = sum(len(console._wrapped(text[spoken], console.WIDE)) + 1 for text in said)
        assert lines <= 25
