"""A Raspberry Pi as the fake packages `spidev` and `RPi.GPIO` see it: which chip hangs on which wires, and what is wrong with them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .clock import Clock
from .mfrc522 import Mfrc522Model

PACKAGES = Path(__file__).parent / "packages"
RST_BCM, RST_BOARD = 25, 22


@dataclass
class Board:
    """`open_error`: raised when SPI is opened; `import_error`: when RPi.GPIO is imported; `pin_error`: when a pin is set up;
    `missing`: packages that are not installed; `clock_hz` and `calls` record what was asked of the fakes."""

    clock: Clock = field(default_factory=Clock)
    chips: dict[tuple[int, int], Mfrc522Model] = field(default_factory=dict)
    reset_wired: bool = True
    open_error: Exception | None = None
    import_error: Exception | None = None
    pin_error: Exception | None = None
    missing: tuple[str, ...] = ()
    speeds: list[int] = field(default_factory=list)
    calls: list[tuple[object, ...]] = field(default_factory=list)
    open_handles: int = 0

    def chip(self, bus: int = 0, device: int = 0) -> Mfrc522Model:
        return self.chips[bus, device]

    def open(self, bus: int, device: int) -> Mfrc522Model:
        if self.open_error is not None:
            raise self.open_error
        if (bus, device) not in self.chips:
            raise FileNotFoundError(2, "No such file or directory")
        self.open_handles += 1
        return self.chips[bus, device]

    def pin(self, bcm: int, high: bool) -> None:
        if bcm == RST_BCM and self.reset_wired:
            for chip in self.chips.values():
                chip.reset_pin(high)


current: Board | None = None


def the_board() -> Board:
    assert current is not None, "the fake packages were imported outside of on_a_pi()"
    return current


class _Absent:
    """Makes packages look uninstalled."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@contextlib.contextmanager
def on_a_pi(board: Board) -> Iterator[Board]:
    """While it lasts, this machine is that Raspberry Pi: the real `mfrc522` package finds the fakes first on sys.path."""
    global current
    assert current is None
    _forget()
    absent = _Absent(board.missing)
    current = board
    sys.path.insert(0, str(PACKAGES))
    sys.meta_path.insert(0, absent)  # type: ignore[arg-type]
    try:
        yield board
    finally:
        current = None
        sys.path.remove(str(PACKAGES))
        sys.meta_path.remove(absent)  # type: ignore[arg-type]
        _forget()


def _forget() -> None:
    for name in list(sys.modules):
        if name.split(".")[0] in ("mfrc522", "spidev", "RPi"):
            del sys.modules[name]
