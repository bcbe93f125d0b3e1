"""A game as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol

import msgspec

from companion.game.rules import M, P


class Replayed(Protocol):
    """A record that was read."""

    @property
    def moves(self) -> Sequence[Any]:
        """All of them, in their order."""

    @property
    def position(self) -> Any:
        """After the last of them."""

    @property
    def date(self) -> str | None:
        """Of the evening, as 2026-11-29; None where the record says none."""

    @property
    def place(self) -> str | None:
        """Where it was played; None where the record does not say."""


class RecordFormat(msgspec.Struct, Generic[P, M], frozen=True):
    """A game as lines of text, JSON objects. `RECORD` in the folder's `record`. Which game a record is of, its first line says.

    That header has at least "record" and "players", by chair, each with "name" and "colour".
    """

    replay: Callable[[Iterable[bytes]], Replayed]
    """Reads a record, line by line. Raises RecordError, with the line's number, for whatever the format or the rules forbid."""
    write: Callable[[Sequence[M], str | None, str | None], str]
    """The record of these moves, with the evening's date and place. Raises CompanionError where the game has not begun."""
    summary: Callable[[P, str], dict[str, Any]]
    """What a position comes to, as plain public data for JSON. The second is the record's name as it was given."""
    setup: Callable[[P], dict[str, Any]] = lambda position: {}
    """What an export as JSON tells of the set-up, beside the people and the summary."""
    name: str = ""
    """What "record" in the header says; "": the game's key."""
    version: int = 1
    """Of the format."""
