"""A ring of six with random faults of readers, line and cable: each reader's health is true within the time that the link's page promises
(companion/devices/link.py), and no tag is lost, doubled or credited elsewhere. Both ends are the real ones."""

from __future__ import annotations

import random

import pytest

from companion.pico import wire
from companion.table.events import Fault, LinkLost, LinkUp, ReaderBack, ReaderLost
from tests.firmware.pair import Fate, Pair, whole

WORDS = {"dead-bus": Fault.DEAD_BUS, "wrong-chip": Fault.WRONG_CHIP, "no-answer": Fault.NO_ANSWER, "lost-registers": Fault.DEAD_BUS}
HEALTHS = ("ok", "ok", "starting", *WORDS)
BEAT_MS = 1000


class Table:
    """What the table believes, from nothing but what it was told."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.read = 0
        self.up = False
        self.broken: dict[str, Fault] = {}

    def listen(self) -> None:
        for _, told in self.pair.taken[self.read :]:
            match told:
                case LinkUp():
                    assert told.readers == tuple(self.pair.readers)
                    self.up, self.broken = True, {}
                case LinkLost(fault=Fault.SCANS_LOST):
                    pass
                case LinkLost():
                    self.up, self.broken = False, {}
                case ReaderLost(device="ring-1", reader=reader, fault=fault):
                    assert self.up
                    assert self.broken.get(reader) is not fault, "told twice"
                    self.broken[reader] = fault
                case ReaderBack(device="ring-1", reader=reader):
                    del self.broken[reader]
        self.read = len(self.pair.taken)

    def is_true(self) -> bool:
        health = zip(self.pair.readers, self.pair.device.health, strict=True)
        return self.broken == {reader: WORDS[word] for reader, word in health if word in WORDS}


class Evening:
    """A ring of six on which anything may happen. `beat_at`: when a beat last came through whole, with what it said of the readers."""

    def __init__(self, seed: int, rate: float) -> None:
        self.rng = random.Random(seed)
        self.rate = rate
        self.pair = Pair(readers=6)
        self.table = Table(self.pair)
        self.there: set[tuple[str, str]] = set()
        self.beat_at = 0
        self._ear = wire.Parser()

    def noisy(self) -> Fate:
        def fate(place: int, byte: int) -> bytes:
            if self.rng.random() >= self.rate:
                return bytes([byte])
            return self.rng.choice([b"", bytes([byte, byte]), bytes([byte ^ 1 << self.rng.randrange(8)]), b"$" + bytes([byte])])

        def heard(place: int, byte: int) -> bytes:
            arrived = fate(place, byte)
            if any(words[0] == "beat" and words[5:] == self.pair.device.health for words in self._ear.feed(arrived)):
                self.beat_at = self.pair.now
            return arrived

        self.pair.fates = {"host": heard, "device": fate}
        return heard

    def happen(self) -> None:
        """Something, or nothing: a reader fails or is well again, a tag comes or goes, the cable is pulled and put in again."""
        pair, rng = self.pair, self.rng
        if rng.random() < 0.006:
            pair.device.health = [*pair.device.health]
            pair.device.health[rng.randrange(6)] = rng.choice(HEALTHS)
        if rng.random() < 0.006 and len(pair.device._queue) < 40:
            scan = rng.choice(pair.readers), f"{rng.randrange(12):08X}"
            pair.push("gone" if scan in self.there else "seen", *scan)
            self.there ^= {scan}
        if rng.random() < 0.0005:
            pair.cut()

    def run(self, milliseconds: int, anything: bool = True) -> None:
        end = self.pair.now + milliseconds
        while self.pair.now < end:
            if anything:
                self.happen()
            now = self.pair.now
            self.pair.step()
            self.table.listen()
            if self.beat_at == now and self.pair.host.up and self.table.up:
                assert self.table.is_true(), f"a beat came through at {now}"


@pytest.mark.parametrize("rate", [0.0, 0.001, 0.01])
@pytest.mark.parametrize("seed", range(4))
def test_on_a_ring_of_six_every_reader_is_told_as_it_is_and_every_tag_once_where_it_lies(seed: int, rate: float) -> None:
    evening = Evening(seed, rate)
    evening.noisy()
    evening.run(40_000)
    evening.rate = 0.0
    evening.run(6_000, anything=False)  # a greeting, a beat, and what waits in the queue
    while not evening.pair.device.idle:
        evening.run(1_000, anything=False)
    assert evening.table.up
    assert evening.table.is_true()
    assert evening.pair.told() == [(verb, reader, what) for _, verb, reader, what in evening.pair.pushed]
    assert len(evening.pair.pushed) > 10
    assert evening.pair.lost() == []
    assert sum(isinstance(told, ReaderLost) for _, told in evening.pair.taken) >= 3


def test_on_a_good_line_a_change_is_told_at_once_and_one_lost_beat_costs_a_second() -> None:
    pair = Pair(readers=6)
    table = Table(pair)
    pair.run(500)
    pair.device.health = ["ok", "ok", "no-answer", "ok", "ok", "wrong-chip"]
    pair.run(20)
    table.listen()
    assert table.is_true()
    pair.fates["host"] = lambda place, byte: b""
    pair.device.health = ["dead-bus", "ok", "ok", "ok", "ok", "wrong-chip"]
    pair.run(20)
    pair.fates["host"] = whole
    pair.run(BEAT_MS - 100)
    table.listen()
    assert not table.is_true(), "the beat that said it was lost"
    pair.run(100)
    table.listen()
    assert table.is_true()
    assert table.up
