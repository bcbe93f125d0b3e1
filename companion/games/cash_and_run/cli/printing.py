"""What the command line prints of a game of Cash & Run: its turns, and how it stands."""

from __future__ import annotations

from rich.table import Table

from companion.games.cash_and_run.rules.state import Turn
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.ui import help, words
from companion.printing.players import colour
from companion.printing.tables import add, headed, line, money, show
from companion.said import safe
from companion.words import names, tr


def game(file: str, view: View) -> None:
    """A whole game: who plays, every turn, who has what, how it stands."""
    line(safe(file), "bold")
    line(", ".join(f"{safe(player.name)} ({colour(player.colour)})" for player in view.players))
    turns = headed(tr("turn"), tr("player"), tr("dice"), tr("squares"), tr("what happened"))
    for turn in (*view.turns, *([view.now] if view.now is not None else [])):
        _turn(turns, turn, view)
    show(turns)
    _stands(view)
    line(_standing(view), "bold")
    line("")


def _turn(table: Table, turn: Turn, view: View) -> None:
    called = {player.colour: colour(player.colour) for player in view.players}
    dice = " ".join(f"{one}+{other}" for one, other in turn.throws)
    squares = ", ".join(safe(words.square(view.casinos, square)) for square in turn.squares)
    told = [words.payment(paid, called) for paid in turn.payments] + [words.event(event, called, view.casinos) for event in turn.events]
    add(table, str(turn.turn), colour(turn.by), dice, squares, "\n".join(map(safe, told)))


def _stands(view: View) -> None:
    table = headed(tr("player"), tr("money"), tr("casinos"), tr("Bluff cards"), tr("square"))
    for player in view.players:
        cash = "" if player.cash is None else money(player.cash)
        casinos = ", ".join(safe(words.casino(view.casinos, each)) for each in player.casinos)
        where = "" if player.out else safe(words.square(view.casinos, player.square))
        add(table, f"{safe(player.name)} ({colour(player.colour)})", cash, casinos, str(player.bluffs), where)
    show(table)
    if view.pot:
        line(tr("The pot: {sum}", sum=money(view.pot)))


def _standing(view: View) -> str:
    called = {player.colour: f"{safe(player.name)} ({colour(player.colour)})" for player in view.players}
    outcome = view.outcome
    if outcome is None:
        who = names(called[each] for each in called if each in view.may_act)
        return tr("In progress: turn {n}, {phase}. Next: {who}.", n=view.round, phase=help.title(view.phase), who=who or "-")
    if outcome.left:
        return tr("Ended early in turn {n}.", n=view.round)
    return tr("Finished: {who} won.", who=names(called[each] for each in outcome.winners))
