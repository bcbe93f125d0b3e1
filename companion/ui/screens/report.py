"""What a bug report needs, onto a stick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Carrying, Kit
from companion.ui.screens.errand import StickScreen, free_space
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows


class ReportScreen(StickScreen):
    """Says what is in it before it is written."""

    name = "report"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.porter: Carrying | None = None
        self.rows = Rows(self._tapped, row=62)
        self.write = Button("", self._write, icon="plug")

    def equip(self, kit: Kit) -> None:
        self.porter = kit.porter

    def finder(self) -> Callable[[Callable[[Any], None]], None] | None:
        return self.porter.look if self.porter is not None else None

    def _tapped(self, stick: Path) -> None:
        if not self.busy and stick in self.writable:
            self.stick, self.said = stick, ("", "", "")
            self.look()

    def _write(self) -> None:
        if self.porter is not None and self.stick is not None and not self.busy:
            porter, stick = self.porter, self.stick
            self.ask(lambda done: porter.report(stick, done), self._written)

    def _written(self, result: Path | CompanionError) -> None:
        if isinstance(result, CompanionError):
            self.said = ("warning", tr("No report written"), self.remedy())
        else:
            self.said = ("check", result.name, tr("You can pull the stick out"))

    def usual(self) -> Prompt:
        return Prompt("heart", tr("Report a fault"), tr("Send us the file from any computer"))

    def waiting(self) -> Prompt:
        return Prompt("heart", tr("Report a fault"), tr("The machine is checked; one moment"))

    def fill(self) -> None:
        self.rows.show([
            Row(stick.folder, stick.name, value=free_space(stick.free) if stick.writable else tr("Read only"), mark="plug", name=True,
                chosen=stick.folder == self.stick)
            for stick in self.sticks
        ])  # fmt: skip
        self.write.show(tr("Write the report"), enabled=self.stick is not None and not self.busy)
        self.look_again.show(tr("Search again"), enabled=not self.busy)

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        return frame.halves(0.5 if frame.portrait else 0.46, 16)

    def place(self, frame: Frame) -> None:
        _, right = self._parts(frame)
        bottom = right.y + right.h
        self.have(self.rows, (right.x, right.y, right.w, right.h - 140) if self.sticks else None)
        self.have(self.write, (right.x, bottom - 130, right.w, 60))
        self.have(self.look_again, (right.x, bottom - 60, right.w, 60))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        left, right = self._parts(self.frame)
        text = tr("In it: versions, settings, what the checks of this machine found, and the log. Not in it: games, names, tags, cards.")
        pen.text((left.x + 4, left.y, left.w - 8, left.h), text, 28, "mist", lines=9, valign="top")
        self.draw_trouble(pen, Box(right.x, right.y, right.w, right.h - 140))
