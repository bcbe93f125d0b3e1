"""`companion replay` and `companion score` as typed in a terminal: output, errors, exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "seeds" / "vabanque" / "games"
CASES = ROOT / "seeds" / "vabanque" / "cases.json"


def companion(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in `folder`, 100 columns wide, in a locale that names no language unless told."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    settings = plain | {"PYTHONPATH": str(ROOT), "COLUMNS": "100", "LANG": "C.UTF-8", "PYTHONWARNINGS": "error"} | environment
    command = [sys.executable, "-P", "-m", "companion", *words]
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False, timeout=120)


def test_replay_as_json_prints_a_line_for_each_file_as_typed(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes((GAMES / "3-players-1.jsonl").read_bytes())
    whole = (GAMES / "6-players-1.jsonl").read_text().splitlines()
    (tmp_path / "b b.jsonl").write_text("\n".join(whole[:40]))
    ran = companion("replay", "--json", "./a.jsonl", "b b.jsonl", "--data", "nowhere", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    first, second = map(json.loads, ran.stdout.splitlines())
    expected = json.loads((GAMES / "3-players-1.expected.json").read_text())
    assert list(first) == ["file", "status", "round", "phase", "to_act", "fortunes", "winners", "rounds"]
    assert {key: first[key] for key in expected if key != "rounds"} == {key: expected[key] for key in expected if key != "rounds"}
    for told, round_ in zip(first["rounds"], expected["rounds"], strict=True):
        assert {key: told[key] for key in round_} == round_
        assert list(told)[-4:] == ["payments", "bank", "purses", "owed"]
    assert (first["file"], second["file"], second["status"], second["phase"]) == ("./a.jsonl", "b b.jsonl", "in progress", "cards")
    assert not (tmp_path / "nowhere").exists()


def test_bad_files_are_told_by_line_and_the_others_still_replayed(tmp_path: Path) -> None:
    lines = (GAMES / "3-players-1.jsonl").read_text().splitlines()
    (tmp_path / "good.jsonl").write_text("\n".join(lines) + "\n")
    (tmp_path / "move.jsonl").write_text("\n".join([*lines[:4], lines[4].replace('"table": ', '"table": 9')]))
    (tmp_path / "twice.jsonl").write_text("\n".join([*lines[:2], lines[2].replace('"do"', '"by": "red", "do"')]))
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "binary.jsonl").write_bytes(bytes(range(256)) * 10)
    (tmp_path / "folder.jsonl").mkdir()
    names = ["missing", "good", "move", "twice", "empty", "binary", "folder"]
    ran = companion("replay", "--json", *(f"{name}.jsonl" for name in names), folder=tmp_path)
    assert ran.returncode == 2
    assert [json.loads(line)["file"] for line in ran.stdout.splitlines()] == ["good.jsonl"]
    told = ran.stderr.splitlines()
    assert [line.split(": ")[0] for line in told] == [
        "missing.jsonl",
        "move.jsonl:5",
        "twice.jsonl:3",
        "empty.jsonl:1",
        "binary.jsonl:1",
        "folder.jsonl",
    ]
    assert told[0].endswith("it is not there")
    assert "no such table" in told[1]
    assert told[5].endswith("it is a folder")


@pytest.mark.parametrize("columns", ["20", "34", "40", "80"])
def test_a_narrow_terminal_splits_no_amount(columns: str, tmp_path: Path) -> None:
    file = GAMES / "6-players-3.jsonl"
    expected = json.loads(file.with_suffix("").with_suffix(".expected.json").read_text())
    ran = companion("replay", str(file), folder=tmp_path, COLUMNS=columns)
    assert "…" not in ran.stdout
    words = ran.stdout.replace("│", " ").split()
    for table in expected["rounds"][3]["tables"]:
        for amount in table["payouts"].values():
            assert f"{amount:,}" in words


def test_a_file_without_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    for command in ("replay", "score"):
        with (tmp_path / "long").open("wb") as long:
            long.truncate(20_000_000)
        ran = companion(command, "long", folder=tmp_path)
        assert ran.returncode == 2
        assert ran.stderr.startswith("long:1: ")
        assert "too long" in ran.stderr


@pytest.mark.parametrize(
    ("locale", "amount"),
    [("C.UTF-8", "1,315,000"), ("de_DE.UTF-8", "1.315.000"), ("fr_FR.UTF-8", "1\u00a0315\u00a0000"), ("xx_YY", "1,315,000")],
)
def test_replay_prints_amounts_as_the_language_writes_them(tmp_path: Path, locale: str, amount: str) -> None:
    ran = companion("replay", str(GAMES / "3-players-2.jsonl"), folder=tmp_path, LANG=locale, PYTHONUTF8="1")
    assert (ran.returncode, ran.stderr) == (0, "")
    finished = {"de": "Zu Ende: Yellow (Gelb) gewinnt mit {}.", "fr": "Finie\u00a0: Yellow (jaune) gagne avec {}."}
    assert finished.get(locale[:2], "Finished: Yellow (yellow) won with {}.").format(amount) in ran.stdout
    assert sum(line.startswith(("Round ", "Runde ", "Manche ")) for line in ran.stdout.splitlines()) == 4


def test_replay_prints_each_table_as_a_sum(tmp_path: Path) -> None:
    ran = companion("replay", str(GAMES / "4-players-1.jsonl"), folder=tmp_path)
    line = next(line for line in ran.stdout.splitlines() if "20 x 3 = 60" in line)
    assert line.replace("│", " ").split() == ["1", "20", "x", "3", "=", "60", "Raise:", "black,", "white", "red", "white", "60,000"]
    # In round 1 red's Raise lay at table 3, where no pawn stood.
    first = ran.stdout.partition("Round 2")[0]
    assert "raise" not in first


def test_names_and_files_can_not_steer_the_terminal(tmp_path: Path) -> None:
    lines = (GAMES / "3-players-1.jsonl").read_text().splitlines()
    (tmp_path / "[red]x\x1b[2J.jsonl").write_text(lines[0].replace('"Black"', '"[bold]B"'))
    ran = companion("replay", "[red]x\x1b[2J.jsonl", "\x1b[2J", folder=tmp_path)
    assert "\x1b" not in ran.stdout + ran.stderr
    assert "[bold]B (black)" in ran.stdout
    assert ran.stdout.startswith("[red]x\\x1b[2J.jsonl")
    assert ran.stderr.startswith("\\x1b[2J: ")


def test_a_terminal_without_unicode_gets_what_it_can_show(tmp_path: Path) -> None:
    lines = (GAMES / "3-players-1.jsonl").read_text().splitlines()
    (tmp_path / "a.jsonl").write_text("\n".join([lines[0].replace('"Black"', '"Zoë"'), *lines[1:]]))
    ran = companion("replay", "a.jsonl", folder=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert ran.returncode == 0
    assert "Zo? (black)" in ran.stdout


def test_score_hands_back_the_cases_with_what_they_pay(tmp_path: Path) -> None:
    cases = json.loads(CASES.read_text())["table_cases"]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    ran = companion("score", "cases.json", "--data", "nowhere", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [case["payouts"] for case in json.loads(ran.stdout)] == [case["payouts"] for case in cases]


def test_score_tells_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('[\n{"tokens": [5], "cards": [], "pawns": ["red"]},\n{"tokens": [6], "cards": [], "pawns": []}]')
    (tmp_path / "latin.json").write_bytes(b'\n{"a": "\xe9"}')
    for name, told in (("bad", "bad.json:3: a token is"), ("latin", "latin.json:2: not UTF-8"), ("none", "none.json: the file can't")):
        ran = companion("score", f"{name}.json", folder=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith(told)
        assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_reader_that_goes_away_is_no_crash(tmp_path: Path, flags: list[str]) -> None:
    command = [sys.executable, "-P", "-m", "companion", "replay", *flags, *([str(GAMES / "6-players-1.jsonl")] * 40)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        told = running.stderr.read()
        running.wait(timeout=120)
    assert "Traceback" not in told
    assert "Exception" not in told
