"""Every command of the command line. Each is a few lines here; what it does is written in the layers below."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console

from companion import printing
from companion.errors import RecordError
from companion.games import vabanque
from companion.games.vabanque.record import MAX_LINE, Replay
from companion.games.vabanque.record import replay as replay_record
from companion.games.vabanque.score import score as score_tables
from companion.games.vabanque.summary import summary

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Sits beside a game of Vabanque: reads the tags on cards and tables, keeps the money, pays out.",
)

Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="The folder of games and settings, if not the usual one.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line instead of tables.")]

MAX_SCORED = 10_000_000
"""Bytes of a file of tables."""

BAD_INPUT = 2
"""Exit status where a file can't be read or used."""


@app.callback()
def companion() -> None:
    """Makes the commands subcommands, also while there is one only."""


@app.command()
def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Records of games.")],
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Play records through and print each round."""
    printer = printing.GamePrinter(Console(highlight=False), printing.number_locale())
    failed = False
    for file in files:
        try:
            played = _replay(file)
        except RecordError as error:
            failed = True
            _complain(file, error)
            continue
        if as_json:
            print(json.dumps(summary(played.game, file)), flush=True)
        else:
            printer.game(file, vabanque.view(played.game))
    if failed:
        raise typer.Exit(BAD_INPUT)


@app.command()
def score(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A JSON object, or a list of them: tokens, cards and pawns of tables.")],
    data: Data = None,
) -> None:
    """Print what single tables pay."""
    try:
        print(_score(file))
    except RecordError as error:
        _complain(file, error)
        raise typer.Exit(BAD_INPUT) from None


def _replay(file: str) -> Replay:
    """Raises RecordError, also where the file can't be read: then of the line that was to come."""
    read = 0

    def lines(stream: BinaryIO) -> Iterator[bytes]:
        nonlocal read
        # Bounded, so that a file without line ends is refused before it fills the memory.
        while line := stream.readline(MAX_LINE + 1):
            read += 1
            yield line

    try:
        with open(file, "rb") as stream:
            return replay_record(lines(stream))
    except OSError as error:
        raise RecordError(read + 1, _unreadable(error)) from None


def _score(file: str) -> str:
    try:
        with open(file, "rb") as stream:
            content = stream.read(MAX_SCORED + 1)
        if len(content) > MAX_SCORED:
            raise RecordError(1, "the file is too long for a list of tables")
        return json.dumps(score_tables(content.decode("utf-8")), indent=1)
    except OSError as error:
        raise RecordError(1, _unreadable(error)) from None
    except UnicodeDecodeError as error:
        raise RecordError(error.object.count(b"\n", 0, error.start) + 1, "not UTF-8 text") from None
    except RecursionError:
        raise RecordError(1, "nested too deeply") from None


def _unreadable(error: OSError) -> str:
    return f"the file can't be read: {error.strerror or error}"


def _complain(file: str, error: RecordError) -> None:
    print(f"{printing.shown(file)}:{error.line}: {printing.shown(error.reason)}", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> None:
    """The command `companion`. What a stream's encoding has no letter for is printed as "?"."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        app(arguments)
    except OSError as error:
        print(f"The output can't be written: {error.strerror or error}", file=sys.stderr)
        # Whatever is left in the buffer can't be written either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
