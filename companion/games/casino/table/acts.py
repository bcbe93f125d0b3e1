"""The acts of the round that is on, for whoever wants to set one right. They name no card that lies in a pile."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import AnyMove, Build, FalseBuild, Lay, Take, Trail
from companion.games.casino.rules.position import apply, new
from companion.games.casino.rules.state import Did, Game
from companion.games.kit.colours import Colour


class Act(msgspec.Struct, frozen=True):
    """Took four cards; built 8; left a card. `place`: in the moves; `number`: how many cards were taken; `value`: of the build.

    `card` and `cards`: which they were; told of the last act only, and of one that is opened for everybody to see.
    """

    place: int
    by: Colour
    did: Did
    number: int = 0
    value: int = 0
    card: Card | None = None
    cards: tuple[Card, ...] = ()


def acts(moves: Sequence[AnyMove], opened: int | None = None) -> tuple[Act, ...]:
    """The acts of the round that is on, oldest first, from the moves that stand. `opened`: the place of one of which all is told."""
    position = new()
    found: list[tuple[int, Game]] = []
    for place, move in enumerate(moves):
        position = apply(position, move)
        if isinstance(position, Game) and isinstance(move, Lay | Trail | Take | Build | FalseBuild) and position.last is not None:
            found.append((place, position))
    if not isinstance(position, Game):
        return ()
    on = [(place, game) for place, game in found if game.round == position.round]
    return tuple([_act(place, game, told=place in (opened, on[-1][0])) for place, game in on])


def _act(place: int, game: Game, told: bool) -> Act:
    last = game.last
    assert last is not None
    number = len(last.cards) if last.did is Did.TAKE else 0
    return Act(place, last.by, last.did, number, last.value, last.card if told else None, last.cards if told else ())
