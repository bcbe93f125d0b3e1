"""States of a game of Cash & Run for its screens: one of each phase out of recorded games, and the faces that half a gesture opens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import View, Wanted
from companion.games.cash_and_run.table.commands import Act, AnyCommand, Tap, TapAllIn, TapCasino, TapDice, TapField
from companion.games.cash_and_run.table.half import Halves
from companion.table.snapshot import Snapshot, Step
from tests.games.cash_and_run.tables import RECORDED

LONG = "Maximiliane-Auguste W"


def shown(view: View, pending: Any = None) -> Snapshot:
    """A snapshot with this view."""
    return Snapshot(serial=view.round + 1, rules="cash_and_run", game=1, view=view, pending=pending, undo=Step("throw", None, kind="3+4"))


def touched(view: View, *commands: AnyCommand) -> Snapshot:
    """The same after fingers have begun a gesture."""
    halves = Halves(random.Random(1))
    for command in commands:
        halves.commanded(view, command)
    return shown(view, halves.pending)


def states(name: str = "6-players-3", *, long: bool = False) -> Iterator[tuple[str, Snapshot]]:
    """A name and a snapshot of each phase of a recorded game, and of the set-up before it."""
    path = next(each for each in RECORDED if each.stem == name)
    moves = record.replay(path.read_bytes().splitlines()).moves
    position = rules.new()
    found: dict[str, Snapshot] = {}
    for move in moves:
        position = rules.apply(position, move)
        view = rules.view(position)
        if long:
            view = replace(view, players=tuple([replace(player, name=LONG[:20]) for player in view.players]))
        for key, value in _named(view):
            if key not in found or view.phase in (Phase.PLAYERS, Phase.CASINOS, Phase.FINISHED):
                found[key] = value
    yield from found.items()


def _named(view: View) -> Iterator[tuple[str, Snapshot]]:
    phase = str(view.phase)
    match view.phase:
        case Phase.OFFER if view.offer is not None:
            yield f"offer-{view.offer.wanted}", shown(view)
            if view.offer.wanted is Wanted.TAKEOVER and view.offer.targets:
                yield "offer-takeover-chosen", touched(view, TapCasino(view.offer.targets[0]))
        case Phase.BET if view.contest is not None:
            yield f"bet-{view.contest.kind}-{view.contest.symbol}", shown(view)
            if view.contest.felt and view.contest.most:
                yield f"bet-{view.contest.symbol}-laid", touched(view, TapField(view.contest.felt[2].on), TapField(view.contest.felt[2].on))
                yield f"bet-{view.contest.symbol}-all", touched(view, TapField(view.contest.felt[-1].on), TapAllIn())
        case Phase.DRAW if view.contest is not None:
            yield f"draw-{view.contest.kind}-{view.contest.symbol}" + ("-again" if view.contest.replayed else ""), shown(view)
        case Phase.BELIEVE:
            yield phase, shown(view)
            yield "believe-turned", touched(view, Tap(Act.TURN))
        case Phase.THROW:
            last = view.now if view.now is not None and view.now.throws else view.turns[-1] if view.turns else None
            if last is not None and last.events and last.events[-1].what == "bankrupt":
                yield "throw-ruined", shown(view)
                return
            lap = next((player.lap for player in view.players if player.colour is view.by), None)
            yield "throw-lap" if lap else "throw" if view.fresh else "throw-again", shown(view)
            if not view.board:
                yield "throw-square", touched(view, TapDice(3, 4))
            if view.run_refused is None:
                yield "throw-run", touched(view, Tap(Act.RUN))
            yield "throw-looked", touched(view, TapCasino(view.casinos[0].id))
            if view.sellable:
                yield "throw-sell", touched(view, Tap(Act.SELL))
        case _:
            yield phase.replace(" ", "-"), shown(view)
