"""The machine itself: model, groups, Python packages, supply, the clock."""

from __future__ import annotations

import datetime
import re
import shlex
from collections.abc import Iterator

from companion.devices.doctor.finding import Finding, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.said import Said

OLDEST_GOOD_GPIOZERO = (2, 0, 1, 3)
"""2.0.1.post3; the ones before look for a Pi 5's pins at the wrong chip."""
DAY = 86_400.0


def companion(machine: Machine) -> Iterator[Finding]:
    """Whether the companion runs: then its devices are left alone."""
    if machine.companion_runs():
        yield absent("companion", Said("it runs, so readers and pins are left alone; close it to have them checked, too"))


def machine(machine: Machine) -> Iterator[Finding]:
    """Which machine this is."""
    if not machine.is_64_bit:
        yield fail("machine", Said("this is a 32-bit system, for which Kivy is not made"), Said("Install the 64-bit Raspberry Pi OS."))
    elif machine.model:
        yield fine("machine", Said("{model}, Python {python_version}", model=machine.model, python_version=machine.python_version))
    else:
        yield absent(
            "machine",
            Said("no Raspberry Pi, so no pad and no panel; wands work here (Python {python_version})", python_version=machine.python_version),
        )


def groups(machine: Machine) -> Iterator[Finding]:
    """Whether this user may use the devices."""
    if machine.uid == 0:
        yield warn(
            "groups", Said("this is root, who may do everything"), Said("Start the companion as the user who plays, so that the data are theirs.")
        )
        return
    needed = []
    if machine.model and (machine.settings.pad or machine.settings.panel):
        needed += ["spi", "gpio"] if machine.settings.pad else ["gpio"]
    if machine.settings.wands:
        needed.append("dialout")
    if machine.model and not machine.desktop:
        needed += ["input", "video", "render"]
    # Where a system has no group of that name, it has another way to hand out the device. Where the session's groups can't be told, those of the
    # user count, and the checks of the devices tell whether they open them.
    belongs = {group for group in needed if machine.user in (machine.members(group) or ())} if machine.groups is None else machine.groups
    lacking = [group for group in needed if group not in belongs and machine.members(group) is not None]
    unknown = [group for group in lacking if machine.user not in (machine.members(group) or ())]
    if unknown:
        state = fail if machine.model else warn
        advice = Said("sudo usermod -aG {names} {user}   then log out and in again.", names=",".join(unknown), user=machine.user)
        yield state("groups", Said("{user} is not in {groups}", user=machine.user, groups=", ".join(unknown)), advice)
    elif lacking:
        yield fail(
            "groups",
            Said("{user} is in {groups} now, but was not when this session began", user=machine.user, groups=", ".join(lacking)),
            Said("Log out and in again."),
        )
    else:
        yield fine("groups", Said("{user} may use the devices", user=machine.user))


def packages(machine: Machine) -> Iterator[Finding]:
    """Whether the Python packages for the pins are there, and do not stand in each other's way."""
    if not machine.model or not (machine.settings.pad or machine.settings.panel):
        yield absent("packages", Said("none needed here"))
        return
    wrong = list(_wrong_packages(machine))
    yield from wrong
    if not wrong:
        yield fine("packages", Said("all for the pins are there"))


def _wrong_packages(machine: Machine) -> Iterator[Finding]:
    pip = f"{shlex.quote(machine.python)} -m pip"
    if machine.settings.pad:
        yield from _wrong_for_the_pad(machine, pip)
    lgpio = machine.installed("lgpio")
    if not machine.importable("lgpio"):
        yield fail("packages", Said("lgpio is missing, the way to the pins"), Said("sudo apt install python3-lgpio"))
    elif lgpio is not None and lgpio.startswith("0.0."):
        yield fail(
            "packages",
            Said("lgpio {lgpio} is too old for the buttons", lgpio=lgpio),
            Said("{pip} uninstall -y lgpio && sudo apt install python3-lgpio", pip=pip),
        )
    gpiozero = machine.installed("gpiozero")
    if gpiozero is None:
        yield fail("packages", Said("gpiozero is missing"), Said("{pip} install gpiozero", pip=pip))
    elif machine.is_pi_5 and tuple(map(int, re.findall(r"\d+", gpiozero))) < OLDEST_GOOD_GPIOZERO:
        yield fail(
            "packages",
            Said("gpiozero {gpiozero} does not find the pins of a Raspberry Pi 5", gpiozero=gpiozero),
            Said("{pip} install -U gpiozero", pip=pip),
        )


def _wrong_for_the_pad(machine: Machine, pip: str) -> Iterator[Finding]:
    if machine.installed("mfrc522-python") is not None:
        advice = Said("{pip} uninstall -y mfrc522-python mfrc522 && {pip} install --no-deps mfrc522", pip=pip)
        yield fail("packages", Said("mfrc522-python has taken the place of mfrc522 and is another program"), advice)
    elif not machine.importable("mfrc522"):
        yield fail("packages", Said("mfrc522 is missing, the way to the pad's chip"), Said("{pip} install --no-deps mfrc522", pip=pip))
    if not machine.importable("spidev"):
        yield fail("packages", Said("spidev is missing, the way to the SPI bus"), Said("sudo apt install python3-spidev"))
    old, new = machine.installed("RPi.GPIO"), machine.installed("rpi-lgpio")
    if old is not None and new is not None:
        advice = Said("{pip} uninstall -y RPi.GPIO rpi-lgpio && {pip} install rpi-lgpio", pip=pip)
        yield fail("packages", Said("RPi.GPIO and rpi-lgpio are both installed and overwrite each other"), advice)
    elif old is not None and machine.is_pi_5:
        advice = Said("{pip} uninstall -y RPi.GPIO && {pip} install rpi-lgpio", pip=pip)
        yield fail("packages", Said('RPi.GPIO does not know a Raspberry Pi 5 ("Cannot determine SOC peripheral base address")'), advice)
    elif not machine.importable("RPi"):
        yield fail("packages", Said("rpi-lgpio is missing, the way to the pad's reset pin"), Said("sudo apt install python3-rpi-lgpio"))


def supply(machine: Machine) -> Iterator[Finding]:
    """Whether the Pi's voltage was or is too low, or the Pi too hot."""
    if not machine.model:
        yield absent("supply", Said("only known on a Raspberry Pi"))
        return
    better = Said("Use the Pi's own supply (5 A for a Raspberry Pi 5) and its own cable; unplug what need not be there.")
    told = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)\s*", machine.run(["vcgencmd", "get_throttled"]) or "")
    if told is None:
        alarms = [
            (folder.parent / "in0_lcrit_alarm").read_text().strip()
            for folder in machine.files("/sys/class/hwmon/*/name")
            if folder.read_text().strip() == "rpi_volt"
        ]
        if not alarms:
            yield warn(
                "supply",
                Said("neither vcgencmd nor the kernel tells the voltage"),
                Said("Run this once as: sudo vcgencmd get_throttled   0x0 is fine."),
            )
        elif "1" in alarms:
            yield fail("supply", Said("the voltage is or was too low"), better)
        else:
            yield fine("supply", Said("the voltage is high enough"))
        return
    bits = int(told[1], 16)
    if bits & 0x1:
        yield fail("supply", Said("the voltage is too low now ({bits:#x})", bits=bits), better)
    elif bits & 0x1_0000:
        yield warn("supply", Said("the voltage was too low since the Pi was switched on ({bits:#x})", bits=bits), better)
    elif bits & 0xE_000E:
        yield warn("supply", Said("the Pi is or was slowed down, most likely by heat ({bits:#x})", bits=bits), Said("Give it a cooler, or more air."))
    else:
        yield fine("supply", Said("the voltage was high enough all the time (0x0)"))


def clock(machine: Machine) -> Iterator[Finding]:
    """Whether the date can be right: a Pi has no battery and goes on from where it was switched off. Dates only label games."""
    now = machine.now()
    today = datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()
    newest = max((file.stat().st_mtime for file in machine.data.glob("*") if file.is_file()), default=0.0)
    set_it = Said("Connect the Pi to a network for a minute, or set the clock: sudo date -s '2026-01-31 20:15'")
    if now < newest - DAY:
        yield fail("clock", Said("it says {today}, which is before the newest game was written", today=today), set_it)
        return
    by_network = (machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) or "").strip() == "yes"
    if by_network or machine.path("/run/systemd/timesync/synchronized").exists():
        yield fine("clock", Said("{today}, set by the network", today=today))
    elif machine.model:
        yield warn("clock", Said("{today}, which nobody has confirmed since the start", today=today), set_it)
    else:
        yield fine("clock", today)
