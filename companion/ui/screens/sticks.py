"""What can be done with a USB stick: everything of that kind is behind this one door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui.kit.layout import Frame
from companion.ui.screens.base import Kit
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows


class SticksScreen(PageScreen):
    """A row a page: its key is the page's name."""

    name = "sticks"
    stays = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.rows: Rows = self.add(Rows(self.act, row=88))
        self.keeps = self.carries = self.versions = False

    def equip(self, kit: Kit) -> None:
        self.keeps, self.carries = kit.keeper is not None, kit.porter is not None
        self.versions = kit.porter is not None and kit.porter.keeps_versions

    def prompt(self) -> Prompt:
        return Prompt("plug", tr("USB stick"), tr("Plug it in whenever you like"))

    def fill(self) -> None:
        there = [
            (self.keeps, Row("backup", tr("Backup"), tr("All games in one file, and back from it"), mark="list", end="right")),
            (self.carries, Row("export", tr("Export games"), tr("For a spreadsheet, BG Stats, or a friend"), mark="chart", end="right")),
            (self.versions, Row("update", tr("Another version"), tr("A newer one from a stick, or the one before"), mark="turn", end="right")),
            (self.carries, Row("report", tr("Report a fault"), tr("What we need to find it; no names, no games"), mark="heart", end="right")),
        ]
        self.rows.show([row for is_there, row in there if is_there])

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 6)
        self.rows.row = 120 if frame.portrait else body.h / 4
        self.rows.put(*body)
