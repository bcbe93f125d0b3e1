"""Odds and Evens, for two: in each of three rounds a lot says who is odd, then both lay a card, a one or a two, face down.

The cards are turned over. Who was right about odd or even takes as many points as the two cards show.
"""

from __future__ import annotations

from companion.game import Game, Score

GAME = Game(key="tiny", title="Odds and Evens", players=range(2, 3), score=Score(money=False), package=__name__)
