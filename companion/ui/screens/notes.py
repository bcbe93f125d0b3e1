"""The hand-out of a round: which notes change hands for the player who is paid now, and who else is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.colours import Colour
from companion.games.vabanque.view import HandOutView
from companion.ui import texts, theme
from companion.ui.layout import Box
from companion.ui.pen import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.note import GAP, HEIGHT, draw_notes, rows_needed

Bundle = tuple[tuple[int, int], ...]
"""Notes as (value, count) pairs, the largest first."""


def bundle(notes: Mapping[int, int]) -> Bundle:
    """Notes as they are drawn."""
    return tuple(sorted(((value, count) for value, count in notes.items() if count), reverse=True))


@dataclass(frozen=True)
class Change:
    """One passing of notes (`notes`), or a remark (`text`) without any. `to_player`: towards `who`, else from them to the bank."""

    who: Colour
    text: str
    notes: Bundle = ()
    to_player: bool = True


def changes(due: Colour, plans: Sequence[HandOutView], names: Mapping[Colour, str]) -> tuple[Change, ...]:
    """What happens for `due`, in the order in which the notes change hands. `plans` may begin with old debts to others."""
    found: list[Change] = []
    for each in plans:
        if each.returned:
            found.append(Change(each.to, tr("gives the bank"), bundle(each.returned), False))
        for swap in each.swaps:
            found.append(Change(swap.other, tr("changes: gives"), bundle(swap.gives), False))
            found.append(Change(swap.other, tr("changes: gets"), bundle(swap.takes)))
        if each.paid:
            text = tr("gets") if each.to == due else tr("gets an old debt")
            found.append(Change(each.to, text, bundle(each.paid)))
        if each.owed:
            found.append(Change(each.to, tr("The bank has no notes for {m}: it owes them", m=texts.amount(each.owed))))
        if each.settled and each.to == due:
            found.append(Change(each.to, tr("With it comes an old debt of {m}", m=texts.amount(each.settled))))
    return tuple(found)


class NotesNow(Drawn):
    """The player who is paid now, the amount, and every passing of notes as a line of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.now: tuple[Colour, str, int, tuple[Change, ...]] | None = None

    def show(self, to: Colour, name: str, amount: int, steps: tuple[Change, ...]) -> None:
        now = (to, name, amount, steps)
        if now != self.now:
            self.now = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if self.now is None:
            return
        to, name, amount, steps = self.now
        w, h = self.box.w, self.box.h
        pen.rect(0, 0, w, h, "panel")
        pen.rect(0, 0, 5, h, theme.LIVERIES[to].fill)
        draw_emblem(pen, to, 40, 36, 50)
        text = texts.amount(amount)
        wide = pen.width(text, 32, "JostSemiBold") + 4
        pen.text((78, 8, w - 78 - wide - 24, 56), name, 24, "ivory", font="JostSemiBold", name=True, lines=2)
        pen.text((w - wide - 14, 8, wide, 56), text, 32, "champ", font="JostSemiBold", align="right")
        room = w - 206
        heights = [max(48.0, (HEIGHT + GAP) * rows_needed(step.notes, room) + 4) if step.notes else 48.0 for step in steps]
        drawn = sum(heights) <= h - 76
        pitch = (h - 76) / max(1, len(steps))
        y = 72.0
        for step, tall in zip(steps, heights, strict=True):
            self._step(pen, step, Box(8, y, w - 8, tall if drawn else pitch), drawn)
            y += tall if drawn else pitch

    def _step(self, pen: Pen, step: Change, box: Box, drawn: bool) -> None:
        x, y, w, h = box
        middle = y + min(h, 48) / 2
        draw_emblem(pen, step.who, x + 32, middle, 34)
        if not step.notes:
            draw_icon(pen, "warning", x + 70, middle, 24, "champ", 2.2)
            pen.text((x + 92, y, w - 104, h), step.text, 20, "champ", lines=2)
            return
        draw_icon(pen, "arrow-left" if step.to_player else "arrow-right", x + 66, middle, 20, "ok" if step.to_player else "champ", 2.2)
        if drawn:
            pen.text((x + 84, y, 108, min(h, 48)), step.text, 20, "ivory", lines=2)
            draw_notes(pen, step.notes, x + w - 12, y + 2, w - 206)
        else:
            # Too many notes to be drawn: in words they always have room.
            notes = " + ".join(f"{count} × {texts.amount(value)}" for value, count in step.notes)
            pen.text((x + 84, y, w - 96, h), f"{step.text}: {notes}", 20, "ivory", lines=3)


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
        columns = 2 if w > 300 else 1
        lines = max(1, -(-len(self.rows) // columns))
        pitch = min(58.0, h / lines)
        wide = w / columns
        for i, (colour, amount, done, now) in enumerate(self.rows):
            x, y = (i // lines) * wide, (i % lines) * pitch
            pen.rect(x, y, wide - 2, pitch - 3, "panelHi" if now else "bar")
            if now:
                pen.rect(x, y, 5, pitch - 3, "champ")
            middle = y + (pitch - 3) / 2
            draw_emblem(pen, colour, x + 30, middle, min(38, pitch - 7))
            ink = "champ" if now else "mist" if done else "ivory"
            pen.text((x + 54, y, wide - 88, pitch - 3), texts.amount(amount), 20, ink, font="JostSemiBold", align="right")
            if done:
                draw_icon(pen, "check", x + wide - 19, middle, 18, "ok", 2.4)
