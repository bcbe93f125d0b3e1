"""Where the banknotes lie: worked out from the payouts, counts and corrections of a game, never part of its state.

So the rules stay fast, and a game may be played by the ledger alone. Every note is the bank's or a player's; what a player holds and is owed
together is what the ledger says, unless a count said otherwise and was let be.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

import msgspec

from companion.games.kit.colours import Colour
from companion.games.kit.money import Cash, Debt, HandOut, Notes, Plan, new_cash
from companion.games.kit.payment import hand_out, plan
from companion.games.vabanque.rules.box import BOX, UNIT
from companion.games.vabanque.rules.state import Game, MoneyEvent
from companion.games.vabanque.rules.view import Adjustment, HandOutView, Phase, SwapView

_SHOWN = (Phase.PAYOUT, Phase.COUNT, Phase.ORDER)
"""The phases in which the round's notes are looked at."""


class RoundCash(msgspec.Struct, frozen=True):
    """A round's notes: each hand-out in the order of play, where everything `lies` before the first and after each, and `after` the count."""

    hand_outs: tuple[HandOut, ...]
    lies: tuple[Cash, ...]
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


@lru_cache(maxsize=32)
def _cash(colours: tuple[Colour, ...], rounds: tuple[_Round, ...]) -> tuple[RoundCash, ...]:
    if not rounds:
        return ()
    earlier = _cash(colours, rounds[:-1])
    before = earlier[-1].after if earlier else new_cash(colours, BOX)
    order, seats, earned, events = rounds[-1]
    # Where nobody earned anything, no hand-out is seen and ticked off: an old debt that could be paid waits for the next one.
    paid = any(amount for _, amount in earned)
    hand_outs, after = hand_out(before, dict(earned), order, seats, unit=UNIT) if paid else ((), before)
    lies = _after_each(before, hand_outs)
    counted = set()
    for event in events:
        if event.purses is not None:
            # What is handed out from here on is planned from where the notes lie now.
            after = _lying(event)
            amounts = {to: amount for to, amount in earned if to in event.waiting}
            done = [each for each in hand_outs if each.to not in event.waiting]
            rest, last = hand_out(after, amounts, event.waiting, seats, unit=UNIT)
            hand_outs, lies, after = (*done, *rest), (*lies[: len(done)], *_after_each(after, rest)), last
        elif event.by is not None and event.notes is not None:
            counted.add(event.by)
            after = _held(after, event.by, Notes(event.notes), counted)
        elif event.by is not None and event.by not in counted:
            after = _corrected(after, event.by, event.amount)
        # A correction after a count sets the ledger to what is in hand: no note moves.
    return (*earlier, RoundCash(hand_outs, lies, after))


def _after_each(cash: Cash, hand_outs: Iterable[HandOut]) -> tuple[Cash, ...]:
    return tuple(accumulate(hand_outs, Cash.after, initial=cash))


def _lying(event: MoneyEvent) -> Cash:
    assert event.purses is not None
    purses = {colour: Notes(counts) for colour, counts in event.purses}
    return Cash(_left(purses), purses, tuple([Debt(to, owed) for to, owed in event.owed]))


def _left(purses: Mapping[Colour, Notes]) -> Notes:
    """The bank holds what no purse does."""
    bank = BOX
    for purse in purses.values():
        bank -= purse
    return bank


def _held(cash: Cash, by: Colour, notes: Notes, counted: Container[Colour]) -> Cash:
    """After a count. Notes that one player has counted lie with no other: who was thought to hold them, and has not counted, is thought
    to hold as much in other notes, as far as there are any."""
    purses = {**cash.purses, by: notes}
    missing: dict[Colour, int] = {}
    for value in notes:
        over = sum(purse[value] for purse in purses.values()) - BOX[value]
        for colour in purses:
            gone = Notes.of({value: min(over, purses[colour][value]) if over > 0 and colour not in counted else 0})
            purses[colour] -= gone
            over -= gone[value]
            missing[colour] = missing.get(colour, 0) + gone.total
    after = Cash(_left(purses), purses, cash.debts)
    for colour, amount in missing.items():
        instead = plan(amount, after.bank, after.purses[colour], unit=UNIT)
        purses[colour] = purses[colour] - instead.returned + instead.paid
        after = Cash(_left(purses), purses, cash.debts)
    return after


def _corrected(cash: Cash, by: Colour, amount: int) -> Cash:
    """After a correction that no count explains."""
    return adjusted(cash, by, amount)[1]


def adjusted(cash: Cash, to: Colour, amount: int, others: Mapping[Colour, Notes] | None = None) -> tuple[Adjustment, Cash]:
    """The fewest notes go from the bank to the player, or back where `amount` is below 0; a debt grows or shrinks first.

    What a player can't give back for want of change is kept: then the purse holds that much more than the ledger says.
    """
    if amount > 0:
        pays = HandOut(to, amount, plan(amount, cash.bank, cash.purses[to], others, unit=UNIT))
        return _adjustment(to, amount, pays.plan, pays.owed), cash.after(pays)
    given = -amount
    debts: list[Debt] = []
    for debt in reversed(cash.debts):
        forgiven = min(debt.amount, given) if debt.to is to else 0
        given -= forgiven
        if debt.amount > forgiven:
            debts.insert(0, Debt(debt.to, debt.amount - forgiven))
    # Here the player is the payer and the bank the payee: what comes back from it is change.
    back = plan(given, cash.purses[to], cash.bank, others, unit=UNIT)
    purses = {**cash.purses, to: cash.purses[to] + back.returned}
    for swap in back.swaps:
        purses[swap.other] = purses[swap.other] - swap.gives + swap.takes
        purses[to] = purses[to] + swap.gives - swap.takes
    purses[to] -= back.paid
    return _adjustment(to, amount, Plan(back.returned, back.paid, back.swaps), back.net - given), Cash(_left(purses), purses, tuple(debts))


def _adjustment(to: Colour, amount: int, notes: Plan, owed: int) -> Adjustment:
    return Adjustment(to, amount, dict(notes.paid.counts), dict(notes.returned.counts), _swaps(notes), owed)


def _swaps(notes: Plan) -> tuple[SwapView, ...]:
    return tuple([SwapView(swap.other, dict(swap.gives.counts), dict(swap.takes.counts)) for swap in notes.swaps])


def squared(cash: Cash, amounts: Mapping[Colour, int], order: Sequence[Colour], seats: Sequence[Colour]) -> tuple[list[Adjustment], Cash]:
    """Everybody's `amounts` by which the ledger was mended change hands: first what goes back to the bank, each in the order of play."""
    told = []
    for to in sorted(order, key=lambda colour: amounts.get(colour, 0) > 0):
        if amounts.get(to):
            others = {seat: cash.purses[seat] for seat in seats if seat is not to}
            each, cash = adjusted(cash, to, amounts[to], others)
            told.append(each)
    return told, cash


def can_lie(purses: Iterable[Mapping[int, int]]) -> bool:
    """Whether the box has all these notes."""
    held: dict[int, int] = {}
    for purse in purses:
        for value, number in purse.items():
            if number < 0 or value not in BOX:
                return False
            held[value] = held.get(value, 0) + number
    return all(number <= BOX[value] for value, number in held.items())


def too_many(game: Game, by: Colour, notes: Mapping[int, int]) -> bool:
    """Whether the box has not all these notes and those that others have counted in this round. Who has not counted may hold anything."""
    told = {event.by for event in game.money if event.round == game.round and event.notes is not None}
    purses = cash(game)[-1].after.purses
    return not can_lie([notes, *(dict(purses[colour].counts) for colour in purses if colour in told and colour is not by)])


def waiting(game: Game) -> tuple[Colour, ...]:
    """Who has not got the round's notes yet, in the order of play.

    An old debt that is paid to somebody who earned nothing is not ticked by itself: it goes with the next one.
    """
    if game.phase is not Phase.PAYOUT:
        return ()
    last = max([place for place, colour in enumerate(game.order) if colour in game.handed_out], default=-1)
    return game.order[last + 1 :]


def in_hand(game: Game) -> dict[Colour, int]:
    """What of everybody's fortune has been handed out, or is owed because the bank lacked notes."""
    to_come = waiting(game)
    fortunes = zip(game.party.colours, game.fortunes, strict=True)
    return {colour: fortune - (game.results[-1].earned[colour] if colour in to_come else 0) for colour, fortune in fortunes}


def lying(game: Game) -> Cash:
    """Where the notes lie, once all that is ticked off has changed hands."""
    rounds = cash(game)
    if not rounds:
        return new_cash(game.party.colours, BOX)
    if game.phase is not Phase.PAYOUT:
        return rounds[-1].after
    to_come = waiting(game)
    return rounds[-1].lies[sum(each.to not in to_come for each in rounds[-1].hand_outs)]


def cash_view(game: Game) -> CashView:
    """What everybody may see of the notes."""
    rounds, to_come = cash(game), waiting(game)
    hand_outs = rounds[-1].hand_outs if rounds and game.phase in _SHOWN else ()
    return _shown(lying(game), tuple([_hand_out(each, each.to not in to_come) for each in hand_outs]))


def _shown(cash: Cash, hand_outs: tuple[HandOutView, ...]) -> CashView:
    return CashView(
        hand_outs,
        dict(cash.bank.counts),
        {colour: dict(notes.counts) for colour, notes in cash.purses.items()},
        {debt.to: cash.owed_to(debt.to) for debt in cash.debts},
    )


def _hand_out(each: HandOut, done: bool) -> HandOutView:
    paid, returned = dict(each.plan.paid.counts), dict(each.plan.returned.counts)
    return HandOutView(each.to, each.amount, paid, returned, _swaps(each.plan), each.owed, each.settled, done)
