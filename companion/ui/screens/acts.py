"""The acts of a round, or of the set-up, one of which is to be corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.table.commands import CloseActs, ProposeAmend, ShowActs
from companion.table.snapshot import Step
from companion.ui import gameui
from companion.ui.kit.layout import Frame
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import IconButton
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

LATELY = 6
"""So many rounds can be chosen from."""


def numbered(rows: list[Row]) -> list[Row]:
    """The rows, of which those of one player that read alike say which of them they are."""
    alike, told = Counter((row.mark, row.title) for row in rows), Counter[tuple[object, str]]()
    found = []
    for row in rows:
        key = (row.mark, row.title)
        told[key] += 1
        found.append(row if alike[key] == 1 else replace(row, sub=tr("{a} of {b}", a=told[key], b=alike[key])))
    return found


class ActsScreen(PageScreen):
    """In public words: of a card that lies face down it says whose it is, neither where nor what."""

    name = "acts"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.rounds: ChoiceRow = self.add(ChoiceRow(lambda round_: self.act(ShowActs(round_))))
        self.rows: Rows = self.add(Rows(self._tapped, row=74))
        self.up = IconButton("up", lambda: self._page(-1), label="up")
        self.down = IconButton("down", lambda: self._page(1), label="down")
        self._of: tuple[int | None, int] = (None, 0)
        self._to_end = False

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.acts is not None and self.shown.view is not None

    def prompt(self) -> Prompt:
        return Prompt("pencil", tr("Correct a move"), tr("Tap the move that is wrong"))

    def fill(self) -> None:
        shown = self.shown
        last = max(1, shown.view.round)
        # Of a game of many rounds the newest ones: what is older is no longer on the table.
        options = ((0, tr("Set-up")), *((n, str(n)) for n in range(max(1, last - LATELY + 1), last + 1)))
        self.rounds.show(Choice("", options, shown.acts_of))
        if (shown.game, shown.acts_of) != self._of:
            self._of = (shown.game, shown.acts_of)
            # What is corrected most often has just been done.
            self.rows.first, self._to_end = 0, shown.acts_of > 0
        self.rows.show(numbered(self._whole() if shown.acts_of == 0 else [self._row(step) for step in shown.acts]))

    def _row(self, step: Step) -> Row:
        return Row(step.place, gameui.done(self.shown.rules, step), mark=step.by if step.by is not None else "list", end="pencil")

    def _whole(self) -> list[Row]:
        """The acts of the set-up, those that are not corrected one by one as what they came to."""
        acts: tuple[Step, ...] = self.shown.acts
        rows = [self._row(step) for step in acts if step.do not in self.ui.acts or not self.ui.acts[step.do].whole]
        return rows + [Row(each.key, each.words, mark=each.icon, end="pencil") for each in self.ui.whole(self.shown.view, acts)]

    def _tapped(self, key: int | str) -> None:
        if isinstance(key, int):
            self.act(ProposeAmend(key))
            return
        whole = next(each for each in self.ui.whole(self.shown.view, self.shown.acts) if each.key == key)
        self.act(ProposeAmend(whole.place, whole.move))

    def _page(self, by: int) -> None:
        self.rows.move(by * max(1, self.rows.fitting - 1))

    def leave(self) -> None:
        self.act(CloseActs())

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 6)
        tall = 58.0
        self.rounds.put(body.x, body.y, body.w, tall)
        y, h = body.y + tall + 6, body.h - tall - 6
        more = len(self.rows.rows) * self.rows.row > h
        self.rows.put(body.x, y, body.w - (68 if more else 0), h)
        for button, at in ((self.up, y), (self.down, y + h - 56)):
            self.have(button, (body.x + body.w - 56, at, 56, 56) if more else None)
        if self._to_end:
            self._to_end = False
            self.rows.move(len(self.rows.rows))
