"""The program, its files and its line to the Picos have versions of their own; an older form is read or refused with a sentence.

Older journals are read in tests/table/test_migrate.py, an older line to a Pico in tests/devices/test_wand.py.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion import __version__, settings, settings_file
from companion.cli.commands import app
from companion.cli.main import main
from companion.errors import RecordError, SettingsError, TagError
from companion.games.vabanque.record import record
from companion.install.launcher import data as launched
from companion.pico import wire
from companion.report import versions
from companion.settings import Settings
from companion.table.journal import migrate
from companion.table.journal.store import Journal
from companion.table.tags import tagset
from tests.packaging.fakes import PROJECT

OLD_JOURNAL = PROJECT / "tests" / "table" / "data" / "journal-v1.db"
RECORD = sorted((PROJECT / "seeds" / "vabanque" / "games").glob("*.jsonl"))[0]


def test_all_versions_are_told_apart() -> None:
    told = json.loads(CliRunner().invoke(app, ["version", "--json"]).stdout)
    assert told == versions()
    assert {name: told[name] for name in ("companion", "journal", "record", "settings", "tags", "wire", "firmware")} == {
        "companion": __version__,
        "journal": migrate.VERSION,
        "record": record.VERSION,
        "settings": settings.VERSION,
        "tags": tagset.VERSION,
        "wire": wire.PROTOCOL,
        "firmware": wire.FIRMWARE,
    }


def test_the_option_says_the_same_as_the_command() -> None:
    lines = CliRunner().invoke(app, ["--version"]).stdout
    assert lines == CliRunner().invoke(app, ["version"]).stdout
    told = [[part.strip() for part in line.rsplit(" ", 1)] for line in lines.splitlines()]
    assert told == [[name, str(number)] for name, number in versions().items()]


def test_the_launcher_reads_the_versions_that_the_program_writes(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    settings_file.save(Settings(calm=True), tmp_path / "settings.toml")
    assert launched.journal_version(tmp_path / launched.JOURNAL) == migrate.VERSION
    assert launched.settings_version(tmp_path / launched.SETTINGS) == settings.VERSION
    shutil.copy(OLD_JOURNAL, tmp_path / "old.db")
    assert launched.journal_version(tmp_path / "old.db") == 1


# --- data ---


def test_an_older_journal_is_taken_over(tmp_path: Path) -> None:
    shutil.copy(OLD_JOURNAL, tmp_path / "journal.db")
    assert CliRunner().invoke(app, ["games", "--data", str(tmp_path)]).exit_code == 0
    assert launched.journal_version(tmp_path / "journal.db") == migrate.VERSION


def test_a_newer_journal_is_left_alone_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / "journal.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(SystemExit):
        main(["games", "--data", str(tmp_path)])
    assert "was written by a newer version of the companion. Update the companion" in capsys.readouterr().err
    assert launched.journal_version(tmp_path / "journal.db") == 99


# --- settings ---


@pytest.mark.parametrize("first_line", ["", "version = 0\n"])
def test_older_settings_are_read_and_written_in_the_present_form(tmp_path: Path, first_line: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'{first_line}calm = true\nlanguage = "fr"\n')
    loaded = settings_file.load(file)
    assert loaded == Settings(calm=True, language="fr")
    settings_file.save(loaded, file)
    assert launched.settings_version(file) == settings.VERSION


def test_newer_settings_are_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f"version = {settings.VERSION + 1}\ncalm = true\n")
    with pytest.raises(SettingsError, match=r"written by a newer version of the companion\. Update the companion, or delete the file\."):
        settings_file.load(file)


# --- records and tag sets ---


@pytest.mark.parametrize("version", [record.VERSION - 1, record.VERSION + 1])
def test_a_record_of_another_version_is_refused_at_its_first_line(version: int) -> None:
    first, *others = RECORD.read_bytes().splitlines(keepends=True)
    changed = json.dumps(json.loads(first) | {"version": version}).encode() + b"\n"
    with pytest.raises(RecordError, match=f"only version {record.VERSION} of the record is known here") as refused:
        record.replay([changed, *others])
    assert refused.value.line == 1


def test_a_newer_tag_set_is_refused_and_an_older_one_read() -> None:
    tags = {bytes.fromhex("04a1b2c3d4e580"): "tile 7"}
    whole = json.loads(tagset.encode(tagset.TagSet("vabanque", tags)))
    with pytest.raises(TagError, match="newer version of the companion"):
        tagset.decode(json.dumps(whole | {"version": tagset.VERSION + 1}).encode())
    older = {"format": tagset.FORMAT, "version": 1, "tags": whole["tags"], "check": tagset._check(1, "", whole["tags"])}
    assert tagset.decode(json.dumps(older).encode()) == tagset.TagSet("vabanque", tags)
