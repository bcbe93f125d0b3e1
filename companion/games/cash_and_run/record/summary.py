"""What a replayed record comes to, as plain data for JSON. Everything in it is public."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.cash_and_run.rules import state
from companion.games.cash_and_run.rules.lap import holds_set
from companion.games.cash_and_run.rules.state import BANK, POT, Auction, Contest, Event, Game, Lap, Phase, Turn
from companion.games.kit.colours import Colour
from companion.games.kit.debt import Debt
from companion.games.kit.ledger import Transfer


def summary(game: Game, file: str) -> dict[str, Any]:
    """One object for a game, as `companion replay --json` prints it. `file`: the record's name as it was given."""
    colours = game.party.colours
    over = game.phase is Phase.FINISHED
    return {
        "file": file,
        "status": "in progress" if not over else "finished" if game.winner else "ended",
        "turn": game.turn,
        "phase": game.phase.value,
        "to_act": state.to_act(game),
        "cash": {colour: game.ledger[colour] for colour in colours},
        "pot": game.ledger[POT],
        "bank": game.ledger.accounts[BANK],
        "casinos": {colour: state.casinos_of(game, colour) for colour in colours},
        "for_sale": state.for_sale(game),
        "bluff": {colour: game.bluffs[colour] for colour in colours},
        "at": {colour: game.at[colour] for colour in colours},
        "combination": [colour for colour in colours if holds_set(game, colour)],
        "laps": {colour: _lap(game, game.laps[colour]) for colour in colours if colour in game.laps},
        "bankrupt": [colour for colour in game.out if colour not in game.quit],
        "contest": _contest(game.contest),
        "auction": _auction(game.auction),
        "debt": _debt(game.debt),
        "winner": game.winner,
        "won_by": game.won_by,
        "turns": [_turn(turn) for turn in game.turns],
        "now": None if over else _turn(game.now),
    }


def _lap(game: Game, lap: Lap) -> dict[str, Any]:
    told: dict[str, Any] = {"casinos": list(lap.casinos)}
    return told | {"moved": lap.moved} if game.party.board else told


def _contest(contest: Contest | None) -> dict[str, Any] | None:
    if contest is None:
        return None
    told = {
        "kind": contest.kind.value,
        "bettor": contest.bettor,
        "owner": contest.owner,
        "casino": contest.casino,
        "symbol": contest.symbol.value,
        "on": contest.on,
        "stake": contest.stake or None,
        "winner": contest.winner,
        "loser": contest.loser,
    }
    # What is not known yet, or plays no part, has no key.
    return {key: value for key, value in told.items() if value is not None}


def _auction(auction: Auction | None) -> dict[str, Any] | None:
    if auction is None:
        return None
    return {"seller": auction.seller, "casino": auction.casino, "bid": auction.bid, "by": auction.by}


def _debt(debt: Debt[Colour] | None) -> dict[str, Any] | None:
    return None if debt is None else {"by": debt.by, "to": debt.to, "left": debt.left}


def _payment(paid: Transfer) -> dict[str, Any]:
    # A correction is told as what the bank gives, below 0 where it takes.
    if paid.why == "correction" and paid.to == BANK:
        return {"from": BANK, "to": paid.source, "amount": -paid.amount, "why": paid.why}
    return {"from": paid.source, "to": paid.to, "amount": paid.amount, "why": paid.why}


def _event(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(event)
    return {key: value for key, value in told.items() if key not in ("casinos", "left")}


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "turn": turn.turn,
        "by": turn.by,
        "throws": [list(dice) for dice in turn.throws],
        "squares": list(turn.squares),
        "payments": [_payment(each) for each in turn.payments],
        "events": [_event(event) for event in turn.events if event.what != "may run"],
    }
