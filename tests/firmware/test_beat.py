"""Rings side by side: each reader has its slot of the host's beat, and no two neighbours are on together, whatever lies at them.

Each ring lives in a time of its own, with its own slow processor, as each Pico does; what they have in common is when the host speaks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from companion.firmware.readers import BEAT_MS, Sweep
from tests.emulation.air import Noise
from tests.emulation.tags import Ntag, Phone, Tag, random_tag, roll
from tests.firmware.ring import Ring

Spans = list[list[tuple[float, float]]]
"""For each reader when its field was on, in milliseconds."""


class Led:
    """A ring that is told to sweep. `word(beat)` is when the host's word reaches it, in ms; None where it is lost. `transfer_us`: what a
    transfer costs its processor beyond the time on the wire."""

    def __init__(self, size: int, word: Callable[[int], float | None], transfer_us: float) -> None:
        self.ring = Ring(size)
        for chip in self.ring.chips:
            chip.spi_hz, chip.transfer_us = 1e6, transfer_us
        self.spans: Spans = [[] for _ in range(size)]
        self._on_since = [0.0] * size
        for place in range(size):
            self._note(place)
        self._word = word

    def _note(self, place: int) -> None:
        field = self.ring.chips[place].field
        switch = field.switch

        def noted(on: bool, now: float) -> None:
            if on and not field.on:
                self._on_since[place] = now / 1000
            elif field.on and not on:
                self.spans[place].append((self._on_since[place], now / 1000))
            switch(on, now)

        field.switch = noted  # type: ignore[method-assign]

    def run(self, beats: int, busy_ms: Callable[[], float] = lambda: 1.0) -> Spans:
        """So many beats. `busy_ms` is what the rest of the firmware's loop takes each time."""
        words = [word for beat in range(beats) if (word := self._word(beat)) is not None]
        clock, quiet_since = self.ring.clock, 0
        while clock.ms() < beats * BEAT_MS:
            now = clock.ms()
            if words and words[0] <= now:
                words.pop(0)
                self.ring.sweep.lead(now, quiet_since)
            quiet_since = now
            self.ring.sweep.step(clock.ms)
            clock.wait_us(busy_ms() * 1000)
        assert self.ring.together == []
        return self.spans


def neighbours_together(rings: Sequence[Spans], since: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Where the last reader of a ring and the first one of the next were on at once, all around the table."""
    return [
        (one, other)
        for ring, following in zip(rings, [*rings[1:], rings[0]], strict=True)
        for one in ring[-1]
        for other in following[0]
        if one[0] < other[1] and other[0] < one[1] and one[1] > since
    ]


def some_tags(draw: random.Random) -> list[Tag]:
    """Whatever may lie at a place: mostly a card or none, or a heap, or what can't be told apart."""
    kind = draw.randrange(8)
    if kind < 5:
        return [[], [random_tag(draw)], roll(draw, 2), roll(draw, 3), [random_tag(draw), *roll(draw, 2)]][kind]
    return [[Phone(1), Phone(2)], roll(draw, 6), [Ntag(bytes([4, *range(6)])), Ntag(bytes([4, *range(6)]))]][kind - 5]


@pytest.mark.parametrize("seed", range(12))
def test_neighbours_of_two_rings_are_never_on_together_whatever_lies_there(seed: int) -> None:
    draw = random.Random(seed)
    rings = []
    for size in draw.choice([(4, 4, 4), (6, 6), (2, 6, 3), (5, 2), (3, 4)]):
        late = draw.uniform(0, 4)
        jitter = random.Random(seed)
        led = Led(size, lambda beat, late=late, own=jitter: beat * BEAT_MS + late + own.uniform(0, 3), draw.choice([20, 60, 120]))
        for place, chip in enumerate(led.ring.chips):
            led.ring.lay(place, *some_tags(draw))
            if draw.random() < 0.3:
                chip.field.noise = Noise(flip=0.01, collide=0.005, deafen=0.05, ghost=0.2, seed=seed)
            if draw.random() < 0.1:
                chip.faults.stuck = draw.choice([0x00, 0xFF])
        rings.append(led.run(24, lambda own=draw: own.choice([1, 1, 2, 8])))
    assert neighbours_together(rings, since=2 * BEAT_MS) == []


def test_a_full_ring_of_six_keeps_the_beat_and_looks_with_each_reader_in_each() -> None:
    led = Led(6, lambda beat: beat * BEAT_MS + 1, transfer_us=60)
    draw = random.Random(1)
    for place in range(6):
        led.ring.lay(place, *roll(draw, 2))
    for place, reader in enumerate(led.run(20)):
        begun = [on - place * 40 for on, _ in reader if on > BEAT_MS]
        assert len(begun) == 19
        assert all(0 <= begin - beat * BEAT_MS < 5 for beat, begin in enumerate(begun, 1))
        assert all(off - on < 40 for on, off in reader)


def test_a_word_that_is_lost_or_held_up_costs_no_beat_and_moves_none() -> None:
    def word(beat: int) -> float | None:
        return None if beat == 5 else beat * BEAT_MS + (25 if beat == 9 else 0)

    spans = Led(4, word, transfer_us=20).run(16)
    begun = [on for on, _ in spans[0] if on > BEAT_MS]
    assert len(begun) == 15
    assert all(abs(later - earlier - BEAT_MS) <= 5 for earlier, later in pairwise(begun))


def test_a_ring_that_was_busy_takes_the_beat_up_late_and_skips_none() -> None:
    """Something holds the loop up for 30 ms at the beginning of every other beat."""
    led = Led(6, lambda beat: beat * BEAT_MS, transfer_us=20)
    now = led.ring.clock.ms
    spans = led.run(20, lambda: 30.0 if now() % (2 * BEAT_MS) < 3 else 1.0)
    for place, reader in enumerate(spans):
        looks = [(on, off) for on, off in reader if on > BEAT_MS]
        assert [on // BEAT_MS for on, _ in looks] == [*range(1, 20)]
        assert all(place * 40 <= on % BEAT_MS and off % BEAT_MS <= place * 40 + 40 for on, off in looks)


@pytest.mark.parametrize(("transfer_us", "trouble"), [(20, "one-at-a-time"), (60, "one-at-a-time"), (140, "one-at-a-time"), (200, "two-tags")])
def test_a_heap_that_does_not_fit_into_its_slot_is_a_heap_and_none_of_it_is_told(transfer_us: float, trouble: str) -> None:
    """The slower the processor, the fewer of the tags are read; that there are more is heard in any case."""
    ring = Ring(6)
    for chip in ring.chips:
        chip.spi_hz, chip.transfer_us = 1e6, transfer_us
    ring.lay(2, *roll(random.Random(3), 5))
    told, beat = [], 0
    while ring.clock.ms() < 3000:
        if ring.clock.ms() >= beat * BEAT_MS:
            ring.sweep.lead(ring.clock.ms(), ring.clock.ms() - 1)
            beat += 1
        told += ring.sweep.step(ring.clock.ms)
        ring.clock.wait_us(1000)
    assert [(verb, reader, what) for verb, reader, what, _, _ in told] == [("trouble", "ring-1/3", trouble)]


@pytest.mark.parametrize("size", range(1, 7))
def test_slots_leave_the_end_of_the_beat_dark_and_a_look_its_time(size: int) -> None:
    sweep = Sweep(Ring(size).readers, 100)
    assert sweep.look_ms <= sweep.slot_ms
    assert (size - 1) * sweep.slot_ms + sweep.look_ms <= BEAT_MS - 10
    assert sweep.look_ms >= 40
