"""Lines of text beside or above what is tapped: what is at stake, who owes whom, what the last act has paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.ui.kit import lettering
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn


@dataclass(frozen=True)
class Line:
    """`strong`: what is read from the table."""

    text: str
    strong: bool = False
    colour: str = "ivory"


class Type(NamedTuple):
    """How a line is written: its font and size, and how high a row of it is."""

    font: str
    size: float
    row: float


PLAIN, STRONG = Type("Jost", 28, 36.0), Type("JostSemiBold", 38, 48.0)
ROWS = 3
"""So many rows a line takes at most."""
SPARE = 1.02
"""By how much more room is kept than a line is measured to take."""


def high(line: Line, wide: float) -> float:
    """What a line takes in so much room, in dp: two rows where one is too short for it, or three."""
    written = _type(line)
    return _rows(line.text, written, wide / SPARE) * written.row


def _type(line: Line) -> Type:
    return STRONG if line.strong else PLAIN


def _rows(text: str, written: Type, wide: float, scale: float = 1.0) -> int:
    # Long words leave much of a row empty: how many there are is known only when they are broken.
    return min(ROWS, len(lettering.fit(text, wide, 2 * ROWS * STRONG.row, written.size, font=written.font, scale=scale, lines=ROWS).lines))


def height(lines: Sequence[Line], wide: float) -> float:
    """What these lines take, in dp."""
    return sum(high(line, wide) for line in lines)


def fitting(lines: Sequence[Line], wide: float, most: float) -> float:
    """What those of the lines take that have room in `most`, in dp."""
    taken = 0.0
    for line in lines:
        if taken + high(line, wide) > most + 1:
            break
        taken += high(line, wide)
    return taken


class Info(Drawn):
    """The lines, from the top; those for which there is no room are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[Line, ...] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Takes the lines, from the top."""
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        y = 0.0
        for line in self.lines:
            # In little room a line is told as small as may be, before it is left out.
            for written in (_type(line), PLAIN):
                rows = _rows(line.text, written, self.box.w, pen.scale)
                tall = rows * written.row
                if y + tall <= self.box.h + 1:
                    break
            else:
                return
            pen.text((0, y, self.box.w, tall), line.text, written.size, line.colour, font=written.font, lines=rows)
            y += tall
