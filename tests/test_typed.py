"""Whatever is typed after `companion`: a status, sentences in one language, and no trace of a mistake; on a home of its own, without devices."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import typer
from babel.messages.pofile import read_po
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import logs, words
from companion.cli.commands import app
from companion.cli.usage import every
from companion.devices.doctor import Finding, State
from companion.said import Said
from tests.terminal import Ran, run

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "seeds/vabanque/games/3-players-1.jsonl"

PATIENCE_S = 60
"""However slow the machine is, no line may take longer: it waits for something that never comes."""


@dataclass
class Home:
    """A person's home with some games, made anew for every line, and a folder in it where they type."""

    template: Path
    here: Path
    capsys: pytest.CaptureFixture[str]

    def type(self, *line: str) -> Ran:
        os.chdir(self.template)
        shutil.rmtree(self.here.parent)
        shutil.copytree(self.template, self.here.parent)
        os.chdir(self.here)
        return run(self.capsys, *line)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Home]:
    person = tmp_path / "person"
    data = person / ".local/share/vabanque-companion"
    here = person / "here"
    data.mkdir(parents=True)
    here.mkdir()
    for name, value in (("HOME", person), ("XDG_DATA_HOME", data.parent), ("XDG_CONFIG_HOME", person / ".config"), ("TMPDIR", tmp_path)):
        monkeypatch.setenv(name, str(value))
    # No screen, no stick, no reader and no tool of this machine is touched by what is typed here.
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("companion.screen.there", lambda *_: False)
    monkeypatch.setattr("companion.table.backup.drives.sticks", lambda *_: ())
    monkeypatch.setattr("companion.assemble.real_devices", lambda *_: [])
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda *_: [])
    monkeypatch.setattr("companion.cli.doctor.examine", lambda _: iter([Finding("disk", State.FINE, Said("it is there already"), Said(""))]))
    # Relative names, so that a line says the same whatever the folder of the test is called.
    monkeypatch.chdir(here)
    shutil.copy(RECORD, here / "game.jsonl")
    (here / "tables.json").write_text("[]")
    (here / "empty").touch()
    for line in (("import", "game.jsonl"), ("backup", "backup.jsonl"), ("demo", "game.jsonl", "--data", str(data))):
        assert run(capsys, *line).status == 0
    shutil.copytree(person, tmp_path / "template")
    typed = Home(tmp_path / "template", here, capsys)

    def too_long(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"nothing came in {PATIENCE_S} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    yield typed
    signal.signal(signal.SIGALRM, before)
    words.use("en")


@lru_cache
def commands() -> dict[tuple[str, ...], list[Any]]:
    """Every command and subcommand with its arguments and options, out of the program itself."""
    found: dict[tuple[str, ...], list[Any]] = {}

    def look(command: Any, path: tuple[str, ...]) -> None:
        # --language is set by the tests.
        found[path] = [parameter for parameter in command.params if "--language" not in parameter.opts]
        for name, below in getattr(command, "commands", {}).items():
            look(below, (*path, name))

    look(typer.main.get_command(app), ())
    return found


NUMBERS = ["1", "2", "0", "-1", "99", "4294967296", "9" * 20]
AMOUNTS = ["90000", "90.000", "1", "220000", "99999999999999999999995000"]
NOTES = ["5000=1", "5000=x", "5000=1,10000=2", "1=1"]
DATES = ["2026", "2026-11", "2026-13", "2026-02-30", "2026-11-29"]
FILES = ["game.jsonl", "tables.json", "empty", "backup.jsonl", ".", "new", "none/new", "game.jsonl/new", "-", "--", "", "x" * 300]
NAMES = ["tile 7", "tile-7", "red", "colour", "red raise", "csv", "bgstats", "json", "de", "plain", "wand", "ring", "33", "COM1", "Benedetta"]
ANYTHING = st.one_of(
    st.sampled_from([*NUMBERS, *AMOUNTS, *NOTES, *DATES]),
    st.sampled_from(FILES),
    st.sampled_from(NAMES),
    st.text(st.characters(exclude_characters="\0/~", exclude_categories=["Cs"]), max_size=8).filter(lambda text: text != ".."),
    st.integers().map(str),
    st.floats().map(str),
)
FITTING = dict.fromkeys(["FILE", "DIR", "FILE|DIR", "RECORD"], FILES) | dict.fromkeys(["DATE", "YYYY-MM-DD"], DATES)
FITTING |= {"AMOUNT": AMOUNTS, "GAME": NUMBERS, "FILE|GAME": FILES + NUMBERS, "5000=10,10000=20": NOTES}
"""What may fit, by the word that help has for it."""


@st.composite
def lines(draw: st.DrawFn, path: tuple[str, ...]) -> list[str]:
    """The command `path` with what it asks for and options that it has; now and then with something more, or something less."""
    parameters = commands()[path]
    line = list(path)

    def value(parameter: Any) -> str:
        return draw(st.one_of(st.sampled_from(FITTING.get(parameter.metavar, NAMES)), ANYTHING))

    options = [parameter for parameter in parameters if parameter.opts[0].startswith("-")]
    for option in draw(st.lists(st.sampled_from(options), max_size=3)) if options else ():
        line += [draw(st.sampled_from([*option.opts, *option.secondary_opts]))]
        line += [] if option.is_flag else [value(option)]
    line += [value(argument) for argument in parameters if not argument.opts[0].startswith("-")]
    if draw(st.integers(0, 3)) == 0:
        line += draw(st.lists(st.one_of(ANYTHING, st.sampled_from(["--json", "-h", "--no-such"])), max_size=2))
    elif len(line) > len(path) and draw(st.integers(0, 9)) == 0:
        del line[-1]
    # They would show the readers for ever, and play for an hour.
    return line + {("scan",): ["--seconds", "0"], ("demo",): ["--pace", "0"]}.get(path, [])


def expect_a_sentence(home: Home, line: list[str], language: str) -> None:
    signal.alarm(PATIENCE_S)
    ran = home.type("--language", language, *line)
    signal.alarm(0)
    assert ran.status in (0, 1, 2)
    assert "Traceback" not in ran.out + ran.err
    assert not logs.faults
    # What has not succeeded is told.
    assert ran.status == 0 or (ran.out + ran.err).strip()
    # JSON is for programs, and English.
    assert language == "en" or {"--json", "json"} & set(line) or not in_english(ran.out + ran.err, language)


def type_every_command(home: Home, examples: int) -> None:
    """Each command so many times."""
    for path in commands():

        @settings(deadline=None, max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
        @given(lines(path), st.sampled_from(["en", "de", "fr"]))
        def typed(line: list[str], language: str) -> None:
            expect_a_sentence(home, line, language)

        typed()


def test_whatever_is_typed_ends_with_a_status_and_no_traceback_in_one_language(home: Home) -> None:
    type_every_command(home, 6)


@pytest.mark.long
def test_very_much_that_is_typed_ends_with_a_status_and_no_traceback_in_one_language(home: Home) -> None:
    type_every_command(home, 50)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_help_of_every_command_is_in_one_language(home: Home, language: str) -> None:
    assert len(commands()) > 25
    for path in commands():
        ran = run(home.capsys, "--language", language, *path, "--help")
        assert ran.status == 0
        assert not in_english(ran.out, language)


def test_the_fuzz_types_every_command() -> None:
    known = {parameter.name for parameters in commands().values() for parameter in parameters}
    assert {getattr(each, "name", None) for each in every(typer.main.get_command(app)) if hasattr(each, "opts")} - {"__"} <= known
    assert {("tags", "learn"), ("firmware", "install"), ("names", "merge"), ("past", "date")} <= set(commands())


# --- one language -------------------------------------------------------------------------------------------------


@lru_cache
def english(language: str) -> list[str]:
    """Pieces of English sentences, long enough to be nothing else, that no translation has."""
    with (words.LOCALE / language / "LC_MESSAGES" / "companion.po").open("rb") as file:
        catalogue = [message for message in read_po(file) if message.id]
    translated = "\n".join(" ".join(message.string) if isinstance(message.string, tuple) else message.string for message in catalogue)
    pieces = {
        piece.strip()
        for message in catalogue
        for text in (message.id if isinstance(message.id, tuple) else (message.id,))
        for piece in re.split(r"\{[^}]*\}|\n|`[^`]*`", text)
    }
    return sorted(piece for piece in pieces if len(piece) >= 15 and piece.count(" ") >= 2 and piece not in translated)


def in_english(printed: str, language: str) -> list[str]:
    """What is English in a text that is to be in another language."""
    # Help is folded to the width of the terminal.
    flat = " ".join(printed.split())
    return [piece for piece in english(language) if piece in flat]


def test_english_is_known_where_it_is_met() -> None:
    assert in_english("Fehler: There is no command 'x'.", "de") == ["There is no command"]
    assert not in_english("Den Befehl 'x' gibt es nicht.", "de")
