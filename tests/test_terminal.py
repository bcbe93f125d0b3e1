"""The command line at its edges: what is no file, and a closed or full output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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
