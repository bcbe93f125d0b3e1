"""Plans of payments: bank and payee alone, and with a swap, from random states of the box."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from companion.games.kit.colours import Colour
from companion.games.kit.money import Notes
from companion.games.kit.payment import plan
from companion.games.vabanque.rules.box import BOX, UNIT
from tests.bench.figures import spread

STATES = 1500


def _split(rng: random.Random, hands: int) -> list[Notes]:
    """The box's notes, each in the bank or in a hand by lot; often the bank is nearly empty."""
    lean = rng.random()
    counts: list[dict[int, int]] = [{} for _ in range(hands + 1)]
    for value, number in BOX.counts:
        for _ in range(number):
            at = 0 if rng.random() < lean else rng.randint(1, hands)
            counts[at][value] = counts[at].get(value, 0) + 1
    return [Notes.of(held) for held in counts]


def measure() -> Iterator[str]:
    rng = random.Random(1)
    alone, swapped, owed = [], [], []
    for _ in range(STATES):
        bank, *purses = _split(rng, rng.randint(2, 5))
        amount = 5_000 * rng.randint(1, rng.choice((20, 200, 2000)))
        others = dict(zip(Colour, purses[1:], strict=False))
        begun = time.perf_counter()
        found = plan(amount, bank, purses[0], others, unit=UNIT)
        took = time.perf_counter() - begun
        if found.net < amount:
            owed.append(took)
        else:
            (swapped if found.swaps else alone).append(took)
    for what, times, aim in (("bank and payee", alone, "1 ms"), ("with a swap", swapped, "10 ms"), ("more than can be paid", owed, "10 ms")):
        if times:
            yield f"{what}: {spread(times)} ({len(times)} plans, aim {aim})"
