"""Between stand and payout: cards that nobody has told, at tables with pawns, are turned over and told, by tag or by touch."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character, RevealCard, Untold
from companion.games.vabanque.rules.view import Unrevealed, View
from companion.games.vabanque.table.commands import ProposeCard
from companion.games.vabanque.ui import words
from companion.games.vabanque.ui.screens.chosen import Asked
from companion.games.vabanque.ui.widgets.card import draw_face, draw_plain_back
from companion.table.commands import Do
from companion.table.snapshot import Snapshot
from companion.ui import answers
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.banner import Banner
from companion.ui.widgets.button import Button
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
        """Takes who has cards there that are not turned over, and who is chosen."""
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
            draw_emblem(pen, missing.owner, 34, y + h / 2, 42)
            font = "JostSemiBold" if now else "Jost"
            pen.text((62, y + 2, w - 66 - 36 * missing.cards, h - 4), name, theme.SMALLEST_TEXT, "ivory", name=True, font=font)
            for k in range(missing.cards):
                draw_plain_back(pen, w - 36 * (k + 1), y + h / 2 - 20, 28, 40)


BETWEEN = 5.0
"""Between the ways to tell of a card that is not there, in dp."""

NAMED = 132.0
"""So wide is a face with the longest name of a kind, in dp."""


class Faces(Drawn):
    """The three kinds, open: which of them was turned over? Always all three, for what was told before may be wrong. `on_tap` gets the kind."""

    def __init__(self, on_tap: Callable[[Character], Any]) -> None:
        super().__init__(on_tap)

    def draw(self, pen: Pen) -> None:
        gap = 14
        n = len(KINDS)
        # Where a banner leaves little height, the longest name still fits.
        wide = min((self.box.w - gap * (n - 1)) / n, max(self.box.h * 0.9, NAMED))
        left = (self.box.w - wide * n - gap * (n - 1)) / 2
        for i, kind in enumerate(KINDS):
            x = left + i * (wide + gap)
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
        """Takes the tables at which some are, and which is chosen."""
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
            pen.glyph(x + pitch / 2, 28, str(table), 30, "ivory", "JostSemiBold")


class RevealScreen(GameScreen[View]):
    """By touch: choose whose card it is, then tap its face. The table in question follows by itself."""

    name = "reveal"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.missing: Missing = self.add(Missing(self._owner))
        self.faces: Faces = self.add(Faces(self._told))
        self.tabs: TableTabs = self.add(TableTabs(self._table))
        self.banner = Banner("plug", lambda _: self.act("quiet"))
        self.gone = Button("", self._is_missing, kind="quiet", icon="help")
        self.elsewhere = Button("", self._elsewhere, icon="search")
        self.nobody = Button("", self._nobody, kind="secondary", icon="help")
        self.there = Button("", lambda: self._look_for(None), kind="quiet", icon="left")
        self.asked = Asked(lambda shown: shown.view.unrevealed if shown.view is not None else ())

    def follow(self, shown: Snapshot) -> None:
        self.asked.follow(shown)
        super().follow(shown)

    def _waits(self, _card: object) -> Hashable:
        return self.shown.game, self.asked.missing, self.at, self.whose

    sought = Chosen[tuple[int, Colour] | None](None, _waits)
    """A card that is not there."""

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
        text = trn("Turn over and scan its card", "Turn over and scan its {n} cards", here)
        return Prompt(self.at or "card", tr("Table {n}", n=self.at or 0), text, trn("{n} card to go", "{n} cards to go", everywhere))

    def fill(self, view: View) -> None:
        self.missing.show(tuple((m, self.names[m.owner]) for m in view.unrevealed if m.table == self.at), self.whose)
        self.gone.show(tr("A card is missing"))
        self.elsewhere.show(tr("It lies at another table"))
        self.nobody.show(tr("Nobody knows: worth nothing"))
        self.there.show(tr("It is there"))
        self.tabs.show(tuple(dict.fromkeys(missing.table for missing in view.unrevealed)), self.at or 0)
        self.banner.show(*(answers.fault(self.lost) if self.lost is not None else ("", "")))
        self.place(self.frame)
        self.repaint(self.whose, self.at, self.sought, self.names, self.lost)

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

    # --- a card that is not there ---

    def _is_missing(self) -> None:
        if self.at is not None and self.whose is not None:
            self._look_for((self.at, self.whose))

    def _look_for(self, card: tuple[int, Colour] | None) -> None:
        self.sought = card
        self._look()

    def _elsewhere(self) -> None:
        if self.sought is not None:
            self.act(ProposeCard(self.sought[1], Character.HIDDEN, self.sought[0]))

    def _nobody(self) -> None:
        if self.sought is not None:
            self.act(Do(Untold(self.sought[1], self.sought[0])))

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
        self.have(self.banner, (right.x, right.y, right.w, 88) if lost else None)
        top = right.y + (96 if lost else 2 + self._asking()[1])
        bottom = right.y + right.h - 62
        seeks = self.shown is not None and self.sought is not None
        self.have(self.gone, None if seeks else (right.x, bottom - 60, right.w, 56))
        self.have(self.faces, None if seeks else (right.x, top, right.w, min(230, bottom - 68 - top)))
        ways = (self.elsewhere, self.nobody, self.there)
        # Below a banner, upright, they have little room: each can be hit all the same.
        high = min(64.0, (bottom - top - 2 * BETWEEN) / len(ways))
        for n, button in enumerate(ways):
            self.have(button, (right.x, top + n * (high + BETWEEN), right.w, high) if seeks else None)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if self.shown is None or self.shown.view is None or self.whose is None or self.lost is not None:
            return
        _, right = self._parts(self.frame)
        draw_emblem(pen, self.whose, right.x + 24, right.y + 28, 44)
        text, tall = self._asking()
        pen.text((right.x + 58, right.y - 4, right.w - 58, tall), text, theme.SMALLEST_TEXT, "ivory", lines=3)

    def _asking(self) -> tuple[str, float]:
        """What is asked of the player whose card it is, and how high that is in dp."""
        if self.shown is None or self.shown.view is None or self.whose is None:
            return "", 70.0
        twice = next((m.twice for m in self.view.unrevealed if m.owner is self.whose and m.twice is not None), None)
        text = tr("Which card did {n} lay here?", n=self.said[self.whose])
        if self.sought is not None:
            cards = next((each.cards for each in self.asked.here if each.owner is self.whose), 1)
            text = tr("{who}, cards laid here: {n}", who=self.said[self.whose], n=cards)
        elif twice is not None:
            text = tr("Two of {n}’s cards were chosen as {kind}. Which one is this?", n=self.said[self.whose], kind=words.character(twice))
        _, right = self._parts(self.frame)
        two = lettering.fit(text, right.w - 58, 70, theme.SMALLEST_TEXT, scale=self.scale, lines=2).whole
        return text, 70.0 if two else 102.0
