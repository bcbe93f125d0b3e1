"""Secrets: this game's rules keep none, so nothing has to be sealed, and nothing to be left out of what they export.

A Bluff card's kind is never told to the machine before everybody sees it.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.moves import AnyMove
from companion.games.cash_and_run.rules.position import Position
from companion.games.kit.secret import Secrets

SECRETS: Secrets = {}


def redact(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """The same moves."""
    return list(moves)


def secrets_lie(_: Position) -> int:
    """0: no piece with a tag is secret."""
    return 0


def seen(_: Sequence[AnyMove], __: Sequence[Position], ___: bool) -> set[int]:
    """No move tells a secret, so there is none that anybody could have seen."""
    return set()
