"""The wires from the Raspberry Pi to the pad: SPI and the RST pin, through the `mfrc522` package.

Of the package its access to SPI and to the pin is used, as it is; its own functions read no whole UID. The package, spidev and RPi.GPIO (on
a Pi: rpi-lgpio) are imported when the bus is opened, so nothing else needs them.
"""

from __future__ import annotations

import errno
import logging
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

from companion.devices import lgpio_home
from companion.errors import DeviceError
from companion.table.events import Fault

# GPIO number -> place on the 40-pin header.
HEADER = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23, 8: 24, 7: 26}
HEADER |= {0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40}

PACKAGES = {"RPi": "rpi-lgpio", "RPi.GPIO": "rpi-lgpio"}
"""What brings a module, where it is not called the same."""


class Unavailable(DeviceError):
    """The pad can't be opened. `fault` says why; `str(error)` what helps."""

    def __init__(self, fault: Fault, advice: str) -> None:
        super().__init__(advice)
        self.fault = fault


class PadBus(Protocol):
    """The wires to one chip: what `Mfrc522` asks of a bus, the RST pin, and an end."""

    def transfer(self, data: bytes | bytearray) -> bytes:
        """Sends bytes and gives as many that came back meanwhile. Raises OSError."""

    def pulse_reset(self) -> None:
        """Pulls RST low for a moment: the chip starts anew."""

    def close(self) -> None:
        """Lets go of the wires."""


class PiBus:
    """SPI and RST through the `mfrc522` package. Raises Unavailable."""

    def __init__(self, bus: int, device: int, speed_hz: int, reset: int, sleep: Callable[[float], object] = time.sleep) -> None:
        self._sleep = sleep
        path = f"/dev/spidev{bus}.{device}"
        lgpio_home.load()
        try:
            from mfrc522 import MFRC522
            from RPi import GPIO
        except ImportError as missing:
            # Only the name: what to do is said by whoever shows it, in the language of whoever reads it.
            raise Unavailable(Fault.MISSING_PACKAGE, PACKAGES.get(missing.name or "", missing.name or "mfrc522")) from missing
        except RuntimeError as refused:
            raise _refused(refused) from refused
        # lgpio raises an exception of its own, which is a plain Exception.
        self._refusals = (RuntimeError, ValueError, getattr(sys.modules.get("lgpio"), "error", RuntimeError))
        package_log = logging.getLogger("mfrc522Logger")
        handlers = list(package_log.handlers)
        try:
            numbering = GPIO.getmode()
            self._pin = HEADER[reset] if numbering == GPIO.BOARD else reset
            # Without a pin the package would take GPIO 15, a serial line, where BCM numbers are in use.
            chip: Any = MFRC522(bus=bus, device=device, spd=speed_hz, pin_mode=GPIO.BCM, pin_rst=self._pin)
        except FileNotFoundError as absent:
            raise Unavailable(Fault.UNPLUGGED, f"{path} is missing: switch SPI on with raspi-config and start anew") from absent
        except PermissionError as denied:
            raise Unavailable(Fault.NO_PERMISSION, f"{path} may not be opened: join the groups spi and gpio and log in again") from denied
        except OSError as failed:
            fault = Fault.BUSY if failed.errno == errno.EBUSY else Fault.UNPLUGGED
            raise Unavailable(fault, f"{path} can't be opened: {failed.strerror or failed}") from failed
        except self._refusals as refused:
            raise _refused(refused) from refused
        finally:
            # The package adds a handler at every construction: its lines would come twice, then three times.
            for handler in package_log.handlers[:]:
                if handler not in handlers:
                    package_log.removeHandler(handler)
        self._gpio = GPIO
        self._spi = chip.spi

    def transfer(self, data: bytes | bytearray) -> bytes:
        """See `PadBus.transfer`."""
        return bytes(self._spi.xfer2(list(data)))

    def pulse_reset(self) -> None:
        """100 ns would do (data sheet, 8.8.1)."""
        try:
            self._gpio.output(self._pin, 0)
            self._sleep(0.001)
            self._gpio.output(self._pin, 1)
        except self._refusals as refused:
            raise _refused(refused) from refused

    def close(self) -> None:
        """Gives SPI and this one pin back; the package's own close would take every pin of the process."""
        self._spi.close()
        try:
            self._gpio.cleanup(self._pin)
        except self._refusals as refused:
            raise _refused(refused) from refused


def _refused(error: BaseException) -> Unavailable:
    """What RPi.GPIO, rpi-lgpio or lgpio mean: they tell by their text only."""
    text = str(error)
    if "busy" in text.lower():
        return Unavailable(Fault.BUSY, "another program holds the pad's reset pin: end it")
    if "access" in text.lower() or "permission" in text.lower() or "gpiochip" in text.lower():
        return Unavailable(Fault.NO_PERMISSION, "the pins may not be used: join the group gpio and log in again")
    if "SOC" in text:
        return Unavailable(Fault.MISSING_PACKAGE, "RPi.GPIO does not work on a Raspberry Pi 5: uninstall it and install rpi-lgpio")
    return Unavailable(Fault.MISSING_PACKAGE, f"the pins can't be used: {text}")
