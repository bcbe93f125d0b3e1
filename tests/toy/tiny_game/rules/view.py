"""What everybody may see: it is equal for two positions that differ only in the face of a card that lies face down."""

from __future__ import annotations

import msgspec

from companion.games.kit.colours import Colour
from tiny_game.rules.moves import Face
from tiny_game.rules.position import ROUNDS, Phase, Position, Result


class TinySettings(msgspec.Struct, frozen=True):
    """What the owner may set of this game."""

    show_results: bool = True
    """The rounds before are shown."""


class Player(msgspec.Struct, frozen=True):
    """`laid`: whether the own card lies there; `told`: whether a reader has read it."""

    colour: Colour
    name: str
    chair: int
    score: int
    laid: bool = False
    told: bool = False
    out: bool = False

    @property
    def side(self) -> int:
        return self.chair


class Outcome(msgspec.Struct, frozen=True):
    winners: tuple[Colour, ...]
    left: bool


class View(msgspec.Struct, frozen=True):
    """`odd`: who is odd in this round, None before it is drawn. `untold`: whose card is to be turned over."""

    phase: Phase
    round: int
    rounds: int | None
    players: tuple[Player, ...]
    may_act: frozenset[Colour]
    outcome: Outcome | None
    odd: Colour | None
    untold: tuple[Colour, ...]
    results: tuple[Result, ...]


def view(position: Position, settings: TinySettings) -> View:
    """What everybody may see of a position."""
    phase, laid = position.phase, position.laid
    untold = tuple([colour for colour in position.colours if phase is Phase.OPEN and laid[colour] is Face.HIDDEN])
    waited_for = [colour for colour in position.colours if colour not in laid] if phase is Phase.LAY else untold
    score = scores(position)
    return View(
        phase=phase,
        round=position.round,
        rounds=ROUNDS,
        players=tuple(
            [
                Player(colour, name, chair, score[colour], colour in laid, laid.get(colour, Face.HIDDEN) is not Face.HIDDEN)
                for chair, (colour, name) in enumerate(position.players)
            ]
        ),
        may_act=frozenset(waited_for),
        outcome=outcome(position),
        odd=position.odd,
        untold=untold,
        results=position.results if settings.show_results or phase is Phase.OVER else position.results[-1:],
    )


def scores(position: Position) -> dict[Colour, int]:
    """The points of each player."""
    return {colour: sum(result.points for result in position.results if result.winner is colour) for colour in position.colours}


def outcome(position: Position) -> Outcome | None:
    """How the game has ended: most points win, and who is level shares."""
    if position.phase is not Phase.OVER:
        return None
    score = scores(position)
    best = max(score.values())
    return Outcome(() if position.left else tuple([colour for colour in Colour if score.get(colour) == best]), position.left)
