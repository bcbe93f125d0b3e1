"""What the command line prints of a game of Vabanque: rounds as tables, amounts as the reader's language writes them."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import RoundResult, TableResult, View
from companion.games.vabanque.ui import words
from companion.printing.players import colour, colours
from companion.printing.tables import add, headed, line, money, show
from companion.said import safe
from companion.words import names, tr


def game(file: str, view: View) -> None:
    """A whole game: who plays, every completed round, how it stands."""
    line(safe(file), "bold")
    line(", ".join(f"{safe(player.name)} ({colour(player.colour)})" for player in view.players))
    for result in view.results:
        if result.round < view.round or view.winners:
            _round(result)
    line(_standing(view), "bold")
    line("")


def _round(result: RoundResult) -> None:
    title = tr("Round {n}: {order}", n=result.round, order=colours(result.order))
    table = headed(tr("table"), tr("value"), tr("revealed"), tr("pawns"), tr("payout"), title=title)
    for column in table.columns[:2]:
        column.justify = "right"
    for paid in result.tables:
        pays = _amounts(paid.payouts, "\n") if paid.payouts else tr("nothing")
        add(table, str(paid.table), value(paid), turned_over(paid), colours(paid.pawns), pays)
    show(table)
    line(tr("Money: {list}", list=_amounts(result.fortunes)))
    if result.next_order:
        line(tr("New order: {list}", list=colours(result.next_order)))


def _amounts(amounts: dict[Colour, int], between: str = ", ") -> str:
    return between.join(f"{colour(each)} {money(amount)}" for each, amount in amounts.items())


def _standing(view: View) -> str:
    called = {player.colour: f"{safe(player.name)} ({colour(player.colour)})" for player in view.players}
    fortunes = {player.colour: player.fortune for player in view.players}
    if view.winners:
        return tr("Finished: {who} won with {m}.", who=names(called[each] for each in view.winners), m=money(fortunes[view.winners[0]]))
    if view.ended:
        return tr("Ended early in round {n}.", n=view.round)
    if view.to_act:
        return tr("In progress: round {n}, {phase}. Next: {who}.", n=view.round, phase=words.phase(view.phase), who=called[view.to_act])
    return tr("In progress: round {n}, {phase}.", n=view.round, phase=words.phase(view.phase))


def value(paid: TableResult) -> str:
    """A table's value as a sum: "15 x 3 = 45"."""
    return f"{paid.tokens} x {paid.multiplier} = {paid.value}"


def turned_over(paid: TableResult) -> str:
    """The cards that were turned over at a table: a line for each kind, with whose they are."""
    owners = {kind: [owner for owner, what in paid.revealed if what is kind] for kind in KINDS}
    return "\n".join(f"{words.character(kind)}: {colours(whose)}" for kind, whose in owners.items() if whose)
