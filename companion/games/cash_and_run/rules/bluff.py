"""Bluff cards: laid by the loser, believed or turned over by the winner. No kind is known before it is turned over, nor ever if it is believed."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cash_and_run.rules.contest import decide
from companion.games.cash_and_run.rules.moves import Believe, Doubt, LayBluff, Settle
from companion.games.cash_and_run.rules.state import Contest, Event, Game, Phase, check, tell
from companion.games.kit.colours import Colour


def _sides(game: Game) -> tuple[Contest, Colour, Colour]:
    """The contest, its winner and its loser so far."""
    contest = game.contest
    assert contest is not None
    assert contest.winner is not None
    assert contest.loser is not None
    return contest, contest.winner, contest.loser


def settle(game: Game, move: Settle) -> Game:
    """The loser lays none."""
    check(game, move.by, Phase.LOST)
    return decide(game, _sides(game)[0])


def lay(game: Game, move: LayBluff) -> Game:
    """The loser lays one face down before the winner. Wherever it ends, it goes under the pile."""
    by = move.by
    check(game, by, Phase.LOST)
    return replace(game, phase=Phase.BELIEVE, bluffs=game.bluffs | {by: game.bluffs[by] - 1})


def believe(game: Game, move: Believe) -> Game:
    """The same is played again, and whoever loses then, may lay another."""
    check(game, move.by, Phase.BELIEVE)
    contest, winner, loser = _sides(game)
    contest = replace(contest, replayed=True, winner=None, loser=None)
    return replace(tell(game, Event("believed", winner, of=loser)), phase=Phase.DRAW, contest=contest)


def doubt(game: Game, move: Doubt) -> Game:
    """It is turned over: if it shows the game just played, its player has won, else lost, and no more cards are laid."""
    check(game, move.by, Phase.BELIEVE)
    contest, winner, loser = _sides(game)
    game = tell(game, Event("turned over", winner, of=loser, shows=move.shows))
    if move.shows.value == contest.symbol.value:
        contest = replace(contest, winner=loser, loser=winner)
    return decide(game, contest)
