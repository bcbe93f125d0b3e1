"""The machine as the checks see it: files, commands, packages, and the ways to the devices. Each can be another's, so that a check can be tried
on the files of a machine that is not at hand."""

from __future__ import annotations

import fcntl
import importlib.metadata
import importlib.util
import os
import platform
import pwd
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from companion.devices import groups, usb
from companion.devices.doctor import picos
from companion.devices.pi_bus import PadBus, PiBus
from companion.devices.pins import pins
from companion.settings import Settings

PATIENCE = 10
"""Seconds that a command of the system may take."""


def run(command: Sequence[str]) -> str | None:
    """What a command prints; None if it is missing, fails or takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def installed(distribution: str) -> str | None:
    """The version of a Python distribution, None if it is not installed."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def importable(module: str) -> bool:
    """Whether a module can be found; it is not imported."""
    return importlib.util.find_spec(module) is not None


def may_use(path: Path) -> bool:
    """Whether this user may read and write a file."""
    return os.access(path, os.R_OK | os.W_OK)


def open_pad(bus: int, device: int, speed_hz: int) -> PadBus:
    """The wires to the pad. Raises Unavailable."""
    return PiBus(bus, device, speed_hz, pins("pad")["reset"])


def claim_panel() -> AbstractContextManager[Mapping[str, Callable[[], bool]]]:
    """The panel's pins, claimed: for each button whether it is pressed. Raises whatever the way to the pins raises."""
    from companion.devices.doctor.pins import claimed

    return claimed()


def my_name() -> str:
    """Who runs this program; the number of the user where that has no name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


@dataclass
class Machine:
    """`data`: the folder of games. `root`: where /proc, /sys, /dev and /etc are. `groups`: see groups.mine.
    Times are in seconds, sizes in bytes."""

    data: Path
    settings: Settings = field(default_factory=Settings)
    root: Path = Path("/")
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    user: str = field(default_factory=my_name)
    uid: int = field(default_factory=os.geteuid)
    groups: frozenset[str] | None = field(default_factory=groups.mine)
    python: str = sys.executable
    python_version: str = field(default_factory=platform.python_version)
    is_64_bit: bool = sys.maxsize > 2**32
    run: Callable[[Sequence[str]], str | None] = run
    installed: Callable[[str], str | None] = installed
    importable: Callable[[str], bool] = importable
    may_use: Callable[[Path], bool] = may_use
    owner: Callable[[Path], int] = lambda file: file.stat().st_uid
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free
    now: Callable[[], float] = time.time
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep
    open_pad: Callable[[int, int, int], PadBus] = open_pad
    claim_panel: Callable[[], AbstractContextManager[Mapping[str, Callable[[], bool]]]] = claim_panel
    picos: Callable[[usb.Further], list[picos.Told]] = picos.ask

    def path(self, absolute: str) -> Path:
        """Where a file of the system is, named as it is usually."""
        return self.root / absolute.lstrip("/")

    def text(self, absolute: str) -> str | None:
        """What is in a file of the system, None if it can't be read."""
        try:
            return self.path(absolute).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return None

    def files(self, pattern: str) -> list[Path]:
        """The files of the system that a pattern fits, in order."""
        return sorted(self.root.glob(pattern.lstrip("/")))

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is; empty for any other machine."""
        model = self.text("/proc/device-tree/model") or ""
        return model if "Raspberry Pi" in model else ""

    @property
    def is_pi_5(self) -> bool:
        """Whether its pins are on the RP1, which older ways to them do not know."""
        return "Raspberry Pi 5" in self.model or "Compute Module 5" in self.model or "Raspberry Pi 500" in self.model

    @property
    def desktop(self) -> str:
        """The desktop's kind, empty on the console."""
        if self.environment.get("WAYLAND_DISPLAY"):
            return "Wayland"
        return "X11" if self.environment.get("DISPLAY") else ""

    def boot_lines(self) -> list[str]:
        """The lines of the Pi's config.txt, without comments."""
        text = self.text("/boot/firmware/config.txt") or self.text("/boot/config.txt") or ""
        lines = [line.partition("#")[0].strip().replace(" ", "") for line in text.splitlines()]
        return [line for line in lines if line]

    def members(self, group: str) -> frozenset[str] | None:
        """Who belongs to a group by /etc/group, None if there is no such group."""
        for line in (self.text("/etc/group") or "").splitlines():
            name, *rest = line.split(":")
            if name == group and len(rest) == 3:
                return frozenset(filter(None, rest[2].split(",")))
        return None

    def programs(self) -> Iterator[tuple[int, str]]:
        """Everything that runs: number and name."""
        for folder in self.files("/proc/[0-9]*"):
            name = self.text(f"/proc/{folder.name}/comm")
            if name is not None:
                yield int(folder.name), name

    def holders(self, device: str) -> list[str]:
        """The programs that have a device open, as far as this user may see them; this one left out."""
        found = []
        for number, name in self.programs():
            if number == os.getpid():
                continue
            for handle in self.files(f"/proc/{number}/fd/*"):
                try:
                    if os.readlink(handle) == device:
                        found.append(f"{name} (process {number})")
                        break
                except OSError:
                    continue
        return found

    def companion_runs(self) -> bool:
        """Whether the companion holds the folder of games."""
        try:
            handle = os.open(self.data / "lock", os.O_RDWR)
        except OSError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(handle)
        return False
