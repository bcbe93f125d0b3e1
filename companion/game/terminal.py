"""A game that plays by itself, and one in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec


class Hands(Protocol):
    """What people do at a simulated table."""

    @property
    def view(self) -> Any:
        """What everybody may see now."""

    def show(self, code: str) -> None:
        """Holds a piece to the reader for a moment."""

    def touch(self, command: Any) -> None:
        """Touches the screen: one of `companion.table.commands`, or of the game's own."""


class Demo(msgspec.Struct, frozen=True):
    """A game that plays by itself, in the terminal and for tests. `DEMO` in the folder's `demo`; a game may have none."""

    random: Callable[[int], Sequence[Any]]
    """The moves of a whole game to its end, the same for the same seed."""
    make: Callable[[Any, Hands], None]
    """What people do at the table for a move: they show pieces, touch the screen, or both."""
    told: Callable[[Any, Any, Any], Iterable[str]]
    """A move, with the views before and after it, in lines of words: first the move itself, then what came of it, beginning with no number."""
    recorded: Callable[[Any], bool] = lambda move: True
    """Whether a move is a line of the record: those are numbered."""


class Terminal(msgspec.Struct, frozen=True):
    """A game in the terminal. `CLI` in the folder's `cli`; a game may have none."""

    replayed: Callable[[str, Any], None]
    """Prints a game that was replayed: the record's name as it was given, and the view at its end."""
    phase: Callable[[str], str] = str
    """A phase of the view in words, in the language in force."""
    commands: Mapping[str, Callable[..., None]] = msgspec.field(default_factory=dict)
    """Its own commands by name, as typer takes them; offered where `Game.own_commands` says that there are some."""
