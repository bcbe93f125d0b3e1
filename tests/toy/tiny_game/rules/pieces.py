"""The six pieces that carry a tag: of each colour a stone, which lies open, and two cards, whose faces are secret."""

from __future__ import annotations

import msgspec

from companion.games.kit.colours import Colour
from companion.games.kit.secret import tells_only
from tiny_game.rules.moves import Face

COLOURS = (Colour.BLUE, Colour.RED)


class Stone(msgspec.Struct, frozen=True):
    """Says who somebody is."""

    owner: Colour

    @property
    def code(self) -> str:
        return f"{self.owner} stone"

    @property
    def secret(self) -> bool:
        return False


@tells_only("owner")
class Card(msgspec.Struct, frozen=True):
    """A one or a two."""

    owner: Colour
    face: Face

    @property
    def code(self) -> str:
        return f"{self.owner} {self.face}"

    @property
    def secret(self) -> bool:
        return True


PIECES: dict[str, Stone | Card] = {
    piece.code: piece for colour in COLOURS for piece in (Stone(colour), Card(colour, Face.ONE), Card(colour, Face.TWO))
}
