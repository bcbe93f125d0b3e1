"""A past game, move by move; what there is to be seen of it, the game knows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import chain
from typing import Any

from companion.games.kit.colours import Colour
from companion.table.commands import Delete, Rematch, ReplayGame, ShowPast
from companion.table.snapshot import PastGame, Snapshot
from companion.ui import gameui
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.looked import Looked
from companion.ui.screens.page import PageScreen, abreast
from companion.ui.screens.told import told, when
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton, IconButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.progress import Progress
from companion.ui.widgets.prompt import Prompt

KEYS = ("first", "left", "right", "last", "cross")


class ReplayScreen(PageScreen):
    """Steps are the session's; where a step has several pictures, the screen walks through them by itself before it goes on."""

    name = "replay"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.progress: Progress = self.add(Progress())
        self._looked: dict[str, Looked] = {}
        self.day = Button("", lambda: self.act("day"), kind="quiet", icon="pencil")
        self.square = IconButton("square", lambda: self.act("square"), label="square")
        self.rematch = Button("", lambda: self.act(Rematch(self.replay.game.game)), icon="redo")
        self.delete = HoldButton("", lambda: self.act(Delete(self.replay.game.game)), icon="bin")

    @property
    def rules(self) -> str:
        return self.replay.game.rules if self.ready else super().rules

    @property
    def looked(self) -> Looked:
        """What the game shows of it."""
        where = self.ui.replay
        if where not in self._looked:
            self._looked[where] = gameui.found(where)()
        return self._looked[where]

    def _step(self, _at: object) -> Hashable:
        replay = self.shown.replay
        return (replay.game.game, replay.step) if replay is not None else None

    def _before(self, to: tuple[int, int] | None) -> Hashable:
        replay = self.shown.replay
        # From the step after it, it is asked for; then it is there.
        return to if replay is not None and to in ((replay.game.game, replay.step), (replay.game.game, replay.step - 1)) else None

    looked_at = Chosen[int | None](None, _step)
    _back_to = Chosen[tuple[int, int] | None](None, _before)
    """A step that is gone back to, game and number: there the last picture is looked at first."""

    @property
    def at(self) -> int:
        """The picture of this step that is looked at, counted from 0."""
        if self.looked_at is not None:
            return self.looked_at
        replay = self.shown.replay if self.shown is not None else None
        if replay is None or self._back_to != (replay.game.game, replay.step):
            return 0
        return max(0, self.looked.stops(replay) - 1)

    # --- where the replay is ---

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.replay is not None

    def show(self, shown: Snapshot) -> None:
        if shown.replay is None:
            return
        super().show(shown)

    @property
    def replay(self) -> PastGame:
        """What is looked at."""
        replay: PastGame = self.shown.replay
        return replay

    @property
    def names(self) -> dict[Colour, str]:
        return {player.colour: player.name for player in self.replay.view.players}

    def at_table(self) -> dict[Colour, str]:
        return self.names

    # --- what is shown ---

    def prompt(self) -> Prompt:
        replay, view = self.replay, self.replay.view
        own = self.looked.prompt(replay, self.at)
        if own is not None:
            return own
        done = replay.done
        if done is None:
            return Prompt("play", when(replay.game), tr("Go on with the arrow"))
        where = self.ui.phase(view.phase)
        if view.round and view.outcome is None:
            where = f"{tr('Round {r}', r=view.round)} · {where}"
        if done.by is not None and done.by in self.names:
            return Prompt(done.by, self.names[done.by], told(replay), where)
        return Prompt("crown" if view.outcome is not None else "play", where, told(replay))

    def keys(self) -> tuple[str, ...]:
        return KEYS

    def fill(self) -> None:
        self.progress.show(self.replay)
        self.rematch.show(tr("Rematch"))
        self.delete.show(tr("Hold to delete"))
        self.day.show(tr("Set the date"))
        self.looked.fill(self.replay, self.at)

    # --- what is touched ---

    def bar_tapped(self, key: str) -> None:
        replay, tables = self.replay, self.looked.stops(self.replay)
        marks = [mark.step for mark in replay.marks]
        match key:
            case "right" if self.at + 1 < tables:
                self.looked_at = self.at + 1
                self.look()
            case "left" if self.at > 0:
                self.looked_at = self.at - 1
                self.look()
            case "right":
                self._go(replay.step + 1)
            case "left":
                self._back_to = (replay.game.game, replay.step - 1)
                self._go(replay.step - 1)
            case "last":
                self._go(next((step for step in marks if step > replay.step), replay.of))
            case "first" if self.at > 0:
                self.looked_at = 0
                self.look()
            case "first":
                self._go(next((step for step in reversed(marks) if step < replay.step), 0))
            case "cross":
                self.act(ShowPast(self.shown.search))
            case _:
                super().bar_tapped(key)

    def _go(self, step: int) -> None:
        if 0 <= step <= self.replay.of and step != self.replay.step:
            self.act(ReplayGame(self.replay.game.game, step))

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        self.progress.put(0, frame.prompt.h - 6, frame.w, 14)
        there = self._parts(frame) if self.ready else []
        placed = {id(widget) for widget, _ in there}
        every = (*chain.from_iterable(looked.widgets for looked in self._looked.values()), self.rematch, self.delete, self.day, self.square)
        for widget, box in chain(there, ((widget, None) for widget in every if id(widget) not in placed)):
            self.have(widget, box)

    def _game(self, frame: Frame, body: Box) -> list[tuple[Drawn, Box]]:
        """What can be done with the whole game, before its first move: in one row, or in portrait in two."""
        last = Box(body.x, body.y + body.h - 58, body.w, 58)
        beside = [(self.square, Box(last.x + last.w - 58, last.y, 58, 58))]
        room = last._replace(w=last.w - 70)
        if not frame.portrait:
            return [*abreast(room, (self.rematch, self.delete, self.day), frame.scale), *beside]
        return [(self.delete, room), *beside, *abreast(last._replace(y=last.y - 66), (self.rematch, self.day), frame.scale)]

    def _parts(self, frame: Frame) -> list[tuple[Drawn, Box]]:
        """What the phase shows, and where."""
        body, begun = frame.body.inset(12, 8), self.replay.step > 0
        foot = 0.0 if begun else 132.0 if frame.portrait else 66.0
        there = self.looked.boxes(self.replay, self.at, frame, foot)
        return there if begun else [*there, *self._game(frame, body)]
