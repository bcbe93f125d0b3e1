"""The readers of one Pico in made-up time: the firmware's own sweep, and a model of a chip on each antenna. No MicroPython, no port."""

from __future__ import annotations

from companion.firmware.readers import BEAT_MS, Reader, ResetLine, Sweep
from companion.pico.mfrc522_chip import Mfrc522
from companion.pico.presence import Presence
from tests.emulation.clock import Clock
from tests.emulation.mfrc522 import Mfrc522Model
from tests.emulation.tags import Tag

Told = tuple[str, str, str]
"""Verb, reader and what: ("seen", "ring-1/2", "04A1B2C3D4E580")."""


class Ring:
    """`count` readers on one RST line, swept every `period` ms, or in the beat of a host where they are `led`.

    `together`: every moment at which two fields were on at once.
    """

    def __init__(
        self, count: int = 6, period: int = 100, bursts: bool = True, line_wired: bool = True, version: int = 0x92, led: bool = False
    ) -> None:
        self._led = led
        self._lead_at = 0
        self.clock = Clock()
        self.chips = [Mfrc522Model(self.clock, version=version) for _ in range(count)]
        for chip in self.chips:
            chip.faults.deaf_after_soft_reset = version == 0x89
        self.together: list[float] = []
        self.line = ResetLine(self._pulse if line_wired else None)
        self.readers = [
            Reader(
                f"ring-1/{place + 1}",
                Mfrc522(chip, self.clock.wait_us, self.line.pulse if line_wired else None, bursts=bursts, neighbours=True),
                Presence(away_ms=500),
                self.line,
            )
            for place, chip in enumerate(self.chips)
        ]
        self.sweep = Sweep(self.readers, period)
        for chip in self.chips:
            self._watch(chip)

    def _watch(self, chip: Mfrc522Model) -> None:
        switch = chip.field.switch

        def watched(on: bool, now: float) -> None:
            switch(on, now)
            if sum(other.field.on for other in self.chips) > 1:
                self.together.append(now)

        chip.field.switch = watched  # type: ignore[method-assign]

    def _pulse(self) -> None:
        for high in (False, True):
            for chip in self.chips:
                chip.reset_pin(high)
            self.clock.wait_us(2000)

    def run(self, seconds: float) -> list[Told]:
        """Lets time pass; what was told in it."""
        told: list[Told] = []
        end = self.clock.seconds() + seconds
        while self.clock.seconds() < end:
            if self._led and self.clock.ms() >= self._lead_at:
                self.sweep.lead(self.clock.ms(), self.clock.ms())
                self._lead_at += BEAT_MS
            told += [(verb, reader, what) for verb, reader, what, _, _ in self.sweep.step(self.clock.ms)]
            self.clock.wait_us(1000)
        return told

    def lay(self, place: int, *tags: Tag) -> None:
        self.chips[place].field.lay(*tags, now=self.clock.now)

    def lift(self, place: int) -> None:
        self.chips[place].field.clear(self.clock.now)

    @property
    def health(self) -> list[str]:
        return [reader.health for reader in self.readers]
