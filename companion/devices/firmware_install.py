"""Puts the firmware on a Pico with mpremote, and compares versions: what `companion firmware install` and `companion firmware check` do."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from companion.devices.pico_settings import FILE, configuration, kept
from companion.devices.usb import UsbPort, serial_ports
from companion.devices.wand import Wands
from companion.errors import DeviceError
from companion.pico import wire
from companion.table.events import Fault, Input, LinkForgotten, LinkLost, LinkUp

PACKAGE = Path(__file__).parents[1]
FILES = (
    "companion/pico/iso14443a.py",
    "companion/pico/mfrc522_chip.py",
    "companion/pico/patterns.py",
    "companion/pico/wire.py",
    "companion/pico/presence.py",
    "companion/firmware/lights.py",
    "companion/firmware/link.py",
    "companion/firmware/readers.py",
)
"""Files that lie on the Pico under the same path as here. With them go main.py and the configuration."""

COPYING = 120
"""Seconds that mpremote may take."""
READY = 8.0
"""Seconds in which a Pico that works has told its version."""


class Version(NamedTuple):
    """What a Pico told: `name` it goes by, `firmware` that runs there ("" if unknown), `fault` if it can't be used as it is."""

    name: str
    firmware: str
    fault: Fault | None = None
    detail: str = ""

    @property
    def fits(self) -> bool:
        """Whether it runs the very firmware that came with this companion."""
        return self.fault is None and self.firmware == wire.FIRMWARE


def sources(configured: Path) -> dict[str, Path]:
    """What goes to the Pico, by its path there, in the order of copying. `configured`: its configuration.

    It comes first, so that an install that is cut and then repaired makes the same device; the program's start comes last.
    """
    return {
        FILE: configured,
        **{file: PACKAGE.parent / file for file in FILES},
        "main.py": PACKAGE / "firmware" / "main.py",
    }


READ = f"""
try:
    print(open({FILE!r}).read())
except OSError:
    import os
    print("{{}}" if "companion" in os.listdir() else "")
"""
"""Run on the Pico to have its configuration: nothing of a new one, {{}} of one that lost it, which is not to become just anything."""

PREPARE = """
import os
os.rename({new!r}, {file!r})
for name in {folders}:
    try:
        os.mkdir(name)
    except OSError:
        pass
try:
    os.remove("main.py")
except OSError:
    pass
"""
"""Run on the Pico once its configuration is there, which takes its place at one blow: a cut leaves the old one or the new.

Without main.py an install that is cut short leaves no half-new program that starts."""


def copying(files: dict[str, Path]) -> list[str]:
    """mpremote's arguments, after those that connect, that copy the configuration, make the folders, copy every file and restart the Pico."""
    folders = sorted({str(above) for file in files for above in PurePosixPath(file).parents} - {"."})
    new = FILE + ".new"
    arguments = ["fs", "cp", str(files[FILE]), f":{new}", "+", "exec", PREPARE.format(folders=folders, new=new, file=FILE)]
    for there, here in files.items():
        if there != FILE:
            arguments += ["+", "fs", "cp", str(here), f":{there}"]
    return [*arguments, "+", "reset"]


def mpremote() -> list[str]:
    """How mpremote is started. Raises DeviceError if it is missing."""
    if importlib.util.find_spec("mpremote") is not None:
        return [sys.executable, "-m", "mpremote"]
    found = shutil.which("mpremote")
    if found is None:
        raise DeviceError(
            "mpremote is missing, which copies files to a Pico. Install it with: {executable} -m pip install mpremote", executable=sys.executable
        )
    return [found]


def choose(ports: Sequence[UsbPort], wanted: str | None) -> UsbPort:
    """The one Pico that is meant: by path or serial number, or the only one. Raises DeviceError where none or several fit."""
    fitting = [port for port in ports if wanted is None or wanted in port]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        listed = ", ".join(f"{port.identity} on {port.path}" for port in fitting)
        raise DeviceError("Several Picos are plugged in: {listed}. Unplug the others, or name one with --port.", listed=listed)
    if wanted is not None:
        raise DeviceError("No Pico with MicroPython is on {wanted}. See what is there with: companion firmware check", wanted=wanted)
    raise DeviceError(
        "No Pico with MicroPython was found. Plug one in; if it is new, hold its BOOTSEL button meanwhile and copy MicroPython for the"
        " Raspberry Pi Pico (a UF2 file from micropython.org) to the drive that appears."
    )


def install(
    settings: dict[str, Any] | None = None,
    wanted: str | None = None,
    change: Callable[[dict[str, Any]], dict[str, Any]] = lambda settings: settings,
    ports: Callable[[], Iterable[UsbPort]] = serial_ports,
    run: Callable[..., subprocess.CompletedProcess[str]] = subprocess.run,
) -> tuple[UsbPort, dict[str, Any]]:
    """Copies firmware and configuration to a Pico and restarts it. Close the companion first: a port has one owner.

    Without `settings` a wand or ring stays what it is, and a new Pico becomes a wand; `change` is applied to what it has. Returns the port and
    the configuration that is there now. Raises DeviceError, with mpremote's own last line where that fails.
    """
    command = mpremote()
    port = choose(list(ports()), wanted)

    def told(*arguments: str) -> str:
        try:
            done = run([*command, "connect", port.path, *arguments], capture_output=True, text=True, timeout=COPYING, check=False)
        except subprocess.TimeoutExpired:
            reason = f"no end after {COPYING} seconds"
        else:
            if done.returncode == 0:
                return done.stdout
            reason = ((done.stderr or done.stdout).strip().splitlines() or ["no reason given"])[-1]
        raise DeviceError(
            "mpremote could not copy the firmware to {path}: {reason}. Stop other programs that use the port, "
            "unplug the Pico and plug it in again, then try once more.",
            path=port.path,
            reason=reason,
        )

    if settings is None:
        settings = kept(told("exec", READ)) or configuration("wand")
    settings = change(settings)
    with tempfile.TemporaryDirectory() as folder:
        configured = Path(folder) / FILE
        configured.write_text(json.dumps(settings, indent=1), "utf-8")
        told(*copying(sources(configured)))
    return port, settings


def check(ports: Callable[[], Iterable[UsbPort]] = serial_ports, patience: float = READY) -> list[Version]:
    """The version on each Pico that is plugged in, as many as answer within `patience` seconds. Close the companion first."""
    expected = len(list(ports()))
    told: dict[str, Version] = {}
    complete = threading.Event()

    def take(thing: Input) -> None:
        if isinstance(thing, LinkUp):
            told[thing.device] = Version(thing.device, thing.detail.removeprefix("firmware "))
        elif isinstance(thing, LinkLost) and thing.fault is not Fault.SCANS_LOST and thing.device not in told:
            firmware = thing.detail if thing.fault in (Fault.FIRMWARE_TOO_OLD, Fault.FIRMWARE_TOO_NEW) else ""
            told[thing.device] = Version(thing.device, firmware, thing.fault, thing.detail)
        elif isinstance(thing, LinkForgotten):
            told.pop(thing.device, None)
        if len(told) >= expected:
            complete.set()

    wands = Wands(ports=ports)
    wands.start(take)
    if expected:
        complete.wait(patience)
    wands.stop()
    return [told[name] for name in sorted(told)]
