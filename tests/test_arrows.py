"""The arrows of pyproject.toml: each kind of wrong import, planted in a copy, is found by the check that bin/test runs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import BUILT_IN

ROOT = Path(companion.__file__).parents[1]

ROOMS = ("demo", "cli", "ui", "table", "record", "rules")

GAME = f"companion.games.{BUILT_IN[0]}"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources alone; links are what they lead to."""
    folder = tmp_path_factory.mktemp("arrows")
    shutil.copytree(ROOT / "companion", folder / "companion", ignore=lambda _, names: [n for n in names if not n.endswith(".py") and "." in n])
    return folder


@pytest.fixture
def project(copy: Path) -> Iterator[Path]:
    """The copy, which is as it was again after each test."""
    shutil.copy(ROOT / "pyproject.toml", copy)
    before = {file: file.read_text() for file in copy.rglob("*.py")}
    yield copy
    for file in copy.rglob("*.py"):
        if file not in before:
            file.unlink()
        elif file.read_text() != before[file]:
            file.write_text(before[file])
    for folder in sorted(copy.rglob("stray"), reverse=True):
        shutil.rmtree(folder)


def broken(project: Path) -> tuple[str, ...]:
    """The names of the contracts that the check says are broken."""
    call = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    ran = subprocess.run(
        [sys.executable, "-c", call, "--no-logo", "--no-cache"], cwd=project, env={"PYTHONPATH": str(project)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    found = tuple(re.findall(r"^(.+) BROKEN", ran.stdout, re.MULTILINE))
    assert bool(found) is (ran.returncode != 0), ran.stdout + ran.stderr
    return found


def plant(project: Path, module: str, imported: str) -> None:
    """Has a module import another one. A module that is not there is made."""
    path = project / Path(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as out:
        out.write(f"\nimport {imported}\n")


HOUSE = "The house has one order"
GAMES = "No game knows another, and what they share knows none"
IN_ORDER = "Each game has the same rooms in the same order"
PLACES = "Each room of a game has its place in the house"
NAMELESS = "No common room knows a game"
BY_KEY = "The shelf loads a game by its key alone"
PURE = "The rules are pure"
KIVY = "Kivy is in ui and in the games' ui"
KIVY_ABOVE = "Whatever starts the screen leaves Kivy to it"
WIRES = "Ports, pins and buses are in devices"
WIRES_ABOVE = "Whatever starts the devices leaves the wires to them"


def test_everything_is_in_its_place(project: Path) -> None:
    assert broken(project) == ()


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("companion.table.session.session", "companion.ui.texts", HOUSE),
        ("companion.ui.texts", "companion.devices.link", HOUSE),
        ("companion.devices.link", "companion.ui.texts", HOUSE),
        ("companion.settings", "companion.table.snapshot", HOUSE),
        ("companion.files", "companion.logs", HOUSE),
        (f"{GAME}.rules.order", f"{GAME}.table.facts", IN_ORDER),
        (f"{GAME}.ui.words", f"{GAME}.cli.printing", IN_ORDER),
        (f"{GAME}.rules.order", "companion.table.snapshot", PLACES),
        (f"{GAME}.record.summary", "companion.table.snapshot", PLACES),
        (f"{GAME}.table.facts", "companion.ui.texts", PLACES),
        ("companion.games.kit.money", f"{GAME}.rules.box", GAMES),
        ("companion.table.session.session", f"{GAME}.rules.moves", NAMELESS),
        ("companion.devices.panel", f"{GAME}.rules.moves", NAMELESS),
        ("companion.cli.shelf", f"{GAME}.rules.moves", NAMELESS),
        ("companion.games", f"{GAME}.rules", BY_KEY),
        (f"{GAME}.rules.order", "random", PURE),
        ("companion.errors", "logging", PURE),
        ("companion.table.clock", "kivy.clock", KIVY),
        ("companion.files", "kivy", KIVY),
        ("companion.assemble", "kivy.app", KIVY_ABOVE),
        ("companion.ui.app", "serial", WIRES),
        (f"{GAME}.ui.words", "gpiozero", WIRES),
        ("companion.logs", "spidev", WIRES),
        ("companion.cli.scan", "mfrc522", WIRES_ABOVE),
    ],
)
def test_a_wrong_import_is_found(project: Path, module: str, imported: str, contract: str) -> None:
    """Also where it leads there by way of others: what errors imports, the rules import."""
    plant(project, module, imported)
    assert contract in broken(project)


@pytest.mark.parametrize(
    ("module", "contract"), [("companion.stray", HOUSE), ("companion.games.stray", GAMES), (f"{GAME}.stray", IN_ORDER)], ids=lambda each: str(each)
)
def test_what_has_no_place_is_found(project: Path, module: str, contract: str) -> None:
    """A new folder of the house, a new game, a new room of a game."""
    (project / Path(*module.split("."))).mkdir()
    plant(project, module, "json")
    assert contract in broken(project)


def test_a_game_that_imports_another_is_found(project: Path) -> None:
    """Beside the first one stands another, as docs/ADDING_A_GAME.md says."""
    config = project / "pyproject.toml"
    listed = re.search(r'^layers = \["(vabanque.*)", "kit"\]$', config.read_text(), re.MULTILINE)
    assert listed is not None
    config.write_text(config.read_text().replace(listed[0], f'layers = ["{listed[1]} | stray", "kit"]'))
    (project / "companion" / "games" / "stray").mkdir()
    plant(project, "companion.games.stray", "json")
    assert broken(project) == ()
    plant(project, "companion.games.stray", f"{GAME}.rules.moves")
    assert broken(project) == (GAMES,)


def test_every_game_of_the_house_is_in_every_contract() -> None:
    """The contracts name the games one by one: import-linter has no word for all of them."""
    text = (ROOT / "pyproject.toml").read_text()
    for key in BUILT_IN:
        assert re.search(rf'^layers = \["[^"]*\b{key}\b[^"]*", "kit"\]$', text, re.MULTILINE), key
        assert f'"companion.games.{key}"' in text
        assert f'"companion.games.{key}.**"' in text
        for room in ROOMS:
            assert re.search(rf'"[^"]*\bcompanion\.games\.{key}\.{room}\b[^"]*"', text), (key, room)
