"""The house knows no game: whatever stands outside a game's folder asks the shelf."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import SHELF

COMPANION = Path(__file__).parent.parent / "companion"
COMMON = (
    "table",
    "ui",
    "devices",
    "cli",
    "printing",
    "pico",
    "install",
    "assemble.py",
    "porter.py",
    "report.py",
    "settings.py",
    "settings_file.py",
    "game.py",
    "words.py",
    "logs.py",
    "screen.py",
    "memory.py",
    "files.py",
    "errors.py",
    "said.py",
    "__main__.py",
)
PRODUCT = re.compile(r"vabanque-companion|vabanque_companion|vabanque-backup|vabanque-bundle|vabanque\.service|vabanque\.json|99-vabanque\.rules")
"""The program's own name, in paths and formats that are on people's machines."""


def sources() -> Iterator[Path]:
    for name in COMMON:
        path = COMPANION / name
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


@pytest.mark.parametrize("game", list(SHELF))
def test_the_house_names_no_game(game: str) -> None:
    words = {game, SHELF[game].title, SHELF[game].title.replace("&", "and")}
    name = re.compile("|".join(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])" for word in words), re.IGNORECASE)
    found = [
        f"{path.relative_to(COMPANION)}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if name.search(PRODUCT.sub("", line))
    ]
    assert found == []


def test_the_house_imports_no_game() -> None:
    own = tuple(f"companion.games.{key}" for key in SHELF if SHELF.package(key) == "companion")
    found = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
            found += [f"{path.relative_to(COMPANION)}: {name}" for name in names if name.startswith(own)]
    assert found == []


def test_a_planted_name_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = next(iter(SHELF))
    (tmp_path / "assemble.py").write_text(f'# as in {SHELF[key].title}\nFOLDER = "vabanque-companion"\n')
    monkeypatch.setattr("tests.test_house.COMPANION", tmp_path)
    with pytest.raises(AssertionError, match=r"assemble\.py:1"):
        test_the_house_names_no_game(key)
