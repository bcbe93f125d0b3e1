"""`companion version`: of the program, and of each form in which it keeps or sends something. They change apart from one another."""

from __future__ import annotations

import json
import platform

from companion import __version__, settings
from companion.games import FIRST, SHELF
from companion.pico import wire
from companion.printing.options import AsJson
from companion.table.backup import write
from companion.table.journal import migrate
from companion.table.tags import tagset


def versions() -> dict[str, str | int]:
    """By name: the program's own, those of its files and of its line to the Picos, the firmware that it brings, and Python's."""
    return {
        "companion": __version__,
        "journal": migrate.VERSION,
        "record": SHELF[FIRST].record.version,
        "settings": settings.VERSION,
        "backup": write.VERSION,
        "tags": tagset.VERSION,
        "wire": wire.PROTOCOL,
        "firmware": wire.FIRMWARE,
        "python": platform.python_version(),
        # The record of each further game has a version of its own.
        **{f"record {key}": game.record.version for key, game in SHELF.items() if key != FIRST},
    }


def version(as_json: AsJson = False) -> None:
    """Print the versions of the program and of its file formats."""
    if as_json:
        print(json.dumps(versions()))
        return
    told = versions()
    wide = max(map(len, told))
    for name, number in told.items():
        print(f"{name:{wide}} {number}")
