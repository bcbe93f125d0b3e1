"""Past games onto a stick, for other programs. What goes on is not among them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.table.snapshot import GameEntry
from companion.ui import gameui, texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Carrying, Kit
from companion.ui.screens.errand import StickScreen, free_space
from companion.ui.screens.told import when
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows
from companion.words import language

if TYPE_CHECKING:
    from companion.table.evenings.files import Exportable, Exported

ALL = 0
"""Stands for all games; no game has this number."""


class ExportScreen(StickScreen):
    """At the left which games, at the right in which form and onto which stick."""

    name = "export"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.porter: Carrying | None = None
        self.which = Rows(self._chose_game, row=60)
        self.how: Rows = self.add(Rows(self._chose, row=56))
        self.write = Button("", self._write, icon="plug")
        self.games: tuple[GameEntry, ...] = ()
        self.game = ALL
        self.form = "csv"

    def equip(self, kit: Kit) -> None:
        self.porter = kit.porter

    def enter(self) -> None:
        self.game, self.games = ALL, ()
        super().enter()

    def finder(self) -> Callable[[Callable[[Any], None]], None] | None:
        return self.porter.exportable if self.porter is not None else None

    def _seen(self, found: Exportable | CompanionError | Any) -> None:
        if isinstance(found, CompanionError):
            super()._seen(found)
            return
        self.games = found.games
        super()._seen(found.sticks)

    def _write(self) -> None:
        if self.porter is None or self.stick is None or self.busy:
            return
        from companion.table.evenings.files import Form

        porter, stick, form, game = self.porter, self.stick, Form(self.form), self.game or None
        self.ask(lambda done: porter.export(stick, form, language(), game, done), self._written)

    def _written(self, result: Exported | CompanionError) -> None:
        if isinstance(result, CompanionError):
            self.said = ("warning", tr("Not exported"), self.remedy())
        elif result.left_out:
            self.said = ("warning", tr("Exported"), trn("{n} game could not be read", "{n} games could not be read", result.left_out))
        else:
            self.said = ("check", tr("Exported"), tr("You can pull the stick out"))

    # --- what is shown ---

    def usual(self) -> Prompt:
        return Prompt("chart", tr("Export games"), tr("Cards that nobody saw stay secret"))

    def fill(self) -> None:
        games = [Row(ALL, tr("All games"), value=texts.number(len(self.games)), mark="list", chosen=self.game == ALL)]
        games += [
            Row(each.game, " · ".join((when(each), *gameui.which(each))), mark="crown", chosen=self.game == each.game, name=True)
            for each in self.games
        ]
        self.which.show(games)
        forms = (("csv", tr("Spreadsheet (CSV)")), ("bgstats", "BG Stats"), ("record", tr("Record, to play through")))
        rows = [Row(("form", form), title, chosen=form == self.form) for form, title in forms]
        rows += [
            Row(("stick", stick.folder), stick.name, value=free_space(stick.free), mark="plug", name=True)
            for stick in self.sticks
            if stick.folder == self.stick
        ]
        self.how.show(rows)
        self.write.show(tr("Export"), enabled=self.stick is not None and not self.busy and bool(self.games))
        self.look_again.show(tr("Search again"), enabled=not self.busy)

    # --- what is touched ---

    def _chose_game(self, game: int) -> None:
        if not self.busy:
            self.game, self.said = game, ("", "", "")
            self.look()

    def _chose(self, key: tuple[str, Any]) -> None:
        if self.busy:
            return
        kind, value = key
        self.said = ("", "", "")
        if kind == "form":
            self.form = value
        else:
            self.stick = self._after(value)
        self.look()

    def _after(self, stick: Path) -> Path:
        """The next stick that can be written; after the last one the first."""
        there = self.writable
        return there[(there.index(stick) + 1) % len(there)] if stick in there else stick

    # --- where it is ---

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        return frame.halves(0.42 if frame.portrait else 0.52, 12)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        there = bool(self.games)
        self.have(self.which, left if there else None)
        bottom = right.y + right.h
        self.how.row = min(74.0, (right.h - 68) / 4)
        self.how.put(right.x, right.y, right.w, right.h - 68)
        self.have(self.write, (right.x, bottom - 60, right.w, 60) if self.stick is not None else None)
        self.have(self.look_again, (right.x, bottom - 60, right.w, 60) if self.stick is None else None)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        left, right = self._parts(self.frame)
        if self.trouble is not None:
            self.draw_trouble(pen, left)
            return
        if not self.games and not self.busy:
            pen.text((left.x + 8, left.y, left.w - 16, left.h), tr("No finished game yet."), 28, "ivory", align="centre", lines=4)
        tall = self.how.row * 3
        self.draw_trouble(pen, Box(right.x, right.y + tall, right.w, right.h - 68 - tall))
