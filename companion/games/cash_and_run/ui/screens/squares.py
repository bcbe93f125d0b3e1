"""The squares of the board as tiles: what is no casino by its number and letter, the casinos by name with their owners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.cash_and_run.rules.board import KINDS, ONE
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.commands import TapSquare
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui.texts import tr


def squares(view: View, *, portrait: bool, one: bool, more: bool, does: Callable[[str], Any] = TapSquare) -> tuple[Band, ...]:
    """All of them. `one`: square 1, too; `more`: a casino that nobody has told. `does`: what a tap on a square of that name comes to."""
    there = [kind for kind in KINDS if (one or kind != ONE) and (not view.board or kind in view.board)]
    kinds = tuple([Tile(does(kind), square=kind) for kind in there])
    casinos = [Tile(does(each.id), casino=each, owner=view.owners.get(each.id)) for each in view.casinos]
    if more:
        casinos.append(Tile("tell", tr("Another casino"), ground="felt"))
    wide = 2 if portrait else 4
    return (Band(kinds, 6 if portrait else len(kinds), share=0.82), Band(tuple(casinos), wide))


def places(view: View, at: tuple[int, ...], square: str | None, does: Callable[[str | None, int], Any] = TapSquare) -> tuple[Band, ...]:
    """Squares of one name that lie more than once: which place of the board, with what lies before it. `does`: what a tap comes to."""
    tiles = []
    for place in at:
        before = view.board[place - 2]
        casino = next((each.name for each in view.casinos if each.id == before), before)
        tiles.append(Tile(does(square, place), tr("Place {n}", n=place), tr("after {square}", square=casino)))
    return (Band(tuple(tiles), 2),)
