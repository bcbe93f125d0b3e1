"""Chips on the felt: a bet is one field, and each tap on it lays one chip more."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Make, Note, Say
from companion.games.cash_and_run.rules.moves import Bet
from companion.games.cash_and_run.rules.state import Kind, Phase
from companion.games.cash_and_run.rules.view import View, Wanted
from companion.games.cash_and_run.table import casinos
from companion.games.cash_and_run.table.replies import Answer, Pending, Step, made


def chip(view: View, pending: Pending, value: int) -> Step:
    """The next taps lay this chip; on a field that is chosen already it lies at once."""
    pending = replace(pending, chip=value)
    contest = view.contest
    staking = contest is not None and contest.kind is Kind.CASINO and view.phase is Phase.BET
    return _lay(contest.most, pending, value) if contest and staking and pending.on is not None else (pending, Note())


def field(view: View, pending: Pending, on: str, usual: int) -> Step:
    """One more chip on this field; what lies on another field moves here."""
    if view.phase is Phase.OFFER and view.offer and view.offer.wanted is Wanted.TAKEOVER and on in view.offer.bets:
        return casinos.challenge(view, replace(pending, on=on))
    contest = view.contest
    if contest is None or all(each.on != on for each in contest.felt):
        return pending, Say(Answer.NOTHING_NOW)
    if contest.kind is not Kind.CASINO or contest.replayed:
        # Nothing is staked here: the field is the whole bet.
        return made(pending, Bet(contest.bettor, on))
    if pending.stake and pending.on != on:
        return replace(pending, on=on), Note()
    return _lay(contest.most, replace(pending, on=on), usual)


def _lay(most: int | None, pending: Pending, usual: int) -> Step:
    stake = pending.stake + (pending.chip or usual)
    return (pending, Say(Answer.NO_MONEY)) if most is not None and stake > most else (replace(pending, stake=stake), Note())


def all_in(view: View, pending: Pending) -> Step:
    """All the guest's money, wherever it is laid; not where money is not shown."""
    most = view.contest.most if view.contest else None
    return (pending, Say(Answer.NOTHING_NOW)) if most is None else (replace(pending, stake=most), Note())


def nothing(pending: Pending) -> Step:
    """All chips come off again."""
    return replace(pending, on=None, stake=0), Note()


def down(view: View, pending: Pending) -> Step:
    """Bets are down."""
    if view.phase is not Phase.BET or view.contest is None:
        return pending, Say(Answer.NOTHING_NOW)
    if pending.on is None or not pending.stake:
        return pending, Say(Answer.NO_CHIPS)
    # The chips lie there until the bet is taken.
    return pending, Make(Bet(view.contest.bettor, pending.on, pending.stake))
