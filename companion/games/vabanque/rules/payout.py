"""What the tables pay. Pure sums over what has been turned over; nothing face down comes in here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.box import MONEY, RANK
from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.rules.view import Payment, Reason, TableResult

Revealed = tuple[Colour, Character]
"""Whose card, and what it is."""

_SORTED = {(colour, kind): rank * len(KINDS) + n for colour, rank in RANK.items() for n, kind in enumerate(KINDS)}


def in_order(cards: Iterable[Revealed]) -> tuple[Revealed, ...]:
    """Sorted by colour, then kind."""
    return tuple(sorted(cards, key=_SORTED.__getitem__))


def pay_table(table: int, tokens: int, cards: Iterable[Revealed], pawns: Sequence[Colour]) -> TableResult:
    """What one table with at least one pawn pays.

    `tokens`: the sum of all tokens there, of all rounds. `cards`: every card there, each told as raise, bluff or cheat.
    `pawns`: whose pawns stand there, in the order of Colour.
    """
    revealed = in_order(cards)
    cheats = [owner for owner, kind in revealed if kind is Character.CHEAT]
    # Every Raise adds the base value once more: two Raises are x3, not x4.
    multiplier = 1 + sum([kind is Character.RAISE for _, kind in revealed])
    value = tokens * multiplier
    money = value * MONEY
    payments: list[Payment] = []
    payouts: dict[Colour, int] = {}
    for pawn in pawns:
        # A pawn brings the table's value unless a Cheat of another player lies there; nothing is shared.
        others = tuple([cheat for cheat in cheats if cheat is not pawn])
        if others:
            payments.append(Payment(pawn, 0, Reason.PAWN_BLOCKED, others))
        else:
            payments.append(Payment(pawn, money, Reason.PAWN_PAID))
            if money:
                payouts[pawn] = money
    for cheat in cheats:
        # A Cheat brings the table's value for each pawn of another player; several Cheats each get all.
        others = tuple([pawn for pawn in pawns if pawn is not cheat])
        amount = money * len(others)
        payments.append(Payment(cheat, amount, Reason.CHEAT_PAID if others else Reason.CHEAT_IDLE, others))
        if amount:
            payouts[cheat] = payouts.get(cheat, 0) + amount
    return TableResult(table, tokens, revealed, multiplier, value, tuple(pawns), tuple(payments), payouts)


def clockwise(tables: Iterable[int], start: int) -> tuple[int, ...]:
    """Table numbers in the order in which they are paid: clockwise, beginning at table `start`."""
    ordered = sorted(tables)
    return tuple([table for table in ordered if table >= start] + [table for table in ordered if table < start])
