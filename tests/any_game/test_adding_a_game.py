"""docs/ADDING_A_GAME.md leads where it says: its lines are typed, its sessions are run, and what it shows of the toy is what stands there."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.any_game import stranger

PAGE = stranger.ROOT / "docs" / "ADDING_A_GAME.md"


def typed() -> list[str]:
    """The lines that a reader types, in their order."""
    fences = re.sub(r"^```.*?^```$", "", PAGE.read_text(), flags=re.DOTALL | re.MULTILINE)
    return [line.strip() for line in fences.splitlines() if re.match(r" {4,}\S", line)]


def test_the_copied_and_renamed_toy_is_a_game_of_its_own(tmp_path: Path) -> None:
    """Every line is typed, but for what needs a screen, runs all tests or changes the project; the packages go elsewhere than the project's."""
    site = tmp_path / "site"
    env = os.environ | {"PYTHONPATH": f"{stranger.ROOT}:{site}", "XDG_DATA_HOME": str(tmp_path), "LANGUAGE": "en", "COLUMNS": "200"}
    # The tests of the copy are a run of their own, with folders of their own.
    env = {name: value for name, value in env.items() if not name.startswith("PYTEST_")} | {"TMPDIR": str(tmp_path)}
    said: dict[str, str] = {}
    for line in typed():
        if line == "bin/play" or line.startswith("bin/test") or "pip uninstall" in line or "companion/games/pebbles" in line:
            continue
        command = line.replace(".venv/bin/python", sys.executable).replace(".venv/bin/companion", f"{sys.executable} -m companion")
        command = command.replace("../my-game", str(tmp_path / "my-game")).replace("--editable", f"--quiet --no-index --target {site}")
        ran = subprocess.run(["bash", "-c", command], cwd=stranger.ROOT, env=env, capture_output=True, text=True, check=False, timeout=600)
        assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
        said[line] = ran.stdout
        assert ran.stderr == "" or "pip" in line, (command, ran.stderr)
    shelf = said[".venv/bin/companion shelf"]
    assert re.search(r"pebbles\s.*Pebbles.*pebbles", shelf), shelf
    assert "tiny" not in shelf
    assert "the game is over" in said[".venv/bin/companion demo --rules pebbles --seed 3"]
    held = said[".venv/bin/python -m pytest tests/any_game -k pebbles"]
    assert int(re.findall(r"(\d+) passed", held)[-1]) > 50, held
    assert len(list((tmp_path / "my-game" / "pictures").glob("*.png"))) == 5
    left = [file for file in (tmp_path / "my-game").rglob("*.py") if "tiny" in file.read_text()]
    assert left == [], "its old name stands there"


def test_what_is_shown_of_the_toy_stands_there() -> None:
    shown = re.findall(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(shown) >= 7
    for name, text in shown:
        source = (stranger.TOY / name).read_text()
        for part in re.split(r"^\.\.\.\n", text, flags=re.MULTILINE):
            assert part in source, (name, part)


def test_its_sessions_say_what_it_says() -> None:
    """Every page in docs/ that shows a session."""
    tried = 0
    for page in sorted((stranger.ROOT / "docs").glob("*.md")):
        failed, count = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS)
        assert failed == 0, page
        tried += count
    assert tried >= 9
