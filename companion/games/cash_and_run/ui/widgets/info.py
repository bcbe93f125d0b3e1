"""Lines of text beside or above what is tapped: what is at stake, who owes whom, what the last act has paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.ui.kit import lettering
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn


@dataclass(frozen=True)
class Line:
    """`strong`: what is read from the table."""

    text: str
    strong: bool = False
    colour: str = "ivory"


HIGH, STRONG = 36.0, 48.0
ROWS = 3
"""So many rows a line takes at most."""
SPARE = 1.02
"""By how much more room is kept than a line is measured to take."""


def high(line: Line, wide: float) -> float:
    """What a line takes in so much room, in dp: two rows where one is too short for it, or three."""
    return _rows(line.text, wide / SPARE, strong=line.strong) * (STRONG if line.strong else HIGH)


def _rows(text: str, wide: float, *, strong: bool, scale: float = 1.0) -> int:
    # Long words leave much of a row empty: how many there are is known only when they are broken.
    font, size = ("JostSemiBold", 38) if strong else ("Jost", 28)
    return min(ROWS, len(lettering.fit(text, wide, 2 * ROWS * STRONG, size, font=font, scale=scale, lines=ROWS).lines))


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
            font, size = ("JostSemiBold", 38) if line.strong else ("Jost", 28)
            rows = _rows(line.text, self.box.w, strong=line.strong, scale=pen.scale)
            tall = (STRONG if line.strong else HIGH) * rows
            if y + tall > self.box.h + 1:
                # In little room a line is told as small as may be, before it is left out.
                font, size = "Jost", 28
                rows = _rows(line.text, self.box.w, strong=False, scale=pen.scale)
                tall = HIGH * rows
                if y + tall > self.box.h + 1:
                    return
            pen.text((0, y, self.box.w, tall), line.text, size, line.colour, font=font, lines=rows)
            y += tall
