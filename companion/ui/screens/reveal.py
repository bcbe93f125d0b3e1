"""Between stand and payout: cards that nobody has told, at tables with pawns, are turned over and told, by tag or by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.colours import Colour
from companion.games.vabanque.moves import KINDS, Character, RevealCard
from companion.games.vabanque.view import Unrevealed, View
from companion.table.shown import Shown
from companion.table.touches import Do
from companion.ui import answers, texts
from companion.ui.layout import Box, Frame
from companion.ui.pen import Pen
from companion.ui.screens.chosen import Asked
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.banner import Banner
from companion.ui.widgets.card import draw_face, draw_plain_back
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.prompt import Prompt


class Missing(Drawn):
    """Whose cards are still face down at one table, a row an owner. `on_tap` gets the owner."""

    def __init__(self, on_tap: Callable[[Colour], Any]) -> None:
        super().__init__(on_tap)
        self.rows: tuple[tuple[Unrevealed, str], ...] = ()
        self.chosen: Colour | None = None

    def show(self, rows: tuple[tuple[Unrevealed, str], ...], chosen: Colour | None) -> None:
        if (rows, chosen) != (self.rows, self.chosen):
            self.rows, self.chosen = rows, chosen
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w = self.box.w
        pitch = min(62.0, self.box.h / max(1, len(self.rows)))
        for i, (missing, name) in enumerate(self.rows):
            y, h = i * pitch, pitch - 4
            now = missing.owner == self.chosen
            pen.target(missing.owner, 0, y, w, max(h, 52))
            pen.rect(0, y, w, h, "panelHi" if now or self.pressed == missing.owner else "bar")
            if now:
                pen.rect(0, y, 5, h, "champ")
            draw_emblem(pen, missing.owner, 34, y + h / 2, min(40, h - 8))
            pen.text((64, y + 2, w - 70 - 36 * missing.cards, h - 4), name, 20, "ivory", name=True, font="JostSemiBold" if now else "Jost")
            for k in range(missing.cards):
                draw_plain_back(pen, w - 36 * (k + 1), y + h / 2 - 20, 28, 40)


class Faces(Drawn):
    """The three kinds, open: which of them was turned over? `on_tap` gets the kind."""

    def __init__(self, on_tap: Callable[[Character], Any]) -> None:
        super().__init__(on_tap)
        self.kinds: tuple[Character, ...] = KINDS

    def show(self, kinds: tuple[Character, ...]) -> None:
        if kinds != self.kinds:
            self.kinds = kinds
            self.redraw()

    def draw(self, pen: Pen) -> None:
        gap = 14
        n = len(KINDS)
        wide = min((self.box.w - gap * (n - 1)) / n, self.box.h * 0.9)
        left = (self.box.w - wide * n - gap * (n - 1)) / 2
        for i, kind in enumerate(KINDS):
            x = left + i * (wide + gap)
            if kind not in self.kinds:
                continue
            pen.target(kind, x, 0, wide, self.box.h)
            draw_face(pen, x + 2, 2, wide - 4, self.box.h - 4, kind)
            if self.pressed == kind:
                pen.rounded_line(x + 2, 2, wide - 4, self.box.h - 4, 6, "champ", 5)


class TableTabs(Drawn):
    """The tables at which cards are missing. `on_tap` gets a table."""

    def __init__(self, on_tap: Callable[[int], Any]) -> None:
        super().__init__(on_tap)
        self.tables: tuple[int, ...] = ()
        self.chosen = 0

    def show(self, tables: tuple[int, ...], chosen: int) -> None:
        if (tables, chosen) != (self.tables, self.chosen):
            self.tables, self.chosen = tables, chosen
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if len(self.tables) < 2:
            return
        pitch = min(76.0, self.box.w / len(self.tables))
        left = (self.box.w - pitch * len(self.tables)) / 2
        for i, table in enumerate(self.tables):
            x, now = left + i * pitch, table == self.chosen
            pen.target(table, x, 0, pitch, 56)
            pen.cut(x + 3, 2, pitch - 6, 52, 12, "tileHi" if now or self.pressed == table else "bar")
            pen.cut_line(x + 4, 3, pitch - 8, 50, 12, "champ" if now else "rim", 2.6 if now else 1.6)
            pen.glyph(x + pitch / 2, 28, str(table), 26, "ivory", "JostSemiBold")


class RevealScreen(GameScreen):
    """By touch: choose whose card it is, then tap its face. The table in question follows by itself."""

    name = "reveal"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.missing: Missing = self.add(Missing(self._owner))
        self.faces: Faces = self.add(Faces(self._told))
        self.tabs: TableTabs = self.add(TableTabs(self._table))
        self.banner = Banner("plug", lambda _: self.act("quiet"))
        self.asked = Asked(lambda shown: shown.view.unrevealed if shown.view is not None else ())

    def follow(self, shown: Shown) -> None:
        super().follow(shown)
        self.asked.follow(shown)

    @property
    def at(self) -> int | None:
        """The table of the card that is asked for."""
        return self.asked.at

    @property
    def whose(self) -> Colour | None:
        """Its owner."""
        return self.asked.whose

    def prompt(self, view: View) -> Prompt:
        here = sum(missing.cards for missing in view.unrevealed if missing.table == self.at)
        everywhere = sum(missing.cards for missing in view.unrevealed)
        text = trn("Turn over its card and scan it", "Turn over its {n} cards and scan each", here)
        return Prompt(self.at or "card", tr("Table {n}", n=self.at or 0), text, trn("{n} card to go", "{n} cards to go", everywhere))

    def fill(self, view: View) -> None:
        self.missing.show(tuple((m, self.names[m.owner]) for m in view.unrevealed if m.table == self.at), self.whose)
        # What that player has shown in this round already can't come again: it is open to all.
        seen = {kind for table in view.tables for owner, kind in table.revealed if owner == self.whose}
        self.faces.show(tuple(kind for kind in KINDS if kind not in seen))
        self.tabs.show(tuple(dict.fromkeys(missing.table for missing in view.unrevealed)), self.at or 0)
        self.banner.show(*(answers.fault(self.lost) if self.lost is not None else ("", "")))
        self.place(self.frame)
        self.repaint(self.whose, self.names, self.lost)

    def _owner(self, owner: Colour) -> None:
        self.asked.whose = owner
        self._look()

    def _table(self, table: int) -> None:
        self.asked.at = table
        self._look()

    def _look(self) -> None:
        self.fill(self.view)
        self.say()

    def _told(self, kind: Character) -> None:
        if self.whose is not None and self.at is not None:
            self.act(Do(RevealCard(self.whose, kind, self.at)))

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        if frame.portrait:
            return frame.halves(0.46, 16)
        body = frame.body
        return Box(12, body.y + 6, 300, body.h - 16), Box(328, body.y + 6, frame.w - 340, body.h - 16)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        lost = self.shown is not None and self.lost is not None
        self.have(self.missing, left)
        self.have(self.tabs, (right.x, right.y + right.h - 58, right.w, 58))
        self.have(self.banner, (right.x, right.y, right.w, 84) if lost else None)
        top = right.y + (92 if lost else 64)
        self.have(self.faces, (right.x, top, right.w, min(230, right.y + right.h - 72 - top)))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if self.shown is None or self.shown.view is None or self.whose is None or self.lost is not None:
            return
        _, right = self._parts(self.frame)
        draw_emblem(pen, self.whose, right.x + 24, right.y + 28, 44)
        twice = next((m.twice for m in self.view.unrevealed if m.owner is self.whose and m.twice is not None), None)
        text = tr("Which card did {n} lay here?", n=self.said[self.whose])
        if twice is not None:
            text = tr("{n}’s cards were told as {kind} twice. Which one is this?", n=self.said[self.whose], kind=texts.character(twice))
        pen.text((right.x + 58, right.y, right.w - 60, 56), text, 24, "ivory", lines=2)
