"""What a journal still knows of the moves that were made."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import AnyMove, PlaceCard, Seated
from companion.games.vabanque.rules.redact import redacted


def remembered(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """The moves without the kinds that were lost: those that nobody saw, of rounds before the last one in which a card was laid.

    Of a game that is over they are all lost.
    """
    position = rules.new()
    for move in moves:
        position = rules.apply(position, move)
    if rules.outcome(position) is not None:
        return redacted(moves)
    last = max((place for place, move in enumerate(moves) if isinstance(move, PlaceCard)), default=0)
    begun = max((place for place, move in enumerate(moves[:last]) if isinstance(move, Seated)), default=0)
    return [*redacted(moves)[:begun], *moves[begun:]]
