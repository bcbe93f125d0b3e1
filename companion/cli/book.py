"""`companion names`: who has played, and which spellings are one player."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from companion.cli.options import opened_journal
from companion.cli.usage import App
from companion.printing.options import AsJson, Data
from companion.printing.speech import for_programs, say
from companion.printing.tables import add, headed, show
from companion.said import safe
from companion.table.evenings import history, names
from companion.words import tr

app = App(invoke_without_command=True, help="Who has played, and which spellings are one player.")


@app.callback()
def _listed(context: typer.Context, as_json: AsJson = False, data: Data = None) -> None:
    """Lists the names book."""
    context.obj = data
    if context.invoked_subcommand is not None:
        return
    with opened_journal(data, reading=True) as journal:
        played = history.played(journal)
        found = names.book(journal, played)
        alike = names.alike(found, played, names.who(journal))
    if as_json:
        for_programs()
        for entry in found:
            print(json.dumps(msgspec.to_builtins(entry), ensure_ascii=False))
        return
    if not found:
        say("Nobody has played yet.")
        return
    table = headed(tr("player"), tr("games"), tr("also spelled"))
    for entry in found:
        add(table, safe(entry.name), str(entry.games), ", ".join(map(safe, entry.spellings)))
    show(table)
    for into, name in alike:
        words = (shlex.quote(name), shlex.quote(into))
        say("{name} and {into} look alike. If they are one player: companion names merge {words}", name=name, into=into, words=" ".join(words))


@app.command()
def merge(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A spelling.")],
    into: Annotated[str, typer.Argument(metavar="INTO", help="The player's name from now on.")],
    data: Data = None,
) -> None:
    """Make two spellings of a name one player."""
    with opened_journal(_or(data, context), alone=True) as journal:
        names.merge(journal, name, into, history.played(journal))
    say("{name} now counts as {into}. `companion names unmerge` undoes it.", name=name, into=into)


@app.command()
def unmerge(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The spelling that was merged.")],
    data: Data = None,
) -> None:
    """Make a merged spelling a player of its own again."""
    with opened_journal(_or(data, context), alone=True) as journal:
        names.unmerge(journal, name)
    say("{name} is a player of their own again.", name=name)


def _or(data: Path | None, context: typer.Context) -> Path | None:
    found: Path | None = data or context.obj
    return found
