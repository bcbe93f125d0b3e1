"""Teaching a board in one walk around it: squares by button, casinos by card, each card told when it is first met."""

from __future__ import annotations

import msgspec

from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.table.copy import Copy, add_square, tell_casino


class Ask(msgspec.Struct, frozen=True):
    """Nobody has told what is printed on this casino card."""

    number: int


def shown(copy: Copy, number: int) -> Copy | Ask:
    """A casino card is shown where the next square is to be told: it lies there, or it is asked for. Raises NotTaught."""
    casino = copy.casinos.get(number)
    return Ask(number) if casino is None else add_square(copy, casino.id)


def met(copy: Copy, number: int, name: str, symbol: Symbol, colour: str) -> Copy:
    """What is printed on the card that was asked for; its square is the next one. Raises NotTaught, and then nothing is told."""
    told = tell_casino(copy, number, name, symbol, colour)
    return add_square(told, told.casinos[number].id)
