"""What a replayed record comes to, as plain data for JSON. It tells no pile of a round that is on."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.casino.rules import state
from companion.games.casino.rules.state import Game, Phase, Pile, RoundResult
from companion.games.casino.rules.view import Ending, outcome

STATUS = {Ending.PLAYED: "finished", Ending.LEFT: "ended"}
PHASES = {Phase.COUNT: "table", Phase.TABLE: "table", Phase.FINISHED: "finished"}


def summary(game: Game, file: str) -> dict[str, Any]:
    """One object for a game, as `companion replay --json` prints it. `file`: the record's name as it was given."""
    party, ended = game.party, outcome(game)
    over = game.phase is Phase.COUNT or ended is not None
    after_dealer = range(game.dealer + 1, game.dealer + 1 + len(party.colours))
    seats = [chair % len(party.colours) for chair in after_dealer]
    return {
        "file": file,
        "status": STATUS[ended.ending] if ended else "in progress",
        "round": len(game.results) if over else game.round,
        "deal": None if over else state.deal(game),
        "phase": PHASES.get(game.phase, "play"),
        "to_act": state.to_act(game),
        "dealer": party.colours[game.dealer],
        "scores": dict(zip(party.sides, game.scores, strict=True)),
        "winners": list(ended.winners) if ended else [],
        "decided_at": ended.decided_at if ended else None,
        "table": {"loose": list(game.loose), "builds": [_build(build) for build in game.builds]},
        "left": {party.colours[chair]: game.left[chair] for chair in seats},
        "rounds": [_round(result) for result in game.results],
    }


def _build(build: state.Build) -> dict[str, Any]:
    return {"value": build.value, "cards": list(build.cards), "sets": build.sets, "owner": build.owner}


def _round(result: RoundResult) -> dict[str, Any]:
    told: dict[str, Any] = {
        "round": result.round,
        "dealer": result.dealer,
        "piles": {side: _pile(pile) for side, pile in result.piles.items()},
        "last_take": result.last_take,
        "residue": list(result.residue),
        "counted": [{"for": line.what, "to": line.to, "points": line.points} for line in result.counted],
        "scores": dict(result.scores),
    }
    if result.unheld:
        told["unheld"] = msgspec.to_builtins(result.unheld)
    if result.by_hand:
        told["by_hand"] = True
    if result.corrections:
        told["corrections"] = msgspec.to_builtins(result.corrections)
    return told


def _pile(pile: Pile) -> dict[str, Any]:
    return {"cards": pile.cards, "spades": pile.spades, "points": list(pile.points), "sweeps": pile.sweeps}
