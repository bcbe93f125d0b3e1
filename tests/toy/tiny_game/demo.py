"""Odds and Evens that plays by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.game import Demo, Hands
from companion.table import commands
from tiny_game.rules import RULES
from tiny_game.rules.moves import AnyMove, Draw, Face, Join, Lay, Open, Turn
from tiny_game.rules.pieces import COLOURS
from tiny_game.rules.position import WORTH
from tiny_game.rules.view import View
from tiny_game.table.gestures import NAMES


def random_game(seed: int) -> list[AnyMove]:
    """A whole game, the same for the same seed. Every fourth card or so is laid unread."""
    rng = random.Random(seed)
    moves: list[AnyMove] = [Join(colour, NAMES[colour]) for colour in rng.sample(COLOURS, 2)]
    position = RULES.new()
    for move in moves:
        position = RULES.apply(position, move)
    while RULES.outcome(position) is None:
        move = rng.choice(list(RULES.legal(position)))
        if isinstance(move, Lay) and rng.random() < 3 / 4:
            move = Lay(move.by, rng.choice(list(WORTH)))
        position = RULES.apply(position, move)
        moves.append(move)
    return moves


def make(move: Any, hands: Hands) -> None:
    """What people do at the table for a move."""
    match move:
        case Join(colour=colour, name=name) if name == NAMES[colour]:
            hands.show(f"{colour} stone")
        case Lay(by=by, face=Face.HIDDEN):
            chair = next(player.chair for player in hands.view.players if player.colour is by)
            hands.touch(commands.TouchSpot(chair + 1))
        case Lay(by=by, face=face) | Turn(by=by, face=face):
            hands.show(f"{by} {face}")
        case _:
            hands.touch(commands.Do(move))


def told(move: Any, before: View, after: View) -> Iterator[str]:
    """A move in a line of words, and behind the last of a round what it came to."""
    called = {player.colour: player.name for player in after.players}
    match move:
        case Join(colour=colour):
            yield f"{called[colour]} sits down"
        case Draw(odd=odd):
            yield f"{called[odd]} is odd"
        case Lay(by=by):
            yield f"{called[by]} lays a card"
        case Turn(by=by, face=face):
            yield f"{called[by]} turns over a {face}"
        case Open():
            result = after.results[-1]
            yield "the cards are turned over"
            yield f"  {called[result.winner]} takes {result.points} points"
        case _:
            yield "the game is ended"


DEMO = Demo(random=random_game, make=make, told=told, recorded=lambda move: not isinstance(move, Join | Open))
