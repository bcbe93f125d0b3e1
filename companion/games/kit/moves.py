"""Moves, and what the rules say to one that they forbid."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.errors import CompanionError
from companion.games.kit.colours import Colour


class Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """The base of all moves. On file: a JSON object with the move's name under "do"."""


class MoveRefused(CompanionError):
    """The rules forbid the move; nothing has changed. Raised by `Rules.apply`, told at the table by the game's words.

    `reason`: one of the game's enumerated refusals; none of them may name what lies face down. `by`: who tried, `expected`: who is to act,
    `spot`: the place on the board in question, or a number; `piece`: the code of the piece in question, where everybody has seen it.
    """

    def __init__(
        self, reason: StrEnum, *, by: Colour | None = None, expected: Colour | None = None, spot: int | None = None, piece: str | None = None
    ) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.by = by
        self.expected = expected
        self.spot = spot
        self.piece = piece
