"""`companion backup` and `companion restore` in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.backup.drives import Stick
from companion.table.journal.lock import Lock
from tests.table.evening import Evening
from tests.table.past_games import RECORDS
from tests.terminal import Ran, run


class Terminal:
    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder = capsys, folder

    def __call__(self, *words: str, typed: str = "", data: str = "data") -> Ran:
        return run(self.capsys, *words, "--data", str(self.folder / data), typed=typed)


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(capsys, tmp_path)


def test_there_and_back_and_back_again(companion: Terminal, tmp_path: Path) -> None:
    assert companion("import", str(RECORDS[0])).status == 0
    file = tmp_path / "mine.jsonl"
    written = companion("backup", str(file))
    assert (written.status, written.err) == (0, "")
    assert written.out == f"Saved 1 game to {file}.\n"
    assert companion("import", str(RECORDS[1])).status == 0
    listed = companion("games").out

    asked = companion("restore", str(file), typed="n\n")
    assert asked.status == 1
    assert "It contains:\n  1 game, of " in asked.out
    assert "as well:\n  2 games, the newest of " in asked.out
    assert asked.out.endswith("Nothing was replaced.\n")
    assert companion("restore", str(file)).status == 1, "nobody has said yes"
    assert companion("games").out == listed

    done = companion("restore", str(file), typed="y\n")
    assert done.status == 0
    assert companion("games").out != listed
    kept = done.out.strip().rpartition("companion restore ")[2]
    back = companion("restore", kept, "--yes")
    assert back.status == 0
    assert companion("games").out == listed


def test_a_number_still_brings_a_deleted_game_back(companion: Terminal) -> None:
    companion("import", str(RECORDS[0]))
    companion("delete", "1")
    assert companion("restore", "1").out == "Game 1 is back.\n"
    for number in ("0", str(2**63), "9" * 5000):
        assert companion("restore", number).err == "GAME is a number from 1 to 1000000000.\n"
    assert companion("restore", "1").status == 2


def test_a_companion_that_is_running_is_not_changed_under_its_feet(companion: Terminal, tmp_path: Path) -> None:
    lock = Lock(tmp_path / "data")
    assert companion("backup", str(tmp_path / "b")).status == 0
    refused = companion("restore", str(tmp_path / "b"), "--yes")
    assert refused.status == 2
    assert "running already" in refused.err
    lock.release()


def test_a_file_that_is_not_sound_changes_nothing(companion: Terminal, tmp_path: Path) -> None:
    companion("import", str(RECORDS[0]))
    companion("backup", str(tmp_path / "b"))
    content = (tmp_path / "b").read_bytes()
    (tmp_path / "b").write_bytes(content[: len(content) // 2])
    refused = companion("restore", str(tmp_path / "b"), "--yes")
    assert (refused.status, refused.out) == (2, "")
    assert "cut off" in refused.err
    assert "Traceback" not in refused.err
    assert not (tmp_path / "data" / "replaced").exists()


def test_in_the_middle_of_a_round_it_says_what_is_not_in_it(companion: Terminal, tmp_path: Path) -> None:
    evening = Evening(tmp_path / "data")
    evening.sit_down()
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(1)
    evening.journal.close()
    written = companion("backup", str(tmp_path / "b"))
    assert "cards lie face down in game 1" in written.err
    assert b"cheat" not in (tmp_path / "b").read_bytes()
    assert "no tags, so those here stay" in companion("restore", str(tmp_path / "b"), "--yes").out
    # They are there still. While cards lie a player's are counted together.
    assert companion("tags").out.count("3 tags") == 6


def test_settings_that_can_not_be_read_are_told(companion: Terminal, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.toml").write_text("langauge = 'de'")
    written = companion("backup", str(tmp_path / "b"))
    assert written.status == 0
    assert "settings are not in it" in written.err


@pytest.mark.parametrize("plugged", [0, 1, 2])
def test_without_a_place_it_takes_the_stick(companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plugged: int) -> None:
    found = []
    for name in ("one", "two")[:plugged]:
        (tmp_path / name).mkdir()
        found.append(Stick(tmp_path / name, name, 10**9, True, ()))
    (tmp_path / "data").mkdir()
    locked = Stick(tmp_path / "locked", "locked", 10**9, False, ())
    monkeypatch.setattr("companion.table.backup.drives.sticks", lambda: (locked, *found))
    done = companion("backup")
    if plugged == 1:
        assert done.status == 0
        assert len(list((tmp_path / "one").iterdir())) == 1
    else:
        assert done.status == 2
        assert ("Several sticks" if plugged else "No writable USB stick") in done.err
