"""The ring of the last game with as many tables: it may be laid again as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.vabanque.rules.moves import AnyMove, LayRing, LayTile
from companion.games.vabanque.rules.view import Phase, View


def last_ring(view: View, games: Callable[[], Iterable[Sequence[AnyMove]]]) -> tuple[int, ...]:
    """Which tiles lay in the newest ring of as many tables as are needed now, clockwise; () where none is asked for, or there was none."""
    if view.phase is not Phase.RING:
        return ()
    for moves in games():
        tiles: tuple[int, ...] = ()
        for move in moves:
            if isinstance(move, LayTile):
                tiles = (*tiles, move.tile)
            elif isinstance(move, LayRing):
                tiles = move.tiles
        if len(tiles) == view.tiles_needed:
            return tiles
    return ()
