"""The pieces of the box that carry a tag: 24 cards (three characters and the substitute card in each colour) and 12 tiles.

A piece has a code, by which it is stored and exported: "red raise", "red colour", "tile 7".
"""

from __future__ import annotations

import msgspec

from companion.games.kit.colours import Colour
from companion.games.kit.secret import tells_only
from companion.games.vabanque.rules.moves import KINDS, Character

TILES = range(1, 13)
"""The numbers that the companion gives to the twelve tiles; they say nothing of a tile's place in a ring."""


CHARACTERS = {
    Colour.BLUE: "Adriano",
    Colour.RED: "Benedetta",
    Colour.YELLOW: "Carlotta",
    Colour.GREEN: "Donaldo",
    Colour.BLACK: "Eduardo",
    Colour.WHITE: "Francesca",
}
"""The people whom the colours stand for: a player's name until another is told."""


@tells_only("colour")
class CharacterCard(msgspec.Struct, frozen=True):
    """A Raise, Bluff or Cheat. Its repr tells no kind: it may end in a log or a trace."""

    colour: Colour
    character: Character

    @property
    def secret(self) -> bool:
        return True

    @property
    def owner(self) -> Colour | None:
        return self.colour

    @property
    def code(self) -> str:
        return f"{self.colour} {self.character}"


class ColourCard(msgspec.Struct, frozen=True):
    """The substitute card, which lies face up before its player and is never played."""

    colour: Colour

    @property
    def secret(self) -> bool:
        # It is one of the hand: from behind it looks like the others.
        return True

    @property
    def owner(self) -> Colour | None:
        return self.colour

    @property
    def code(self) -> str:
        return f"{self.colour} colour"


class Tile(msgspec.Struct, frozen=True):
    """A casino table. `number`: 1 to 12."""

    number: int

    @property
    def secret(self) -> bool:
        return False

    @property
    def owner(self) -> Colour | None:
        return None

    @property
    def code(self) -> str:
        return f"tile {self.number}"


Piece = CharacterCard | ColourCard | Tile

_CARDS: list[Piece] = []
for _colour in Colour:
    _CARDS += [ColourCard(_colour), *(CharacterCard(_colour, kind) for kind in KINDS)]

PIECES: dict[str, Piece] = {piece.code: piece for piece in (*map(Tile, TILES), *_CARDS)}
"""Every piece by its code, in the order in which a set is enrolled: the tiles, then colour by colour."""
