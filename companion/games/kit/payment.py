"""Paying out in notes: the plan for one payment, and the hand-out at the end of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.kit.change import Changer, Counts
from companion.games.kit.colours import Colour
from companion.games.kit.money import Cash, HandOut, Notes, Plan, Swap, check_amount


def plan(amount: int, bank: Notes, purse: Notes, others: Mapping[Colour, Notes] | None = None, *, unit: int) -> Plan:
    """The payment of `amount` from the bank to the owner of `purse`, exact, with the fewest notes changing hands.

    Bank and payee alone if they can make it; else with one swap between the bank and one of `others`, whose order (the seats') decides
    among equals; what the payee gives back may go on to that player. If no swap makes it exact, the largest amount below it for which
    any of this does is paid: `amount - plan.net` is then owed. Among equals the bank keeps most of the smallest notes.
    Raises ValueError for an amount below 0 or no multiple of `unit`.
    """
    check_amount(amount, unit)
    others = others or {}
    changer = Changer(bank, purse, tuple(others.values()))
    if not changer.step:
        return Plan()
    payable = min(amount, bank.total)
    for sum_ in range(payable - payable % changer.step, 0, -changer.step):
        way = changer.exact(sum_)
        if way is not None:
            paid, returned = _in_and_out(way.values, way.payee)
            if way.seat is None:
                return Plan(paid, returned)
            takes, gives = _in_and_out(way.values, way.other)
            return Plan(paid, returned, (Swap(tuple(others)[way.seat], gives, takes),))
    return Plan()


def hand_out(
    cash: Cash, amounts: Mapping[Colour, int], order: Sequence[Colour], seats: Sequence[Colour], *, unit: int
) -> tuple[tuple[HandOut, ...], Cash]:
    """What every player gets at the end of a round, one after the other in the order of play, and the state once all have it in hand.

    `amounts`: what the round brought, by player; `order` has every player, `seats` too, clockwise from the first chair. A payment carries
    what the bank owes its player from earlier, oldest first; somebody who is only owed gets a hand-out if anything can be paid now.
    Where the bank's money falls short, earlier debts, whoever's they are, come before what the round brought.
    """
    if strangers := amounts.keys() - set(order):
        raise ValueError(f"{', '.join(sorted(strangers))} would be left out of the hand-out; name every player in the order of play.")
    hand_outs: list[HandOut] = []
    for place, to in enumerate(order):
        amount = amounts.get(to, 0)
        check_amount(amount, unit)
        others = {seat: cash.purses[seat] for seat in seats if seat != to}
        found = plan(_share(cash, to, amount, order[place:]), cash.bank, cash.purses[to], others, unit=unit)
        if amount or found.net:
            hand_outs.append(HandOut(to, amount, found, settled=min(found.net, cash.owed_to(to))))
            cash = cash.after(hand_outs[-1])
    return tuple(hand_outs), cash


def _share(cash: Cash, to: Colour, amount: int, waiting: Sequence[Colour]) -> int:
    """What the bank's money can carry for a player, if the debts to all who are still `waiting` are served first, oldest first."""
    left, share = cash.bank.total, 0
    for debt in cash.debts:
        if debt.to in waiting:
            part = min(debt.amount, left)
            left -= part
            share += part if debt.to == to else 0
    return share + min(amount, left)


def _in_and_out(values: Counts, growth: Counts) -> tuple[Notes, Notes]:
    """The notes that come into a purse and those that leave it."""
    pairs = list(zip(values, growth, strict=True))
    return Notes.of({value: max(count, 0) for value, count in pairs}), Notes.of({value: max(-count, 0) for value, count in pairs})
