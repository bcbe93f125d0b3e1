"""`companion demo`: a whole game without a screen. Simulated readers, gestures, session and journal, act by act, told in lines of text."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.cli.rooms import demo_of
from companion.devices.simulated import SimulatedReader
from companion.errors import CompanionError
from companion.game import Game
from companion.printing.players import colour
from companion.table import commands
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.snapshot import Answer
from companion.table.tags import simulated
from companion.words import names, tr

READING_PACE = 0.25
"""Seconds after each act of a demo that somebody watches in a terminal."""


def play(
    of: Game,
    moves: Sequence[Any],
    tell: Callable[[str], None],
    *,
    warn: Callable[[str], None],
    data: Path | None = None,
    pace: float = 0.0,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Plays `moves` at a simulated table; `tell` gets each line when its act is on disk. Raises CompanionError if the table refuses one.

    `warn` gets what was found damaged in `data`, which is no line of the game: it names files and times.
    Without `data` the game is kept in a folder that is thrown away. In `data` it counts as practice, so it is no past game.
    """
    if data is not None:
        _play(of, moves, data, tell, warn, pace, sleep)
    else:
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            _play(of, moves, Path(folder), tell, warn, pace, sleep)


class _Table:
    """A simulated table with a game on it, as the hands of the people there know it."""

    def __init__(self, of: Game, session: Session) -> None:
        self._uids = simulated.uids(of)
        self._session = session
        self.reader = SimulatedReader("pad")
        self.reader.start(session.handle)

    @property
    def view(self) -> Any:
        view = self._session.shown.view
        assert view is not None
        return view

    def show(self, code: str) -> None:
        self.reader.lay(self._uids[code])
        self.reader.lift()

    def touch(self, command: Any) -> None:
        self._session.handle(command)


def _play(
    of: Game,
    moves: Sequence[Any],
    folder: Path,
    tell: Callable[[str], None],
    warn: Callable[[str], None],
    pace: float,
    sleep: Callable[[float], None],
) -> None:
    demo = demo_of(of)
    journal = Journal(folder)
    try:
        for warning in journal.warnings:
            warn(warning)
        # Each tag is shown for a move of its own here, however soon after the last one.
        session = Session(journal, simulated=simulated.tags, hand=0, staged=True)
        table = _Table(of, session)
        session.handle(commands.NewGame(practice=True, rules=of.key))
        number = 0
        for move in moves:
            before = table.view
            demo.make(move, table)
            after = table.view
            if after == before:
                said = session.shown.notice
                if said is not None and said.what is Answer.NOT_WRITTEN:
                    raise CompanionError("A move of the demo could not be saved. Free some space, or use another folder with --data DIR.")
                raise CompanionError("The table refused a move of the demo ({what}).", what=said.what if said else "-")
            line, *more = demo.told(move, before, after)
            if demo.recorded(move):
                number += 1
                line = f"{number} {line}"
            tell(line)
            for text in more:
                tell(text)
            if pace:
                sleep(pace)
        outcome = table.view.outcome
        if outcome is not None and outcome.winners:
            tell(tr("the game is over: {who} won", who=names(map(colour, outcome.winners))))
        table.reader.stop()
    finally:
        journal.close()
