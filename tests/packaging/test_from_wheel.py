"""The wheel alone, in an environment that has nothing else: what `pipx install` does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long
def test_the_wheel_and_what_it_needs_make_a_whole_program(tmp_path: Path, wheel_file: Path) -> None:
    """Needs the internet, as the installation itself does."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    # No compiler is to be needed on anybody's laptop.
    installed = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--only-binary=:all:", wheel_file], capture_output=True, text=True, check=False
    )
    assert installed.returncode == 0, installed.stderr
    assert subprocess.run([python, "-m", "pip", "check"], capture_output=True, check=False).returncode == 0

    def companion(*words: str) -> str:
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home")}
        done = subprocess.run(
            [tmp_path / "venv" / "bin" / "companion", *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert companion("--version").startswith("companion ")
    assert "the game is over" in companion("demo", "--seed", "1")
    for page in ("man/man1/companion.1", "bash-completion/completions/companion"):
        assert (tmp_path / "venv" / "share" / page).exists()
