"""Every command of the command line. Each is a few lines here; what it does is written in the layers below."""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from companion import assemble, files, memory, screen, words
from companion.cli import backups, book, ending, evenings, exporting, firmware, tags, update, usage, version
from companion.cli.options import BAD_INPUT, MOST, NOT_FINE, AsJson, Data, made, opened_journal
from companion.cli.speech import complain, say
from companion.errors import CompanionError, RecordError
from companion.games import FIRST, SHELF
from companion.games.vabanque import demo, rules
from companion.games.vabanque.cli import pay, printing
from companion.games.vabanque.record.record import MAX_LINE, Replay
from companion.games.vabanque.record.record import replay as replay_record
from companion.games.vabanque.record.score import score as score_tables
from companion.games.vabanque.record.summary import summary
from companion.said import why
from companion.table.evenings import history

app = usage.App(
    no_args_is_help=True,
    help="Companion for the board game Vabanque: reads tags on cards and tables, keeps the money and works out the payouts.",
)

MAX_SCORED = 10_000_000
"""Bytes of a file of tables."""

READING_PACE = 0.25
"""Seconds after each act of a demo that somebody watches in a terminal."""


def _counted(value: float | None) -> float | None:
    """Refuses NaN, which is neither less nor more than any bound."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter("")
    return value


def _versions(wanted: bool) -> None:
    if wanted:
        version.version()
        raise typer.Exit


@app.callback()
def companion(
    _: Annotated[bool, typer.Option("--version", help="Same as `companion version`.", callback=_versions, is_eager=True)] = False,
    __: Annotated[
        str, typer.Option("--language", metavar="LANGUAGE", help="de, en or fr; anywhere on the line. Default: that of the system (LANG).")
    ] = "",
) -> None:
    """Makes the commands subcommands, also while there is one only."""


@app.command()
def replay(
    records: Annotated[list[str], typer.Argument(metavar="FILE", help="Recorded games.")],
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Replay recorded games and print each round."""
    failed = False
    for file in records:
        try:
            played = _replay(file)
        except RecordError as error:
            failed = True
            _complain(file, error)
            continue
        if as_json:
            print(json.dumps(summary(played.game, file)), flush=True)
        else:
            printing.game(file, rules.view(played.game))
    if failed:
        raise typer.Exit(BAD_INPUT)


@app.command()
def score(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A JSON object, or a list of them: tokens, cards and pawns of tables.")],
    data: Data = None,
) -> None:
    """Work out what given tables pay."""
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
    """Add a recorded game."""
    try:
        played = _replay(file)
    except RecordError as error:
        _complain(file, error)
        raise typer.Exit(BAD_INPUT) from None
    with opened_journal(data, makes=True) as journal:
        game, new = history.add(journal, SHELF[FIRST], played)
    if new:
        say("Added as game {game}.", game=game)
    else:
        say("This game is here already as game {game}. Nothing was added.", game=game)


@app.command()
def games(data: Data = None) -> None:
    """List all games, newest first."""
    with opened_journal(data, reading=True) as journal:
        printing.listed(history.entries(journal))


@app.command(name="demo")
def play_demo(
    record: Annotated[str | None, typer.Argument(metavar="RECORD", help="A record to play; a random game without one.")] = None,
    data: Data = None,
    pace: Annotated[float | None, typer.Option(min=0, max=60, callback=_counted, metavar="SECONDS", help="How long to wait after each move.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Which random game to play.")] = None,
) -> None:
    """Play a demo game in the terminal with simulated tags."""
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
    demo.play(
        moves,
        lambda line: print(line, flush=True),
        warn=complain,
        data=None if data is None else made(data),
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
    assemble.play(made(data), simulate=simulate, windowed=windowed)


@app.command()
def scan(
    as_json: AsJson = False,
    seconds: Annotated[
        float | None,
        typer.Option(min=0, max=MOST, callback=_counted, metavar="N", help="Stop after so many seconds. Default: until Ctrl-C."),
    ] = None,
    data: Data = None,
) -> None:
    """Show what the readers see, live. For a character card it says whose it is, never which."""
    from companion.cli import scan as watching

    watching.scan(assemble.data_folder(data), as_json=as_json, seconds=seconds)


for command in (evenings.stats, exporting.export, evenings.delete, backups.backup, backups.restore):
    app.command()(command)
app.add_typer(evenings.app, name="past")
app.add_typer(book.app, name="names")


@app.command()
def doctor(
    as_json: AsJson = False,
    bundle: Annotated[
        Path | None, typer.Option("--bundle", metavar="FILE", readable=False, help="Also pack a zip file for a bug report, without secrets.")
    ] = None,
    data: Data = None,
) -> None:
    """Check readers, ports, pins, screen and data, and say how to fix what is wrong. Exits with 1 if something is wrong."""
    from companion.cli import doctor as examining

    if not examining.doctor(assemble.data_folder(data), as_json=as_json, bundle=bundle):
        raise typer.Exit(NOT_FINE)


app.command()(pay.pay)
app.command()(update.update)
app.command()(version.version)
app.add_typer(tags.app, name="tags")
app.add_typer(firmware.app, name="firmware")


def _replay(file: str) -> Replay:
    """Raises RecordError, also where the file can't be read: then of line 0 where it can't be opened, else of the line that was to come."""
    read = 0

    def lines(stream: BinaryIO) -> Iterator[bytes]:
        nonlocal read
        # Bounded, so that a file without line ends is refused before it fills the memory.
        while line := stream.readline(MAX_LINE + 1):
            read += 1
            yield line

    try:
        stream = files.opened(file)
    except OSError as error:
        raise _unreadable(error) from None
    try:
        with stream:
            return replay_record(lines(stream))
    except OSError as error:
        raise _unreadable(error, read + 1) from None


def _score(file: str) -> str:
    try:
        with files.opened(file) as stream:
            content = stream.read(MAX_SCORED + 1)
        if len(content) > MAX_SCORED:
            raise RecordError(1, "the file is too long for a list of tables")
        return json.dumps(score_tables(content.decode("utf-8")), indent=1)
    except OSError as error:
        raise _unreadable(error) from None
    except UnicodeDecodeError as error:
        raise RecordError(error.object.count(b"\n", 0, error.start) + 1, "not UTF-8 text") from None
    except RecursionError:
        raise RecordError(1, "nested too deeply") from None


def _unreadable(error: OSError, line: int = 0) -> RecordError:
    return RecordError(line, "the file can't be read: {why}", why=why(error))


def _complain(file: str, error: RecordError) -> None:
    if error.line:
        complain("{file}:{line}: {reason}", file=file, line=error.line, reason=error.reason)
    else:
        complain("{file}: {reason}", file=file, reason=error.reason)


def main(arguments: list[str] | None = None) -> None:
    """The command `companion`. What a stream's encoding has no letter for is printed as a plain one or as "?"."""
    memory.leave_no_image()
    closed = ending.begun()
    language, line = usage.language_of(sys.argv[1:] if arguments is None else arguments)
    words.use(language or "")
    if language is not None and language not in words.LANGUAGES:
        complain("--language is one of: {choices}", choices=", ".join(words.LANGUAGES))
        raise SystemExit(BAD_INPUT)
    if closed and line[:1] != ["play"]:
        raise SystemExit(ending.output_closed())
    raise SystemExit(ending.ended(lambda: _run(line), line))


def _run(line: list[str]) -> int:
    """Runs a command; its exit status."""
    try:
        with usage.in_force():
            status = usage.speak(typer.main.get_command(app)).main(line, prog_name="companion", standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        complain("Stopped.")
        return NOT_FINE
    except Exception as error:  # typer brings a click of its own, or takes another, by its version
        if not hasattr(error, "format_message"):
            raise
        return usage.refused(error)
    return status if isinstance(status, int) else 0
