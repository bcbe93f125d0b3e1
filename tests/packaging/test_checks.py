"""bin/test runs every check, whatever fails, and lets pytest have the last word."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.fakes import Machine, new_machine

CLOSING_LINE = "=== 3 passed in 0.01s ==="


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return new_machine(tmp_path)


BIN = Path(__file__).parents[2] / "bin"
SCRIPTS = sorted(file.name for file in BIN.iterdir() if file.is_file() and os.access(file, os.X_OK))


@pytest.mark.parametrize("name", [name for name in SCRIPTS if name != "make-fonts"])  # Needs packages to be loaded at all.
def test_every_script_tells_what_it_is_for_before_it_installs_anything(name: str, tmp_path: Path) -> None:
    shutil.copytree(BIN, tmp_path / "bin")
    before = sorted(tmp_path.rglob("*"))
    environment = os.environ | {"HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run([tmp_path / "bin" / name, "--help"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"bin/{name}" in done.stdout
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["make-texts", "make-manual", "make-sounds", "make-bundle", "make-card", "install", "test-bounds"])
def test_a_word_that_a_script_does_not_know_is_refused_and_nothing_is_done(name: str, tmp_path: Path) -> None:
    shutil.copytree(BIN, tmp_path / "bin")
    before = sorted(tmp_path.rglob("*"))
    environment = os.environ | {"HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run([tmp_path / "bin" / name, "--nosuch"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert "command not found" not in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_it_runs_all_checks_and_hands_its_arguments_to_pytest(machine: Machine) -> None:
    done = machine.run(machine.root / "bin" / "test", "--long", "-k", "a name")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == CLOSING_LINE
    assert "FAILED" not in done.stdout
    calls = machine.calls
    assert calls.count("checked") == 4
    assert any(call.startswith("shellcheck ") and "bin/play" in call and "bin/lib/setup.sh" in call for call in calls)
    assert calls[-1] == "pytest -n auto --maxprocesses 8 --dist worksteal --long -k a name"


@pytest.mark.parametrize("words", [["-p", "no:xdist"], ["-pno:xdist", "-q"]])
def test_without_the_plugin_for_workers_it_names_none(machine: Machine, words: list[str]) -> None:
    machine.run(machine.root / "bin" / "test", *words)
    assert machine.calls[-1] == " ".join(["pytest", *words])


def test_it_installs_the_tools_and_the_reader_and_the_second_run_installs_nothing(machine: Machine) -> None:
    machine.run(machine.root / "bin" / "test")
    packages, reader = (call for call in machine.calls if call.startswith("pip install"))
    assert "pytest" in packages
    assert "kivy" in packages
    assert "RPi" not in packages
    assert "--no-deps mfrc522" in reader

    machine.run(machine.root / "bin" / "test")
    assert [call for call in machine.calls if call.startswith(("pip", "venv"))] == []


def test_play_shares_the_environment_without_installing_it_again(machine: Machine) -> None:
    machine.run(machine.root / "bin" / "test")
    machine.run(machine.root / "bin" / "play")
    assert [call for call in machine.calls if call.startswith("venv")] == ["venv --clear --without-pip ROOT/.venv"]


def test_failed_checks_are_named_and_fail_the_run_though_pytest_passes(machine: Machine) -> None:
    done = machine.run(machine.root / "bin" / "test", CHECKS="1")
    assert done.returncode == 1
    named = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert [line.rsplit(" ", 1)[-1] for line in named] == ["ruff", "format", "mypy", "import-linter", "shellcheck"]
    assert done.stdout.splitlines()[-1] == CLOSING_LINE


@pytest.mark.parametrize("status", ["1", "5"])
def test_what_pytest_says_is_the_answer(machine: Machine, status: str) -> None:
    assert machine.run(machine.root / "bin" / "test", PYTEST=status).returncode == int(status)
