"""Records of whatever game: which one it is, its first line says."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from companion.errors import RecordError
from companion.game import Game, Replayed
from companion.games import SHELF
from companion.games.kit import lines


def read(raw: Iterable[bytes]) -> tuple[Game, Replayed]:
    """Finds the game of a record and plays it through. `raw`: its lines as a binary file gives them. Raises RecordError."""
    rest = iter(raw)
    first = next(rest, b"")
    if not first:
        raise RecordError(1, "the file is empty; a record begins with its header")
    value = lines.value(1, first)
    name = value.get("record") if isinstance(value, dict) else None
    if not isinstance(name, str):
        raise RecordError(
            1, 'not a record of a game: the first line must be a header with "record" and the name of one of these: {known}', known=_known()
        )
    of = _named(name)
    if of is None:
        raise RecordError(1, "a record of {name}, and there is no such game here. There are: {known}", name=name[:40], known=_known())
    return of, of.record.replay(chain([first], rest))


def _named(name: str) -> Game | None:
    """The game whose records are called so. Others are only loaded where no key is the name."""
    if name in SHELF and header_name(SHELF[name]) == name:
        return SHELF[name]
    return next((of for of in SHELF.values() if header_name(of) == name), None)


def header_name(of: Game) -> str:
    """What "record" says in the header of a game's records."""
    return of.record.name or of.key


def _known() -> str:
    return ", ".join(map(header_name, SHELF.values()))
