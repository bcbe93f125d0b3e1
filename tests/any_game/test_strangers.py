"""Strangers' packages: the toy is found as one, a broken one is named and left out, and one that is gone leaves its games where they are."""

from __future__ import annotations

import json
from importlib.metadata import distributions
from pathlib import Path

import pytest

from companion import __version__
from companion.games import BUILT_IN, SHELF, Shelf
from companion.table import commands
from companion.table.backup import folder as backup
from companion.table.evenings import exports, history
from companion.table.evenings.statistics import Filter
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.snapshot import Answer
from companion.ui.damage import damaged
from tests.any_game import stranger
from tests.any_game.conftest import INSTALLED, KEYS, TOY
from tests.any_game.evening import Evening

WHOLE = """
from companion.game import Game, Score
GAME = Game(key={key}, title="A game", players={players}, score=Score(money=False), package={package})
"""


def made(key: str = '"odd_one"', players: str = "range(2, 5)", package: str = '"tiny_game"') -> str:
    return WHOLE.format(key=key, players=players, package=package)


BROKEN = {
    "raises_at_import": ('raise RuntimeError("I am broken")', "I am broken"),
    "ends_the_program": ("import sys\nsys.exit(3)", "SystemExit"),
    "is_no_python": ("def (", "SyntaxError"),
    "has_no_value": ("", "GAME"),
    "is_no_game": ('GAME = "a game"', "is no companion.game.Game"),
    "has_a_bad_key": (made(key='"Odd One"'), "is no key"),
    "has_no_key": (made(key="7"), "is no key"),
    "takes_the_houses_key": (made(key=f'"{BUILT_IN[0]}"'), f"there is a game {BUILT_IN[0]} already"),
    "takes_the_toys_key": (made(key='"tiny"'), "there is a game tiny already"),
    "is_for_nobody": (made(players="range(0)"), "players"),
    "is_for_a_number": (made(players="4"), "players"),
    "is_of_an_older_house": (
        made(players="range(2, 5), interface=0"),
        "it was made for interface 0 of the companion, and this one has 1: install a newer version of the package",
    ),
    "is_of_a_newer_house": (
        made(players="range(2, 5), interface=2"),
        "it was made for interface 2 of the companion, and this one has 1: update the companion",
    ),
    "has_no_rooms": (made(package="__name__"), "is not a package"),
    "is_nowhere": (None, "No module named"),
}
"""Of each kind: the source of a module that breaks so, and what is said of it."""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """An environment with a package of each kind. Their names come behind the toy's, which was there before."""
    for name, (source, _) in BROKEN.items():
        stranger.written(tmp_path / "broken", f"z_{name}", f"z_{name}:GAME", source)
    # What lies there may be no package at all.
    (tmp_path / "broken" / "torn-1.0.dist-info").mkdir()
    (tmp_path / "broken" / "torn-1.0.dist-info" / "entry_points.txt").write_bytes(b"[companion.games\n\xff\xfe = :::\n")
    return tmp_path / "broken"


def test_a_strangers_game_is_found_by_its_entry_point(second: Path, tmp_path: Path) -> None:
    ran = stranger.companion_in(second, "shelf", "--json", data=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    games = {game["key"]: game for game in map(json.loads, ran.stdout.splitlines())}
    assert list(games) == list(KEYS)
    assert games[TOY] == {"key": "tiny", "title": "Odds and Evens", "players": [2, 2], "from": "tiny-game"}
    assert all(games[key]["from"] == "companion" for key in BUILT_IN)


def test_it_is_nowhere_but_in_the_second_environment(tmp_path: Path) -> None:
    ran = stranger.companion_in(None, "shelf", "--json", data=tmp_path)
    assert [json.loads(line)["key"] for line in ran.stdout.splitlines()] == [*BUILT_IN, *INSTALLED]


def test_a_broken_package_is_named_and_left_out(second: Path, broken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(broken)
    assert tuple(SHELF) == KEYS
    told = {left.name: left for left in SHELF.broken}
    assert set(told) == {f"z_{name}" for name in BROKEN}
    for name, (_, why) in BROKEN.items():
        assert told[f"z_{name}"].package == f"z_{name}"
        assert why in told[f"z_{name}"].why, told[f"z_{name}"]


def test_the_command_names_each_and_goes_on(second: Path, broken: Path, tmp_path: Path) -> None:
    """One line on standard error each, the exit status stays 0, and the other commands are none the worse."""
    both = f"{second}:{broken}"
    ran = stranger.companion_in(Path(both), "shelf", "--json", data=tmp_path)
    assert ran.returncode == 0
    assert [json.loads(line)["key"] for line in ran.stdout.splitlines()] == list(KEYS)
    lines = ran.stderr.splitlines()
    assert len(lines) == len(BROKEN)
    assert all(any(f"z_{name}" in line for line in lines) for name in BROKEN)
    demo = stranger.companion_in(Path(both), "demo", "--rules", TOY, "--seed", "3", "--data", str(tmp_path / "data"), data=tmp_path)
    assert demo.returncode == 0, demo.stderr
    assert stranger.companion_in(Path(both), "version", data=tmp_path).returncode == 0
    for command in ("games", "past"):
        ran = stranger.companion_in(Path(both), command, "--data", str(tmp_path / "data"), data=tmp_path)
        assert ran.returncode == 0, ran.stderr


def test_home_and_a_game_of_the_house_go_on_beside_broken_packages(broken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(broken)
    evening = Evening(tmp_path / "data", SHELF[BUILT_IN[0]])
    evening.new()
    evening.play(evening.game())
    evening.touch(commands.GoHome())
    evening.touch(commands.ShowPast())
    assert evening.shown.past
    evening.touch(commands.NewGame(rules="z_raises_at_import"))
    assert (evening.shown.view, evening.answer) == (None, Answer.NOT_WRITTEN)
    evening.journal.close()


@pytest.mark.parametrize("room", ["rules", "record", "table"])
def test_a_package_without_a_room_that_every_game_has_is_left_out(room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = {"rules": "RULES", "record": "RECORD", "table": "TABLE"}
    name = f"z_without_{room}"
    (tmp_path / "there" / name).mkdir(parents=True)
    (tmp_path / "there" / name / "__init__.py").write_text(made(package="__name__"))
    for each, value in rooms.items():
        if each != room:
            (tmp_path / "there" / name / f"{each}.py").write_text(f"from tiny_game.{each} import {value}\n")
    stranger.written(tmp_path / "there", name, f"{name}:GAME", None)
    monkeypatch.syspath_prepend(tmp_path / "there")
    assert tuple(SHELF) == KEYS
    (left,) = SHELF.broken
    assert (left.package, left.name) == (name, name)
    assert f"{name}.{room}" in left.why


@pytest.mark.parametrize(
    ("requires", "why"),
    [
        ("vabanque_companion >=99,<100", "it needs vabanque-companion <100,>=99, and this is {version}: install a version"),
        ("vabanque-companion", "cannot import name 'Novelty'"),
        ("vabanque-companion >=0.1; python_version < '99'", "cannot import name 'Novelty'"),
        (">>> nonsense", "cannot import name 'Novelty'"),
    ],
)
def test_a_package_that_can_not_be_loaded_here_says_for_which_companion_it_is(
    requires: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it imports of the house may not be there at all: then only what it requires can tell."""
    stranger.written(tmp_path / "there", "z_novel", "z_novel:GAME", "from companion.game import Novelty\n")
    with (tmp_path / "there" / "z_novel-1.0.dist-info" / "METADATA").open("a") as about:
        about.write(f"Requires-Dist: {requires}\n")
    monkeypatch.syspath_prepend(tmp_path / "there")
    assert tuple(SHELF) == KEYS
    (left,) = SHELF.broken
    assert left.why.startswith(why.format(version=__version__)) or why in left.why
    ran = stranger.companion_in(tmp_path / "there", "shelf", "--json", data=tmp_path)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (0, 1)
    assert "z_novel" in ran.stderr


def test_a_package_that_is_there_twice_counts_once(second: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that shadows another, as an editable install does."""
    stranger.written(tmp_path / "shadow", "tiny-game", "tiny_game:GAME", None)
    monkeypatch.syspath_prepend(tmp_path / "shadow")
    assert sum(package.name == "tiny-game" for package in distributions()) >= 2
    assert (tuple(SHELF), SHELF.broken) == (KEYS, ())


# --- its package is gone ---------------------------------------------------------------------------------------------


@pytest.fixture
def gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    """A journal with a whole toy game, one in progress, and its tags; then the toy's package is taken away."""
    evening = Evening(tmp_path / "data", SHELF[TOY])
    evening.new()
    evening.play(evening.game())
    evening.touch(commands.GoHome())
    evening.new()
    evening.play(evening.game(8)[:5])
    evening.journal.bind_tags({bytes.fromhex("04A1B2C3D4E580"): "blue one"}, TOY)
    evening.journal.close()
    house = Shelf(found=lambda: ())
    monkeypatch.setattr(SHELF, "_others", dict(house._offers()))
    assert tuple(SHELF) == BUILT_IN
    return Journal(tmp_path / "data")


def test_what_was_played_is_kept_shown_exported_and_backed_up(gone: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is opened, and nothing of it is lost: when the package is there again, so is all of it."""
    session = Session(gone)
    session.resume()
    assert session.shown.view is None
    (told,) = session.shown.warnings
    assert isinstance(told, Warned)
    assert (told.damage, told.game, told.key) == (Damage.NOT_ON_SHELF, 2, TOY)
    assert damaged(told) == "Game 2 is of tiny, which is not on the shelf. It is kept; install its package to open it."
    session.handle(commands.ShowPast())
    (past,) = session.shown.past or ()
    assert past.rules == TOY
    session.handle(commands.ShowStats(Filter(rules=TOY)))
    session.handle(commands.ClosePast())
    session.handle(commands.OpenGame(2))
    assert (session.shown.view, session.shown.notice is not None) == (None, True)
    # A heading and two players.
    assert len(exports.as_csv(exports.every(gone)).splitlines()) == 3
    rows = [(row.game, row.rules, row.ended is not None) for row in gone.games()]
    written = backup.write(gone, None, tmp_path)
    elsewhere = Journal(tmp_path / "elsewhere")
    backup.restore(elsewhere, backup.read(written.file))
    assert [(row.game, row.rules, row.ended is not None) for row in elsewhere.games()] == rows
    gone.close()
    # The package is there again.
    monkeypatch.setattr(SHELF, "_others", None)
    for journal in (Journal(tmp_path / "data"), elsewhere):
        assert [game.rules for game in history.past(journal)] == [TOY]
        (going,) = history.in_progress(journal)
        assert going.rules == TOY
        assert sorted(name for _, name in going.players) == ["Ada", "Bo"]
        assert going.round == 1
        journal.close()


def test_the_commands_show_it_as_it_is(gone: Journal, tmp_path: Path) -> None:
    """In an environment without the package: listed, exported, backed up, restored; only opening it is refused, in a sentence."""
    gone.close()
    kept = "is of tiny, which is not on the shelf. It is kept; install its package to open it."

    def ran(*arguments: str, status: int = 0, data: str = "data") -> tuple[str, str]:
        made = stranger.companion_in(None, *arguments, "--data", str(tmp_path / data), data=tmp_path / "xdg")
        assert made.returncode == status, (arguments, made.stdout, made.stderr)
        return made.stdout, made.stderr

    out, told = ran("games")
    assert ("Ada" in out, "won by" in out, told) == (True, True, f"Game 2 {kept}\n")
    assert "Ada" in ran("past")[0]
    assert len(ran("export", "--all", "--format", "csv")[0].splitlines()) == 3
    exported = json.loads(ran("export", "1", "--format", "json")[0])
    assert (exported["rules"], exported["game"]) == (TOY, 1)
    assert ran("export", "1", status=2) == ("", f"Game 1 {kept}\n")
    ran("backup", str(tmp_path / "all.jsonl"))
    first = ran("restore", str(tmp_path / "all.jsonl"), "--yes", data="other")[0]
    assert "2 games" in first
    for each in ("games", "past"):
        assert ran(each, data="other") == ran(each)
    again = ran("restore", str(tmp_path / "all.jsonl"), "--yes")[0]
    assert "tags for 1 piece" in again
    assert " of 0 pieces" not in again
    left = Journal(tmp_path / "data")
    assert left.tags(TOY) == {bytes.fromhex("04A1B2C3D4E580"): "blue one"}
    left.close()
