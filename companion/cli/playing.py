"""The command line with the one command that opens the screen: an evening waits for no other command's modules."""

from __future__ import annotations

from typing import Annotated

import typer

from companion import assemble, screen
from companion.cli import usage
from companion.cli.options import made
from companion.errors import CompanionError
from companion.printing.options import Data

app = usage.App(
    no_args_is_help=True,
    help="Companion beside a board game: reads the tags on its pieces, keeps the money and the points, and works out who gets what.",
)
"""`companion.cli.commands` adds all the others."""


def _versions(wanted: bool) -> None:
    if wanted:
        from companion.cli import version

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
def play(
    data: Data = None,
    windowed: Annotated[bool, typer.Option("--windowed", help="In a window, also where the settings say full screen.")] = False,
    simulate: Annotated[bool | None, typer.Option("--simulate/--real", help="Simulated tags on the screen, or real readers.")] = None,
) -> None:
    """Open the companion on the screen."""
    if not screen.there():
        raise CompanionError("There is no screen here. Connect one, or play a demo in the terminal with `companion demo`.")
    assemble.play(made(data), simulate=simulate, windowed=windowed)
