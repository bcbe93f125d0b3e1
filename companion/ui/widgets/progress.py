"""How far a replay is."""

from __future__ import annotations

from companion.table.snapshot import PastGame
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn


class Progress(Drawn):
    """A line with a diamond at each payout and a stroke where a round begins."""

    def __init__(self) -> None:
        super().__init__()
        self.replay: PastGame | None = None

    def show(self, replay: PastGame) -> None:
        """Takes how far a replay is."""
        if self.replay is None or (replay.step, replay.of, replay.marks) != (self.replay.step, self.replay.of, self.replay.marks):
            self.replay = replay
            self.redraw()

    def draw(self, pen: Pen) -> None:
        replay, w, cy = self.replay, self.box.w, self.box.h / 2
        if replay is None:
            return
        span, of = w - 24, max(1, replay.of)
        pen.rect(12, cy - 1, span, 2, "rim", 0.6)
        pen.rect(12, cy - 1.5, span * replay.step / of, 3, "champ")
        for mark in replay.marks:
            x = 12 + span * mark.step / of
            colour = "champ" if mark.step <= replay.step else "rim"
            if mark.payout:
                pen.diamond(x, cy, 5, colour)
            else:
                pen.rect(x - 1, cy - 4, 2, 8, colour)
        pen.disc(12 + span * replay.step / of, cy, 6, "ink")
        pen.disc(12 + span * replay.step / of, cy, 5, "ivory")
