"""The device of tests/machine/usbip.py at its end of USB/IP, spoken to as the kernel does (Documentation/usb/usbip_protocol of Linux)."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator

import pytest

from tests.machine.usbip import Device

SERIAL = "E6614103E7452D2F"
OUT, IN = 0, 1
OPEN, CLOSED = bytes.fromhex("2122030000000000"), bytes.fromhex("2122000000000000")
"""SET_CONTROL_LINE_STATE (CDC PSTN 1.2, 6.3.12) with and without DTR."""


class Kernel:
    """`usb` and `line`: the other ends of the device's."""

    def __init__(self) -> None:
        self.usb, device = socket.socketpair()
        self.line, behind = socket.socketpair()
        self.number = 0
        for end in (self.usb, self.line):
            end.settimeout(60)

        def serve() -> None:
            with device, behind:
                Device(device, behind.fileno(), SERIAL).serve()

        self.thread = threading.Thread(target=serve)
        self.thread.start()

    def submit(self, way: int, endpoint: int, room: int, data: bytes = b"", setup: bytes = bytes(8)) -> int:
        self.number += 1
        self.usb.sendall(struct.pack(">5IIiIII8s", 1, self.number, 0x10001, way, endpoint, 0, room, 0, 0, 0, setup) + data)
        return self.number

    def unlink(self, whose: int) -> int:
        self.number += 1
        self.usb.sendall(struct.pack(">5II24x", 2, self.number, 0x10001, 0, 0, whose))
        return self.number

    def read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += self.usb.recv(count - len(data))
        return data

    def answer(self, way: int) -> tuple[int, int, int, bytes]:
        """Command, number, status and what came."""
        command, number, *_, status, count = struct.unpack(">5Iii20x", self.read(48))
        return command, number, status, self.read(count) if command == 3 and way == IN else b""

    def control(self, setup: bytes) -> tuple[int, bytes]:
        way, room = setup[0] >> 7, int.from_bytes(setup[6:8], "little")
        asked = self.submit(way, 0, room, setup=setup)
        command, number, status, data = self.answer(way)
        assert (command, number) == (3, asked)
        return status, data

    def described(self, kind: int, which: int = 0) -> bytes:
        status, data = self.control(bytes([0x80, 6, which, kind, 0, 0, 0xFF, 0]))
        assert status == 0
        return data


@pytest.fixture
def kernel() -> Iterator[Kernel]:
    made = Kernel()
    yield made
    made.usb.close()
    made.thread.join(60)
    assert not made.thread.is_alive()
    made.line.close()


def test_it_describes_itself_as_a_pico_with_micropython(kernel: Kernel) -> None:
    device, configuration = kernel.described(1), kernel.described(2)
    assert struct.unpack_from("<HH", device, 8) == (0x2E8A, 0x0005)
    assert struct.unpack_from("<H", configuration, 2)[0] == len(configuration)
    parts, rest = [], configuration
    while rest:
        parts, rest = [*parts, rest[: rest[0]]], rest[rest[0] :]
    assert [part[5:7] for part in parts if part[1] == 4] == [bytes([2, 2]), bytes([10, 0])]
    assert [part[2] for part in parts if part[1] == 5] == [0x81, 0x02, 0x82]
    assert kernel.described(3, device[16])[2:].decode("utf-16-le") == SERIAL
    assert kernel.control(bytes.fromhex("8006000600000a00")) == (-32, b"")  # no other speed: a stall


def test_bytes_pass_while_the_port_is_open(kernel: Kernel) -> None:
    assert kernel.control(OPEN) == (0, b"")
    waits = kernel.submit(IN, 2, 128)
    sent = kernel.submit(OUT, 2, 5, b"$host")
    assert kernel.answer(OUT) == (3, sent, 0, b"")
    assert kernel.line.recv(64) == b"$host"
    kernel.line.sendall(b"$hello")
    assert kernel.answer(IN) == (3, waits, 0, b"$hello")


def test_what_is_said_to_nobody_is_lost_and_a_request_can_be_taken_back(kernel: Kernel) -> None:
    waits = kernel.submit(IN, 2, 128)
    kernel.line.sendall(b"early")
    back = kernel.unlink(waits)
    assert kernel.answer(OUT) == (4, back, -104, b"")
    assert kernel.unlink(waits) == back + 1
    assert kernel.answer(OUT) == (4, back + 1, 0, b"")
    assert kernel.control(CLOSED) == (0, b"")
