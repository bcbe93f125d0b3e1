"""Where the banknotes lie: worked out from the payouts, counts and corrections of a game, never part of its state.

So the rules stay fast, and a game may be played by the ledger alone. Every note is the bank's or a player's; what a player holds and is owed
together is what the ledger says, unless a count said otherwise and was let be.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from companion.games.colours import Colour
from companion.games.money import BOX, Cash, Debt, HandOut, Notes, new_cash
from companion.games.payment import hand_out, plan
from companion.games.vabanque.state import Game, MoneyEvent
from companion.games.vabanque.view import HandOutView, Phase, SwapView

_SHOWN = (Phase.PAYOUT, Phase.COUNT, Phase.ORDER)
"""The phases in which the round's notes are looked at."""


class RoundCash(msgspec.Struct, frozen=True):
    """A round's notes: each hand-out in the order of play, and where everything lies `after` it and after the count."""

    before: Cash
    hand_outs: tuple[HandOut, ...]
    after: Cash


class CashView(msgspec.Struct, frozen=True):
    """The part of the view that is about notes."""

    hand_outs: tuple[HandOutView, ...] = ()
    bank: dict[int, int] = {}
    purses: dict[Colour, dict[int, int]] = {}
    owed: dict[Colour, int] = {}


_Round = tuple[tuple[Colour, ...], tuple[Colour, ...], tuple[tuple[Colour, int], ...], tuple[MoneyEvent, ...]]
"""All that a round's notes depend on: its order of play, who sat where, what each player earned, what was counted and corrected."""


def cash(game: Game) -> tuple[RoundCash, ...]:
    """The notes of every round whose payout is known."""
    rounds: list[_Round] = []
    seats = game.party.colours
    for result in game.results:
        events = tuple([event for event in game.money if event.round == result.round])
        rounds.append((result.order, seats, tuple(result.earned.items()), events))
        seats = result.seats or seats
    return _cash(game.party.colours, tuple(rounds))


@lru_cache(maxsize=256)
def _cash(colours: tuple[Colour, ...], rounds: tuple[_Round, ...]) -> tuple[RoundCash, ...]:
    if not rounds:
        return ()
    earlier = _cash(colours, rounds[:-1])
    before = earlier[-1].after if earlier else new_cash(colours)
    order, seats, earned, events = rounds[-1]
    hand_outs, after = hand_out(before, dict(earned), order, seats)
    counted = set()
    for event in events:
        if event.notes is not None:
            counted.add(event.by)
            after = _held(after, event.by, Notes(event.notes))
        elif event.by not in counted:
            after = _corrected(after, event.by, event.amount)
        # A correction after a count sets the ledger to what is in hand: no note moves.
    return (*earlier, RoundCash(before, hand_outs, after))


def _held(cash: Cash, by: Colour, notes: Notes) -> Cash:
    """After a count: the bank holds what no purse does."""
    purses = {**cash.purses, by: notes}
    bank = BOX
    for purse in purses.values():
        bank -= purse
    return Cash(bank, purses, cash.debts)


def _corrected(cash: Cash, by: Colour, amount: int) -> Cash:
    """After a correction that no count explains: the fewest notes go from the bank to the player, or back; a debt grows or shrinks first."""
    purse = cash.purses[by]
    if amount > 0:
        return cash.after(HandOut(by, amount, plan(amount, cash.bank, purse)))
    given = -amount
    debts: list[Debt] = []
    for debt in reversed(cash.debts):
        forgiven = min(debt.amount, given) if debt.to is by else 0
        given -= forgiven
        if debt.amount > forgiven:
            debts.insert(0, Debt(debt.to, debt.amount - forgiven))
    # The bank is the payee: what it pays out as change is what the player gets.
    back = plan(given, purse, cash.bank)
    return Cash(cash.bank + back.paid - back.returned, {**cash.purses, by: purse - back.paid + back.returned}, tuple(debts))


def too_many(game: Game, by: Colour, notes: Mapping[int, int]) -> bool:
    """Whether `by` can't hold these notes: a value that the box has not, or more than the others leave."""
    others = [purse for colour, purse in cash(game)[-1].after.purses.items() if colour is not by]
    return any(
        number < 0 or value not in BOX or number + sum(purse[value] for purse in others) > BOX[value] for value, number in notes.items()
    )


def cash_view(game: Game) -> CashView:
    """What everybody may see of the notes: all of it, once what is ticked off has changed hands."""
    rounds = cash(game)
    if not rounds:
        return _shown(new_cash(game.party.colours), ())
    last, hand_outs = rounds[-1], rounds[-1].hand_outs
    if game.phase is not Phase.PAYOUT:
        return _shown(last.after, tuple([_hand_out(each, True) for each in hand_outs]) if game.phase in _SHOWN else ())
    # An old debt that is paid to somebody who earned nothing is not ticked by itself: it goes with the next one.
    ticked = max([place for place, each in enumerate(hand_outs) if each.to in game.handed_out], default=-1) + 1
    now = last.before
    for each in hand_outs[:ticked]:
        now = now.after(each)
    return _shown(now, tuple([_hand_out(each, place < ticked) for place, each in enumerate(hand_outs)]))


def _shown(cash: Cash, hand_outs: tuple[HandOutView, ...]) -> CashView:
    return CashView(
        hand_outs,
        dict(cash.bank.counts),
        {colour: dict(notes.counts) for colour, notes in cash.purses.items()},
        {debt.to: cash.owed_to(debt.to) for debt in cash.debts},
    )


def _hand_out(each: HandOut, done: bool) -> HandOutView:
    swaps = tuple([SwapView(swap.other, dict(swap.gives.counts), dict(swap.takes.counts)) for swap in each.plan.swaps])
    return HandOutView(
        each.to, each.amount, dict(each.plan.paid.counts), dict(each.plan.returned.counts), swaps, each.owed, each.settled, done
    )
