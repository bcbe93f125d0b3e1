"""After the hand-out everybody counts. What is in hand is told by note; a difference to the ledger is settled, or let be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.colours import Colour
from companion.games.money import BOX
from companion.games.vabanque.moves import Correct, Count, Counted
from companion.games.vabanque.view import View
from companion.table.touches import Do
from companion.ui import texts
from companion.ui.layout import Box, Frame
from companion.ui.pen import Pen
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.note import WIDTH, draw_note
from companion.ui.widgets.prompt import Prompt

VALUES = tuple(sorted(BOX, reverse=True))


def total(notes: Mapping[int, int]) -> int:
    """What notes come to."""
    return sum(value * count for value, count in notes.items())


def difference(view: View, colour: Colour) -> int:
    """By how much the notes in hand and those owed exceed the ledger."""
    fortune = next(player.fortune for player in view.players if player.colour is colour)
    return total(view.purses.get(colour, {})) + view.owed.get(colour, 0) - fortune


@dataclass(frozen=True)
class Line:
    """One player's money. `off`: by how much the count differs from the ledger; `counted`: whether it was counted by note."""

    colour: Colour
    name: str
    fortune: int
    owed: int
    off: int
    counted: bool


class Ledger(Drawn):
    """What everybody should hold. `on_tap` gets a player's colour."""

    def __init__(self, on_tap: Callable[[Colour], Any]) -> None:
        super().__init__(on_tap)
        self.lines: tuple[Line, ...] = ()

    def show(self, lines: Sequence[Line]) -> None:
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w = self.box.w
        pitch = min(64.0, self.box.h / max(1, len(self.lines)))
        for i, line in enumerate(self.lines):
            self._line(pen, line, Box(0, i * pitch, w, pitch - 3), pitch)

    def _line(self, pen: Pen, line: Line, box: Box, pitch: float) -> None:
        _, y, w, h = box
        middle = y + h / 2
        pen.target(line.colour, 0, y, w, max(52, pitch))
        pen.rect(0, y, w, h, "panelHi" if self.pressed == line.colour else "bar")
        draw_emblem(pen, line.colour, 34, middle, min(40, h - 8))
        amount = texts.amount(line.fortune)
        wide = max(120.0, pen.width(amount, 26, "JostSemiBold") + 6)
        right = w - 190 if w > 560 else w - 50
        pen.text((66, y, right - wide - 76, h), line.name, 20, "ivory", name=True)
        if line.owed:
            pen.text((right - wide, y + 1, wide, h * 0.54), amount, 24, "ivory", font="JostSemiBold", align="right")
            owed = tr("{m} owed", m=texts.amount(line.owed))
            pen.text((right - wide - 60, y + h * 0.5, wide + 60, h * 0.48), owed, 18, "champ", align="right")
        else:
            pen.text((right - wide, y, wide, h), amount, 26, "ivory", font="JostSemiBold", align="right")
        if line.off:
            draw_icon(pen, "warning", right + 26, middle, 24, "champ", 2.4)
            if w > 560:
                pen.text((right + 46, y, w - right - 54, h), signed(line.off), 22, "champ", font="JostSemiBold")
        elif line.counted:
            draw_icon(pen, "check", right + 26, middle, 22, "ok", 2.6)
        elif w > 560:
            pen.text((right + 16, y, w - right - 24, h), tr("tap to count"), 18, "mist", lines=2)


def signed(amount: int) -> str:
    """An amount with its sign."""
    return f"{'+' if amount > 0 else '−'}{texts.amount(abs(amount))}"


class Counting(Drawn):
    """The notes of one player by value, each with plus and minus. Tapping quickly counts quickly."""

    def __init__(self, on_change: Callable[[], Any]) -> None:
        super().__init__()
        self.notes: dict[int, int] = {}
        self._most: dict[int, int] = {}
        self._on_change = on_change

    def start(self, notes: Mapping[int, int], most: Mapping[int, int]) -> None:
        """Begins with these notes; of no value can there be more than `most`."""
        self.notes = {value: notes.get(value, 0) for value in VALUES}
        self._most = dict(most)
        self.redraw()

    def tapped(self, key: Any) -> None:
        value, step = key
        self.notes[value] = max(0, min(self._most.get(value, 0), self.notes[value] + step))
        self.redraw()
        self._on_change()

    def on_touch_up(self, touch: Any) -> bool:
        held = touch.grab_current is self and self.pressed is not None
        taken = super().on_touch_up(touch)
        if held:
            # The same key twice is two notes.
            touch.ud["typing"] = True
        return taken

    def draw(self, pen: Pen) -> None:
        columns = 6 if self.box.w > 600 else 3
        pitch = self.box.w / columns
        tall = self.box.h / (6 // columns)
        for i, value in enumerate(VALUES):
            x, y = (i % columns) * pitch, (i // columns) * tall
            cx = x + pitch / 2
            count = self.notes.get(value, 0)
            draw_note(pen, value, cx - WIDTH / 2, y + 4)
            pen.glyph(cx, y + tall * 0.5 + 8, str(count), 40, "ivory" if count else "mist", "JostSemiBold")
            for step, icon, side in ((-1, "minus", 0), (1, "plus", 1)):
                key = (value, step)
                bw = min(62.0, pitch / 2 - 4)
                bx = cx - bw - 2 if side == 0 else cx + 2
                by = y + tall - 58
                alive = count > 0 if step < 0 else count < self._most.get(value, 0)
                pen.target(key, bx, by, bw, 54)
                pen.cut(bx, by, bw, 54, 10, "panelHi" if self.pressed == key else "bar")
                pen.cut_line(bx + 0.8, by + 0.8, bw - 1.6, 52.4, 10, "brass", 1.6, 1 if alive else 0.4)
                draw_icon(pen, icon, bx + bw / 2, by + 27, 20, "ivory" if alive else "mist", 2.6)


class CountScreen(GameScreen):
    """A list of what everybody should hold; a tap on a player opens the counting by note."""

    name = "count"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.ledger = Ledger(self._open)
        self.on = Button("", lambda: self.act(Do(Counted())), icon="check")
        self.counting = Counting(self._changed)
        self.back = Button("", lambda: self._look(None), kind="secondary")
        self.keep = Button("", self._keep)
        self.mend = Button("", self._mend, kind="secondary")
        self.whose: Colour | None = None

    def enter(self) -> None:
        self.whose = None

    # --- what is shown ---

    def _off(self, view: View, colour: Colour) -> int:
        """By how much what is counted now differs from the ledger."""
        return total(self.counting.notes) + view.owed.get(colour, 0) - self.player(colour).fortune

    def prompt(self, view: View) -> Prompt:
        if self.whose is None:
            return Prompt("chip", tr("Count your money"), tr("Is it what stands here?"), tr("Round {r} of 4", r=view.round))
        held = texts.amount(total(self.counting.notes))
        off = self._off(view, self.whose)
        if not off:
            text = tr("{m}, as in the ledger", m=held)
        elif off > 0:
            text = tr("{m}, that is {d} too much", m=held, d=texts.amount(off))
        else:
            text = tr("{m}, that is {d} too little", m=held, d=texts.amount(-off))
        return Prompt(self.whose, self.names[self.whose], text)

    def fill(self, view: View) -> None:
        if self.whose not in self.names:
            self.whose = None
        by_notes = bool(view.purses)
        lines = [
            Line(
                player.colour,
                player.name,
                player.fortune,
                view.owed.get(player.colour, 0) if by_notes else 0,
                difference(view, player.colour) if by_notes else 0,
                player.colour in view.counted,
            )
            for player in sorted(view.players, key=lambda player: player.place)
        ]
        self.ledger.show(lines)
        self.on.show(tr("Go on all the same") if any(line.off for line in lines) else tr("It agrees for everybody"))
        self._name_buttons(view)
        self.place(self.frame)

    def _name_buttons(self, view: View) -> None:
        self.back.show(tr("Back"))
        if self.whose is not None:
            off = self._off(view, self.whose)
            self.keep.show(tr("Leave the ledger") if off else tr("It agrees"), kind="secondary" if off else "primary")
            self.mend.show(tr("Correct the ledger"))

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 6)
        bottom = body.y + body.h - 60
        listing = self.whose is None
        self.have(self.ledger, (body.x, body.y, body.w, bottom - body.y - 8) if listing else None)
        self.have(self.on, (body.x, bottom, body.w, 60) if listing else None)
        off = self._off(self.view, self.whose) if self.whose is not None else 0
        self.have(self.counting, None if listing else (body.x, body.y, body.w, (200 if not frame.portrait else 420)))
        if listing:
            for button in (self.back, self.keep, self.mend):
                self.have(button, None)
            return
        each = (body.w - 24) / 3
        if frame.portrait:
            self.have(self.mend, (body.x, bottom - 68, body.w, 60) if off else None)
            half = (body.w - 12) / 2
            self.have(self.back, (body.x, bottom, half, 60))
            self.have(self.keep, (body.x + half + 12, bottom, half, 60))
        else:
            self.have(self.back, (body.x, bottom, each, 60))
            self.have(self.keep, (body.x + each + 12, bottom, each if off else each * 2 + 12, 60))
            self.have(self.mend, (body.x + 2 * each + 24, bottom, each, 60) if off else None)

    # --- what is touched ---

    def _look(self, whose: Colour | None) -> None:
        self.whose = whose
        self._changed()

    def _changed(self) -> None:
        self.fill(self.view)
        self.say()

    def _open(self, colour: Colour) -> None:
        view = self.view
        if not view.purses:
            return
        mine = view.purses.get(colour, {})
        # What the others hold can't be in this hand as well.
        most = {value: mine.get(value, 0) + view.bank.get(value, 0) for value in VALUES}
        self.counting.start(mine, most)
        self._look(colour)

    def _told(self) -> Do:
        assert self.whose is not None
        return Do(Count(self.whose, {value: count for value, count in self.counting.notes.items() if count}))

    def _keep(self) -> None:
        if self.whose is not None:
            self.act((self._told(),))
            self._look(None)

    def _mend(self) -> None:
        if self.whose is not None:
            off = self._off(self.view, self.whose)
            self.act((self._told(), Do(Correct(self.whose, off, tr("counted at the table")))))
            self._look(None)
