"""What one player owes another, and what a creditor's bid takes from it."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

P = TypeVar("P")


class Debt(msgspec.Struct, Generic[P], frozen=True):
    """`by` owes `left` (above 0) to `to`. `why`: a word of the game."""

    by: P
    to: P
    left: int
    why: str

    def less(self, amount: int) -> Debt[P] | None:
        """The debt once `amount` of it is paid; None when nothing is left. Raises ValueError for more than is owed."""
        if not 0 <= amount <= self.left:
            raise ValueError(f"{amount:,} of a debt of {self.left:,} can't be paid; pay 0 to {self.left:,}.")
        return Debt(self.by, self.to, self.left - amount, self.why) if amount < self.left else None


def credit(debt: Debt[P] | None, seller: P, bidder: P) -> int:
    """With how much the bidder may pay at this seller's sale without money: with what the seller owes to the bidder."""
    return debt.left if debt is not None and debt.by == seller and debt.to == bidder else 0
