"""A table of any game, as the hands of the people at it know it: they hold simulated pieces to a reader and touch the screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.game import Demo, Game
from companion.settings import Settings
from companion.table import commands
from companion.table.events import Signal, TagGone, TagSeen
from companion.table.journal.store import Journal
from companion.table.session.echo import HAND
from companion.table.session.session import Session
from companion.table.snapshot import Snapshot
from companion.table.tags import simulated


class Evening:
    """It is the `companion.game.Hands` of a demo. Time passes by hand, always as much as hands need."""

    def __init__(self, folder: Path, of: Game, settings: Settings | None = None) -> None:
        self.of, self.folder, self.settings = of, folder, settings
        self.now = 1000.0
        self.signals: list[Signal] = []
        self.journal = Journal(folder)
        self.session = self._session()
        self.demo: Demo = of.part("demo", Demo)

    def _session(self) -> Session:
        return Session(
            self.journal,
            settings=self.settings,
            clock=lambda: self.now,
            rng=random.Random(1),
            simulated=simulated.tags,
            on_signal=self.signals.append,
        )

    def restart(self) -> None:
        """The program ends and is started again."""
        self.journal.close()
        self.journal = Journal(self.folder)
        self.session = self._session()
        self.session.resume()

    @property
    def shown(self) -> Snapshot:
        return self.session.shown

    @property
    def view(self) -> Any:
        assert self.shown.view is not None
        return self.shown.view

    @property
    def answer(self) -> object:
        """What the notice says, None if there is none."""
        return self.shown.notice and self.shown.notice.what

    @property
    def timeline(self) -> Any:
        timeline = self.session.timeline
        assert timeline is not None
        return timeline

    def show(self, code: str) -> None:
        self.now += 10 * HAND
        uid = simulated.uids(self.of)[code]
        self.session.handle(TagSeen("pad", uid))
        self.session.handle(TagGone("pad", uid))

    def touch(self, command: Any) -> None:
        self.now += 10 * HAND
        self.session.handle(command)

    def new(self) -> int:
        """A game is opened. Returns its number."""
        self.touch(commands.NewGame(rules=self.of.key))
        assert self.shown.game is not None
        return self.shown.game

    def play(self, moves: Sequence[Any]) -> None:
        """Plays moves by hand; each has to stand as it was meant."""
        for move in moves:
            before = len(self.timeline.moves)
            self.demo.make(move, self)
            assert len(self.timeline.moves) > before, (move, self.shown.notice)

    def game(self, seed: int = 7) -> Sequence[Any]:
        """A whole game of this game, the same for the same seed."""
        return self.demo.random(seed)
