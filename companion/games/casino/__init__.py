"""Casino, the fishing card game: two to four players, a deck of 52, first to 21."""

from __future__ import annotations

from companion.game import Game, Score

GAME = Game(
    key="casino",
    title="Casino",
    players=range(2, 5),
    score=Score(money=False, column="points"),
    package=__name__,
)
