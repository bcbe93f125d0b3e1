"""Machines as files: what /proc, /sys, /dev, /etc and /boot hold on Raspberry Pis and a laptop, made in a folder, with ways to break them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.devices.doctor import CHECKS, Finding, Machine, State, examine
from companion.devices.doctor.data import speed
from companion.devices.doctor.picos import Told
from companion.pico.wire import FIRMWARE

GROUPS = "root:x:0:\ndialout:x:20:anna\nvideo:x:44:anna\ninput:x:996:anna\nrender:x:992:anna\nspi:x:989:anna\ngpio:x:986:anna\n"
MEMBER = frozenset({"anna", "dialout", "video", "input", "render", "spi", "gpio"})

CONFIG = """# For more options and information see
# http://rptl.io/configtxt
dtparam=i2c_arm=on
dtparam=spi=on   # the pad
dtoverlay=vc4-kms-v3d
"""

TOUCH = """I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="generic ft5x06 (79)"
P: Phys=
S: Sysfs=/devices/platform/soc/soc:i2c0mux/i2c-0/i2c-10/10-0038/input/input0
U: Uniq=
H: Handlers=mouse0 event4
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=260800000000003
"""
KEYBOARD = """I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Logitech USB Keyboard"
P: Phys=usb-0000:01:00.0-1.1/input0
H: Handlers=sysrq kbd event0 leds
B: PROP=0
B: EV=120013
"""
TOUCHPAD = """I: Bus=0018 Vendor=06cb Product=7f28 Version=0100
N: Name="SYNA7DB5:01 06CB:7F28 Touchpad"
H: Handlers=mouse1 event7
B: PROP=5
B: EV=b
B: ABS=2e0800000000003
"""
OLD_TOUCH = TOUCH.replace("generic ft5x06 (79)", "FT5406 memory based driver").replace("event4", "event5")

PI = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n/dev/mmcblk0p1 /boot/firmware vfat rw,relatime 0 0\n",
    "proc/bus/input/devices": KEYBOARD + "\n" + TOUCH + "\n",
    "proc/1/comm": "systemd\n",
    "etc/group": GROUPS,
    "boot/firmware/config.txt": CONFIG,
    "dev/spidev0.0": "",
    "dev/spidev0.1": "",
    "dev/gpiochip0": "",
    "dev/dri/card0": "",
    "dev/dri/card1": "",
    "dev/dri/renderD128": "",
    "dev/input/event4": "",
    "sys/class/drm/card1-DSI-1/status": "connected\n",
    "sys/class/drm/card1-HDMI-A-1/status": "disconnected\n",
    "run/systemd/timesync/synchronized": "",
}
LAPTOP = {
    "proc/mounts": "/dev/nvme0n1p2 / ext4 rw,relatime 0 0\n",
    "proc/bus/input/devices": KEYBOARD + "\n" + TOUCHPAD + "\n",
    "proc/1/comm": "systemd\n",
    "etc/group": "root:x:0:\ndialout:x:20:anna\n",
}
PICO = {
    "sys/bus/usb/devices/1-1.2/idVendor": "2e8a\n",
    "sys/bus/usb/devices/1-1.2/idProduct": "0005\n",
    "sys/bus/usb/devices/1-1.2/product": "Board in FS mode\n",
    "sys/bus/usb/devices/1-1.2/serial": "e6614103e7452d2f\n",
    "sys/bus/usb/devices/1-1.2/1-1.2:1.0/tty/ttyACM0/dev": "166:0\n",
    "dev/ttyACM0": "",
}
ARDUINO = {
    "sys/bus/usb/devices/1-1.3/idVendor": "1a86\n",
    "sys/bus/usb/devices/1-1.3/idProduct": "7523\n",
    "sys/bus/usb/devices/1-1.3/product": "USB Serial\n",
    "sys/bus/usb/devices/1-1.3/1-1.3:1.0/ttyUSB0/tty/ttyUSB0/dev": "188:0\n",
    "dev/ttyUSB0": "",
}
PACKAGES = {"mfrc522": "0.0.7", "rpi-lgpio": "0.6", "lgpio": "0.2.2.0", "gpiozero": "2.0.1.post3", "spidev": "3.8"}
MODULES = frozenset({"mfrc522", "spidev", "RPi", "lgpio"})


def write(root: Path, files: Mapping[str, str]) -> None:
    for name, content in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)


def opened_by(root: Path, number: int, name: str, device: str) -> None:
    """A program that has a device open."""
    write(root, {f"proc/{number}/comm": f"{name}\n"})
    (root / f"proc/{number}/fd").mkdir(exist_ok=True)
    (root / f"proc/{number}/fd/3").symlink_to(device)


@contextlib.contextmanager
def free_pins(**pressed: bool) -> Iterator[Mapping[str, Callable[[], bool]]]:
    yield {name: lambda name=name: pressed.get(name, False) for name in ("ok", "undo")}  # type: ignore[misc]


def no_pad(bus: int, device: int, speed: int) -> Any:
    raise AssertionError("nobody may touch the pad")


def machine(folder: Path, files: Mapping[str, str], *, absent: Sequence[str] = (), **changed: Any) -> Machine:
    """A machine on which all is well, but for `changed`. `absent`: files that it lacks."""
    write(folder / "root", {name: content for name, content in files.items() if name not in absent})
    data = folder / "data"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    normal: dict[str, Any] = {
        "root": folder / "root",
        "environment": {},
        "user": "anna",
        "uid": 1000,
        "owner": lambda file: 1000,
        "groups": MEMBER,
        "python": "/home/anna/companion/.venv/bin/python",
        "python_version": "3.11.2",
        "run": commands({"vcgencmd get_throttled": "throttled=0x0\n"}),
        "installed": PACKAGES.get,
        "importable": MODULES.__contains__,
        "may_use": lambda path: True,
        "free": lambda path: 20_000_000_000,
        "open_pad": no_pad,
        "claim_panel": free_pins,
        "picos": lambda more: [Told("wand", FIRMWARE, ("wand",))],
        "sleep": lambda seconds: None,
    }
    return Machine(data, **(normal | changed))


def commands(known: Mapping[str, str]) -> Callable[[Sequence[str]], str | None]:
    """A system that knows these commands and no others."""
    return lambda command: known.get(" ".join(command))


def found(machine: Machine, check: str) -> list[Finding]:
    # What waits for the disk is left out unless it is asked for.
    checks = [each for each in CHECKS if each is not speed or check == "disk speed"]
    return [finding for finding in examine(machine, checks) if finding.check == check]


def one(machine: Machine, check: str) -> Finding:
    (finding,) = found(machine, check)
    return finding


def wrong(machine: Machine) -> list[Finding]:
    """Everything that is not as it should be; the pad's own checks left out."""
    return [finding for finding in examine(machine) if finding.state in (State.WARN, State.FAIL)]
