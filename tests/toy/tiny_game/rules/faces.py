"""Who may know the face of a card, and from when on."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.kit.colours import Colour
from tiny_game.rules.moves import AnyMove, Face, Lay, Open
from tiny_game.rules.position import Phase, Position


def own(position: Position, colour: Colour) -> tuple[Lay, ...]:
    """The card that this player has laid, for the owner's eyes only."""
    return (Lay(colour, position.laid[colour]),) if colour in position.laid else ()


def secrets_lie(position: Position) -> int:
    """Of which round a card may lie face down, 0: of none. From the draw on, since somebody may just be laying one; also when the game was left."""
    return position.round if position.laid or position.phase is Phase.LAY else 0


def seen(moves: Sequence[AnyMove], positions: Sequence[Position], whole: bool) -> set[int]:
    """The places of the cards that everybody has seen: those of rounds that were opened."""
    found: set[int] = set()
    down: list[int] = []
    for place, move in enumerate(moves):
        if isinstance(move, Lay):
            down.append(place)
        elif isinstance(move, Open):
            found |= set(down)
            down.clear()
    return found


def redact(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """The same moves without the faces that nobody has seen."""
    open_ = seen(moves, (), whole=True)
    return [replace(move, face=Face.HIDDEN) if isinstance(move, Lay) and place not in open_ else move for place, move in enumerate(moves)]
