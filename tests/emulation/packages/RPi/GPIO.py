"""A stand-in for RPi.GPIO: numbering, outputs and clean-up, with their calls recorded."""

from __future__ import annotations

from tests.emulation.board import RST_BCM, RST_BOARD, the_board

BOARD, BCM = 10, 11
OUT, IN = 0, 1
LOW, HIGH = 0, 1

if the_board().import_error is not None:
    raise the_board().import_error  # type: ignore[misc]

_mode: int | None = None
_outputs: set[int] = set()


def getmode() -> int | None:
    return _mode


def setmode(mode: int) -> None:
    global _mode
    if _mode is not None and mode != _mode:
        raise ValueError("A different mode has already been set!")
    _mode = mode
    the_board().calls.append(("setmode", mode))


def setup(pin: int, direction: int) -> None:
    if _mode is None:
        raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)")
    error = the_board().pin_error
    if error is not None:
        raise error
    _outputs.add(pin)
    the_board().calls.append(("setup", pin, direction))


def output(pin: int, value: int) -> None:
    if pin not in _outputs:
        raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
    the_board().calls.append(("output", pin, value))
    bcm = pin if _mode == BCM else {RST_BOARD: RST_BCM}.get(pin, -1)
    the_board().pin(bcm, bool(value))


def cleanup(pin: int | None = None) -> None:
    global _mode
    the_board().calls.append(("cleanup", pin))
    if pin is None:
        _outputs.clear()
        _mode = None
    else:
        _outputs.discard(pin)
