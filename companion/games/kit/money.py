"""Banknotes: bundles of them, how a payment is made, where every note lies and what the bank still owes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Self

import msgspec

from companion.games.kit.colours import Colour
from companion.said import Said


class Notes(msgspec.Struct, frozen=True):
    """A bundle of banknotes or chips: (value, how many) by rising value, no value of which there is none. Made by `Notes.of`."""

    counts: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Self:
        """The bundle of `counts[value]` notes of each value. Raises ValueError for a value below 1 or a count below 0."""
        for value, count in counts.items():
            if value < 1:
                raise ValueError(f"There is no note of {value:,}; a note's value is 1 or more.")
            if count < 0:
                raise ValueError(f"{count} notes of {value:,} are impossible; give 0 or more.")
        return cls(tuple(sorted((value, count) for value, count in counts.items() if count)))

    def __getitem__(self, value: int) -> int:
        """How many notes of this value there are, 0 if none."""
        return next((count for each, count in self.counts if each == value), 0)

    def __iter__(self) -> Iterator[int]:
        """The values of which there is at least one note, rising."""
        return (value for value, _ in self.counts)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def __add__(self, other: Notes) -> Notes:
        return Notes.of({value: self[value] + other[value] for value in {*self, *other}})

    def __sub__(self, other: Notes) -> Notes:
        """What is left without `other`. Raises ValueError if there are not that many notes."""
        for value, count in other.counts:
            if count > self[value]:
                raise ValueError(f"Notes of {value:,}: {count} wanted, {self[value]} there; count these notes anew.")
        return Notes.of({value: count - other[value] for value, count in self.counts})

    @property
    def total(self) -> int:
        """The money they come to."""
        return sum(value * count for value, count in self.counts)

    @property
    def number(self) -> int:
        """How many notes they are."""
        return sum(count for _, count in self.counts)

    def as_json(self) -> dict[str, int]:
        """`{"5000": 2, "50000": 1}`: smallest value first, zeros left out."""
        return {str(value): count for value, count in self.counts}


NO_NOTES = Notes()


class Swap(msgspec.Struct, frozen=True):
    """A third player changes money with the bank: `other` gives it notes and takes notes of the same total from it."""

    other: Colour
    gives: Notes
    takes: Notes

    def as_json(self) -> dict[str, object]:
        """As plain data: who swaps, and the notes both ways."""
        return {"with": str(self.other), "gives": self.gives.as_json(), "takes": self.takes.as_json()}


class Plan(msgspec.Struct, frozen=True):
    """How the bank pays one payee, in this order: `returned` comes back from the payee, then the swaps, then `paid` goes out."""

    paid: Notes = NO_NOTES
    returned: Notes = NO_NOTES
    swaps: tuple[Swap, ...] = ()

    @property
    def net(self) -> int:
        """The money by which the payee's purse grows."""
        return self.paid.total - self.returned.total

    @property
    def moved(self) -> int:
        """How many notes change hands in all, those of the swaps included."""
        return self.paid.number + self.returned.number + sum(swap.gives.number + swap.takes.number for swap in self.swaps)

    def as_json(self) -> dict[str, object]:
        """As plain data: the notes each way, and the swaps."""
        return {"paid": self.paid.as_json(), "returned": self.returned.as_json(), "swaps": [swap.as_json() for swap in self.swaps]}


class HandOut(msgspec.Struct, frozen=True):
    """What one player gets at the end of a round.

    `amount`: what all tables of the round brought; `settled`: how much of the bank's older debts to the player is paid along with it.
    """

    to: Colour
    amount: int
    plan: Plan
    settled: int = 0

    @property
    def owed(self) -> int:
        """The part of `amount` for which the notes are wanting."""
        return self.amount + self.settled - self.plan.net

    def as_json(self) -> dict[str, object]:
        """One of the `payments` of `replay --json`: paid - returned = amount - owed + settled, `settled` being left out where it is 0."""
        row = {"to": str(self.to), "amount": self.amount, **self.plan.as_json(), "owed": self.owed}
        return row | {"settled": self.settled} if self.settled else row


class Debt(msgspec.Struct, frozen=True):
    """`amount` that the bank owes to a player for want of notes."""

    to: Colour
    amount: int


class Cash(msgspec.Struct, frozen=True):
    """Where every note lies. `purses` has every player; `debts` is what the bank owes, oldest first, each above 0.

    Invariants: bank and purses together are the notes of the box; a player's purse and debts together are what the ledger says.
    """

    bank: Notes
    purses: dict[Colour, Notes]
    debts: tuple[Debt, ...] = ()

    def owed_to(self, player: Colour) -> int:
        """What the bank owes a player in all."""
        return sum(debt.amount for debt in self.debts if debt.to == player)

    def after(self, hand_out: HandOut) -> Cash:
        """The next state, once these notes are in hand.

        Raises ValueError if a note is handed over that is not there, or if a debt is settled that is not owed.
        """
        to, plan, purses = hand_out.to, hand_out.plan, dict(self.purses)
        purses[to] -= plan.returned
        bank = self.bank + plan.returned
        for swap in plan.swaps:
            if swap.gives.total != swap.takes.total:
                raise ValueError(f"{swap.other} would give {swap.gives.total:,} for {swap.takes.total:,}; swap notes of the same total.")
            purses[swap.other] = purses[swap.other] - swap.gives + swap.takes
            bank = bank - swap.takes + swap.gives
        purses[to] += plan.paid
        debts = _less(self.debts, to, hand_out.settled)
        if hand_out.owed:
            debts += (Debt(to, hand_out.owed),)
        return Cash(bank - plan.paid, purses, debts)

    def as_json(self) -> dict[str, object]:
        """`bank` and `purses` (of every player) by note; `owed` by player, only who is owed something, the oldest debt first."""
        return {
            "bank": self.bank.as_json(),
            "purses": {str(player): notes.as_json() for player, notes in self.purses.items()},
            "owed": {str(debt.to): self.owed_to(debt.to) for debt in self.debts},
        }


def new_cash(players: Iterable[Colour], box: Notes) -> Cash:
    """Everybody starts with no money: the whole box is the bank's."""
    return Cash(box, dict.fromkeys(players, NO_NOTES))


def check_amount(amount: int, unit: int) -> None:
    """Raises ValueError for an amount below 0 or no multiple of `unit`."""
    if amount < 0 or amount % unit:
        raise ValueError(Said("{amount:,} can't be paid; give a multiple of {unit:,}, 0 or more.", amount=amount, unit=unit))


def _less(debts: tuple[Debt, ...], player: Colour, settled: int) -> tuple[Debt, ...]:
    """The debts after `settled` has been paid to the player, oldest first."""
    left = []
    for debt in debts:
        part = min(debt.amount, settled) if debt.to == player else 0
        settled -= part
        if part < debt.amount:
            left.append(Debt(debt.to, debt.amount - part))
    if settled:
        raise ValueError(f"{settled:,} more would be settled than {player} is owed; plan this payment anew.")
    return tuple(left)
