"""The command line at its edges: what is no file, and a closed or full output."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import typer

from companion import words as spoken
from companion.cli import usage
from companion.cli.commands import app
from companion.errors import UpdateError
from companion.files import replace
from companion.install import wheel
from companion.printing import tables
from companion.said import Said, safe
from tests.terminal import run

ROOT = Path(__file__).parent.parent
RECORD = str(ROOT / "seeds/vabanque/games/3-players-1.jsonl")


@pytest.mark.parametrize("words", [["replay"], ["score"], ["import"], ["demo"], ["restore", "--yes"], ["tags", "import"]])
def test_a_pipe_is_refused_as_no_file_and_never_waited_for(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "data").mkdir()
    for name in (str(tmp_path / "pipe"), "/dev/zero"):
        ran = run(capsys, *words, name, "--data", str(tmp_path / "data"))
        assert (ran.status, ran.out) == (2, "")
        assert "no file" in ran.err
        assert ":1:" not in ran.err


def typed(line: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "companion": f"{sys.executable} -m companion"}
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=environment, check=False)


def test_an_output_that_takes_nothing_is_told() -> None:
    for line, told in ((f"$companion replay {RECORD} >&-", "it is closed"), (f"$companion replay {RECORD} >/dev/full", "the disk is full")):
        ran = typed(line)
        assert (ran.returncode, ran.stderr) == (1, f"Can't write the output: {told}.\n")
    ran = typed(f"$companion demo {RECORD} | head -1; exit ${{PIPESTATUS[0]}}")
    assert (ran.returncode, ran.stderr, ran.stdout.count("\n")) == (1, "", 1)


def test_each_language_has_its_own_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    told = {"en": "no such file: the file can't be read: it is not there", "de": "die Datei kann nicht gelesen werden", "fr": "ne peut pas être lu"}
    for language, words in told.items():
        assert words.rpartition(": ")[2] in run(capsys, "--language", language, "score", "no such file").err
        assert words.rpartition(": ")[2] in run(capsys, "score", "no such file", f"--language={language}").err
    assert json.loads(run(capsys, "pay", "220000", "--json", "--language", "de").out)["amount"] == 220_000
    assert "220\u00a0000" in run(capsys, "pay", "220000", "--language", "fr").out
    assert run(capsys, "pay", "5000", "--language", "xx").status == 2


@pytest.mark.parametrize("name", ["settings.toml", "journal.db", "journal.db-wal", "open-game", "lock", "keys", "log", "copies"])
def test_a_pipe_among_the_data_holds_nothing_up(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert run(capsys, "import", RECORD, "--data", str(data)).status == 0
    assert run(capsys, "backup", str(tmp_path / "b.jsonl"), "--data", str(data)).status == 0
    (data / name).unlink(missing_ok=True)
    os.mkfifo(data / name)
    for words in (["games"], ["demo", RECORD], ["restore", "--yes", str(tmp_path / "b.jsonl")]):
        ran = run(capsys, *words, "--data", str(data))
        assert ran.status in (0, 2)
        assert ran.status == 0 or "is no file" in ran.err or "no folder" in ran.err or "can't be" in ran.err


@pytest.mark.parametrize("words", [["backup"], ["tags", "export", "--replace"], ["doctor", "--bundle"]])
def test_nothing_but_a_file_is_written_over(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run(capsys, *words, str(pipe), "--data", str(tmp_path)).status == 2
    assert pipe.is_fifo()
    with pytest.raises(OSError, match="no file"):
        replace(pipe, b"settings")


def test_a_version_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "vabanque_companion-9.9.9-py3-none-any.whl"
    os.mkfifo(pipe)
    with pytest.raises(UpdateError, match="it is no file"):
        wheel.examine(pipe)


@pytest.mark.mistakes
def test_a_mistake_of_ours_is_a_sentence_and_its_trace_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.vabanque.cli.pay.plan", lambda *_, **__: {}["no such key"])
    ran = run(capsys, "pay", "5000", "--data", str(tmp_path), "--language", "de")
    report = tmp_path / "log" / "failure-1.txt"
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert "Fehler" in ran.err
    assert str(report) in ran.err
    assert "KeyError" in report.read_text()


def test_the_ends_of_input_output_and_disk_are_told(tmp_path: Path) -> None:
    ran = typed(f"$companion tags learn --data {tmp_path} <&-")
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False)
    ran = typed(f"$companion demo {RECORD} >&-")
    assert (ran.returncode, ran.stderr) == (1, "Can't write the output: it is closed.\n")
    # Blocks of 1024 bytes: the journal has no room for a game.
    ran = typed(f"ulimit -f 40; $companion demo {RECORD} --data {tmp_path}")
    assert ran.returncode == 2
    assert "Free some space" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_ctrl_c_while_it_loads_ends_it_without_a_word(tmp_path: Path) -> None:
    # The first module that is loaded tells that it is there, and waits for whoever is there for good.
    (tmp_path / "typer.py").write_text("import time; print('loading', flush=True); time.sleep(600)")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    with subprocess.Popen([sys.executable, "-m", "companion", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as loading:
        assert loading.stdout is not None
        assert loading.stdout.readline() == b"loading\n"
        loading.send_signal(signal.SIGINT)
        assert loading.communicate() == (b"", b"")
    assert loading.returncode == -signal.SIGINT


def test_typer_looks_at_no_path_before_us() -> None:
    # It would say in English what is wrong with one, and refuse a folder of another user before the screen can tell it.
    parameters = [each for each in usage.every(typer.main.get_command(app)) if getattr(each, "type", None) is not None]
    assert [each.name for each in parameters if hasattr(each.type, "readable")] == []
    paths = [each for each in parameters if re.search("FILE|DIR|RECORD", each.metavar or "")]
    assert {each.metavar for each in paths} == {"DIR", "FILE", "FILE|DIR", "FILE|GAME", "RECORD"}
    # An empty name is refused for each of them.
    assert {each.type.name for each in paths} == {"a_name", "a_path"}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["import", RECORD, "--data", ""], "--data"), (["demo", "--data="], "--data"), (["games", "--data", ""], "--data"),
        (["play", "--data", ""], "--data"), (["import", ""], "FILE"), (["replay", RECORD, ""], "FILE"), (["demo", ""], "RECORD"),
        (["backup", ""], "FILE|DIR"), (["restore", ""], "FILE|GAME"), (["doctor", "--bundle", ""], "--bundle"), (["tags", "export", ""], "FILE"),
        (["score", ""], "FILE"),
    ],
)  # fmt: skip
def test_an_empty_name_is_not_the_folder_one_is_in(
    words: list[str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(capsys, *words)
    assert (ran.status, ran.out, list(tmp_path.iterdir())) == (2, "", [])
    assert ran.err.splitlines()[-1] == f"Error: {name} is the name of a file or a folder, and it is empty."


@pytest.mark.parametrize("width", ["0", "-1", "\u00b2", "1" * 30, "wide", ""])
def test_a_width_that_is_none_is_not_taken(width: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    monkeypatch.setenv("LINES", width)
    assert "20,000" in run(capsys, "pay", "90000").out
    assert run(capsys, "stats", "--help").status == 0


def test_what_programs_read_has_every_letter_whatever_the_terminal_knows(tmp_path: Path) -> None:
    record = (ROOT / "seeds/vabanque/games/3-players-1.jsonl").read_text().replace('"name": "Black"', '"name": "Zo\u00eb"')
    (tmp_path / "record").write_text(record, "utf-8")
    (tmp_path / "data").mkdir()
    lines = [
        "export --last --format record", "export --last --format json", "export --last --format csv --dialect de", "export --last --format bgstats",
        "past --json", "stats --json", "names --json",
    ]  # fmt: skip
    plain = "PYTHONIOENCODING=ascii $companion"
    typed(f"cd {tmp_path}; $companion import record --data data")
    for number, line in enumerate(lines):
        typed(f"cd {tmp_path}; {plain} {line} --data data >{number}")
        assert "Zo\u00eb" in (tmp_path / str(number)).read_text("utf-8").replace("\\u00eb", "\u00eb"), line
    # As it went out it comes in.
    assert "here already" in typed(f"cd {tmp_path}; $companion import 0 --data data").stdout


def test_what_is_said_of_a_number_or_a_place_helps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "delete", "0", "--data", str(tmp_path))
    assert (ran.status, ran.err.splitlines()[-1]) == (2, "Error: GAME is a number from 1 to 1000000000.")
    there = tmp_path / "nowhere" / "file"
    ran = run(capsys, "backup", str(there), "--data", str(tmp_path))
    # Room would not help where the folder is missing.
    assert (ran.status, ran.err) == (2, f"{there} can't be written (it is not there). Give another place.\n")


def test_a_date_that_is_none_and_a_game_that_is_not_there_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option, day in (("--since", "2026-13"), ("--until", "2026-02-30"), ("--since", "yesterday"), ("--until", "26")):
        ran = run(capsys, "stats", option, day, "--data", str(tmp_path))
        assert (ran.status, ran.out) == (2, "")
        assert f"{option}: '{day}' is no date." in ran.err
    for since, until, refused in (("2027", "2026", True), ("2026-12", "2026-11-30", True), ("2026-11", "2026", False), ("2026", "2026-11", False)):
        ran = run(capsys, "stats", "--since", since, "--until", until, "--data", str(tmp_path))
        assert (ran.status, f"--since {since} is after --until {until}" in ran.err) == ((2, True) if refused else (0, False))
    ran = run(capsys, "stats", "--game", "99", "--data", str(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert "There is no game 99" in ran.err


def test_what_a_library_says_of_a_value_is_told_in_the_language_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = Path(RECORD).read_text().splitlines()
    for broken in ('{"do": "token", "tabel": 1}', '{"by": "black", "do": "token", "table": "1"}', '{"by": "black", "do": "fly"}', '{"by": "black"}'):
        (tmp_path / "record").write_text("\n".join([*lines[:2], broken]))
        said = {language: run(capsys, "--language", language, "replay", str(tmp_path / "record")).err for language in ("en", "de", "fr")}
        assert re.search("Expected|Object|Invalid", said["en"])
        assert not re.search("Expected|Object|Invalid| at |field", said["de"] + said["fr"])
    for setting in ("turn = 45", "width = 99999", 'sound = "loud"'):
        (tmp_path / "settings.toml").write_text(setting)
        said = {
            language: run(capsys, "--language", language, "scan", "--seconds", "0", "--data", str(tmp_path)).err for language in ("en", "de", "fr")
        }
        assert re.search("Expected|Invalid value|it may be", said["en"])
        assert not re.search("Expected|Invalid|it may be| at ", said["de"] + said["fr"])


def test_a_share_is_written_as_the_language_writes_it() -> None:
    for language, written in (("en", "44%"), ("de", "44\u00a0%")):
        spoken.use(language)
        assert tables.percent(0.44) == written
    spoken.use("en")
    assert safe("220\u202f000") != "220\u202f000"
    spoken.use("fr")
    assert (tables.money(220_000), spoken.told(Said("{m:,}", m=220_000))) == ("220\u00a0000", "220\u00a0000")
    spoken.use("en")


def test_a_terminal_without_our_letters_is_given_plain_ones() -> None:
    def printed(*words: str) -> tuple[str, str]:
        ran = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False,
        )  # fmt: skip
        return ran.stdout.decode("ascii"), ran.stderr.decode("ascii")

    amounts, _ = printed("--language", "fr", "pay", "90000")
    assert "20 000" in amounts
    assert "50 000" in amounts
    # What has no plain letter is no secret on the way to whoever is asked for help.
    assert printed("--language", "fr", "pay", "Ж")[1].startswith('" \\u0416 " n\'est pas un montant.')


@pytest.mark.parametrize("words", [("scan", "--seconds", "nan"), ("scan", "--seconds", "1e300"), ("demo", "--pace", "nan")])
def test_no_number_goes_on_for_ever(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, *words)
    assert (ran.status, ran.out) == (2, "")
    assert f"{words[1]} is a number from 0 to " in ran.err


def test_data_that_another_program_holds_are_told_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capsys, "import", RECORD, "--data", str(tmp_path)).status == 0
    connect = sqlite3.connect
    with closing(connect(tmp_path / "journal.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect(*given, **more | {"timeout": 0}))
        ran = run(capsys, "delete", "1", "--data", str(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert "Another program holds the data" in ran.err
    assert "room" not in ran.err
