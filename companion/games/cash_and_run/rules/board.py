"""Squares and casinos: what a copy of the game has, and how one goes around its board.

The rulebook does not print the board. A board is what the owner of a copy has taught; without one the players tell each square.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from companion.games.cash_and_run.rules.chance import Symbol

ONE = "1"
"""The square Cash & Run."""
BLUFF = "3"
SLAM = "6"
KINDS = (ONE, BLUFF, "4A", "4B", "4C", "5A", "5B", "5C", SLAM, "7A", "7B", "7C")
"""The squares that are no casino. Squares with the letters A, B and C are played at the wheel, with the die and with a card."""
POT_SQUARES = {"4A": Symbol.ROULETTE, "4B": Symbol.DIE, "4C": Symbol.CARDS}
ALL_SQUARES = {"5A": Symbol.ROULETTE, "5B": Symbol.DIE, "5C": Symbol.CARDS}
TAKEOVER_SQUARES = {"7A": Symbol.ROULETTE, "7B": Symbol.DIE, "7C": Symbol.CARDS}

CASINOS = 15
"""Casino cards of the box."""
MAX_SQUARES = 200

Square = str
"""One of KINDS, or a casino's id."""
Place = int | str
"""Where a pawn stands: a place of the taught board, counted from 1 clockwise, or else the square's name."""


class Casino(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A casino card. `id`: small letters and digits; `colour`: as its owner calls it."""

    id: str
    name: str
    symbol: Symbol
    colour: str


_ID = re.compile("[a-z0-9]{1,20}")


def proper_id(text: str) -> bool:
    """Whether a casino can be told by this id: a square's name is none."""
    return _ID.fullmatch(text) is not None and text not in KINDS


def proper_board(board: Sequence[Square], casinos: Sequence[Casino]) -> bool:
    """Whether these can be a ring's squares: known ones only, each casino once, and a square where a last lap can begin."""
    ids = {casino.id for casino in casinos}
    places = [square for square in board if square in ids]
    known = all(square in ids or square in KINDS for square in board)
    return known and len(board) <= MAX_SQUARES and ONE in board and sorted(places) == sorted(ids)


def onward(board: Sequence[Square], place: int, steps: int) -> int:
    """The place so many squares clockwise."""
    return (place - 1 + steps) % len(board) + 1


@lru_cache(maxsize=256)
def next_one(board: tuple[Square, ...], place: int) -> int:
    """The nearest square Cash & Run: the next one clockwise, as pawns move, or the one where the pawn stands."""
    return next(there for there in (onward(board, place, steps) for steps in range(len(board))) if board[there - 1] == ONE)
