"""Every command of the command line. Each is a few lines here; what it does is written in the layers below."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion import assemble, memory, screen, words
from companion.cli import backups, book, ending, evenings, exporting, firmware, lists, records, rooms, shelf, tags, update, usage, version
from companion.cli.options import made, opened_journal
from companion.errors import CompanionError
from companion.games import SHELF
from companion.printing.options import BAD_INPUT, MOST, NOT_FINE, AsJson, Data, a_path, counted
from companion.printing.speech import complain
from companion.table.evenings import history

app = usage.App(
    no_args_is_help=True,
    help="Companion beside a board game: reads the tags on its pieces, keeps the money and the points, and works out who gets what.",
)


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


app.command()(records.replay)
app.command(name="import")(records.import_record)


@app.command()
def games(data: Data = None) -> None:
    """List all games, newest first."""
    with opened_journal(data, reading=True) as journal:
        lists.listed(history.entries(journal))


app.command(name="demo")(records.play_demo)


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
        typer.Option(min=0, max=MOST, callback=counted, metavar="N", help="Stop after so many seconds. Default: until Ctrl-C."),
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
        Path | None, typer.Option("--bundle", metavar="FILE", parser=a_path, help="Also pack a zip file for a bug report, without secrets.")
    ] = None,
    data: Data = None,
) -> None:
    """Check readers, ports, pins, screen and data, and say how to fix what is wrong. Exits with 1 if something is wrong."""
    from companion.cli import doctor as examining

    if not examining.doctor(assemble.data_folder(data), as_json=as_json, bundle=bundle):
        raise typer.Exit(NOT_FINE)


app.command()(shelf.shelf)
app.command()(update.update)
app.command()(version.version)
app.add_typer(tags.app, name="tags")
app.add_typer(firmware.app, name="firmware")


LEFT_OUT = rooms.mount(app, SHELF, SHELF.package)
"""What games offer and can't be had, in sentences."""


def main(arguments: list[str] | None = None) -> None:
    """The command `companion`. What a stream's encoding has no letter for is printed as a plain one or as "?"."""
    memory.leave_no_image()
    closed = ending.begun()
    language, line = usage.language_of(sys.argv[1:] if arguments is None else arguments)
    words.use(language or "")
    if language is not None and language not in words.LANGUAGES:
        complain("--language is one of: {choices}", choices=", ".join(words.LANGUAGES))
        raise SystemExit(BAD_INPUT)
    for said in LEFT_OUT:
        complain(said)
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
