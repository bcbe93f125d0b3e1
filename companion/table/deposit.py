"""Files for somebody to take along, most often on a stick that is pulled out as soon as they are there."""

from __future__ import annotations

from pathlib import Path

from companion.errors import CompanionError
from companion.files import replace
from companion.said import why
from companion.table.journal.storage import is_full


def free(folder: Path, stem: str, ending: str = "") -> Path:
    """A name in a folder that nothing has yet: with a number where it is taken."""
    place = folder / f"{stem}{ending}"
    number = 1
    while place.exists():
        number += 1
        place = folder / f"{stem}-{number}{ending}"
    return place


def deposit(file: Path, content: bytes, kind: type[CompanionError]) -> None:
    """Writes a file. When it returns, file and folder are synced, and the disk gives back what was written. Raises `kind`."""
    try:
        replace(file, content)
        if file.read_bytes() != content:
            raise kind("{file} does not hold what was written. Take another stick or disk.", file=file)
    except OSError as error:
        raise refused(file, error, kind) from None


def refused(file: Path, error: OSError, kind: type[CompanionError]) -> CompanionError:
    """What to say where a place takes no file."""
    if is_full(error):
        return kind("{file} can't be written ({why}). Free some space there, or give another place.", file=file, why=why(error))
    return kind("{file} can't be written ({why}). Give another place.", file=file, why=why(error))
