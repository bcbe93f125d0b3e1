"""A correction that is being looked at, in any game: the act as it was, what it is to be, and what changes by it. A game may bring its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.commands import Amend, Cancel, CloseActs
from companion.table.snapshot import Change
from companion.ui import gameui, texts
from companion.ui.kit.layout import Frame
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.changes import ChangeList, ChangeRow
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row


class CorrectScreen(PageScreen):
    """What is scanned is what the act should have been; it is carried out by holding."""

    name = "correct"
    reads = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.list: ChangeList = self.add(ChangeList())
        self.hold: HoldButton = self.add(HoldButton("", lambda: self.act((Amend(), CloseActs())), icon="pencil"))
        self.leave_it: Button = self.add(Button("", self.leave, kind="secondary"))

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.change is not None and self.shown.view is not None

    @property
    def change(self) -> Change:
        """What is looked at."""
        change: Change = self.shown.change
        return change

    def prompt(self) -> Prompt:
        by = self.change.act.by
        title = self.names.get(by, "") if by is not None else ""
        return Prompt(by if by is not None and title else "pencil", title or tr("Correct a move"), tr("Scan what it should have been"))

    def keys(self) -> tuple[str, ...]:
        return ("down", "left") if self.list.more else ("left",)

    def fill(self) -> None:
        self.list.show([self._act(), *self._changes()])
        self.hold.show(tr("Hold to correct it"))
        self.leave_it.show(tr("Leave it"))

    def _act(self) -> Row:
        """The act as it was; where the place on the board is another one now, as it is to be."""
        act, table = self.change.act, self.change.spot
        was = gameui.done(self.rules, act)
        now = gameui.done(self.rules, type(act)(act.do, act.by, table)) if table not in (None, act.spot) else was
        mark = act.by if act.by in self.names and act.by is not None else "pencil"
        return Row(None, now, tr("Was: {what}", what=was) if now != was else "", mark=mark, chosen=True)

    def _changes(self) -> list[Row]:
        """What else the game's own words of a change say, as far as any game may say it."""
        rows = [
            Row(None, tr("{a} in all, instead of {b}", a=texts.number(after), b=texts.number(before)), mark=colour)
            for colour, before, after in getattr(self.change, "scores", ())
        ]
        winners = getattr(self.change, "winners", None)
        if winners is not None:
            rows.append(ChangeRow(None, tr("Has won") if len(winners) == 1 else tr("Have won"), mark="crown", who=winners))
        return rows or [Row(None, tr("Nothing else changes"), mark="check")]

    def leave(self) -> None:
        self.act(Cancel())

    def bar_tapped(self, key: str) -> None:
        if key == "down":
            self.list.turn()
        else:
            super().bar_tapped(key)

    def place(self, frame: Frame) -> None:
        room = frame.body.inset(12, 6)
        tall = 130.0 if frame.portrait else 66.0
        self.list.put(room.x, room.y, room.w, room.h - tall)
        wide = room.w if frame.portrait else (room.w - 12) / 2
        self.hold.put(room.x, room.y + room.h - tall + 6, wide, 58)
        self.leave_it.put(room.x if frame.portrait else room.x + wide + 12, room.y + room.h - 60, wide, 58)
