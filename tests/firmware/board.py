"""A Pico as the firmware sees it: the real MicroPython unix port runs the real files, the chips are the models of tests/emulation, the USB
port is a pseudo-terminal, and a line between it and the host may spoil any byte."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.devices import firmware_install
from companion.devices.usb import UsbPort
from tests.devices.picos import PATIENCE
from tests.emulation.clock import Clock
from tests.emulation.mfrc522 import Mfrc522Model
from tests.emulation.tags import Tag

MICROPYTHON = Path(sys.executable).parent / "micropython"
STUBS = Path(__file__).parent / "stubs"

Fate = Callable[[bytes], bytes]


class Board:
    """One Pico with its chips. `config` is the firmware's configuration; `to_host` and `to_device` may change what passes on the line."""

    def __init__(self, folder: Path, config: dict[str, Any], identity: str = "E6614103E7452D2F") -> None:
        self.folder, self.config, self.identity = folder, config, identity
        (folder / "vabanque.json").write_text(json.dumps(config), "utf-8")
        for there, here in firmware_install.sources(folder / "vabanque.json").items():
            if here.parent != folder:
                (folder / there).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(here, folder / there)
        self.to_host: Fate = bytes
        self.to_device: Fate = bytes
        self.said = b""
        self.stalled = False
        """Whether the host holds the port and does not read."""
        self.clock = Clock()
        self.chips = {reader["cs"]: Mfrc522Model(self.clock, spi_hz=1e9, transfer_us=0) for reader in config["readers"]}
        self.pins: dict[int, int] = {}
        self.freq: dict[int, int] = {}
        self.duty: dict[int, int] = {}
        self.played: list[tuple[int, int, int]] = []
        """Every change of an output as (pin, frequency, duty)."""
        self.wrong: list[str] = []
        """What the firmware did with the wires that it must not do."""
        self._off_at: dict[int, float] = {}
        self.resets = 0
        self.watchdog_ms = 0
        """What the watchdog was started with; 0 when it does not run."""
        self.fed = 0
        self.setup: list[Any] = []
        self._started = time.monotonic()
        self._lock = threading.RLock()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._stop = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._threads = [threading.Thread(target=self._serve_pins, daemon=True), threading.Thread(target=self._serve_line, daemon=True)]
        self._device_end, self._device_slave = _raw_pty()
        self._host_end, self._host_slave = _raw_pty()
        self.path = os.ttyname(self._host_slave)
        for thread in self._threads:
            thread.start()
        self.power_up()

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.power_down()
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._server.close()
        for handle in (self._device_end, self._device_slave, self._host_end, self._host_slave):
            os.close(handle)

    def ports(self) -> list[UsbPort]:
        return [UsbPort(self.path, self.identity)]

    def power_up(self, *arguments: str) -> None:
        """MicroPython starts main.py, as on a Pico."""
        self._process = subprocess.Popen(
            [MICROPYTHON, *arguments, "main.py"],
            cwd=self.folder,
            stdin=self._device_slave,
            stdout=self._device_slave,
            env={
                "MICROPYPATH": f"{STUBS}:.frozen",
                "BOARD_PORT": str(self._server.getsockname()[1]),
                "BOARD_ID": self.identity,
            },
        )

    def power_down(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def reset(self) -> None:
        """The supply dips: MicroPython starts anew, the chips too."""
        self.power_down()
        with self._lock:
            for chip in self.chips.values():
                chip.brown_out()
        self.power_up()

    def stall(self) -> None:
        """The host reads no more, and every buffer between the two is full."""
        self.stalled = True
        handle = os.open(os.ttyname(self._device_slave), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(handle, b"\n" * 64)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(handle, b"\n")
        os.close(handle)

    def ended(self) -> int:
        """Waits until the program has ended; its exit status."""
        assert self._process is not None
        return self._process.wait(timeout=PATIENCE)

    def lay(self, *tags: Tag, reader: int = 0) -> None:
        with self._lock:
            self._chip(reader).field.lay(*tags, now=self.clock.now)

    def lift(self, *tags: Tag, reader: int = 0) -> None:
        with self._lock:
            self._chip(reader).field.lift(*tags, now=self.clock.now)

    def chip(self, reader: int = 0) -> Mfrc522Model:
        return self._chip(reader)

    def _chip(self, reader: int) -> Mfrc522Model:
        return self.chips[self.config["readers"][reader]["cs"]]

    def _serve_line(self) -> None:
        ways = {self._device_end: self._host_end, self._host_end: self._device_end}
        begun = dict.fromkeys(ways, b"")
        while not self._stop.is_set():
            reading = [handle for handle in ways if not (self.stalled and handle == self._device_end)]
            for handle in select.select(reading, [], [], 0.02)[0]:
                data = os.read(handle, 4096)
                if handle == self._device_end:
                    self.said += data
                # The firmware writes byte by byte, and a busy machine makes pauses anywhere: a frame passes as one.
                data = begun[handle] + data
                whole = max(data.rfind(b"\n") + 1, data.find(b"$") if b"$" in data else len(data))
                data, begun[handle] = data[:whole], data[whole:]
                data = self.to_host(data) if handle == self._device_end else self.to_device(data)
                if data:
                    os.write(ways[handle], data)

    def _serve_pins(self) -> None:
        while not self._stop.is_set():
            if not select.select([self._server], [], [], 0.02)[0]:
                continue
            connection, _ = self._server.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with connection, connection.makefile("rb") as lines:
                while not self._stop.is_set():
                    try:
                        line = lines.readline()
                    except ConnectionError:
                        break
                    if not line.endswith(b"\n"):
                        break
                    with self._lock:
                        answer = self._obey(*json.loads(line))
                    if answer is not None:
                        connection.sendall(answer.hex().encode() + b"\n")

    def _obey(self, what: str, *values: Any) -> bytes | None:
        # The chips live in the same time as the firmware.
        self.clock.wait_us(max(0.0, (time.monotonic() - self._started) * 1e6 - self.clock.now))
        if what == "pin":
            number, level = values
            self.pins[number] = level
            if number == self.config["reset"]:
                for chip in self.chips.values():
                    chip.reset_pin(bool(level))
        elif what == "freq":
            self.freq[values[0]] = values[1]
        elif what == "duty":
            self.duty[values[0]] = values[1]
            self.played.append((values[0], self.freq[values[0]], values[1]))
        elif what == "spi":
            self.setup = list(values)
        elif what == "reset":
            self.resets += 1
        elif what == "wdt":
            self.watchdog_ms = values[0]
        elif what == "feed":
            self.fed += 1
        elif what == "transfer":
            return self._transfer(bytes.fromhex(values[0]))
        return None

    def _transfer(self, data: bytes) -> bytes:
        selected = [cs for cs in self.chips if self.pins.get(cs) == 0]
        if len(selected) != 1:
            self.wrong.append(f"{len(selected)} readers selected at once")
            return bytes(len(data))
        if len(data) > 64:
            self.wrong.append(f"{len(data)} bytes in one transfer")
        chip = self.chips[selected[0]]
        was_on = chip.field.on
        answer = chip.transfer(data)
        if was_on and not chip.field.on:
            self._off_at[selected[0]] = self.clock.now
        if chip.field.on and not was_on and self.clock.now - self._off_at.get(selected[0], float("-inf")) < 5000:
            self.wrong.append("a field that was off for less than 5 ms")
        on = [cs for cs, chip in self.chips.items() if chip.field.on]
        if len(on) > 1:
            self.wrong.append(f"fields of {on} on at once")
        return answer


def _raw_pty() -> tuple[int, int]:
    # Raw at both ends, or the terminal would echo and translate.
    master, slave = os.openpty()
    tty.setraw(master, termios.TCSANOW)
    tty.setraw(slave, termios.TCSANOW)
    return master, slave
