"""The facts of past games as they are kept."""

from __future__ import annotations

import msgspec

from companion.game import GameFacts
from companion.games.kit.names import told_apart

decode = msgspec.json.Decoder(GameFacts).decode
"""Raises msgspec.DecodeError for facts in the form of an older version: then they are worked out anew."""


def apart(told: GameFacts) -> GameFacts:
    """The facts with a number behind the name of whoever is called as somebody before, as in games that were recorded without regard to that."""
    names = told_apart(seat.name for seat in told.seats)
    if len(set(names)) == len({seat.name for seat in told.seats}):
        return told
    seats = tuple([msgspec.structs.replace(seat, name=name) for seat, name in zip(told.seats, names, strict=True)])
    return msgspec.structs.replace(told, seats=seats)
