"""How a game ends: a last lap is run, one player is left, or somebody leaves for good."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion.games.cash_and_run.rules.moves import End
from companion.games.cash_and_run.rules.state import Game, Phase, casinos_of, check_playing, refuse_phase
from companion.games.kit.colours import Colour

LAP = "lap"
LAST = "last"


class Ending(StrEnum):
    """How a game came to its end."""

    LAP = "lap"
    """A last lap was run with the combination complete."""
    LAST = "last"
    """All others are out."""
    LEFT = "left"
    """Somebody left for good; nobody has won."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game as data. `winners`: one, or nobody where somebody left."""

    ending: Ending
    winners: tuple[Colour, ...]

    @property
    def left(self) -> bool:
        """Whether it was ended early."""
        return self.ending is Ending.LEFT


def outcome(game: Game) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if game.phase is not Phase.FINISHED:
        return None
    if game.winner is None:
        return Outcome(Ending.LEFT, ())
    return Outcome(Ending.LAP if game.won_by == LAP else Ending.LAST, (game.winner,))


def finish(game: Game, winner: Colour | None = None, won_by: str | None = None) -> Game:
    """The game is over at once."""
    return replace(
        game,
        phase=Phase.FINISHED,
        winner=winner,
        won_by=won_by,
        turns=(*game.turns, game.now),
        contest=None,
        auction=None,
        debt=None,
        all=None,
        step=0,
    )


def last_one(game: Game) -> Colour | None:
    """Who has won because everybody else is out."""
    left = game.in_game
    return left[0] if len(left) == 1 else None


def end(game: Game, move: End) -> Game:
    """Somebody leaves for good, and the others do not play on."""
    if game.phase is Phase.FINISHED:
        refuse_phase(game, move.by)
    if move.by is not None:
        check_playing(game, move.by)
    return finish(game)


def standing(game: Game) -> tuple[Colour, ...]:
    """The winner first, then who is still in the game by casinos and by money, then who is out, the last one first."""
    ledger = game.ledger
    left = sorted(game.in_game, key=lambda each: (each is not game.winner, -len(casinos_of(game, each)), -ledger[each]))
    return (*left, *reversed(game.out))
