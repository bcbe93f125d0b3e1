"""The facts of past games as they are kept."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game import GameFacts
from companion.games.kit.names import told_apart

decode = msgspec.json.Decoder(GameFacts).decode
"""Raises msgspec.DecodeError for what is no facts, or facts in the older form."""


def older(text: str) -> GameFacts | None:
    """Facts in the older form, in which the measures stood beside the name; None for what is none.

    To play a thousand games through once more would take many seconds: so they are brought into the present form as they are.
    """
    try:
        told = msgspec.json.decode(text, type=dict[str, Any])
        seats = [
            {
                **{key: seat[key] for key in ("colour", "name", "won") if key in seat},
                "score": seat["fortune"],
                "scores": seat.get("fortunes", []),
                "figures": {key: value for key, value in seat.items() if type(value) is int and key != "fortune"},
                "more": {key: value for key, value in seat.items() if isinstance(value, list) and key != "fortunes"},
            }
            for seat in told["seats"]
        ]
        more = {key: value for key, value in told.items() if isinstance(value, list) and key != "seats"}
        return msgspec.convert({"seats": seats, "rounds": told["rounds"], "left": told.get("left", False), "more": more}, GameFacts)
    except (msgspec.MsgspecError, KeyError, TypeError, AttributeError):
        return None


def apart(told: GameFacts) -> GameFacts:
    """The facts with a number behind the name of whoever is called as somebody before, as in games that were recorded without regard to that."""
    names = told_apart(seat.name for seat in told.seats)
    if len(set(names)) == len({seat.name for seat in told.seats}):
        return told
    seats = tuple([msgspec.structs.replace(seat, name=name) for seat, name in zip(told.seats, names, strict=True)])
    return msgspec.structs.replace(told, seats=seats)
