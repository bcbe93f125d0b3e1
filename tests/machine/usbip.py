"""A Pico on the USB of the machine that this runs on: a CDC-ACM device behind the kernel's own USB/IP (vhci_hcd). Needs root, and nothing
but Python's library, since it runs where the trial's machine has no other.

    python3 usbip.py LINE SERIAL [VENDOR:PRODUCT]

LINE is a file, such as /dev/virtio-ports/pico: what the system writes to the serial port comes out of it, and what comes into it is read at
the port. The device is plugged in while this runs. The kernel's end of USB/IP takes a socket of any kind on which the handshake of the
network is over, so there is none here: one end of a pair is handed to the kernel, the other one is the device.
"""

import os
import select
import socket
import struct
import sys
from pathlib import Path

HUB = Path("/sys/devices/platform/vhci_hcd.0")
FULL_SPEED = 2
FREE = 4
"""A socket of the hub that nothing is plugged into (VDEV_ST_NULL of the kernel's usbip_common.h)."""

SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
HEAD = struct.Struct(">5I28s")
"""Every message of USB/IP begins with command, number, device, direction (1: in) and endpoint; what follows hangs on the command."""
NO_SUCH_REQUEST, TAKEN_BACK = -32, -104
"""EPIPE, which is a stall, and ECONNRESET."""
PACKET = 64

CONTROL, INTERRUPT, BULK = 0, 1, 2
"""The endpoints' numbers, as MicroPython's own device has them."""
STRINGS = ("MicroPython", "Board in FS mode", "", "Board CDC")


def described(vendor: int, product: int) -> tuple[bytes, bytes]:
    """The descriptors of the device and of its configuration (USB 2.0, chapter 9; CDC 1.2, chapter 5): those of MicroPython's port rp2."""
    device = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xEF, 2, 1, PACKET, vendor, product, 0x0100, 1, 2, 3, 1)
    parts = [
        (11, 0, 2, 2, 2, 0, 0),  # both interfaces are one function
        (4, 0, 0, 1, 2, 2, 0, 4),  # CDC-ACM
        (0x24, 0x00, 0x20, 0x01),
        (0x24, 0x01, 0, 1),
        (0x24, 0x02, 6),
        (0x24, 0x06, 0, 1),
        (5, 0x80 | INTERRUPT, 3, 8, 0, 16),
        (4, 1, 0, 2, 10, 0, 0, 0),  # its data
        (5, BULK, 2, PACKET, 0, 0),
        (5, 0x80 | BULK, 2, PACKET, 0, 0),
    ]
    body = b"".join(bytes([len(part) + 1, *part]) for part in parts)
    return device, struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 125) + body


class Device:
    """The device at its end of USB/IP. `usb`: the socket to the kernel; `line`: what is behind the serial port."""

    def __init__(self, usb: socket.socket, line: int, serial: str, vendor: int = 0x2E8A, product: int = 0x0005) -> None:
        self._usb, self._line = usb, line
        self._device, self._configuration = described(vendor, product)
        self._strings = [text or serial for text in STRINGS]
        self._coding = struct.pack("<IBBB", 115200, 0, 0, 8)
        self._open = False
        """Whether the port is open (DTR): MicroPython's port drops what it says to nobody."""
        self._asked: list[tuple[int, int, int]] = []
        """Who waits for something: number, endpoint and room."""
        self._said = b""

    def serve(self) -> None:
        """Until the kernel has let go of it."""
        watched = [self._usb.fileno(), self._line]
        while True:
            ready = select.select(watched, [], [])[0]
            if self._line in ready:
                data = os.read(self._line, 4096)
                if not data:
                    watched.remove(self._line)
                self._said += data if self._open else b""
            if self._usb.fileno() in ready and not self._heard():
                return
            self._give()

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count and (more := self._usb.recv(count - len(data))):
            data += more
        return data

    def _heard(self) -> bool:
        """Takes one message of the kernel's; whether there was one."""
        head = self._read(HEAD.size)
        if len(head) < HEAD.size:
            return False
        command, number, _, inwards, endpoint, rest = HEAD.unpack(head)
        if command == UNLINK:
            (whose,) = struct.unpack_from(">I", rest)
            waits = [each for each in self._asked if each[0] == whose]
            self._asked = [each for each in self._asked if each[0] != whose]
            self._send(UNLINKED, number, struct.pack(">i24x", TAKEN_BACK if waits else 0))
            return True
        _, room, _, _, _, setup = struct.unpack(">IiIII8s", rest)
        data = b"" if inwards else self._read(room)
        if endpoint == CONTROL:
            said = self._control(setup, data)
            self._done(number, b"" if said is None else said[:room], room, bool(inwards), NO_SUCH_REQUEST if said is None else 0)
        elif inwards:
            self._asked.append((number, endpoint, room))
        else:
            while data:
                data = data[os.write(self._line, data) :]
            self._done(number, b"", room, False)
        return True

    def _control(self, setup: bytes, data: bytes) -> bytes | None:
        """What a request at endpoint 0 is answered with, None where there is none such."""
        kind, request, value, _, _ = struct.unpack("<BBHHH", setup)
        if (kind, request) == (0x80, 6):
            return self._descriptor(value >> 8, value & 0xFF)
        if (kind, request) == (0xA1, 0x21):
            return self._coding
        if (kind, request) == (0x21, 0x20):
            self._coding = data
        elif (kind, request) == (0x21, 0x22):
            self._open = bool(value & 1)
            self._said = self._said if self._open else b""
        elif request == 0 and kind & 0x80:
            return b"\0\0"
        # Configuration, interface, features and breaks: there is nothing to be done.
        elif kind not in (0x00, 0x01, 0x02, 0x21):
            return None
        return b""

    def _descriptor(self, kind: int, which: int) -> bytes | None:
        if kind == 1:
            return self._device
        if kind == 2:
            return self._configuration
        if kind == 3 and which <= len(self._strings):
            text = self._strings[which - 1].encode("utf-16-le") if which else struct.pack("<H", 0x0409)
            return bytes([len(text) + 2, 3]) + text
        return None

    def _give(self) -> None:
        """What was said goes to whoever waits for it."""
        for each in list(self._asked):
            number, endpoint, room = each
            if endpoint == BULK and self._said:
                self._asked.remove(each)
                data, self._said = self._said[:room], self._said[room:]
                self._done(number, data, len(data), True)

    def _done(self, number: int, data: bytes, room: int, inwards: bool, status: int = 0) -> None:
        count = len(data) if inwards else 0 if status else room
        self._send(SUBMITTED, number, struct.pack(">iiIII8x", status, count, 0, 0, 0) + data)

    def _send(self, command: int, number: int, rest: bytes) -> None:
        self._usb.sendall(struct.pack(">5I", command, number, 0, 0, 0) + rest)


def plug_in() -> socket.socket:
    """Plugs a device into the hub; its end of USB/IP."""
    for line in (HUB / "status").read_text().splitlines()[1:]:
        hub, place, state, *_ = line.split()
        if hub == "hs" and int(state) == FREE:
            break
    else:
        sys.exit("The hub has no socket left.")
    ours, kernels = socket.socketpair()
    (HUB / "attach").write_text(f"{int(place)} {kernels.fileno()} {1 << 16 | int(place) + 1} {FULL_SPEED}\n")
    return ours


if __name__ == "__main__":
    path, serial, *more = sys.argv[1:]
    vendor, product = (int(word, 16) for word in (more[0] if more else "2E8A:0005").split(":"))
    Device(plug_in(), os.open(path, os.O_RDWR), serial, vendor, product).serve()
