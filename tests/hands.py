"""What people do at a simulated table: they show pieces to a reader and touch the screen."""

from __future__ import annotations

from typing import Any

from companion.devices.simulated import SimulatedReader
from companion.game import Game
from companion.games.vabanque import GAME, demo
from companion.table.tags import simulated


class Hands:
    """The hands of a game's simulated players, with a reader that reports to the session."""

    def __init__(self, reader: SimulatedReader, session: Any, of: Game = GAME) -> None:
        self._reader, self._session, self._uids = reader, session, simulated.uids(of)

    @property
    def view(self) -> Any:
        return self._session.shown.view

    def show(self, code: str) -> None:
        self._reader.lay(self._uids[code])
        self._reader.lift()

    def touch(self, command: Any) -> None:
        self._session.handle(command)


def make(move: Any, reader: SimulatedReader, session: Any) -> None:
    """Makes a move of the first game."""
    demo.make(move, Hands(reader, session))
