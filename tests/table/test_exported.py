"""Past games as files on a stick: each form holds what the terminal prints, nothing that goes on is among them, and no half of it is left."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion import report
from companion.errors import CompanionError, JournalError, StickError
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.record import record
from companion.table import deposit
from companion.table.backup import folder as backup
from companion.table.evenings import bgstats, exports, files, history, names
from companion.table.evenings.files import Exported, Form
from companion.table.journal.store import Journal
from tests.table.evening import Evening
from tests.table.past_games import RECORDS, add


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three recorded games."""
    made = tmp_path_factory.mktemp("shelf")
    journal = Journal(made)
    for day, path in enumerate(RECORDS[:3], start=1):
        add(journal, path, date=f"2026-11-{day:02}")
    journal.close()
    return made


@pytest.fixture
def shelf(tmp_path: Path, folder: Path) -> Iterator[Journal]:
    shutil.copytree(folder, tmp_path / "shelf")
    journal = Journal(tmp_path / "shelf")
    yield journal
    journal.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def test_a_spreadsheet_of_all_games_is_as_the_language_reads_it(shelf: Journal, stick: Path) -> None:
    german, english = (files.write(shelf, stick, Form.CSV, language) for language in ("de", "en"))
    assert german.games == english.games == 3
    assert german.place.name.startswith("companion-games-")
    assert {german.place.suffix, english.place.suffix} == {".csv"}
    assert german.place.read_text("utf-8") == exports.as_csv(exports.every(shelf), names.who(shelf), exports.DIALECTS["de"])
    assert english.place.read_text("utf-8").count(";") == 0
    # What was there stays there.
    assert len(list(stick.iterdir())) == 2


def test_bg_stats_gets_one_play_file(shelf: Journal, stick: Path) -> None:
    written = files.write(shelf, stick, Form.BGSTATS, "fr", 2)
    assert (written.place.name, written.games) == ("companion-game-2.bgsplay", 1)
    told = json.loads(written.place.read_bytes())
    assert told == bgstats.as_bgstats([exports.one(shelf, 2)], names.who(shelf))
    assert len(told["plays"]) == 1


def test_each_game_has_a_record_of_its_own_that_plays_through(shelf: Journal, stick: Path) -> None:
    written = files.write(shelf, stick, Form.RECORD, "en")
    assert (written.games, written.left_out, written.place.parent) == (3, 0, stick)
    found = sorted(written.place.iterdir())
    assert [file.name for file in found] == [f"companion-game-{number}.jsonl" for number in (1, 2, 3)]
    for file, path in zip(found, RECORDS, strict=False):
        with file.open("rb") as ours, path.open("rb") as handed_down:
            # What nobody has seen is not told.
            assert list(record.replay(ours).moves) == list(VABANQUE.rules.redact(record.replay(handed_down).moves))
    one = files.write(shelf, stick, Form.RECORD, "en", 3)
    assert one.place.read_bytes() == found[2].read_bytes()


@pytest.mark.parametrize("form", Form)
def test_a_game_that_goes_on_leaves_in_no_form(evening: Evening, stick: Path, form: Form) -> None:
    """Its record is the terminal's alone: it may tell what the screen keeps back until the end."""
    evening.sit_down()
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(4)
    (going,) = history.in_progress(evening.journal)
    with pytest.raises(JournalError, match="is not over"):
        files.write(evening.journal, stick, form, "en", going.game)
    with pytest.raises(StickError, match="No finished game yet"):
        files.write(evening.journal, stick, form, "en")
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize("form", Form)
def test_a_stick_that_is_full_keeps_no_half_of_it(shelf: Journal, stick: Path, form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    room, write = 1, deposit.replace

    def full(file: Path, content: bytes) -> None:
        nonlocal room
        if not room or form is not Form.RECORD:
            raise OSError(errno.ENOSPC, "No space left on device")
        room -= 1
        write(file, content)

    monkeypatch.setattr(deposit, "replace", full)
    with pytest.raises(StickError, match="the disk is full"):
        files.write(shelf, stick, form, "en")
    assert list(stick.iterdir()) == []


def test_a_damaged_game_keeps_no_other_off_the_stick(shelf: Journal, stick: Path) -> None:
    shelf._db.execute("UPDATE acts SET act = '{' WHERE game = 2 AND number = 3")
    written = files.write(shelf, stick, Form.RECORD, "en")
    assert (written.games, written.left_out) == (2, 1)
    assert sorted(file.name for file in written.place.iterdir()) == ["companion-game-1.jsonl", "companion-game-3.jsonl"]


def test_a_stick_that_does_not_keep_what_is_written_is_told(shelf: Journal, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deposit, "replace", lambda file, content: file.write_bytes(content[:-1]))
    with pytest.raises(StickError, match="does not hold what was written"):
        files.write(shelf, stick, Form.CSV, "en")


def test_of_a_game_whose_package_is_gone_the_record_is_left_out_and_counted(shelf: Journal, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without = {key: game for key, game in exports.SHELF.items() if key != "vabanque"}
    monkeypatch.setattr("companion.table.session.timeline.SHELF", without)
    written = files.write(shelf, stick, Form.RECORD, "en")
    assert written == Exported(written.place, 0, 3)


@pytest.mark.parametrize("ending", ["", ".new"])
@pytest.mark.parametrize("there", [True, False])
def test_nothing_goes_where_a_link_on_the_stick_leads(shelf: Journal, stick: Path, tmp_path: Path, there: bool, ending: str) -> None:
    """Whoever has prepared a stick knows which names are written."""
    precious, day = tmp_path / "precious", f"{datetime.now():%Y-%m-%d}"
    if there:
        precious.write_text("mine")
    writes: dict[str, Callable[[], Path]] = {
        f"companion-games-{day}.csv": lambda: files.write(shelf, stick, Form.CSV, "en").place,
        "companion-game-3.bgsplay": lambda: files.write(shelf, stick, Form.BGSTATS, "en", 3).place,
        "companion-game-2.jsonl": lambda: files.write(shelf, stick, Form.RECORD, "en", 2).place,
        backup.write(shelf, None, tmp_path).file.name: lambda: backup.write(shelf, None, stick).file,
        "companion-report.zip": lambda: packed(stick / "companion-report.zip", tmp_path),
    }
    for name, write in writes.items():
        (stick / f"{name}{ending}").symlink_to(precious)
        if name == "companion-report.zip" and there and not ending:
            # Its name is chosen before: what has it already is refused.
            with pytest.raises(CompanionError, match="there already"):
                write()
        else:
            place = write()
            assert place.is_file()
            assert not place.is_symlink()
        assert (precious.read_text() if there else precious.exists()) == ("mine" if there else False), name
    # Nor do records into a folder that is a link.
    (stick / f"companion-games-{day}").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StickError):
        files.write(shelf, stick, Form.RECORD, "en")
    assert not (tmp_path / "elsewhere").exists()


def packed(file: Path, data: Path) -> Path:
    report.pack(file, data, "")
    return file
