"""A table at any moment of the evening, and the one step from each to the next."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.casino.rules import acts, setup
from companion.games.casino.rules.moves import AnyMove, Correct, Counted, CountPiles, Dealt, End, Lost, Rename
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.setup import Setup
from companion.games.casino.rules.state import Game, Phase
from companion.games.kit.colours import Colour

Position = Setup | Game
"""A table that is being set up, or a game. Screens never see one: they see its `view`."""


def new() -> Position:
    """An empty table: nobody has joined."""
    return Setup()


def apply(position: Position, move: AnyMove) -> Position:
    """The position after a move; `position` stays as it is. Raises MoveRefused, and then nothing has changed."""
    if isinstance(position, Game):
        act = acts.ACTS.get(type(move))
        if act is None:
            raise MoveRefused(Refusal.GAME_OVER if position.phase is Phase.FINISHED else Refusal.WRONG_PHASE)
        return act(position, move)
    arrange = setup.ACTS.get(type(move))
    if arrange is None:
        raise MoveRefused(Refusal.WRONG_PHASE)
    return arrange(position, move)


def follows(position: Position) -> AnyMove | None:
    """The act that follows by itself: the next deal, the next round or the end. None where somebody is to do something."""
    if isinstance(position, Game):
        if position.phase is Phase.DEAL:
            return Dealt()
        if position.phase is Phase.COUNT:
            return Counted()
    return None


_BEFORE_IT: dict[Phase, tuple[type, ...]] = {
    # Hands are empty; a count by hand, or an end, needs no new cards.
    Phase.DEAL: (CountPiles, Lost, End, Rename),
    # The score of the round just counted is corrected before the next one.
    Phase.COUNT: (Correct, Rename),
}
"""The moves that are made before the act that follows by itself in a phase."""


def due(position: Position, move: AnyMove) -> AnyMove | None:
    """The act that follows by itself and has to be made before this move; None where there is none."""
    act = follows(position)
    if act is None or not isinstance(position, Game) or isinstance(move, _BEFORE_IT[position.phase]):
        return None
    return act


def private(position: Position, player: Colour) -> tuple[()]:
    """What a player may see alone: nothing. The companion knows no hand."""
    return ()


def secrets_lie(position: Position) -> int:
    """Of which round something may lie on the table that only some may know: of none. A card that is read has been played."""
    return 0


def round_of(position: Position) -> int:
    """From 1, 0 in the set-up."""
    return position.round if isinstance(position, Game) else 0


def redact(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """The moves as an export may tell them: all of them, for each was seen by everybody when it was made."""
    return list(moves)
