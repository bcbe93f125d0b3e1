"""Options and exit statuses that the house's commands share with those of the games."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer


def a_name(word: str) -> str:
    """The name of a file or a folder. Raises ValueError where it is empty: a variable that was never set does not mean the folder one is in."""
    if not word:
        raise ValueError
    return word


def a_path(word: str) -> Path:
    """The same as a path. Whether it may be read is found where it is read, which says so in the language in force; typer would look first."""
    return Path(a_name(word))


Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", parser=a_path, help="Folder for games, tags and settings (default: ~/.local/share/vabanque-companion)."),
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
