"""The piles are counted by hand: numbers and point cards of each side; the last side's follow from the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.casino.rules.cards import POINTS, Card
from companion.games.casino.rules.view import View
from companion.games.casino.table.commands import CountSide, PilesCounted, TellPile, TogglePoint
from companion.games.casino.table.hand_count import HandCount, Row
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.card import draw_low_card
from companion.games.casino.ui.widgets.numbers import NumberField, NumberKeys
from companion.games.casino.ui.widgets.sides import SideTabs
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen, one_phase
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.prompt import Prompt

FIELDS = ("cards", "spades", "sweeps")


class PointCards(Drawn):
    """The six cards that score; those of the pile are bright. `on_tap` gets a card."""

    def __init__(self, on_tap: Callable[[Card], Any]) -> None:
        super().__init__(on_tap)
        self.held: frozenset[Card] = frozenset()

    def show(self, held: frozenset[Card]) -> None:
        if held != self.held:
            self.held = held
            self.redraw()

    def draw(self, pen: Pen) -> None:
        each, h = self.box.w / len(POINTS), self.box.h
        for i, card in enumerate(POINTS):
            there = card in self.held
            pen.target(card, i * each, 0, each, h)
            self.layer(card, (there, each, h), partial(draw_low_card, card=card, x=i * each + 3, y=2, w=each - 6, h=h - 4, off=not there))


class PilesScreen(GameScreen):
    name = "piles"

    field = Chosen[str]("cards", one_phase)

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.sides: SideTabs = self.add(SideTabs(lambda side: self.act(CountSide(side))))
        self.fields: tuple[NumberField, ...] = tuple(self.add(NumberField(partial(self._opened, name))) for name in FIELDS)
        self.cards: PointCards = self.add(PointCards(self._toggle))
        self.numbers: NumberKeys = self.add(NumberKeys(self._key))
        self.on: Button = self.add(Button("", lambda: self.act(PilesCounted())))

    @property
    def count(self) -> HandCount | None:
        """How far it has come."""
        draft = self.shown.draft if self.shown is not None else None
        return draft if isinstance(draft, HandCount) else None

    def prompt(self, view: View) -> Prompt:
        count = self.count
        missing = count.missing() if count is not None else None
        if missing is None or all(row.cards is None for row in count.rows.values()):  # type: ignore[union-attr]
            return Prompt("chart", tr("Count by hand"), tr("Count the piles, tap the numbers"))
        if (missing.cards, missing.spades, missing.points) == (0, 0, ()):
            return Prompt("check", tr("Count by hand"), tr("52 cards, 13 spades: it is right"))
        if missing.cards or missing.spades:
            return Prompt("warning", tr("Count by hand"), tr("Missing: {a} cards, {b} spades", a=missing.cards, b=missing.spades))
        return Prompt("warning", tr("Count by hand"), tr("Missing: {cards}", cards=words.cards(missing.points)))

    def fill(self, view: View) -> None:
        count = self.count
        if count is None:
            return
        self.sides.show(view.sides, count.side)
        told, filled = count.rows[count.side], count.filled()[count.side]
        titles = (tr("Cards"), tr("Spades"), tr("Sweeps"))
        for field, name, title in zip(self.fields, FIELDS, titles, strict=True):
            own, value = getattr(told, name), getattr(filled, name)
            field.show(title, "–" if value is None else str(value), open=self.field == name, follows=own is None)
        self.cards.show(frozenset(filled.points))
        missing = count.missing()
        self.on.show(tr("Count it"), enabled=(missing.cards, missing.spades, missing.points) == (0, 0, ()))

    def _opened(self, name: str, _key: object) -> None:
        self.field = name
        self.fill(self.view)

    def _toggle(self, card: Card) -> None:
        if self.count is not None:
            self.act(TogglePoint(self.count.side, card))

    def _key(self, key: str) -> None:
        count = self.count
        if count is None:
            return
        row: Row = count.rows[count.side]
        was = getattr(row, self.field) or 0
        now = was // 10 if key == "back" else int(f"{was}{key}"[-2:])
        self.act(TellPile(count.side, **{self.field: now}))

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 4)
        self.sides.put(body.x, body.y, body.w, 58)
        if frame.portrait:
            y, each = body.y + 66, 58.0
            for field in self.fields:
                field.put(body.x, y, body.w, each - 6)
                y += each
            self.cards.put(body.x, y, body.w, 58)
            self.numbers.put(body.x, y + 64, body.w, body.y + body.h - 66 - y - 64)
            self.on.put(body.x, body.y + body.h - 60, body.w, 58)
            return
        half = (body.w - 12) * 0.56
        y = body.y + 64
        for field in self.fields:
            field.put(body.x, y, half, 58)
            y += 62
        self.cards.put(body.x, y, half, 58)
        right = body.x + half + 12
        self.numbers.put(right, body.y + 62, body.w - half - 12, body.h - 62 - 64)
        self.on.put(right, body.y + body.h - 60, body.w - half - 12, 58)
