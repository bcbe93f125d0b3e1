"""What happened in a game, for the statistics: who took and built what, and where the points came from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games.casino.rules.moves import AnyMove, Build, FalseBuild, Take, Trail
from companion.games.casino.rules.position import apply, new
from companion.games.casino.rules.state import Did, Game, RoundResult
from companion.games.casino.rules.view import outcome
from companion.games.kit.colours import Colour

BEHIND = 6
"""Whoever wins after having been so many points behind has come back."""

SOURCES = {"cards": "cards", "spades": "spades", "10D": "big casino", "2S": "little casino", "sweeps": "sweeps"}
"""Where points come from; what is not here is an ace."""


class Facts(msgspec.Struct):
    """One player's game. Points are those of the player's side.

    `captured`: cards that captures brought, the played ones included; `largest`: of one capture. `built`: new builds; `kept`: builds of
    one's own that one took; `stolen`: builds of others; `added`, `raised`: builds that grew by a card of this player. `stayed`: cards left.
    `false_builds`: those declared and those that came to light.
    """

    side: str
    rounds: int = 0
    points: dict[str, int] = {}
    captures: int = 0
    captured: int = 0
    largest: int = 0
    built: int = 0
    kept: int = 0
    stolen: int = 0
    added: int = 0
    raised: int = 0
    stayed: int = 0
    sweeps: int = 0
    last_takes: int = 0
    false_builds: int = 0
    won: bool = False
    came_back: bool = False


def facts(moves: Sequence[AnyMove]) -> dict[Colour, Facts]:
    """What each player did in a game, from the moves that stand. Rounds that were counted by hand count for points only.

    Empty before the first card. Raises MoveRefused if the moves are no game.
    """
    position = new()
    found: dict[Colour, Facts] = {}
    # What was done in the round that is on; it is thrown away if the round is counted by hand or never counted.
    on: list[tuple[Game, Take | Build | Trail | FalseBuild]] = []
    for move in moves:
        before, position = position, apply(position, move)
        if not isinstance(position, Game):
            continue
        if not found:
            party = position.party
            found = {colour: Facts(party.sides[side]) for colour, side in zip(party.colours, party.side_of, strict=True)}
        if isinstance(before, Game) and isinstance(move, Take | Build | Trail | FalseBuild):
            on.append((before, move))
        if isinstance(before, Game) and len(position.results) > len(before.results):
            _add_round(found, position.results[-1], on)
            on = []
    if isinstance(position, Game):
        _add_end(found, position)
    return found


def _add_round(found: dict[Colour, Facts], result: RoundResult, on: Sequence[tuple[Game, Take | Build | Trail | FalseBuild]]) -> None:
    for each in found.values():
        each.rounds += 1
        for line in result.counted:
            if line.to == each.side:
                source = SOURCES.get(line.what, "aces")
                each.points[source] = each.points.get(source, 0) + line.points
    for unheld in result.unheld:
        found[unheld.by].false_builds += 1
    if result.by_hand:
        return
    if result.last_take is not None:
        found[result.last_take].last_takes += 1
    for before, move in on:
        _add_play(found[move.by], before, move)


def _add_play(by: Facts, before: Game, move: Take | Build | Trail | FalseBuild) -> None:
    match move:
        case Trail():
            by.stayed += 1
        case FalseBuild():
            by.false_builds += 1
        case Take(cards=cards):
            by.captures += 1
            by.captured += len(cards) + 1
            by.largest = max(by.largest, len(cards) + 1)
            lying = len(before.loose) + sum(len(build.cards) for build in before.builds)
            by.sweeps += lying == len(cards)
            for build in before.builds:
                if build.cards[0] in cards:
                    by.kept += build.owner is move.by
                    by.stolen += build.owner is not move.by
        case Build():
            after = apply(before, move)
            assert isinstance(after, Game)
            assert after.last is not None
            by.built += after.last.did is Did.BUILD
            by.added += after.last.did is Did.ADD
            by.raised += after.last.did is Did.RAISE


def _add_end(found: dict[Colour, Facts], game: Game) -> None:
    ended = outcome(game)
    for colour in ended.winners if ended else ():
        side = found[colour].side
        behind = max(max(result.scores.values()) - result.scores[side] for result in game.results)
        found[colour].won = True
        found[colour].came_back = behind >= BEHIND
