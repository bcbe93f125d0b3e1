"""Counting money: what everybody should hold, one player's notes by value, and what they come to beside the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.kit.counting import Cause, Difference
from companion.games.vabanque.rules.box import BOX
from companion.games.vabanque.rules.view import Correction
from companion.games.vabanque.ui.widgets.note import HEIGHT, WIDTH, draw_note
from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.rows import Row, Rows

VALUES = tuple(sorted(BOX, reverse=True))
"""The values of the notes, the largest first."""

SIZE = theme.SMALLEST_TEXT
USUAL = 9
"""Sums of so many characters are read from the table; longer ones, from ten million on, are made to fit."""
STATE = 184.0
"""The least width of the column that says whether a player has counted, in dp; rows narrower than WIDE have an icon only."""
WIDE = 560


@dataclass(frozen=True)
class Line:
    """One player's money. `amount`: what should be in hand; `off`: what the count differs from it; `sub`: debts and corrections in words.

    Of the ways to say them in `sub`, the longest first, the first one that has room is shown.
    """

    colour: Colour
    name: str
    amount: int
    sub: tuple[str, ...] = ()
    off: int = 0
    counted: bool = False


class Ledger(Drawn):
    """What everybody should hold, a row a player. `on_tap` gets a colour."""

    def __init__(self, on_tap: Callable[[Colour], Any]) -> None:
        super().__init__(on_tap)
        self.lines: tuple[Line, ...] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Takes a line a player."""
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w = self.box.w
        pitch = min(64.0 if w > WIDE else 84.0, self.box.h / max(1, len(self.lines)))
        # The longest difference has room in it.
        state = max([STATE, *[50 + _plain_width(pen, _state(line)) for line in self.lines]]) if w > WIDE else 44.0
        for i, line in enumerate(self.lines):
            box = Box(0, i * pitch, w, pitch - 3)
            self.layer(line.colour, (line, box, state, self.pressed == line.colour), partial(self._line, line=line, box=box, state=state))

    def _line(self, pen: Pen, line: Line, box: Box, state: float) -> None:
        _, y, w, h = box
        middle, wide = y + h / 2, w > WIDE
        pen.target(line.colour, 0, y, w, max(52, h))
        pen.rect(0, y, w, h, "panelHi" if self.pressed == line.colour else "bar")
        if line.off:
            pen.rect(0, y, 5, h, "champ")
        draw_emblem(pen, line.colour, 32, middle, 40)
        amount, right = texts.amount(line.amount), w - state
        off = texts.signed(line.off)
        far = len(amount) <= USUAL
        taken = pen.width(amount, theme.FAR_TEXT if far else SIZE, "JostSemiBold") + 6
        if line.off and not wide:
            # The difference stands below the amount, which may be 0.
            taken = max(taken, pen.width(off, SIZE, "JostSemiBold") + 6)
        room = right - taken - 70
        if line.sub:
            # In a low row the words stand for the name, which the emblem tells.
            both = h >= 58
            box = Box(60, y + (h * 0.49 if both else 0), room, h * (0.49 if both else 1))
            words = next((sub for sub in line.sub if lettering.fit(sub, room, box.h, SIZE, scale=pen.scale).whole), line.sub[-1])
            if both:
                pen.text((60, y + 1, room, h * 0.49), line.name, SIZE, "ivory", name=True)
            pen.text(box, words, SIZE, "champ", name=True)
        else:
            pen.text((60, y, room, h), line.name, SIZE, "ivory", name=True)
        self._state(pen, line, Box(right, y, w - right, h), wide)
        if line.off and not wide:
            pen.text((right - taken, y + 1, taken, h * 0.52), amount, theme.FAR_TEXT, "ivory", font="JostSemiBold", align="right", far=far)
            pen.text((right - taken, y + h * 0.51, taken, h * 0.48), off, SIZE, "champ", font="JostSemiBold", align="right")
        else:
            pen.text((right - taken, y, taken, h), amount, theme.FAR_TEXT, "ivory", font="JostSemiBold", align="right", far=far)

    @staticmethod
    def _state(pen: Pen, line: Line, box: Box, wide: bool) -> None:
        x, y, w, h = box
        middle = y + h / 2
        icon, colour = ("warning", "champ") if line.off else ("check", "ok") if line.counted else ("right", "mist")
        if not wide:
            draw_icon(pen, icon, x + 24, middle, 24 if line.off else 18, colour, 2.4)
            return
        ink, font = ("champ", "JostSemiBold") if line.off else ("mist", "Jost")
        draw_icon(pen, icon, x + 28, middle, 24 if line.off else 18, colour, 2.4)
        pen.text((x + 46, y + 1, w - 50, h - 2), _state(line), SIZE, ink, font=font)


def _state(line: Line) -> str:
    """What is said of a player's count."""
    return texts.signed(line.off) if line.off else tr("counted") if line.counted else tr("count")


def _plain_width(pen: Pen, text: str) -> float:
    """The width in dp of a text that is as small as it may be."""
    return lettering.width(text, "JostSemiBold", SIZE * pen.scale) / pen.scale + 1


class NotePad(Drawn):
    """The notes of one player by value, each with minus and plus. `on_change` is called after every tap."""

    def __init__(self, on_change: Callable[[], Any]) -> None:
        super().__init__()
        self.counts: dict[int, int] = {}
        self.most: dict[int, int] = {}
        self._on_change = on_change

    def start(self, counts: Mapping[int, int], most: Mapping[int, int]) -> None:
        """Begins with these notes (value -> how many); `most`: how many of each value there can be."""
        self.counts = {value: counts.get(value, 0) for value in VALUES}
        self.most = dict(most)
        self.redraw()

    @property
    def total(self) -> int:
        """What the notes come to."""
        return sum(value * count for value, count in self.counts.items())

    @property
    def notes(self) -> dict[int, int]:
        """The notes of which there are any, the largest first."""
        return {value: count for value, count in self.counts.items() if count}

    def tapped(self, key: Any) -> None:
        value, step = key
        self.counts[value] = max(0, min(self.most[value], self.counts[value] + step))
        self.redraw()
        self._on_change()

    def on_touch_up(self, touch: Any) -> bool:
        held = touch.grab_current is self and self.pressed is not None
        taken = super().on_touch_up(touch)
        if held:
            # Counting is quick: the same key twice is two notes.
            touch.ud["typing"] = True
        return taken

    def draw(self, pen: Pen) -> None:
        columns = 6 if self.box.w > 600 else 3
        wide, tall = self.box.w / columns, self.box.h / (len(VALUES) // columns)
        for i, value in enumerate(VALUES):
            box = Box((i % columns) * wide, (i // columns) * tall, wide, tall)
            count = self.counts.get(value, 0)
            pressed = self.pressed[1] if self.pressed is not None and self.pressed[0] == value else 0
            self.layer(value, (count, box, pressed), partial(self._value, value=value, count=count, box=box))

    def _value(self, pen: Pen, value: int, count: int, box: Box) -> None:
        x, y, w, h = box
        cx, below = x + w / 2, y + h - 60
        pen.rect(x + 2, y, w - 4, h - 4, "bar")
        draw_note(pen, value, cx - WIDTH / 2, y + 6)
        pen.glyph(cx, (y + 6 + HEIGHT + below) / 2, str(count), 38, "ivory" if count else "mist", "JostSemiBold")
        each = min(60.0, w / 2 - 6)
        for step, icon, left in ((-1, "minus", cx - each - 2), (1, "plus", cx + 2)):
            down, alive = self.pressed == (value, step), 0 <= count + step <= self.most.get(value, 0)
            pen.target((value, step), left, below, each, 54)
            pen.cut(left, below, each, 54, 10, "tileHi" if down else "panel")
            pen.cut_line(left + 0.8, below + 0.8, each - 1.6, 52.4, 10, "champ" if down else "brass", 1.6, 1 if alive else 0.4)
            draw_icon(pen, icon, left + each / 2, below + 27, 20, "ivory" if alive else "mist", 2.6, 1 if alive else 0.6)


class Compared(Drawn):
    """What is in hand beside what the ledger says, the difference, and what has probably happened."""

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[int, Difference, str] = (0, Difference(0, Cause.NONE), "")

    def show(self, held: int, difference: Difference, agrees: str) -> None:
        """`held`: the sum of the notes; `agrees`: what is said where nothing differs."""
        if (held, difference, agrees) != self.found:
            self.found = held, difference, agrees
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        held, difference, agrees = self.found
        off, third, wide = difference.amount, w / 3, w > WIDE
        figures = 70.0 if wide else 126.0
        pen.rect(0, 0, w, h, "panel")
        pen.rect(0, 0, 5, h, "champ" if off else "ok")
        columns = ((tr("In hand"), texts.amount(held)), (tr("Should be"), texts.amount(held - off)), (tr("Difference"), texts.signed(off)))
        for i, (label, value) in enumerate(columns):
            # Side by side with the label above, or one below the other with the label before it.
            x, y = (i * third + 18, 0.0) if wide else (18.0, i * 42.0)
            pen.text((x, y + 2, third - 22 if wide else w * 0.42 - 26, 30 if wide else 40), label, SIZE, "mist")
            colour, box = "champ" if i == 2 else "ivory", (x, 29, third - 20, 41) if wide else (w * 0.42, y, w * 0.58 - 12, 42)
            if i == 2 and not off:
                draw_icon(pen, "check", x + 14 if wide else w - 26, box[1] + 21, 30, "ok", 3)
            else:
                align = "left" if wide else "right"
                pen.text(box, value, theme.FAR_TEXT, colour, font="JostSemiBold", align=align, far=len(value) <= USUAL)
        if not off:
            pen.text((18, figures, w - 30, h - figures), agrees, SIZE, "ivory", lines=3, name=True)
            return
        left = 18.0
        if wide and difference.value in VALUES and difference.cause in (Cause.NOTE_TOO_FEW, Cause.NOTE_TOO_MANY):
            draw_note(pen, difference.value, left + 2, figures + (h - figures - HEIGHT) / 2 - 2)
            left += WIDTH + 16
        pen.text((left, figures, w - left - 12, h - figures - 2), texts.cause(difference), SIZE, "ivory", lines=3)


class CorrectionRows(Rows):
    """The corrections of the ledger with their reasons, whole as far as they can be broken into lines."""

    def show_all(self, corrections: Sequence[Correction]) -> None:
        """Takes the corrections, in their order."""
        self.show([Row(n, each.reason, value=texts.signed(each.amount), mark=each.by) for n, each in enumerate(corrections)])

    def placed(self) -> None:
        self.row = 78 if self.box.w > WIDE else 180

    def _row(self, pen: Pen, row: Row, y: float, w: float) -> None:
        h = self.row - 4
        pen.rect(0, y, w, h, "panelHi" if self.pressed == ("row", row.key) else "bar")
        pen.target(("row", row.key), 0, y, w, h)
        assert isinstance(row.mark, Colour)
        draw_emblem(pen, row.mark, 34, y + h / 2, 40)
        taken = pen.width(row.value, SIZE, "JostSemiBold") + 6
        pen.text((w - taken - 12, y, taken, h), row.value, SIZE, "champ", font="JostSemiBold", align="right")
        box = Box(62, y + 2, w - 62 - taken - 24, h - 4)
        broken = lettering.fit(row.title, box.w, box.h, SIZE, scale=pen.scale, lines=5).whole
        pen.text(box, row.title, SIZE, "ivory", lines=5, name=not broken)
