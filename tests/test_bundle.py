"""`companion doctor --bundle`: all that a bug report needs, and nothing that a player or a thief could use."""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import logs
from companion import report as bundle
from companion.devices.doctor import Finding, State
from companion.errors import CompanionError
from companion.table.commands import GoHome
from companion.table.events import Fault, LinkLost, LinkUp, TagSeen
from companion.table.journal.migrate import VERSION
from companion.table.journal.opening import FILE
from companion.table.session.worker import Mailbox
from tests.table.evening import UIDS, Evening
from tests.terminal import run

UNKNOWN = bytes.fromhex("04DEADBEEF0001")


@pytest.fixture
def busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """The middle of a game, with cards on the table, a log, and a failure at a card."""
    evening = Evening(tmp_path / "data")
    logs.start(evening.folder)
    evening.post(LinkUp("wand", ("wand",), "Pico, firmware 1"))
    evening.sit_down()
    evening.post(LinkLost("wand", Fault.UNPLUGGED))
    evening.post(TagSeen("pad", UNKNOWN))
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(4)
    mailbox = Mailbox(evening.session)
    mailbox.start()
    with monkeypatch.context() as broken:
        broken.setattr("companion.table.session.timeline.Timeline.follow", lambda *_: {}["no such key"])
        mailbox.post(TagSeen("pad", UIDS[f"{evening.view.to_act} bluff"]))
        mailbox.post(TagSeen("pad", UIDS["tile 12"]))
        mailbox.stop()
    logs.report(evening.folder, OSError(f"somebody wrote a tag {UNKNOWN.hex(':')} into an error, and {UIDS['red cheat'].hex()}"))
    yield evening
    logs.stop()
    logs.log.propagate = True
    evening.journal.close()


def packed(folder: Path, doctor: str = "") -> dict[str, str]:
    file = folder.parent / "bundle.zip"
    file.unlink(missing_ok=True)
    bundle.pack(file, folder, doctor)
    with zipfile.ZipFile(file) as opened:
        return {name: opened.read(name).decode() for name in opened.namelist()}


@pytest.mark.mistakes
def test_no_kind_and_no_tag_is_in_a_bundle_of_the_middle_of_a_game(busy: Evening) -> None:
    found = packed(busy.folder, f"fine  pad: sees {UNKNOWN.hex(' ').upper()} and {UNKNOWN.hex().upper()}\n".replace(" ", ":"))
    everything = "\n".join([*found, *found.values()]).casefold()
    for uid in (*UIDS.values(), UNKNOWN):
        for text in (uid.hex(), uid.hex(":"), repr(uid)[2:-1].casefold()):
            assert text not in everything
    assert "[a tag]" in found["log/failure-2.txt"]
    for kind in ("cheat", "bluff"):
        assert kind not in everything
    # The word that Python has for throwing an error is in every trace.
    assert not re.search(r"raise(?! (\w*(error|refused)|from)?\b)", everything)
    for name in ("benedetta", "adriano"):
        assert name not in everything


@pytest.mark.mistakes
def test_what_a_report_needs_is_in_it(busy: Evening) -> None:
    found = packed(busy.folder, "fine  machine: a table\n")
    assert found["doctor.txt"] == "fine  machine: a table\n"
    assert json.loads(found["versions.json"])["journal"] == VERSION
    assert "Python 3." in json.loads(found["versions.json"])["machine"]
    assert json.loads(found["settings.json"])["dim_after"] == 300
    counted = json.loads(found["journal.json"])
    assert counted == {
        "there": True,
        "version": VERSION,
        "check": True,
        "games that have ended": {},
        "games in progress": {"real": 1},
        "games in the bin": {},
        "acts": len(busy.journal.acts(1)),
        "tags": 36,
        "names": 0,
        "aliases": 0,
    }
    assert "wand is not there: unplugged" in found["log/companion.log"]
    assert "could not be handled" in found["log/companion.log"]
    assert "KeyError" in found["log/failure-1.txt"]
    assert "OSError" in found["log/failure-2.txt"]
    assert re.search(r"0600 +\d+ journal\.db$", found["data.txt"], re.MULTILINE)
    assert all(name.split("/")[-1] in found["README.txt"] or name.startswith(("log/", "README")) for name in found)


@pytest.mark.mistakes
def test_the_journal_is_looked_at_and_not_touched(busy: Evening) -> None:
    busy.post(GoHome())
    before = {path: path.read_bytes() for path in busy.folder.iterdir() if path.is_file() and not path.name.endswith("-shm")}
    packed(busy.folder)
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("content", [b"", b"\0" * 9000, b"a letter to grandmother" * 500])
def test_damaged_data_are_packed_as_far_as_they_go(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    (folder / "settings.toml").write_bytes(b"\xff\xfe")
    found = packed(folder)
    assert "can't be read" in found["journal.json"] or json.loads(found["journal.json"])["version"] == 0
    assert "can't be read" in found["settings.json"]
    assert (folder / FILE).read_bytes() == content


def test_without_data_there_is_still_a_bundle(tmp_path: Path) -> None:
    found = packed(tmp_path / "none")
    assert json.loads(found["journal.json"]) == {"there": False}
    assert not (tmp_path / "none").exists()


def test_a_file_that_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("mine")
    with pytest.raises(CompanionError, match="there already"):
        bundle.pack(tmp_path / "b.zip", tmp_path, "")
    with pytest.raises(CompanionError, match="can't be written"):
        bundle.pack(tmp_path / "no" / "b.zip", tmp_path, "")
    assert (tmp_path / "b.zip").read_text() == "mine"


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    home = os.path.expanduser("~")
    findings = [Finding("machine", State.FINE, f"a table, data in {home}/games", ""), Finding("pad", State.FAIL, "silent", "look at the wires")]
    monkeypatch.setattr("companion.cli.doctor.examine", lambda machine: iter(findings))
    file = tmp_path / "b.zip"
    ran = run(capsys, "doctor", "--bundle", str(file), "--data", str(tmp_path / "data"))
    assert ran.status == 1
    assert f"Packed {file}." in ran.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as opened:
        said = opened.read("doctor.txt").decode()
    assert said == ran.out.replace(home, "~")
    assert "      fix: look at the wires" in said


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("04A1B2C3D4E580", "[a tag]"),
        ("tag 04:a1:b2:c3:d4:e5:80.", "tag [a tag]."),
        ("DEADBEEF", "[a tag]"),
        ("00112233445566778899", "[a tag]"),
        ("Pico E6614103E7452D2F", "Pico E6614103E7452D2F"),
        ("2026-11-29 20:15:03", "2026-11-29 20:15:03"),
        ("1.2 GB free of 31", "1.2 GB free of 31"),
        ("spidev0.0, 1000000 Hz", "spidev0.0, 1000000 Hz"),
        ("commit 0123456", "commit 0123456"),
    ],
)
def test_what_looks_like_a_tag_is_blotted_out(text: str, left: str) -> None:
    assert bundle.blotted(text) == left


def test_sqlite_is_opened_for_reading_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_bytes(b"")
    opened: list[str] = []
    connect = sqlite3.connect

    def noted(database: str, **more: bool) -> sqlite3.Connection:
        opened.append(database)
        return connect(database, **more)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", noted)
    bundle._counted(tmp_path / FILE)
    assert all(database.endswith("?mode=ro") for database in opened)
    assert opened
