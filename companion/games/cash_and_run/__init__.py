"""Cash & Run (Jumbo 2003): casinos, three games of chance and one last lap, for 3 to 6."""

from __future__ import annotations

from companion.game import Game, Score

GAME = Game(
    key="cash_and_run",
    title="Cash & Run",
    players=range(3, 7),
    score=Score(money=True),
    package=__name__,
)
