"""The hand-out of a round: which notes change hands for the player who is paid now, and who else is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Adjustment, HandOutView
from companion.games.vabanque.ui.widgets.note import GAP, HEIGHT, draw_notes, note_rows, notes_width, row_width, rows_needed
from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

Bundle = tuple[tuple[int, int], ...]
"""Notes as (value, count) pairs, the largest first."""

LINE = HEIGHT + GAP
ARROW = 36.0
"""The room for an arrow beside notes."""
LABELS = (246.0, 156.0)
"""What emblem and words of a line take in dp: at best, and at least."""
SIZE = theme.SMALLEST_TEXT
NAME = 72.0
"""In less room, in dp, no name is written: its emblem says more than two letters and dots."""
USUAL = 9
"""Sums of so many characters are read from the table; longer ones, from ten million on, are made to fit."""


def bundle(notes: Mapping[int, int]) -> Bundle:
    """Notes as they are drawn."""
    return tuple(sorted(((value, count) for value, count in notes.items() if count), reverse=True))


@dataclass(frozen=True)
class Exchange:
    """Notes that pass between `who` and the bank: `who` gives it `gives` and gets `gets` from it; both: a third player changes money."""

    who: Colour
    text: str
    gives: Bundle = ()
    gets: Bundle = ()


def changes(due: Colour, plans: Sequence[HandOutView | Adjustment]) -> tuple[Exchange, ...]:
    """What happens for `due`, in the order in which the notes change hands. Among `plans` may be old debts to others."""
    found: list[Exchange] = []
    for each in plans:
        if each.returned:
            found.append(Exchange(each.to, tr("gives back"), gives=bundle(each.returned)))
        found += [Exchange(swap.other, tr("changes"), bundle(swap.gives), bundle(swap.takes)) for swap in each.swaps]
        if each.paid:
            found.append(Exchange(each.to, tr("gets") if each.to == due else tr("gets the rest"), gets=bundle(each.paid)))
    return tuple(found)


def remark(plan: HandOutView | None) -> str:
    """What of the amount stays owed, and what is paid along with it; nothing where the amount is what is paid."""
    if plan is None:
        return ""
    before = [tr("+{m} owed earlier", m=texts.amount(plan.settled))] if plan.settled else []
    after = [tr("−{m} stays owed", m=texts.amount(plan.owed))] if plan.owed else []
    return "\n".join(before + after)


class NotesNow(Drawn):
    """The player who is paid now, the amount, and every passing of notes as a line of its own; without notes the amount alone, large."""

    def __init__(self) -> None:
        super().__init__()
        self.now: tuple[Colour, str, int, str, tuple[Exchange, ...]] | None = None

    def show(self, to: Colour, name: str, amount: int, remark: str, steps: tuple[Exchange, ...]) -> None:
        """`amount`: what the round brought; `remark`: what is paid besides, and what stays owed."""
        now = (to, name, amount, remark, steps)
        if now != self.now:
            self.now = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if self.now is None:
            return
        to, name, amount, remark, steps = self.now
        w, h = self.box.w, self.box.h
        pen.rect(0, 0, w, h, "panel")
        pen.rect(0, 0, 5, h, theme.LIVERIES[to].fill)
        if not steps and not remark:
            self._amount(pen, to, name, amount)
            return
        # What is paid in all, the prompt says, and the row beside it what the round brought.
        beside = remark.replace("\n", ", ")
        one = pen.width(beside, SIZE) <= w - 32
        top = 0.0 if not remark else 40.0 if one else 72.0
        pen.text((16, 2, w - 28, top), beside if one else remark, SIZE, "champ", lines=2)
        top += 6
        rooms = [w - min(label, w * 0.5) for label in LABELS]
        # The words have room beside the notes if that leaves the notes enough.
        room = next((room for room in rooms if sum(_lines(step, room) for step in steps) * LINE <= h - top), None)
        for step in steps:
            if room is not None:
                tall = float(_lines(step, room) * LINE)
            else:
                tall = lettering.fit(_said(step), w - 76, h, SIZE / theme.look.text, scale=pen.scale, lines=9).height + 8
            self._step(pen, step, Box(0, top, w, tall), room)
            top += tall

    def _amount(self, pen: Pen, to: Colour, name: str, amount: int) -> None:
        w, h = self.box.w, self.box.h
        draw_emblem(pen, to, w / 2, h * 0.28, 72)
        pen.text((16, h * 0.44, w - 32, 40), name, 32, "ivory", font="JostSemiBold", align="centre", name=True)
        pen.text((16, h * 0.58, w - 32, 80), texts.amount(amount), 64, "champ", font="JostSemiBold", align="centre", far=True)

    @staticmethod
    def _step(pen: Pen, step: Exchange, box: Box, room: float | None) -> None:
        _, y, w, h = box
        middle, right = y + min(h, LINE) / 2, w - 14
        draw_emblem(pen, step.who, 36, middle, 40)
        if room is None:
            # Too many notes to be drawn: in words they always have room.
            pen.text((66, y, w - 76, h), _said(step), SIZE / theme.look.text, "ivory", lines=9)
            return
        one_line = _beside(step, room)
        taken = notes_width(step.gives) + ARROW + notes_width(step.gets) if one_line else room
        words = w - 64 - 20 - taken
        # Where they have no room, the arrows say it.
        if lettering.fit(step.text, words, h, SIZE, scale=pen.scale, lines=2).whole:
            pen.text((64, y, words, LINE if pen.width(step.text, SIZE) <= words else min(h, 74.0)), step.text, SIZE, "ivory", lines=2)
        if one_line:
            left = right - notes_width(step.gets) - ARROW
            draw_notes(pen, step.gets, right, y + 2)
            draw_icon(pen, "arrow-right", left + ARROW / 2, middle, 20, "champ", 2.2)
            draw_notes(pen, step.gives, left, y + 2)
            return
        for notes, icon, colour in ((step.gives, "arrow-right", "champ"), (step.gets, "arrow-left", "ok")):
            if notes:
                rows = note_rows(notes, room - ARROW)
                draw_icon(pen, icon, right - row_width(rows[0]) - ARROW / 2, y + LINE / 2, 20, colour, 2.2)
                draw_notes(pen, notes, right, y + 2, room - ARROW)
                y += len(rows) * LINE


def _beside(step: Exchange, room: float) -> bool:
    """Whether what somebody changes stands in one line."""
    return bool(step.gives and step.gets) and notes_width(step.gives) + ARROW + notes_width(step.gets) <= room


def _lines(step: Exchange, room: float) -> int:
    """How many lines a step takes whose notes and arrows have this room."""
    return 1 if _beside(step, room) else sum(rows_needed(notes, room - ARROW) for notes in (step.gives, step.gets) if notes)


def _said(step: Exchange) -> str:
    """A step in words."""
    return tr("{what}: {notes}", what=step.text, notes=words_of(step))


def words_of(step: Exchange) -> str:
    """The notes of a step in words."""
    if step.gives and step.gets:
        return tr("{a} for {b}", a=_words(step.gives), b=_words(step.gets))
    return _words(step.gives or step.gets)


def _words(notes: Bundle) -> str:
    return " + ".join(f"{count} × {texts.amount(value)}" if count > 1 else texts.amount(value) for value, count in notes)


class Payees(Drawn):
    """Everybody who is paid in this round: amounts, and a tick for those who have their notes."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[tuple[Colour, int, bool, bool], ...] = ()

    def show(self, rows: Sequence[tuple[Colour, int, bool, bool]]) -> None:
        """Colour, amount, whether the notes are in hand, whether it is this player's turn."""
        if tuple(rows) != self.rows:
            self.rows = tuple(rows)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        columns = 2 if w > 400 else 1
        lines = max(1, -(-len(self.rows) // columns))
        pitch = min(58.0, h / lines)
        wide = w / columns
        for i, (colour, amount, done, now) in enumerate(self.rows):
            x, y = (i // lines) * wide, (i % lines) * pitch
            pen.rect(x, y, wide - 2, pitch - 3, "panelHi" if now else "bar")
            if now:
                pen.rect(x, y, 5, pitch - 3, "champ")
            middle = y + (pitch - 3) / 2
            draw_emblem(pen, colour, x + 27, middle, 40)
            if done:
                # On the emblem's corner: the sum needs the width.
                pen.disc(x + 43, middle + 15, 10, "ink")
                draw_icon(pen, "check", x + 43, middle + 15, 15, "ok", 2.6)
            ink, sum_ = "champ" if now else "mist" if done else "ivory", texts.amount(amount)
            box = (x + 48, y, wide - 52, pitch - 3)
            taken = pen.text(box, sum_, theme.FAR_TEXT, ink, font="JostSemiBold", align="right", far=len(sum_) <= USUAL).width
            if (left := wide - 66 - taken) >= NAME:
                pen.text((x + 52, y, left, pitch - 3), pen.named(colour), SIZE, "mist", name=True)
