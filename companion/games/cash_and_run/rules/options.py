"""What players may agree on before a game. A copy's board, casinos and chips are no options: they are what the box has."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

BANK_PRICE = 50_000
"""What the bank pays for a casino that nobody bids for: the smallest sum of the rules, so a chip has to divide it."""


USUAL_CHIPS = (10_000, 50_000, 100_000, 500_000)
"""Until somebody tells which chips there are."""
START = 2_000_000
"""Dollars each; the rulebook does not say how many."""
STEP = 10_000
BLUFFS = 1


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """`need` and `colour_sets` are None where they go by the number of players. `bank`: None is unlimited.

    `dealt`: casinos each. `step`: the smallest chip. `bluff`: Bluff cards each. `own_again`: whoever comes to an own casino throws again.
    `lap_exact`: a last lap ends exactly on its square, not past it. `pot_bluff`: a Bluff card may be laid at the pot.
    """

    dealt: int = 2
    start: int = START
    bank: int | None = None
    step: int = STEP
    bluff: int = BLUFFS
    need: int | None = None
    colour_sets: bool | None = None
    own_again: bool = True
    lap_exact: bool = False
    pot_bluff: bool = False


def proper(options: Options) -> bool:
    """Whether each option has a value that it can have. Everything is paid in whole chips, so every sum is made of them."""
    step = options.step
    return (
        1 <= options.dealt <= 2
        and step >= 1
        and BANK_PRICE % step == 0
        and _whole(options.start, step)
        and (options.bank is None or _whole(options.bank, step))
        and 0 <= options.bluff <= 3
        and (options.need is None or 2 <= options.need <= 5)
    )


def with_chips(options: Options, chips: tuple[int, ...]) -> Options:
    """The smallest of the chips that were taught is the smallest chip, unless the players have agreed on another one or the rules' sums forbid it."""
    if not chips or options.step != STEP:
        return options
    told = replace(options, step=chips[0])
    return told if proper(told) else options


def felt_chips(options: Options, chips: tuple[int, ...]) -> tuple[int, ...]:
    """The chips that may be laid: of those that were taught, or of the usual ones, whatever the smallest chip makes."""
    return tuple([value for value in chips or USUAL_CHIPS if value % options.step == 0]) or (options.step,)


MOST = 10**12
"""No bank of a game has so much; larger numbers are a slip."""


def _whole(amount: int, step: int) -> bool:
    return 0 <= amount <= MOST and amount % step == 0


def need(options: Options, players: int) -> int:
    """How many casinos of one symbol win."""
    # Three players need four casinos of one symbol; four and more need three.
    if options.need is not None:
        return options.need
    return 4 if players == 3 else 3


def colour_need(options: Options, players: int) -> int | None:
    """How many casinos of one colour win; None where colours do not count."""
    # Colours count from four players on. Three of a colour are all there are of it, so no more are ever asked for.
    counts = players > 3 if options.colour_sets is None else options.colour_sets
    return min(3, need(options, players)) if counts else None
