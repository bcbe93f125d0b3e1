"""Odds and Evens at a real table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Facts, GameFacts, Measure, Sums, Table
from companion.games.kit.colours import Colour
from companion.table.session import refold
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Mark
from tiny_game.rules.moves import Draw, Join
from tiny_game.rules.view import View
from tiny_game.table.gestures import DrawLots, TinyGestures

MEASURES = (
    Measure("odd", "Rounds as odd", heading="as odd"),
    Measure("top", "Top round", Sums.MOST, heading="top round", at=("round",), where="round {round}"),
)


def facts(view: View, moves: Sequence[Any]) -> GameFacts:
    """What is kept of a game that is over."""
    winners = view.outcome.winners if view.outcome is not None else ()
    return GameFacts(
        seats=tuple([_seat(view, player.colour, player.name, player.score, player.colour in winners) for player in view.players]),
        rounds=len(view.results),
        left=view.outcome is not None and view.outcome.left,
    )


def _seat(view: View, colour: Colour, name: str, score: int, won: bool) -> Facts:
    own = [(result.points, number) for number, result in enumerate(view.results, start=1) if result.winner is colour]
    return Facts(
        colour,
        name,
        score,
        won=won,
        figures={"odd": sum(result.odd is colour for result in view.results)},
        scores=tuple([sum(points for points, at in own if at <= number) for number in range(1, len(view.results) + 1)]),
        more={"top": max(own, key=lambda each: each[0])} if own else {},
    )


def marks(timeline: Timeline) -> Iterator[Mark]:
    """Where the rounds begin."""
    for step, move in enumerate(timeline.moves, start=1):
        if isinstance(move, Draw):
            yield Mark(step, timeline.branch.round_of(step))


def rematch(view: View, called: Sequence[str]) -> list[Join]:
    """Both sit where they sat."""
    return [Join(player.colour, name) for player, name in zip(view.players, called, strict=True)]


TABLE = Table(
    gestures=TinyGestures,
    corrections=refold.CORRECTIONS,
    commands=DrawLots,
    facts=facts,
    measures=MEASURES,
    marks=marks,
    rematch=rematch,
    identity=lambda colour: f"{colour} stone",
)
