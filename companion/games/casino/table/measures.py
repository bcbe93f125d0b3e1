"""What is counted of a game as the house keeps it: figures by name, for statistics and exports."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Facts, GameFacts, Measure, Sums
from companion.games.casino.rules.moves import AnyMove
from companion.games.casino.rules.view import PlayerView, View
from companion.games.casino.table import facts as counted

MEASURES = (
    Measure("cards", "Points for most cards", heading="cards", of_side=True),
    Measure("spades", "Points for most spades", heading="spades", of_side=True),
    Measure("big_casino", "Points for the 10 of diamonds", heading="10 of diamonds", of_side=True),
    Measure("little_casino", "Points for the 2 of spades", heading="2 of spades", of_side=True),
    Measure("aces", "Points for aces", heading="aces", of_side=True),
    Measure("sweep_points", "Points for sweeps", of_side=True),
    Measure("captures", "Captures", heading="captures"),
    Measure("captured", "Cards captured", heading="captured"),
    Measure("largest", "Largest capture", Sums.MOST, heading="largest"),
    Measure("built", "Builds made", heading="builds"),
    Measure("kept", "Own builds taken", heading="kept"),
    Measure("stolen", "Builds of others taken", heading="stolen"),
    Measure("added", "Builds added to"),
    Measure("raised", "Builds raised"),
    Measure("stayed", "Cards left on the table", heading="left"),
    Measure("last_takes", "Last takes"),
    Measure("sweeps", "Sweeps", heading="sweeps"),
    Measure("false_builds", "False builds"),
    Measure("comebacks", "Comebacks", of_side=True),
)
"""Points are those of a player's side. `kept` and `stolen`: builds that a player took, made last by this one or by another.

`comebacks`: games won after having been behind by six points or more.
"""

_SOURCES = {"cards": "cards", "spades": "spades", "big casino": "big_casino", "little casino": "little_casino", "aces": "aces"}
_COUNTED = ("captures", "captured", "largest", "built", "kept", "stolen", "added", "raised", "stayed", "last_takes", "sweeps", "false_builds")


def game_facts(view: View, moves: Sequence[AnyMove]) -> GameFacts:
    """The facts of a game that is over, clockwise from whoever played first: who sat left of the first dealer."""
    played = counted.facts(moves)
    first = next((player.chair + 1 for player in view.players if view.results and player.colour is view.results[0].dealer), 0)
    players = (*view.players[first:], *view.players[:first])
    seats = [_seat(view, player, played.get(player.colour, counted.Facts(""))) for player in players]
    return GameFacts(tuple(seats), len(view.results), view.outcome is not None and view.outcome.left)


def _seat(view: View, player: PlayerView, own: counted.Facts) -> Facts:
    figures = {key: own.points.get(source, 0) for source, key in _SOURCES.items()}
    figures |= {"sweep_points": own.points.get("sweeps", 0), "comebacks": int(own.came_back)}
    figures |= {key: getattr(own, key) for key in _COUNTED}
    winners = () if view.outcome is None else view.outcome.winners
    return Facts(
        player.colour,
        player.name,
        player.score,
        won=player.colour in winners,
        side=player.side,
        figures={key: value for key, value in figures.items() if value},
        scores=tuple([result.scores[view.sides[player.side]] for result in view.results]),
        rank=_rank(view, player),
    )


def _rank(view: View, player: PlayerView) -> int:
    """In Royal a lower total may win. 0 where the place goes by the score."""
    if view.outcome is None or not view.outcome.winners:
        return 0
    if player.colour in view.outcome.winners:
        return 1
    others = [other for other in view.players if other.colour not in view.outcome.winners]
    return 1 + len(view.outcome.winners) + sum(other.score > player.score for other in others)
