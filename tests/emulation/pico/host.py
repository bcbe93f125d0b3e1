"""The companion's end of the line to an emulated Pico, the real one, in the Pico's time."""

from __future__ import annotations

from companion.devices.link import Link
from companion.table.events import Input, LinkUp
from tests.emulation.pico.pico import Pico

SWEEP_US = 250_000


class Host:
    """`taken` holds what the table was told and when; `sweeps_at` is the moment of the next `sweep`, None where the ring sweeps by itself."""

    def __init__(self, pico: Pico, sweeps_at: float | None = None) -> None:
        self.pico = pico
        self.taken: list[tuple[float, Input]] = []
        self.sweeps_at = sweeps_at
        self._nonces = 0
        self.link = Link(self._nonce, self._take)
        self.link.opened(pico.now / 1e6)

    def _nonce(self) -> str:
        self._nonces += 1
        return f"{self._nonces:08X}"

    def _take(self, told: Input) -> bool:
        self.taken.append((self.pico.now, told))
        return True

    def turn(self, microseconds: float) -> None:
        """Let so much time pass, then say what is to be said."""
        data, now = self.pico.run(microseconds), self.pico.now / 1e6
        if data:
            self.link.receive(data, now)
        out = self.link.due(now)
        if self.sweeps_at is not None and self.pico.now >= self.sweeps_at:
            out += self.link.sweep()
            self.sweeps_at += SWEEP_US
        if out:
            self.pico.write(out)

    def until(self, moment: float) -> None:
        """Let time pass to this moment, and not beyond."""
        while moment - self.pico.now > 1:
            ends = [moment, self.pico.now + 1000]
            if self.sweeps_at is not None and self.sweeps_at > self.pico.now + 1:
                ends.append(self.sweeps_at)
            self.turn(min(ends) - self.pico.now)

    def up(self, most: float = 8e6) -> None:
        """Let time pass until the link is up. Raises TimeoutError."""
        end = self.pico.now + most
        while not any(isinstance(told, LinkUp) for _, told in self.taken):
            if self.pico.now > end:
                raise TimeoutError(f"the Pico did not speak: {self.pico.said[-300:]!r}")
            self.turn(1000)
