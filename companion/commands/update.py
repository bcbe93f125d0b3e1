"""`companion update`: a newer version from a file, or back to the one before. In the terminal only: a stick may hold anybody's code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion import assemble
from companion.commands.options import NOT_FINE, Data
from companion.errors import UpdateError
from companion.installation import Installation


def update(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The newer version: a file that ends in .whl.")] = None,
    back: Annotated[bool, typer.Option("--back", help="Go back to the version before.")] = False,
    data: Data = None,
) -> None:
    """Install a newer version beside this one. If it does not start, this one comes back by itself. Without a word: what is installed."""
    installation = Installation.of_this(lambda sentence: print(sentence, flush=True))
    if back and file is not None:
        raise UpdateError("Say either a FILE or --back.")
    if back:
        number = installation.back(assemble.data_folder(data))
        print(f"{number} is started next." if not installation.restart() else f"{number} starts now; the game is where it was.")
        return
    if file is None:
        print("\n".join(installation.told()))
        return
    before, number = installation.version, installation.update(file)
    if not installation.restart():
        print(f"{number} is installed. It is tried at the next start; if it does not start, {before} comes back.")
        return
    print(f"{number} starts now; the game goes on where it was. This takes a moment.", flush=True)
    why = installation.outcome()
    if why is None:
        print(f"{number} has not started yet: is a screen connected? If it does not start, {before} comes back.")
    elif why:
        print(f"{number} did not start: {why}. {before} is back, and the game is where it was.")
        raise typer.Exit(NOT_FINE)
    else:
        print(f"{number} is running. {before} is kept: companion update --back")
