"""The piles are counted by hand: a row a side, with numbers and point cards; the last side's follow from the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.casino.rules.view import View
from companion.games.casino.table.commands import CountSide, PilesCounted, TellPile, TogglePoint
from companion.games.casino.table.hand_count import HandCount
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.numbers import NumberKeys
from companion.games.casino.ui.widgets.piles import NARROW, Cell, PilesTable, Point
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chosen, one_phase
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt

KEYS = 176.0
"""The width in dp of the keys beside the table."""


class PilesScreen(GameScreen[View]):
    """What each side has taken, counted by hand."""

    name = "piles"

    field = Chosen[str]("cards", one_phase)
    fresh = Chosen[tuple[str, str] | None](None, one_phase)
    """The number that the keys have begun to write: what stood there before is gone."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.table: PilesTable = self.add(PilesTable(self._tapped))
        self.numbers: NumberKeys = self.add(NumberKeys(self._key))
        self.on: Button = self.add(Button("", lambda: self.act(PilesCounted())))

    @property
    def count(self) -> HandCount | None:
        """How far it has come."""
        draft = self.shown.draft if self.shown is not None else None
        return draft if isinstance(draft, HandCount) else None

    @property
    def fields(self) -> tuple[str, ...]:
        """Which numbers are told: sweeps where they score."""
        return ("cards", "spades", "sweeps") if self.view.house.sweeps_score else ("cards", "spades")

    def prompt(self, view: View) -> Prompt:
        count = self.count
        if count is None:
            return Prompt("chart", tr("Count by hand"), tr("Count the piles, tap the numbers"))
        what = {"cards": tr("cards"), "spades": tr("spades"), "sweeps": tr("sweeps")}[self.field]
        title = tr("{who}: {what}", who=words.side(count.side, self.said), what=what)
        missing = count.missing()
        if all(row.cards is None for row in count.rows.values()):
            return Prompt("chart", title, tr("Count the piles, tap the numbers"))
        if (missing.cards, missing.spades, missing.points) == (0, 0, ()):
            return Prompt("check", title, tr("52 cards, 13 spades: it is right"))
        if missing.cards or missing.spades:
            return Prompt("warning", title, tr("Missing: {a} cards, {b} spades", a=missing.cards, b=missing.spades))
        return Prompt("warning", title, tr("Missing: {cards}", cards=words.cards(missing.points)))

    def fill(self, view: View) -> None:
        count = self.count
        if count is None:
            return
        self.table.show(count, self.field, self.fields)
        missing = count.missing()
        self.on.show(tr("Count it"), enabled=(missing.cards, missing.spades, missing.points) == (0, 0, ()))
        self.place(self.frame)

    # --- what is touched ------------------------------------------------------------------------------------------

    def _tapped(self, key: Cell | Point) -> None:
        if isinstance(key, Point):
            self.act(TogglePoint(key.side, key.card))
            return
        self.field, self.fresh = key.field, None
        if self.count is not None and key.side != self.count.side:
            self.act(CountSide(key.side))
        else:
            self.fill(self.view)
            self.say()

    def _key(self, key: str) -> None:
        count = self.count
        if count is None:
            return
        at = (count.side, self.field)
        was = getattr(count.filled()[count.side], self.field) or 0
        if key in ("plus", "minus"):
            now = max(0, was + (1 if key == "plus" else -1))
            self.fresh = None
        else:
            # The first digit begins anew, the second stands behind it.
            now = int(f"{was if self.fresh == at else 0}{key}"[-2:])
            self.fresh = at
        self.act(TellPile(count.side, **{self.field: now}))

    # --- where it is ----------------------------------------------------------------------------------------------

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(10, 4)
        count = self.count
        sides = len(count.rows) if count is not None else 2
        if frame.portrait:
            tall = PilesTable.tall(sides, min(body.w, NARROW - 1))
            self.table.put(body.x, body.y, body.w, tall)
            self.numbers.put(body.x, body.y + body.h - 64 - 124, body.w, 120)
            self.on.put(body.x, body.y + body.h - 60, body.w, 58)
            return
        wide = body.w - KEYS - 10
        self.table.put(body.x, body.y, wide, PilesTable.tall(sides, wide))
        self.numbers.put(body.x + body.w - KEYS, body.y, KEYS, min(300, body.h))
        self.on.put(body.x, body.y + body.h - 60, wide, 58)
