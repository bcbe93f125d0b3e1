"""Options and exit statuses that the house's commands share with those of the games."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

# Whether a path may be read is found where it is read, which says so in the language in force: `readable=False` keeps typer from looking first.
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", readable=False, help="Folder for games, tags and settings (default: ~/.local/share/vabanque-companion)."),
]
Rules = Annotated[str | None, typer.Option("--rules", metavar="KEY", help="Which game, as `companion shelf` names it; without it the last played.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]

MOST = 1_000_000_000
"""No game has a higher number, no table pays more, and no command goes on for more seconds."""


def counted(value: float | None) -> float | None:
    """Refuses NaN, which is neither less nor more than any bound."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter("")
    return value


BAD_INPUT = 2
"""Exit status where a file can't be read or used."""
NOT_FINE = 1
"""Exit status where a check has found something."""
