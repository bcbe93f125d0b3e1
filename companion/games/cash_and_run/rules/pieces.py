"""The pieces that may carry a tag: 15 casino cards, and the 52 playing cards of the deck. No piece of this game is secret.

A piece has a code, by which it is stored and exported: "casino 7", "card 10D". The number of a casino card says nothing of what is printed on it:
that is taught.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion import game
from companion.games.cash_and_run.rules.board import CASINOS
from companion.games.cash_and_run.rules.chance import DECK


class CasinoCard(msgspec.Struct, frozen=True):
    """A casino card. `number`: 1 to 15."""

    number: int

    @property
    def code(self) -> str:
        return f"casino {self.number}"

    @property
    def secret(self) -> bool:
        """It lies open before its owner, or for sale."""
        return False

    @property
    def owner(self) -> None:
        """It changes hands."""


class PlayingCard(msgspec.Struct, frozen=True):
    """A card of the deck, such as "QS"."""

    card: str

    @property
    def code(self) -> str:
        return f"card {self.card}"

    @property
    def secret(self) -> bool:
        """It is drawn before everybody's eyes."""
        return False

    @property
    def owner(self) -> None:
        """It is everybody's."""


Piece = CasinoCard | PlayingCard

_PIECES: list[Piece] = [*(CasinoCard(number) for number in range(1, CASINOS + 1)), *map(PlayingCard, DECK)]
PIECES: Mapping[str, game.Piece] = {piece.code: piece for piece in _PIECES}
"""Every piece by its code, in the order in which a set is enrolled."""
