"""What a replayed record comes to, as plain data for JSON. Everything in it is public."""

from __future__ import annotations

from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules import state
from companion.games.vabanque.rules.cash import RoundCash, cash
from companion.games.vabanque.rules.order import Ending
from companion.games.vabanque.rules.public import outcome
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import RoundResult, TableResult

STATUS = {Ending.PLAYED: "finished", Ending.LEFT: "ended"}


def summary(game: Game, file: str) -> dict[str, Any]:
    """One object for a game, as `companion replay --json` prints it. `file`: the record's name as it was given."""
    ended = outcome(game)
    return {
        "file": file,
        "status": STATUS[ended.ending] if ended else "in progress",
        "round": game.round,
        "phase": game.phase.value,
        "to_act": state.to_act(game),
        "fortunes": dict(zip(game.party.colours, game.fortunes, strict=True)),
        "winners": list(ended.winners) if ended else [],
        # A round is complete once the next one has begun or the game has ended.
        "rounds": [
            _round(result, round_cash) for result, round_cash in zip(game.results, cash(game), strict=True) if ended or result.round < game.round
        ],
    }


def _round(result: RoundResult, notes: RoundCash) -> dict[str, Any]:
    return {
        "round": result.round,
        "order": list(result.order),
        "tables": [_table(table) for table in result.tables],
        "fortunes": result.fortunes,
        "next_order": list(result.next_order) if result.next_order else None,
        "seats": list(result.seats) if result.seats else None,
        "payments": [hand_out.as_json() for hand_out in notes.hand_outs],
        **notes.after.as_json(),
    }


def _table(table: TableResult) -> dict[str, Any]:
    # Lists of colours are in the order of the alphabet here, so that any program can make the same.
    return {
        "table": table.table,
        "tokens": table.tokens,
        "revealed": sorted([owner, kind] for owner, kind in table.revealed),
        "multiplier": table.multiplier,
        "value": table.value,
        "pawns": sorted(table.pawns),
        "payouts": _by_name(table.payouts),
    }


def _by_name(amounts: dict[Colour, int]) -> dict[str, int]:
    return {colour: amounts[colour] for colour in sorted(amounts)}
