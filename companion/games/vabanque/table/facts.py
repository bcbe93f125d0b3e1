"""What a game of Vabanque has revealed of each player, and what is counted of it.

The facts are worked out once, when the game ends, from the public view alone; a card that was never turned over is in none of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Facts, GameFacts, Measure, Sums
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.box import MONEY
from companion.games.vabanque.rules.view import Reason, TableResult, View

MEASURES = (
    Measure("pawns", money=True),
    Measure("cheats", money=True),
    Measure("corrected", money=True),
    Measure("pawn_share", "By pawns", Sums.SHARE, heading="by pawns", parts=("pawns", "cheats")),
    Measure("caught", "Caught by a Cheat", heading="times caught", together=False),
    Measure("catches", "Pawns caught", heading="pawns caught"),
    Measure("idle", "Wasted Cheats", heading="wasted Cheats", column="idle_cheats"),
    Measure("dearest", "Top table", Sums.MOST, money=True, heading="top table", at=("round", "table"), where="round {round}, table {table}"),
)
"""A player's score is `pawns` + `cheats` + `corrected`: money by the pawn, by Cheats, and by corrections of the ledger.

`caught`: rounds in which the pawn got nothing because of another player's Cheat. `catches`: other players' pawns caught by own Cheats.
`idle`: own Cheats that were turned over and had caught nobody. `dearest`: what the most expensive table paid for each pawn.
"""

_Table = tuple[tuple[int, int, int], TableResult]
"""A table in one round: its value as money, round and number, and what it paid."""


def facts(view: View) -> GameFacts:
    """The facts of a game that is over."""
    seats = view.results[0].order if view.results else view.order
    players = {player.colour: player for player in view.players}
    return GameFacts(
        seats=tuple([_seat(view, colour, players[colour].name, players[colour].fortune) for colour in seats]),
        rounds=len(view.results),
        left=view.ended,
        more=_dearest([where for where, _ in _tables(view)]),
    )


def _tables(view: View) -> Iterator[_Table]:
    for result in view.results:
        for table in result.tables:
            yield (table.value * MONEY, result.round, table.table), table


def _seat(view: View, colour: Colour, name: str, fortune: int) -> Facts:
    own = [payment for _, table in _tables(view) for payment in table.payments if payment.to is colour]
    figures = {
        "pawns": sum(payment.amount for payment in own if payment.reason is Reason.PAWN_PAID),
        "cheats": sum(payment.amount for payment in own if payment.reason is Reason.CHEAT_PAID),
        "corrected": sum(change.amount for result in view.results for change in result.corrections if change.by is colour),
        "caught": sum(payment.reason is Reason.PAWN_BLOCKED for payment in own),
        "catches": sum(len(payment.others) for payment in own if payment.reason is Reason.CHEAT_PAID),
        "idle": sum(payment.reason is Reason.CHEAT_IDLE for payment in own),
    }
    return Facts(
        colour,
        name,
        fortune,
        won=colour in view.winners,
        figures={key: value for key, value in figures.items() if value},
        scores=tuple([result.fortunes[colour] for result in view.results]),
        more=_dearest([where for where, table in _tables(view) if colour in table.payouts]),
    )


def _dearest(tables: list[tuple[int, int, int]]) -> dict[str, tuple[int, ...]]:
    # Of several of one value, the first that was paid out.
    return {"dearest": max(tables, key=lambda where: where[0])} if tables else {}
