"""What the journal holds: the moves of a game, and what was done to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from companion.game import Move
from companion.games import SHELF
from companion.games.kit.colours import Colour

M = TypeVar("M")


class Undone(Move, frozen=True, tag="undo"):
    """The last standing act was taken back."""


class Redone(Move, frozen=True, tag="redo"):
    """The act that was undone last stands again."""


class Amended(Move, Generic[M], frozen=True, tag="amend"):
    """The standing move at `place` (from 0, of those that stand then) was mended: it is `move`, as the game's corrections take that.

    `told`: moves with what was answered about it, of secrets that nobody had told before and the like.
    """

    place: int
    move: M
    told: tuple[M, ...] = ()


class Looked(Move, frozen=True, tag="looked"):
    """Somebody has looked at what `by` holds in secret in this round. It is nothing that is undone, and everybody may know it."""

    by: Colour


class Covered(Move, frozen=True, tag="covered"):
    """Secrets of this round (0: of none) may lie face down, also where an undo has taken them out of the game: so a backup told, from which it came.
    They, and those of earlier rounds, may have been looked at since that was made. It is nothing that is undone.
    """

    round: int


class BackInHand(Move, frozen=True, tag="back"):
    """Between two rounds somebody has said that all cards are back in hand, or the game was over and left, whereupon tags can tell what they are.
    It is nothing that is undone: if an undo reaches behind it, everybody sees that the cards may have been looked at.
    """


Act = Any
"""A move of the game, or one of the above. Which moves there are, the game's rules say."""


@cache
def decoder(rules: str) -> Callable[[str | bytes | msgspec.Raw], Act]:
    """Reads an act of a game that is on the shelf. Raises msgspec.MsgspecError where the text is none."""
    moves = SHELF[rules].rules.moves
    # The type of a correction hangs on the game, which only the running program knows.
    amended = Amended[moves]  # type: ignore[valid-type]
    return msgspec.json.Decoder(moves | amended | Undone | Redone | Looked | Covered | BackInHand).decode
