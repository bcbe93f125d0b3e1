"""Every command that a page or a sentence of the program names is one of the command line, with options that it has."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from companion.cli.commands import app

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "companion/*.md", "hardware/*.md", "firmware/*.md", "seeds/**/*.md")
COMMANDS: Any = typer.main.get_command(app)
WORDS = {"GAME": "1", "N": "1"}
"""What stands for a number; every other word in capitals may be any text."""


def written(text: str) -> Iterator[str]:
    """The command lines of a page: in lines of code, and in spans of code within a sentence."""
    for line in text.splitlines():
        code = re.fullmatch(r" {4,}(companion [a-z].*?)(?:\s{2,}# .*| # .*)?", line)
        yield from [code[1]] if code else re.findall(r"`(companion [a-z][^`]*)`", line)


def meant(line: str) -> Iterator[list[str]]:
    """The ways in which a line may be typed: `[--json]` or not, `GAME | --last` one or the other; `FILE...` is a file."""
    line = line.replace("...", "")
    ends = [end.strip() for end in line.split(" | ")]
    lines = [ends[0]] + [" ".join([*ends[0].split(" ")[:-1], end]) for end in ends[1:]]
    for one in lines:
        optional = re.findall(r"\[.*?\]", one)
        for left_out in itertools.product((True, False), repeat=len(optional)):
            typed = one
            for part, out in zip(optional, left_out, strict=True):
                typed = typed.replace(part, "" if out else part[1:-1])
            yield [WORDS.get(word, word) for word in shlex.split(typed)[1:]]


def refusal(words: list[str]) -> str | None:
    """Why this can't be typed so; None if it can. Nothing is run."""
    command, context, rest = COMMANDS, None, words
    while True:
        try:
            context = command.make_context(command.name, list(rest), parent=context)
            left = [*context._protected_args, *context.args]
            if not hasattr(command, "commands") or not left:
                return None
            _, command, rest = command.resolve_command(context, left)
        except Exception as error:  # typer brings a click of its own, or takes another, by its version
            if hasattr(error, "format_message"):
                return str(error.format_message())
            if getattr(error, "exit_code", None) == 0:
                return None  # --help
            raise


def lines_of_pages() -> list[tuple[str, str]]:
    pages = sorted({page for pattern in PAGES for page in ROOT.glob(pattern)})
    return [(str(page.relative_to(ROOT)), line) for page in pages for line in dict.fromkeys(written(page.read_text("utf-8")))]


def test_the_pages_name_the_commands_that_a_builder_needs() -> None:
    named = {" ".join(line.split()[1:3]) for _, line in lines_of_pages()}
    assert named >= {"doctor", "scan", "tags", "firmware install", "firmware check", "demo"}


@pytest.mark.parametrize(("page", "line"), lines_of_pages())
def test_a_command_on_a_page_can_be_typed(page: str, line: str) -> None:
    refusals = {refusal(words) for words in meant(line)}
    # A sentence may speak of a command without what it needs.
    assert {why for why in refusals if why and not (page.startswith("seeds") and why.startswith("Missing argument"))} == set()


@pytest.mark.parametrize(
    "line", ["companion doktor", "companion tags lern", "companion scan --jason", "companion firmware install --gain much", "companion score"]
)
def test_what_can_not_be_typed_is_found_out(line: str) -> None:
    assert all(refusal(words) for words in meant(line))


def test_a_command_in_a_sentence_of_the_program_exists() -> None:
    found = []
    for source in sorted((ROOT / "companion").rglob("*.py")):
        for words in re.findall(r"(?:`|: )companion ([a-z]+(?: [a-z]+)?)", source.read_text("utf-8")):
            first, *second = words.split()
            command = COMMANDS.commands.get(first)
            assert command is not None, f"{source}: companion {words}"
            if hasattr(command, "commands") and second:
                assert second[0] in command.commands, f"{source}: companion {words}"
            found.append(first)
    assert {"doctor", "firmware", "tags", "scan"} <= set(found)
