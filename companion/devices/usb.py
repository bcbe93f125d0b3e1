"""Serial ports: which may have a wand or a ring behind them, and what it means when one can't be opened (pyserial)."""

from __future__ import annotations

import errno
import os
import re
import termios
from collections.abc import Iterable
from typing import NamedTuple

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.devices import groups
from companion.table.events import Fault

USB_IDS = {(0x2E8A, 0x0005)}
"""Vendor and product of a Pico that runs MicroPython."""
LOOK = 1.0
"""Seconds between two looks at the ports, and before a port that failed is tried again."""


class UsbPort(NamedTuple):
    """A serial port and what tells its device from any other, wherever it is plugged in."""

    path: str
    identity: str


class Further(NamedTuple):
    """The ports that the settings name besides those of Picos: USB vendor and product, or paths. `wrong`: words that are neither."""

    ids: frozenset[tuple[int, int]] = frozenset()
    paths: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def further(words: str | Iterable[str]) -> Further:
    """What the words of the setting `serial_ports` mean: "1A86:7523", or the path of a port, such as "/dev/ttyUSB0"."""
    ids, paths, wrong = set(), [], []
    for word in (word.strip() for word in ([words] if isinstance(words, str) else words)):
        if pair := re.fullmatch(r"([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})", word):
            ids.add((int(pair[1], 16), int(pair[2], 16)))
        elif word.startswith("/dev/") and "\0" not in word and len(word) < 200:
            paths.append(word)
        else:
            wrong.append(word)
    return Further(frozenset(ids), tuple(paths), tuple(wrong))


NONE = Further()


def serial_ports(more: Further = NONE) -> list[UsbPort]:
    """The ports of all Picos that run MicroPython, by vendor, product and serial number, and those that are named further and are there."""
    found: dict[str, UsbPort] = {}
    listed = sorted(list_ports.comports())
    picos = [port for port in listed if (port.vid, port.pid) in USB_IDS]
    for port in listed:
        if port in picos:
            # Some makes have one number for all: where two have the same at a time, each is known by its place.
            one = {_place(other) for other in picos if other.serial_number == port.serial_number} == {_place(port)}
            found[os.path.realpath(port.device)] = UsbPort(port.device, port.serial_number if port.serial_number and one else _place(port))
        elif (port.vid, port.pid) in more.ids:
            found[os.path.realpath(port.device)] = UsbPort(port.device, _place(port))
    for path in more.paths:
        real = os.path.realpath(path)
        if real not in found and os.path.exists(real):
            found[real] = UsbPort(path, path)
    return list(found.values())


def _place(port: ListPortInfo) -> str:
    # Converters of one make often have one serial number: where it is plugged in tells it from the next.
    return str(port.location or port.device)


def open_port(path: str) -> serial.Serial:
    """Opens a port for this program alone. Raises serial.SerialException, which carries the system's errno, or termios.error."""
    # A Pico's USB knows no baud rate; the figure is for other makers' peers.
    return serial.Serial(path, 115200, timeout=0, exclusive=True)


def opening_fault(path: str, error: Exception) -> tuple[Fault, str] | None:
    """What an error at opening means, None if the device is just going away. Raises the error if it is none of the system's."""
    if isinstance(error, termios.error):
        number = error.args[0] if error.args else None
    elif isinstance(error, OSError):
        number = error.errno
        # pyserial tells in words only that a port can't be set up.
        if number is None and isinstance(error.__context__, termios.error) and error.__context__.args:
            number = error.__context__.args[0]
    else:
        raise error
    if number in (errno.ENOTTY, errno.EISDIR):
        # The settings name a file, or a device that is no line.
        return Fault.WRONG_SETTING, path
    if number in (errno.EACCES, errno.EPERM):
        return Fault.NO_PERMISSION, f"{path}, group {groups.of(path) or 'dialout'}"
    if number in (errno.EBUSY, errno.EAGAIN):
        return Fault.BUSY, path
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO):
        return None
    return Fault.NO_ANSWER, path
