"""Lines of text beside or above what is tapped: what is at stake, who owes whom, what the last act has paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn


@dataclass(frozen=True)
class Line:
    """`strong`: what is read from the table."""

    text: str
    strong: bool = False
    colour: str = "ivory"


HIGH, STRONG = 36.0, 48.0


def height(lines: Sequence[Line]) -> float:
    """What these lines take, in dp."""
    return sum(STRONG if line.strong else HIGH for line in lines)


class Info(Drawn):
    """The lines, from the top; those for which there is no room are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[Line, ...] = ()

    def show(self, lines: Sequence[Line]) -> None:
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        y = 0.0
        for line in self.lines:
            high = STRONG if line.strong else HIGH
            if y + high > self.box.h + 1:
                return
            font = "JostSemiBold" if line.strong else "Jost"
            pen.text((0, y, self.box.w, high), line.text, 38 if line.strong else 28, line.colour, font=font)
            y += high
