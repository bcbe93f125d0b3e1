"""What carries a tag."""

from __future__ import annotations

from typing import Protocol

from companion.games.kit.colours import Colour


class Piece(Protocol):
    """Something with a tag."""

    @property
    def code(self) -> str:
        """By which it is stored, exported and enrolled: "red raise", "tile 7", "card AS"."""

    @property
    def secret(self) -> bool:
        """Its face is nobody's business: the companion may say that it is known, never which it is."""

    @property
    def owner(self) -> Colour | None:
        """Whose it is; None where it is everybody's."""
