"""Every command of the command line. Each is a few lines here; what it does is written in the layers below."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion import assemble
from companion.cli import backups, book, evenings, exporting, firmware, lists, records, rooms, shelf, tags, update, version
from companion.cli.options import opened_journal
from companion.cli.playing import app
from companion.games import SHELF
from companion.printing.options import MOST, NOT_FINE, AsJson, Data, a_path, counted
from companion.table.evenings import history

app.command()(records.replay)
app.command(name="import")(records.import_record)


@app.command()
def games(data: Data = None) -> None:
    """List all games, newest first."""
    with opened_journal(data, reading=True) as journal:
        lists.listed(history.entries(journal))


app.command(name="demo")(records.play_demo)


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
