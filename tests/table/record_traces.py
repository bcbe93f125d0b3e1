"""Records what a reader sees while cards are laid and lifted, on the model of the chip, as data for the tests of presence.

    python -m tests.table.record_traces            writes tests/table/traces/*.jsonl

One line an inventory: {"ms": when, "uids": [...], "clean": ..., "indistinct": ...}. Traces of a real reader have the same form and belong in
the same folder.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

from companion.pico import iso14443a
from tests.emulation.air import Noise
from tests.emulation.rig import Rig
from tests.emulation.tags import Classic, Ntag, Phone, Tag, roll

TRACES = Path(__file__).parent / "traces"
PAUSE_US = 30_000


class Recorder:
    """A reader that is polled as the pad is, with a line for each inventory."""

    def __init__(self) -> None:
        self.rig = Rig()
        self.card = Ntag(bytes.fromhex("04a1b2c3d4e580"))
        self.tile = Ntag(bytes.fromhex("04a1b2ffeedd81"))
        self.lines: list[dict[str, object]] = []

    def run(self, ms: float) -> None:
        end = self.rig.clock.now + ms * 1000
        while self.rig.clock.now < end:
            found = iso14443a.inventory(self.rig.chip)
            self.lines.append(
                {
                    "ms": self.rig.clock.ms(),
                    "uids": [uid.hex() for uid in found.uids],
                    "clean": found.clean,
                    "indistinct": found.indistinct,
                }
            )
            self.rig.clock.wait_us(PAUSE_US)

    def lay(self, *tags: Tag, ms: float) -> None:
        self.rig.lay(*tags)
        self.run(ms)

    def lift(self, *tags: Tag, ms: float) -> None:
        self.rig.lift(*tags)
        self.run(ms)

    def noise(self, noise: Noise, ms: float) -> None:
        self.rig.model.field.noise = noise
        self.run(ms)
        self.rig.model.field.noise = Noise()


def tap_again(r: Recorder) -> None:
    r.lay(r.card, ms=800)
    for _ in range(3):
        r.lift(r.card, ms=155)
        r.lay(r.card, ms=400)
    r.lift(r.card, ms=400)


def slip(r: Recorder) -> None:
    r.lay(r.card, ms=500)
    for away in (20, 35, 50, 35):
        r.lift(r.card, ms=away)
        r.lay(r.card, ms=300)
    r.lift(r.card, ms=400)


def at_the_edge(r: Recorder) -> None:
    r.lay(r.card, ms=300)
    r.noise(Noise(flip=0.03, collide=0.01, ghost=0.3, seed=5), ms=3000)
    r.run(200)
    r.lift(r.card, ms=100)
    r.noise(Noise(ghost=0.5, seed=6), ms=200)
    r.run(400)


def card_and_tile(r: Recorder) -> None:
    r.lay(r.card, r.tile, ms=500)
    r.lift(r.card, ms=400)
    r.lay(r.card, ms=300)
    r.lift(r.tile, ms=400)
    r.lift(r.card, ms=400)


def heap(r: Recorder) -> None:
    tags = roll(random.Random(2), 3)
    r.lay(*tags, ms=500)
    for tag in tags:
        r.lift(tag, ms=400)
    r.lay(r.card, ms=300)


def third_card(r: Recorder) -> None:
    others = roll(random.Random(2), 2)
    r.lay(r.card, ms=300)
    r.lay(*others, ms=300)
    r.lift(*others, ms=400)
    r.lay(r.tile, ms=300)


def twins(r: Recorder) -> None:
    one, other = Classic(b"\x11\x22\x33\x44"), Classic(b"\x11\x22\x33\x44")
    other.sak = 0x18
    r.lay(one, other, ms=500)
    r.lift(other, ms=300)
    r.lift(one, ms=400)
    r.lay(one, ms=300)


def stacked(r: Recorder) -> None:
    """Two stickers on each other: something is heard, nothing can be read. Then the upper card is pushed aside."""
    r.noise(Noise(ghost=1.0, seed=7), ms=1200)
    r.lay(r.card, ms=300)
    r.lift(r.card, ms=400)


def crackle(r: Recorder) -> None:
    r.noise(Noise(ghost=0.4, seed=8), ms=2000)
    r.lay(r.card, ms=300)
    r.lift(r.card, ms=400)


def phone(r: Recorder) -> None:
    device = Phone(seed=9)
    r.lay(device, ms=600)
    r.lift(device, ms=400)


def sweep(r: Recorder) -> None:
    """A wand goes along a row of tiles, 80 ms each, the next one near before the last is far."""
    tiles = roll(random.Random(4), 6)
    for tile in tiles:
        r.lay(tile, ms=80)
        r.lift(tile, ms=10)
    r.run(400)


SCENES: list[Callable[[Recorder], None]] = [
    tap_again, slip, at_the_edge, card_and_tile, heap, third_card, twins, stacked, crackle, phone, sweep
]  # fmt: skip


def main() -> None:
    TRACES.mkdir(exist_ok=True)
    for scene in SCENES:
        recorder = Recorder()
        scene(recorder)
        lines = "".join(json.dumps(line) + "\n" for line in recorder.lines)
        (TRACES / f"{scene.__name__}.jsonl").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
