"""Vabanque (Leo Colovini, Bruno Faidutti): bluff at the tables of a casino, for 3 to 6."""

from __future__ import annotations

from companion.game import BoardGameGeek, Game, Score

GAME = Game(
    key="vabanque",
    title="Vabanque",
    players=range(3, 7),
    score=Score(money=True, column="fortune"),
    package=__name__,
    board_game_geek=BoardGameGeek(2536, "Vabanque", 2001),
    own_commands=True,
)
