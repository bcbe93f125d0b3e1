"""Whoever stands before the screen is told on the screen what is wrong and what to do. Each fault meets the real window in a process of its own."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.settings import Settings
from companion.settings_file import load
from companion.table.evenings import history
from companion.table.journal.store import Journal
from tests.table.evening import Evening

ROOT = Path(__file__).parents[2]
LOOKING = Path(__file__).with_name("looking.py")
PATIENCE = 120
GO_ON, AGAIN, CLOSE = "Go on", "Try again", "Close the companion"


def mortal(command: list[str]) -> list[str]:
    """The same command without the rights by which root may write everywhere."""
    rights = "-dac_override,-dac_read_search"
    return ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}", *command] if os.geteuid() == 0 else command


def start(folder: Path, *buttons: str, program: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Starts the companion with these data and touches these buttons."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "COMPANION_", "KIVY_"))}
    kept |= {"PYTHONPATH": f"{program}:{ROOT}", "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "LANG": "en_GB.UTF-8"}
    command = mortal([sys.executable, "-P", str(LOOKING), str(folder), *buttons])
    return subprocess.run(command, env=kept | environment, capture_output=True, text=True, timeout=PATIENCE, check=False)


def pictures(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def seen(folder: Path, *buttons: str, **how: Any) -> list[dict[str, Any]]:
    """What is on the screen at the start, and after each button."""
    return pictures(start(folder, *buttons, **how))


def says(picture: dict[str, Any], *words: str) -> None:
    """Its texts, as lines run on, have all of these words."""
    text = " ".join(picture["texts"]).replace("\u200b", "")
    for word in words:
        assert word in text, picture["texts"]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """Data with a game that has ended and one in progress."""
    folder = tmp_path / "data"
    evening = Evening(folder)
    evening.sit_down()
    for _ in range(4):
        evening.round()
    evening.sit_down()
    evening.journal.close()
    (folder / "lock").touch()
    (folder / "open-game").unlink()
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700)


def in_order(folder: Path) -> None:
    """The next start finds nothing wrong."""
    assert seen(folder)[0]["screen"] == "home"


# --- the very first start ---


def test_the_very_first_start_asks_for_the_language_and_a_stick_and_never_again(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first, second, third = seen(folder, "languages.de", "begin")
    assert [first["screen"], second["screen"], third["screen"]] == ["welcome", "welcome", "home"]
    says(first, "English", "Français", "Deutsch")
    says(second, "Willkommen", "Partien von einem Stick zurückholen?", "Nein, anfangen", "Ja, von einem Stick")
    says(third, "Neue Partie")
    assert load(folder / "settings.toml").language == "de"
    in_order(folder)


def test_whoever_has_games_elsewhere_brings_them_back_from_there(tmp_path: Path) -> None:
    screens = [picture["screen"] for picture in seen(tmp_path / "data", "languages.en", "restore", "-")]
    assert screens == ["welcome", "welcome", "backup", "backup"]
    # Nobody is asked again, whatever came of it.
    in_order(tmp_path / "data")


def test_a_plug_that_is_pulled_before_anything_was_chosen_leaves_a_first_start(tmp_path: Path) -> None:
    assert [picture["screen"] for picture in seen(tmp_path / "data")] == ["welcome"]
    assert seen(tmp_path / "data")[0]["screen"] == "welcome"


# --- settings ---


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("langauge = 'fr'\n", ("“langauge”", "“language”", "settings.toml.broken-")),
        ("language = \n", ("The settings can’t be read", "settings.toml.broken-")),
        ("width = 3\n", ("“width” has a value that it may not have", "settings.toml.broken-")),
    ],
)
def test_settings_that_are_wrong_are_told_and_the_evening_goes_on(data: Path, text: str, words: tuple[str, ...]) -> None:
    (data / "settings.toml").write_text(text)
    first, second = seen(data, "on")
    assert first["screen"] == "trouble"
    says(first, "Look at the settings", GO_ON, *words)
    assert AGAIN not in first["texts"]
    assert second["screen"] == "home"
    says(second, "Look at the settings")
    in_order(data)


def test_a_byte_order_mark_is_nothing_to_tell(data: Path) -> None:
    (data / "settings.toml").write_bytes(b"\xef\xbb\xbflanguage = 'de'\n")
    (picture,) = seen(data)
    assert picture["screen"] == "home"
    says(picture, "Neue Partie")


def test_what_is_wrong_is_told_in_the_language_of_the_settings_or_of_the_system(data: Path) -> None:
    (data / "settings.toml").write_text("language = 'de'\nwidth = 3\n")
    says(seen(data)[0], "Die Einstellung „width“")
    (data / "settings.toml").write_text("width = 3\n")
    says(seen(data, LANG="fr_CH.UTF-8")[0], "Le réglage «\u00a0width\u00a0»")


# --- data that can only be read ---


def read_only(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.chmod(0o500 if path.is_dir() else 0o400)
    folder.chmod(0o500)


ON_A_DISK_THAT_TAKES_NOTHING = """
import os
ask = os.statvfs
os.statvfs = lambda path: os.statvfs_result([*list(ask(path))[:8], ask(path).f_flag | os.ST_RDONLY, ask(path).f_namemax])
"""


def test_a_card_that_takes_nothing_is_told_and_what_is_on_it_can_be_looked_at(data: Path) -> None:
    read_only(data)
    before = {path: path.stat().st_mtime_ns for path in data.rglob("*")}
    first, home, past = seen(data, "on", "past>past", FAULTS=ON_A_DISK_THAT_TAKES_NOTHING)
    assert first["screen"] == "trouble"
    says(first, "Read only", str(data), "Restart once", GO_ON, AGAIN, CLOSE)
    says(home, "Read only: nothing is kept", "Resume")
    assert past["screen"] == "past"
    says(past, "1 game")
    assert {path: path.stat().st_mtime_ns for path in data.rglob("*")} == before


ANOTHER_USER = "import os\nos.geteuid = lambda: 4321\n"


def test_of_a_folder_that_is_another_users_is_told_how_to_get_it_back(data: Path) -> None:
    read_only(data)
    says(seen(data, FAULTS=ANOTHER_USER)[0], "another user’s", f"sudo chown -R {os.environ.get('USER', 'root')}", str(data), GO_ON, AGAIN, CLOSE)


def test_of_a_folder_of_ones_own_is_told_how_it_lets_itself_be_written(data: Path) -> None:
    data.chmod(0o500)
    picture = seen(data)[0]
    says(picture, "The data can’t be written", f"chmod -R u+rwX {data}", GO_ON, AGAIN, CLOSE)
    assert "sudo" not in " ".join(picture["texts"])


def test_trying_again_starts_again(data: Path) -> None:
    read_only(data)
    assert seen(data, "again")[-1] == {"again": True}


def test_what_can_not_even_be_read_halts_with_a_page(data: Path) -> None:
    (data / "journal.db").chmod(0)
    picture, closed = seen(data, "-", FAULTS=ANOTHER_USER)
    assert picture == closed
    assert picture["app"] == "HaltApp"
    says(picture, "another user’s", "sudo chown -R", AGAIN, CLOSE)
    says(seen(data)[0], "The data can’t be written", "chmod -R u+rwX", AGAIN, CLOSE)
    assert GO_ON not in picture["texts"]


def test_a_lock_of_root_is_told_like_a_folder_of_root(data: Path) -> None:
    (data / "lock").chmod(0)
    says(seen(data, FAULTS=ANOTHER_USER)[0], "another user’s", "sudo chown -R", GO_ON)


def test_a_game_that_can_only_be_looked_at_takes_no_move_and_says_so(data: Path) -> None:
    read_only(data)
    journal = Journal.reading(data)
    (going,) = history.in_progress(journal)
    with pytest.raises(CompanionError, match="can only be read"):
        journal.append(going.game, journal.acts(going.game)[0])
    assert len(history.past(journal)) == 1
    journal.close()


# --- data that can't be opened ---


def test_a_second_start_says_that_the_first_one_runs(data: Path) -> None:
    with open(data / "lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        picture, last = seen(data, "again")
    assert picture["app"] == "HaltApp"
    says(picture, "It is running already", str(data), "close it there", AGAIN, CLOSE)
    assert last == {"again": True}


def test_a_start_that_the_launcher_knows_to_be_a_second_one_only_says_so_and_goes_back_to_it(data: Path, tmp_path: Path) -> None:
    launcher = tmp_path / "start"
    launcher.write_text('#!/bin/sh\n[ -z "$COMPANION_RUNS" ] && echo \'{"started": "once more"}\'\n')
    launcher.chmod(0o755)
    before = (data / "journal.db").read_bytes()
    picture, last = seen(data, "again", COMPANION_RUNS=str(launcher))
    assert picture["app"] == "HaltApp"
    says(picture, "It is running already", str(data), "close it there", AGAIN, CLOSE)
    assert last == {"started": "once more"}
    assert seen(data, COMPANION_RUNS=str(launcher)) == [picture]
    assert (data / "journal.db").read_bytes() == before


def test_a_journal_of_a_newer_version_is_left_alone(data: Path) -> None:
    with sqlite3.connect(data / "journal.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    says(seen(data)[0], "newer version", str(data), "Update the companion", AGAIN, CLOSE)


def test_a_full_disk_at_the_start_is_told(data: Path) -> None:
    full = "from companion.table.journal import opening as journal\n"
    full += "def full(file): raise OSError(28, 'No space left on device')\n"
    full += "journal.connect = full\n"
    says(seen(data, FAULTS=full)[0], "No space left", str(data), "Delete what you do not need", GO_ON, AGAIN)


def test_a_disk_that_gives_nothing_is_told(data: Path) -> None:
    broken = "from companion.table.journal import opening as journal, wal\n"
    broken += "def broken(file): raise OSError(5, 'Input/output error')\n"
    broken += "journal.connect = wal.folded = broken\n"
    picture = seen(data, FAULTS=broken)[0]
    says(picture, "can’t be opened", str(data), "Input/output error", "restore a backup", AGAIN, CLOSE)
    assert GO_ON not in picture["texts"]


def test_a_damaged_journal_is_told_before_the_evening_goes_on(data: Path) -> None:
    shutil.rmtree(data / "copies", ignore_errors=True)
    for file in data.glob("journal.db*"):
        file.write_bytes(b"no journal" * 1000)
    first, second = seen(data, "on")
    says(first, "Some data was damaged", "journal-damaged-1.db", GO_ON)
    assert second["screen"] == "home"
    in_order(data)


@pytest.mark.parametrize("kind", ["not mine", "a file"])
def test_a_place_where_no_folder_can_be_made_is_told(tmp_path: Path, kind: str) -> None:
    above = tmp_path / "above"
    if kind == "a file":
        above.write_text("")
    else:
        above.mkdir(mode=0o500)
    says(seen(above / "data")[0], "No place for the data", str(above / "data"), "companion play --data FOLDER", AGAIN, CLOSE)


# --- the program and the machine ---


def test_a_program_that_has_failed_too_often_says_where_its_report_is(data: Path) -> None:
    picture, last = seen(data, "again", COMPANION_GIVEN_UP="/somewhere/failure-4.txt", COMPANION_RESTARTS="1 2 3 4")
    assert picture["app"] == "HaltApp"
    says(picture, "made a mistake", "/somewhere/failure-4.txt", "send us the report", AGAIN, CLOSE)
    assert last == {"again": True}


def test_one_that_has_started_anew_says_so(data: Path) -> None:
    first, second = seen(data, "on", COMPANION_RESTARTS="1")
    says(first, "made a mistake", "is back where it was", GO_ON)
    assert second["screen"] == "home"


def test_one_that_the_system_has_ended_says_so_and_opens_the_game_by_itself_once(data: Path) -> None:
    (data / "open-game").write_text("2")
    first, second = seen(data, "on", COMPANION_CRASHES="1")
    says(first, "It had to start again", "most often because of the screen’s driver", "report it: Settings, USB stick", GO_ON)
    assert second["screen"] != "home"
    (data / "open-game").write_text("2")
    assert seen(data, "on", COMPANION_CRASHES="2")[1]["screen"] == "home"


def test_a_version_that_was_taken_out_of_use_is_told_once_by_the_one_before(data: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "versions" / "0.1.0-a").mkdir(parents=True)
    (home / "went-back").write_text('{"version": "0.2.0-b", "why": "signal 11 ended it"}')
    here = f"import sys\nsys.prefix = {str(home / 'versions' / '0.1.0-a')!r}\n"
    first, second = seen(data, "on", FAULTS=here)
    says(first, "A version was removed", "Version 0.2.0 was removed. The one before is back", GO_ON)
    assert second["screen"] == "home"
    assert seen(data, FAULTS=here)[0]["screen"] == "home"


def test_a_game_whose_picture_fails_again_is_not_opened_by_itself(data: Path) -> None:
    (data / "open-game").write_text("2")
    assert seen(data)[0]["screen"] != "home"
    assert seen(data, "on", COMPANION_RESTARTS="1")[1]["screen"] != "home"
    assert seen(data, "on", COMPANION_RESTARTS="1 2")[1]["screen"] == "home"


def test_without_its_fonts_and_languages_it_says_what_is_missing_in_plain_letters(data: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    shutil.copytree(
        ROOT / "companion",
        program / "companion",
        copy_function=os.symlink,
        ignore=lambda folder, names: [name for name in names if name in ("locale", "__pycache__") or name.endswith(".ttf")],
    )
    (data / "settings.toml").write_text("language = 'de'\n")
    first, second = seen(data, "on", program=program)
    says(first, "Parts of the program are missing", "Install the companion once more", GO_ON)
    assert second["screen"] == "home"


def test_without_a_sound_card_or_a_log_it_plays(data: Path) -> None:
    shutil.rmtree(data / "log", ignore_errors=True)
    (data / "log").write_text("in the way")
    (picture,) = seen(data, SDL_AUDIODRIVER="none-of-this-name")
    assert picture["screen"] == "home"


def test_without_a_screen_that_anybody_sees_it_ends_with_a_sentence_and_leaves_the_data_free(data: Path) -> None:
    """SDL falls back to a driver without a picture where the display that is named does not answer; one that was chosen for it just fails."""
    for driver in ("", "x11", "kmsdrm", "none-of-this-name"):
        done = start(data, SDL_VIDEODRIVER=driver, DISPLAY=":4711")
        assert (driver, done.returncode, done.stdout) == (driver, 1, "")
        assert "No window can be opened here" in done.stderr
        assert "Unable to find" not in done.stderr
    assert "none-of-this-name not available" in (data / "log" / "companion.log").read_text()
    in_order(data)


def test_an_unseen_window_that_was_asked_for_is_opened(data: Path) -> None:
    assert seen(data, SDL_VIDEODRIVER="offscreen")[0]["screen"] == "home"
    assert "ERROR" not in (data / "log" / "companion.log").read_text()
    assert load(data / "settings.toml") == Settings()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_end_or_left_without_its_terminal_it_closes_in_good_order(data: Path, how: int) -> None:
    ended = "from companion.table.session.worker import Mailbox; stop = Mailbox.stop; Mailbox.stop = lambda box: (stop(box), print('in order'))"
    kill = f"import os, threading; from companion.ui.app import CompanionApp; CompanionApp.on_start = lambda app: os.kill(os.getpid(), {int(how)})"
    done = start(data, "-", "-", FAULTS=f"{ended}\n{kill}")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "in order"), done.stderr
