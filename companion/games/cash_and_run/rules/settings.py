"""What the owner may set of Cash & Run."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Money(StrEnum):
    """When the companion shows how much somebody has."""

    ALWAYS = "always"
    ASKED = "asked"
    """Only where the rules ask for it: the owner's before a guest stakes, everybody's limit while they bid; and after the game."""


STEPS = (10_000, 50_000, 100_000, 500_000)
"""By how much bids may rise."""


class CashAndRunSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting with its default."""

    money: Money = Money.ALWAYS
    draws: bool = False
    """The companion offers to throw the dice, spin the wheel and draw the card."""
    bid_step: int = 50_000
    """By how much a bid rises at a tap, until the bidders choose another step."""


DISCREET = CashAndRunSettings(money=Money.ASKED)
"""Under which the least is seen."""
