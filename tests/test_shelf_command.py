"""`companion shelf`, and the commands that games bring: what is there, what is broken, and a name taken twice."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest
import typer

from companion.cli import rooms, shelf
from companion.errors import CompanionError
from companion.game import Game, Score, Terminal
from companion.games import FIRST, GROUP, SHELF, Shelf
from tests.terminal import run

TINY = Game(key="tiny", title="Tiny", players=range(2, 3), score=Score(money=False), package="tests.tiny_strangers", own_commands=True)


def offering(**offers: str) -> Shelf:
    """A shelf beside whose own games other packages offer some."""
    return Shelf(found=lambda: tuple(EntryPoint(name, value, GROUP) for name, value in offers.items()))


@pytest.fixture
def strangers() -> Iterator[ModuleType]:
    """The room `cli` of another package's game. What every game must have it has from the first of the shelf."""
    package, room = ModuleType("tests.tiny_strangers"), ModuleType("tests.tiny_strangers.cli")
    package.__path__ = []
    made = {package.__name__: package, room.__name__: room}
    for name in ("rules", "record", "table"):
        must = made[f"{package.__name__}.{name}"] = ModuleType(f"{package.__name__}.{name}")
        setattr(must, name.upper(), getattr(SHELF[FIRST], name))
    sys.modules |= made
    yield room
    for name in made:
        sys.modules.pop(name, None)


def test_the_games_that_are_there_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "shelf", "--json")
    assert (ran.status, ran.err) == (0, "")
    games = [json.loads(line) for line in ran.out.splitlines()]
    assert [game["key"] for game in games] == list(SHELF)
    assert games[0] == {"key": "vabanque", "title": "Vabanque", "players": [3, 6], "from": "companion"}
    listed = run(capsys, "shelf")
    assert all(word in listed.out for word in ("vabanque", "Vabanque", "3-6", "companion"))


def test_a_game_of_another_package_is_there_and_a_broken_one_is_named(
    strangers: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "SHELF", offering(tiny="tests.test_shelf_command:TINY", broken="tests.not_there:GAME", wrong="sys:path"))
    ran = run(capsys, "shelf", "--json")
    assert ran.status == 0
    assert json.loads(ran.out.splitlines()[-1]) == {"key": "tiny", "title": "Tiny", "players": [2, 2], "from": "tests.test_shelf_command"}
    told = ran.err.splitlines()
    assert len(told) == 2
    assert "broken" in told[0]
    assert "tests.not_there" in told[0]
    assert "wrong" in told[1]


def test_a_package_that_would_end_the_program_is_named_and_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leaving_at_once.py").write_text("raise SystemExit(7)\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = offering(leaving="leaving_at_once:GAME")
    assert list(found) == list(SHELF)
    assert [(each.name, each.why) for each in found.broken] == [("leaving", "SystemExit: 7")]


# --- commands that games bring --------------------------------------------------------------------------------------


def an_app() -> typer.Typer:
    app = typer.Typer()

    @app.command()
    def games() -> None:
        """The house's own."""

    return app


def names(app: typer.Typer) -> list[str]:
    return [each.name or each.callback.__name__ for each in app.registered_commands if each.callback is not None]


def test_a_games_commands_are_offered_under_their_names() -> None:
    app = an_app()
    assert rooms.mount(app, SHELF, SHELF.package) == ()
    assert names(app)[:3] == ["games", "score", "pay"]


def test_a_name_that_is_taken_is_refused_and_the_others_are_there(strangers: ModuleType) -> None:
    strangers.CLI = Terminal(replayed=print, commands={"pay": print, "games": print, "deal": print})
    app, found = an_app(), offering(tiny="tests.test_shelf_command:TINY")
    left_out = rooms.mount(app, found, found.package)
    assert [name for name in names(app) if name in ("games", "pay", "deal")] == ["games", "pay", "deal"]
    assert ["pay" in said or "games" in said for said in left_out] == [True, True]
    assert all("Tiny" in said and "tests.test_shelf_command" in said for said in left_out)


def test_what_a_package_does_wrong_costs_its_own_commands_only(strangers: ModuleType) -> None:
    strangers.CLI = "no terminal"
    app, found = an_app(), offering(tiny="tests.test_shelf_command:TINY")
    (said,) = rooms.mount(app, found, found.package)
    assert "Tiny" in said
    assert "pay" in names(app)


def test_what_is_left_out_is_told_and_the_companion_goes_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.commands.LEFT_OUT", ("The command pay of Tiny (tiny-game) is left out.",))
    ran = run(capsys, "shelf", "--json")
    assert (ran.status, ran.err) == (0, "The command pay of Tiny (tiny-game) is left out.\n")


def test_a_game_without_a_terminal_or_a_demo_is_none_the_worse(strangers: ModuleType) -> None:
    del sys.modules[strangers.__name__]
    with pytest.raises(CompanionError, match="Tiny has no demo"):
        rooms.demo_of(TINY)
    assert rooms.terminal_of(TINY).phase("deal") == "deal"


def test_the_screen_waits_for_no_other_commands_and_no_games_modules() -> None:
    code = "import sys, companion.cli.main; print(*(name for name in sys.modules if name.startswith(('companion.cli.', 'companion.games.'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {name.removeprefix("companion.cli.") for name in loaded if name.startswith("companion.cli.")} == {
        "main", "ending", "playing", "usage", "options",
    }  # fmt: skip
    assert [name for name in loaded if name.startswith("companion.games.") and not name.startswith("companion.games.kit")] == []
