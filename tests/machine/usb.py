"""A wand at the machine's USB: usbip.py there is the device, the real firmware runs here on a Pico's own chip, and a virtio port is the wire."""

from __future__ import annotations

import base64
import os
import select
import socket
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.machine.guest import Guest

PROGRAM = Path(__file__).with_name("usbip.py")
THERE = "/root/usbip.py"
SERVICE = "vabanque.service"


class Wire:
    """Carries bytes between a pseudo-terminal here and a virtio port of the machine, while something is plugged in; else they are lost."""

    def __init__(self, folder: Path, terminal: str) -> None:
        path = folder / "wire"
        path.unlink(missing_ok=True)
        self.options = ["-chardev", f"socket,id=wire,path={path}", "-device", "virtserialport,chardev=wire,name=wire"]
        """For the machine, when it is switched on."""
        self.plugged = False
        self.breaks_at = b""
        """In the middle of the next such word to the machine the wire breaks."""
        self.broke = threading.Event()
        self._listens = socket.socket(socket.AF_UNIX)
        self._listens.bind(str(path))
        self._listens.listen()
        self._end = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._listens.close()
        os.close(self._end)

    def _carry(self) -> None:
        machine: socket.socket | None = None
        while not self._stop.is_set():
            watched = [self._listens, self._end, *([machine] if machine is not None else [])]
            for ready in select.select(watched, [], [], 0.05)[0]:
                if ready is self._listens:
                    machine = self._listens.accept()[0]
                elif ready is machine:
                    data = machine.recv(4096)
                    if not data:
                        machine = None
                    elif self.plugged:
                        os.write(self._end, data)
                else:
                    data = self._kept(os.read(self._end, 4096))
                    if machine is not None and data:
                        machine.sendall(data)

    def _kept(self, data: bytes) -> bytes:
        """What of it goes over the wire."""
        if not self.plugged:
            return b""
        if not self.breaks_at or self.breaks_at not in data:
            return data
        data = data[: data.index(self.breaks_at) + len(self.breaks_at) // 2]
        self.plugged, self.breaks_at = False, b""
        self.broke.set()
        return data


class Usb:
    """The sockets of a machine's USB. `serial`: that of the device behind the wire."""

    def __init__(self, guest: Guest, wire: Wire, serial: str) -> None:
        self._guest, self._wire, self._serial = guest, wire, serial
        packed = base64.encodebytes(zlib.compress(PROGRAM.read_bytes(), 9)).decode()
        unpack = "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))"
        guest.shell(f"base64 -d >{THERE}.z <<'END'\n{packed}END\npython3 -c '{unpack}' <{THERE}.z >{THERE}")
        guest.shell("modprobe vhci-hcd && udevadm settle")

    def plug(self) -> None:
        """What is behind the wire is plugged in. The kernel finds the driver by itself."""
        self._wire.plugged = True
        self._guest.shell(f"systemd-run --quiet --collect --unit=wire python3 {THERE} /dev/virtio-ports/wire {self._serial}")

    def pull(self) -> None:
        """It is pulled out."""
        self._wire.plugged = False
        self._guest.shell("systemctl kill --signal=KILL wire")

    def plug_stranger(self) -> None:
        """A serial device that is no Pico takes the first number that is free; nobody speaks there."""
        self._guest.shell("mkfifo -m 600 /run/nobody")
        self._guest.shell(f"systemd-run --quiet --collect --unit=stranger python3 {THERE} /run/nobody 12345678 1A86:55D3")

    def ports(self) -> list[str]:
        """The serial ports of USB that are there."""
        return self._guest.shell("ls /dev | grep ^ttyACM || true").split()

    def held(self) -> list[str]:
        """Those that the product has open."""
        opened = "for p in $(cat /sys/fs/cgroup/system.slice/vabanque.service/cgroup.procs); do ls -l /proc/$p/fd; done"
        return self._guest.shell(f"{opened} | sed -n 's,.*-> /dev/\\(ttyACM.*\\),\\1,p'").split()

    def until(self, holds: Callable[[], bool], what: str, patience: float = 300.0) -> None:
        end = time.monotonic() + patience
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"{what}: not within {patience:.0f} s; ports {self.ports()}, held {self.held()}")
            time.sleep(0.5)

    def properties(self, port: str) -> dict[str, str]:
        """What udev's rules have made of a port."""
        said = self._guest.shell(f"udevadm settle; udevadm info -q property -n /dev/{port}")
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
