"""What the owner may set of Vabanque."""

from __future__ import annotations

from typing import Literal

import msgspec


class VabanqueSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting with its default."""

    backs_show_owners: bool = False
    """The card backs show whose they are, so the drawn ring may as well."""
    cards_read: Literal["laid", "reveal"] = "laid"
    """When a card's tag is read: when it is laid, or not before it is turned over (then nothing secret is in the machine)."""
    own_cards: bool = True
    """A player can look at the cards that they have laid; everybody sees that it was done."""
    notes: bool = True
    """Which banknotes to hand out is planned; off: amounts only."""
