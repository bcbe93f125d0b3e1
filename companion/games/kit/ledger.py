"""Who has how much money: accounts by name, and transfers from one to another. Money is never made and never lost."""

from __future__ import annotations

import msgspec


class Transfer(msgspec.Struct, frozen=True):
    """`amount` (above 0) goes from the account `source` to the account `to`. `why` and, closer, `about`: words of the game."""

    source: str
    to: str
    amount: int
    why: str
    about: str = ""


class Ledger(msgspec.Struct, frozen=True):
    """What lies in each account, 0 or more; None in one that never runs dry and is not counted, such as an unlimited bank.

    The sum of what is counted changes only by what comes out of an account that is not counted or goes into one.
    """

    accounts: dict[str, int | None]

    def __getitem__(self, name: str) -> int:
        """What lies in a counted account. Raises KeyError for an account that is not there or not counted."""
        amount = self.accounts[name]
        if amount is None:
            raise KeyError(name)
        return amount

    def covers(self, name: str, amount: int) -> bool:
        """Whether so much can be taken out of the account."""
        there = self.accounts[name]
        return there is None or there >= amount

    def payable(self, name: str, amount: int) -> int:
        """How much of `amount` the account can pay: what it has, if that is less."""
        there = self.accounts[name]
        return amount if there is None or there >= amount else there

    def after(self, source: str, to: str, amount: int) -> Ledger:
        """The accounts after a transfer. Raises ValueError for less than nothing, or for more than there is."""
        accounts = dict(self.accounts)
        there, gets = accounts[source], accounts[to]
        if amount < 0 or (there is not None and there < amount):
            raise ValueError(f"{amount:,} can't be paid out of {source}, where {there} lies; pay {there} at most.")
        if there is not None:
            accounts[source] = there - amount
        if gets is not None:
            accounts[to] = gets + amount
        return Ledger(accounts)

    @property
    def total(self) -> int:
        """The money in all counted accounts together."""
        return sum([amount for amount in self.accounts.values() if amount is not None])
