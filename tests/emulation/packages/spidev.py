"""A stand-in for the package spidev: the same calls, wired to a model of the reader's chip."""

from __future__ import annotations

from tests.emulation.board import the_board


class SpiDev:
    def __init__(self) -> None:
        self._chip = None
        self._hz = 500_000

    def open(self, bus: int, device: int) -> None:
        self._chip = the_board().open(bus, device)

    @property
    def max_speed_hz(self) -> int:
        return self._hz

    @max_speed_hz.setter
    def max_speed_hz(self, hz: int) -> None:
        self._hz = hz
        the_board().speeds.append(hz)
        assert self._chip is not None
        self._chip.spi_hz = hz

    def xfer2(self, values: list[int]) -> list[int]:
        assert isinstance(values, list)
        assert all(0 <= value <= 255 for value in values)
        # A Raspberry Pi 5 is known to time out in longer transfers.
        assert 0 < len(values) <= 64
        if self._chip is None:
            raise OSError(9, "Bad file descriptor")
        return list(self._chip.transfer(bytes(values)))

    def close(self) -> None:
        if self._chip is not None:
            the_board().open_handles -= 1
        self._chip = None
