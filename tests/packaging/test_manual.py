"""The manual page and the completions name every command and option that the program has."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from companion.cli.commands import app
from tests.packaging.fakes import PROJECT

SHARE = PROJECT / "bin" / "share"
BASH = SHARE / "bash-completion" / "completions" / "companion"
PAGES = {
    "manual": SHARE / "man" / "man1" / "companion.1",
    "bash": BASH,
    "zsh": SHARE / "zsh" / "site-functions" / "_companion",
    "fish": SHARE / "fish" / "vendor_completions.d" / "companion.fish",
}


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Every command that is not hidden, by its words, with its long options."""
    options = [name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts) if name.startswith("--")]
    yield path, options
    for name, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            yield from commands(below, (*path, name))


COMMANDS = list(commands(typer.main.get_command(app)))


def test_they_are_what_the_command_line_says_today() -> None:
    done = subprocess.run([sys.executable, PROJECT / "bin" / "make-manual", "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), "run bin/make-manual"


def test_there_is_something_to_name() -> None:
    assert {("play",), ("tags", "learn"), ("update",)} <= {path for path, _ in COMMANDS}


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_is_in(page: str) -> None:
    text = PAGES[page].read_text()
    plain = text.replace("\\-", "-") if page == "manual" else text
    for path, options in COMMANDS:
        for word in (*path, *options):
            written = f"-l {word[2:]} " if page == "fish" and word.startswith("--") else word
            assert written in plain, (path, word)


def test_the_manual_describes_each_command_under_its_name() -> None:
    text = PAGES["manual"].read_text().replace("\\-", "-")
    headings = [line.removeprefix(".SS companion ") for line in text.splitlines() if line.startswith(".SS ")]
    for path, _ in COMMANDS[1:]:
        assert any(heading == " ".join(path) or heading.startswith(" ".join(path) + " ") for heading in headings), path


def test_groff_formats_the_manual_without_a_complaint() -> None:
    done = subprocess.run(["groff", "-man", "-ww", "-z", PAGES["manual"]], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path", [path for path, _ in COMMANDS], ids=" ".join)
def test_help_shows_a_flag_as_a_flag(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """typer 0.29 shows flags as if a value had to follow them."""
    with pytest.raises(SystemExit) as ended:
        app([*path, "--help"], prog_name="companion")
    said = capsys.readouterr().out
    assert (ended.value.code, "--help" in said, "bool" in said) == (0, True, False)


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last word."""
    asked = '. "$1"; shift; COMP_WORDS=(companion "$@"); COMP_CWORD=$#; _companion; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-uc", asked, "-", BASH, *words], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(("path", "options"), COMMANDS, ids=[" ".join(path) or "companion" for path, _ in COMMANDS])
def test_bash_offers_what_a_command_takes(tmp_path: Path, path: tuple[str, ...], options: list[str]) -> None:
    assert sorted(completed(tmp_path, *path, "--")) == sorted([*options, "--help"])
    below = [other[-1] for other, _ in COMMANDS if other[:-1] == path and other]
    if below:
        assert sorted(completed(tmp_path, *path, "")) == sorted(below)


def test_bash_offers_files_folders_and_choices(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").touch()
    (tmp_path / "games").mkdir()
    assert sorted(completed(tmp_path, "replay", "ga")) == ["game.jsonl", "games"]
    assert completed(tmp_path, "play", "--data", "ga") == ["games"]
    assert completed(tmp_path, "export", "--format", "r") == ["record"]
    assert completed(tmp_path, "export", "--format", "record", "--la") == ["--last"]
    # A file that is called like a command.
    assert completed(tmp_path, "replay", "tags", "--j") == ["--json"]


def test_every_completion_is_for_the_command_that_the_wheel_gives() -> None:
    assert "complete -F _companion companion" in BASH.read_text()
    assert PAGES["zsh"].read_text().startswith("#compdef companion\n")
    assert re.search(r"^complete -c companion ", PAGES["fish"].read_text(), re.MULTILINE)
