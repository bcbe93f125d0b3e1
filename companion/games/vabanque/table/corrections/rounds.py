"""What corrections need to know of a game's rounds: which cards lie how, and what earlier corrections have left behind."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.games.vabanque.rules.moves import Confirm, RevealCard
from companion.games.vabanque.rules.seen import laid
from companion.table.session.branch import Branch


class Remembered(msgspec.Struct, frozen=True):
    """What corrections have left on a branch.

    `trusted`: so many rounds tell the kind of a card only where everybody has seen it. `parked`: (round, reveal) of tables that, after a
    correction, are not paid any more; they hold if they are paid again.
    """

    trusted: int = 0
    parked: tuple[tuple[int, RevealCard], ...] = ()


def remembered(branch: Branch) -> Remembered:
    """What earlier corrections have left; nothing where there was none."""
    found: Remembered = branch.remembered or Remembered()
    return found


def confirmed(branch: Branch) -> int:
    """In how many rounds the cards have been turned over."""
    return sum(isinstance(move, Confirm) for move in branch.moves)


def cards(branch: Branch) -> Iterator[tuple[int, bool]]:
    """Of each card that was laid: the place of its move, and whether it lies face up at the end of its round (or now)."""
    return ((place, card.revealed) for place, card in laid(branch.moves, branch.positions))
