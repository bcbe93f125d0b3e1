"""Every command of the command line. Each is a few lines here; what it does is written in the layers below."""

from __future__ import annotations

import io
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from babel.numbers import format_decimal
from rich.console import Console

from companion import assemble, demo, memory, printing, screen
from companion.commands import backups, book, evenings, exporting, firmware, pay, tags, update, version
from companion.commands.options import BAD_INPUT, NOT_FINE, AsJson, Data, opened_journal
from companion.errors import CompanionError, RecordError
from companion.games import vabanque
from companion.games.vabanque.record import MAX_LINE, Replay
from companion.games.vabanque.record import replay as replay_record
from companion.games.vabanque.score import score as score_tables
from companion.games.vabanque.summary import summary
from companion.table import history

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Sits beside a game of Vabanque: reads the tags on cards and tables, keeps the money, pays out.",
)

MAX_SCORED = 10_000_000
"""Bytes of a file of tables."""

READING_PACE = 0.25
"""Seconds after each act of a demo that somebody watches in a terminal."""


def _versions(wanted: bool) -> None:
    if wanted:
        version.version()
        raise typer.Exit


@app.callback()
def companion(
    _: Annotated[bool, typer.Option("--version", help="As `companion version`.", callback=_versions, is_eager=True)] = False,
) -> None:
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


@app.command(name="import")
def import_record(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The record of a game, in progress or past.")],
    data: Data = None,
) -> None:
    """Add a record to the games of this table."""
    try:
        played = _replay(file)
    except RecordError as error:
        _complain(file, error)
        raise typer.Exit(BAD_INPUT) from None
    with opened_journal(data) as journal:
        game, new = history.add(journal, played)
    print(f"Added as game {game}." if new else f"This is game {game}, which is there already. Nothing was added.")


@app.command()
def games(data: Data = None) -> None:
    """List the games of this table, newest first."""
    with opened_journal(data, reading=True) as journal:
        printing.GamePrinter(Console(highlight=False), printing.number_locale()).listed(history.entries(journal))


@app.command(name="demo")
def play_demo(
    record: Annotated[str | None, typer.Argument(metavar="RECORD", help="A record to play; a random game without one.")] = None,
    data: Data = None,
    pace: Annotated[float | None, typer.Option(min=0, max=60, metavar="SECONDS", help="How long to wait after each act.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Which random game to play.")] = None,
) -> None:
    """Play a game by simulated tags, act by act, without a screen."""
    if record is None:
        moves = demo.random_game(random.SystemRandom().randrange(1_000_000) if seed is None else seed)
    else:
        try:
            moves = list(_replay(record).moves)
        except RecordError as error:
            _complain(record, error)
            raise typer.Exit(BAD_INPUT) from None
    if pace is None:
        pace = READING_PACE if sys.stdout.isatty() else 0.0
    locale = printing.number_locale()
    demo.play(
        moves,
        lambda line: print(line, flush=True),
        lambda amount: format_decimal(amount, locale=locale),
        warn=lambda sentence: print(printing.shown(sentence), file=sys.stderr, flush=True),
        data=data,
        pace=pace,
    )


@app.command()
def play(
    data: Data = None,
    windowed: Annotated[bool, typer.Option("--windowed", help="In a window, also where the settings say full screen.")] = False,
    simulate: Annotated[bool | None, typer.Option("--simulate/--real", help="Simulated tags on the screen, or real readers.")] = None,
) -> None:
    """Open the companion on the screen."""
    if not screen.there():
        raise CompanionError("There is no screen here. Connect one, or play a demo in the terminal with `companion demo`.")
    assemble.play(assemble.data_folder(data), simulate=simulate, windowed=windowed)


@app.command()
def scan(
    as_json: AsJson = False,
    seconds: Annotated[float | None, typer.Option(min=0, metavar="N", help="End after so many seconds; without it, Ctrl-C ends.")] = None,
    data: Data = None,
) -> None:
    """Print what any reader sees, as it happens. Of a character card is told whose it is, never its kind."""
    from companion.commands import scan as watching

    watching.scan(assemble.data_folder(data), as_json=as_json, seconds=seconds)


for command in (evenings.past, evenings.stats, exporting.export, evenings.delete, backups.backup, backups.restore):
    app.command()(command)
app.add_typer(book.app, name="names")
@app.command()
def doctor(
    as_json: AsJson = False,
    bundle: Annotated[Path | None, typer.Option("--bundle", metavar="FILE", help="Also pack a zip file for a bug report, without secrets.")] = None,
    data: Data = None,
) -> None:
    """Check readers, ports, pins, screen and data: what is fine, what is wrong, and the one thing to do. Status 1 if something is wrong."""
    from companion.commands import doctor as examining

    if not examining.doctor(assemble.data_folder(data), as_json=as_json, bundle=bundle):
        raise typer.Exit(NOT_FINE)


app.command()(pay.pay)
app.command()(update.update)
app.command()(version.version)
app.add_typer(tags.app, name="tags")
app.add_typer(firmware.app, name="firmware")


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
    memory.leave_no_image()
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        app(arguments, prog_name="companion")
    except CompanionError as error:
        print(printing.shown(str(error)), file=sys.stderr)
        raise SystemExit(BAD_INPUT) from None
    except OSError as error:
        print(f"The output can't be written: {error.strerror or error}", file=sys.stderr)
        # Whatever is left in the buffer can't be written either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
