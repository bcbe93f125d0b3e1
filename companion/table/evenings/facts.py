"""The facts of a game that is over: what it has revealed of each player, small enough to count a thousand games at once.

They are worked out once, when the game ends, from the public view alone; a card that was never turned over is in none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.games.kit.colours import Colour
from companion.games.kit.names import told_apart
from companion.games.vabanque.rules.view import Reason, TableResult, View


class Dear(msgspec.Struct, frozen=True, array_like=True):
    """A table in one round. `value`: what it paid for each pawn, as money."""

    value: int
    round: int
    table: int


class SeatFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's part in a game. Amounts are money; `fortune` is `pawns` + `cheats` + `corrected`.

    `caught`: rounds in which the pawn got nothing because of another player's Cheat. `catches`: other players' pawns caught by own Cheats.
    `idle`: own Cheats that were turned over and had caught nobody. `dearest`: the most expensive table that paid this player.
    `fortunes`: after each paid round.
    """

    colour: Colour
    name: str
    fortune: int
    won: bool = False
    pawns: int = 0
    cheats: int = 0
    corrected: int = 0
    caught: int = 0
    catches: int = 0
    idle: int = 0
    dearest: Dear | None = None
    fortunes: tuple[int, ...] = ()


class GameFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game has revealed. `seats`: clockwise from the start player, as they sat in the first round. `left`: it was ended early."""

    seats: tuple[SeatFacts, ...]
    rounds: int
    left: bool = False
    dearest: Dear | None = None


def facts(view: View) -> GameFacts:
    """The facts of a game that is over."""
    seats = view.results[0].order if view.results else view.order
    players = {player.colour: player for player in view.players}
    return GameFacts(
        seats=tuple([_seat(view, colour, players[colour].name, players[colour].fortune) for colour in seats]),
        rounds=len(view.results),
        left=view.ended,
        dearest=_dearest(_tables(view)),
    )


def apart(told: GameFacts) -> GameFacts:
    """The facts with a number behind the name of whoever is called as somebody before, as in games that were recorded without regard to that."""
    names = told_apart(seat.name for seat in told.seats)
    if len(set(names)) == len({seat.name for seat in told.seats}):
        return told
    seats = tuple([msgspec.structs.replace(seat, name=name) for seat, name in zip(told.seats, names, strict=True)])
    return msgspec.structs.replace(told, seats=seats)


def _tables(view: View) -> Iterator[tuple[Dear, TableResult]]:
    for result in view.results:
        for table in result.tables:
            yield Dear(table.value * 1000, result.round, table.table), table


def _seat(view: View, colour: Colour, name: str, fortune: int) -> SeatFacts:
    own = [payment for _, table in _tables(view) for payment in table.payments if payment.to is colour]
    return SeatFacts(
        colour,
        name,
        fortune,
        won=colour in view.winners,
        pawns=sum(payment.amount for payment in own if payment.reason is Reason.PAWN_PAID),
        cheats=sum(payment.amount for payment in own if payment.reason is Reason.CHEAT_PAID),
        corrected=sum(change.amount for result in view.results for change in result.corrections if change.by is colour),
        caught=sum(payment.reason is Reason.PAWN_BLOCKED for payment in own),
        catches=sum(len(payment.others) for payment in own if payment.reason is Reason.CHEAT_PAID),
        idle=sum(payment.reason is Reason.CHEAT_IDLE for payment in own),
        dearest=_dearest((dear, table) for dear, table in _tables(view) if colour in table.payouts),
        fortunes=tuple([result.fortunes[colour] for result in view.results]),
    )


def _dearest(tables: Iterable[tuple[Dear, TableResult]]) -> Dear | None:
    # Of several of one value, the first that was paid out.
    return max((dear for dear, _ in tables), key=lambda dear: dear.value, default=None)
