"""The USB ports: Picos, what else is there, and what gets in their way."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.devices.doctor.finding import Finding, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.devices.usb import Further, further
from companion.pico import wire
from companion.said import Said
from companion.table.events import Fault

RASPBERRY = "2e8a"
MICROPYTHON = "0005"
BOOT_DRIVES = ("0003", "000f")
"""A Pico whose BOOTSEL button was held: it waits for a program."""
PROBE = "000c"
RULE = "99-vabanque.rules"
INSTALL = "companion firmware install"


class UsbDevice(NamedTuple):
    """One thing on USB. `port`: its serial port's path, empty if it has none."""

    vendor: str
    product: str
    name: str
    port: str


def devices(machine: Machine) -> list[UsbDevice]:
    """Everything on USB that is a Pico or has a serial port."""
    found = []
    for folder in machine.files("/sys/bus/usb/devices/*"):
        vendor, product = (_word(folder / file) for file in ("idVendor", "idProduct"))
        # The port hangs on an interface of the device, or on a converter's port below it.
        ports = sorted(path.name for pattern in ("*:*/tty/tty*", "*:*/tty[AU]*") for path in folder.glob(pattern))
        if vendor == RASPBERRY or (vendor and ports):
            found.append(UsbDevice(vendor, product, _word(folder / "product") or f"{vendor}:{product}", f"/dev/{ports[0]}" if ports else ""))
    return found


def usb(machine: Machine) -> Iterator[Finding]:
    """What is plugged in, by its USB identity, and whether it may be opened."""
    if not machine.settings.wands:
        yield absent("USB", Said("wands are switched off in the settings"))
        return
    there = devices(machine)
    more = further(machine.settings.serial_ports)
    if not there:
        yield absent("USB", Said("no Pico is plugged in; if one is, its cable has no wires for data"))
    for device in there:
        yield _judged(machine, device, more)
    for path in more.paths:
        if not machine.path(path).exists():
            found = Said("{path}, which serial_ports in settings.toml names, is not there", path=path)
            yield warn("USB", found, Said("Plug it in, or take it out of the settings."))
    for word in more.wrong:
        yield _no_port(word)


def _no_port(word: str, check: str = "USB") -> Finding:
    """That what the settings name is no port."""
    advice = Said("Name paths such as /dev/ttyUSB0, or USB vendor and product such as 1A86:7523.")
    return fail(check, Said("“{word}” in serial_ports of settings.toml is no port", word=word), advice)


def _judged(machine: Machine, device: UsbDevice, more: Further) -> Finding:
    if device.port and _named(machine, device, more):
        said = Said("{name}, which the settings name, on {port}", name=device.name, port=device.port)
        return _openable(machine, device.port) or fine("USB", said)
    if device.vendor != RASPBERRY or device.product == PROBE:
        return absent("USB", Said("{name} on {port} is none of ours and is left alone", name=device.name, port=device.port or Said("no port")))
    if device.product in BOOT_DRIVES:
        advice = Said("Copy MicroPython (a UF2 file from micropython.org) to the drive that has appeared.")
        return warn("USB", Said("a Pico waits for a program: its BOOTSEL button was held"), advice)
    if device.product != MICROPYTHON:
        advice = Said("Hold its BOOTSEL button while plugging it in, copy MicroPython to the drive that appears, then: {install}", install=INSTALL)
        return warn("USB", Said("a Pico runs another program ({name})", name=device.name), advice)
    if not device.port:
        return fail("USB", Said("a Pico with MicroPython has no serial port"), Said("sudo modprobe cdc_acm   and plug it in again."))
    return _openable(machine, device.port) or fine("USB", Said("a Pico with MicroPython on {port}", port=device.port))


def _named(machine: Machine, device: UsbDevice, more: Further) -> bool:
    """Whether the settings name this device, by what it is or by its port."""
    port = machine.path(device.port)
    by_path = any(machine.path(path).resolve() == port.resolve() for path in more.paths)
    return by_path or f"{device.vendor}:{device.product}".lower() in {f"{vendor:04x}:{product:04x}" for vendor, product in more.ids}


def _openable(machine: Machine, port: str) -> Finding | None:
    """Why a port can't be opened; None if it can."""
    if not machine.may_use(machine.path(port)):
        group = "dialout" if machine.members("dialout") is not None else "uucp"
        advice = Said("sudo usermod -aG {group} {user}   then log out and in again.", group=group, user=machine.user)
        return fail("USB", Said("{port} may not be opened (permission denied)", port=port), advice)
    holders = [holder for holder in machine.holders(port) if not machine.companion_runs()]
    if holders:
        return fail("USB", Said("{port} is held by {program}", port=port, program=holders[0]), Said("End that program, or close its window."))
    return None


def picos(machine: Machine) -> Iterator[Finding]:
    """What each Pico says: its firmware, and whether its readers answer."""
    more = further(machine.settings.serial_ports)
    here = {
        machine.path(device.port).resolve()
        for device in devices(machine)
        if (device.vendor, device.product) == (RASPBERRY, MICROPYTHON) or (device.port and _named(machine, device, more))
    }
    # A port of the board itself is no USB device.
    here |= {machine.path(path).resolve() for path in more.paths if machine.path(path).exists()}
    if not machine.settings.wands or not here:
        yield absent("firmware", Said("no Pico to ask"))
        return
    if machine.companion_runs():
        yield absent("firmware", Said("the companion has the Picos"))
        return
    told = machine.picos(more)
    for pico in told:
        if pico.fault is not None:
            yield _faulty(pico.name, pico.fault, pico.detail)
            continue
        if pico.firmware != wire.FIRMWARE:
            yield warn(
                "firmware",
                Said("{name} has {firmware}, this companion brings {brings}", name=pico.name, firmware=pico.firmware, brings=wire.FIRMWARE),
                INSTALL,
            )
        well = [reader for reader in pico.readers if reader not in pico.broken]
        if pico.broken:
            answers = Said("; {readers} answers", readers=", ".join(well)) if well else ""
            advice = Said("Unplug it; check plug, supply and wires of that reader.")
            if pico.name.startswith("ring"):
                fewer = f"{INSTALL} --as ring --name {pico.name} --readers {max(1, len(well))}"
                advice = Said("Unplug it; check plug, supply and wires of that reader. Where there is to be none: {fewer}", fewer=fewer)
            broken = ", ".join(f"{reader} ({fault})" for reader, fault in pico.broken.items())
            yield fail("firmware", Said("{name}: no answer from {broken}{answers}", name=pico.name, broken=broken, answers=answers), advice)
        elif pico.firmware == wire.FIRMWARE:
            yield fine("firmware", Said("{name} has {firmware}; {readers} answers", name=pico.name, firmware=pico.firmware, readers=", ".join(well)))
    if len(told) < len(here):
        yield fail(
            "firmware",
            Said("{silent} of {of} Picos say nothing", silent=len(here) - len(told), of=len(here)),
            Said("Plug it in again; if it stays silent: {install}", install=INSTALL),
        )
    parts = sorted(int(part[1]) for pico in told if (part := re.fullmatch(r"ring-(\d+)", pico.name)))
    for twin in [pico.name for pico in told if re.fullmatch(r"ring-\d+-\d+", pico.name)]:
        name = twin.rpartition("-")[0]
        advice = Said(
            "Unplug all but one of them, and give that one the next number: {install} --as ring --name ring-{number}",
            install=INSTALL,
            number=max(parts) + 1,
        )
        yield fail("ring", Said("two parts are called {name}, so nobody knows which tables are whose", name=name), advice)
    missing = [number for number in range(1, max(parts, default=0)) if number not in parts]
    if missing:
        after = ", ".join(f"ring-{number}" for number in parts if number > missing[0])
        advice = Said(
            "Plug it in, or give the parts that are there the first numbers: {install} --as ring --name ring-{number}",
            install=INSTALL,
            number=missing[0],
        )
        yield warn(
            "ring", Said("ring-{number} is not there, so nobody knows which tables those of {after} are", number=missing[0], after=after), advice
        )


def _faulty(name: str, fault: Fault, detail: str) -> Finding:
    more = f" ({detail})" if detail else ""
    match fault:
        case Fault.FIRMWARE_TOO_NEW:
            return fail("firmware", Said("{name} is newer than this companion{more}", name=name, more=more), Said("Update the companion."))
        case Fault.FIRMWARE_TOO_OLD:
            return fail("firmware", Said("{name} is too old for this companion{more}", name=name, more=more), INSTALL)
        case Fault.WRONG_SETTING:
            return _no_port(name if detail == name else name + more, "firmware")
        case Fault.FOREIGN_DEVICE:
            return fail("firmware", Said("on {name} runs something that is no firmware of ours{more}", name=name, more=more), INSTALL)
        case Fault.BUSY | Fault.NO_PERMISSION:
            return fail(
                "firmware", Said("{name} can't be opened: {fault}{more}", name=name, fault=fault, more=more), Said("See the line about USB above.")
            )
    return fail(
        "firmware",
        Said("{name} does not answer: {fault}{more}", name=name, fault=fault, more=more),
        Said("Plug it in again; if it stays silent: {install}", install=INSTALL),
    )


def modem_manager(machine: Machine) -> Iterator[Finding]:
    """Whether the program that tries every new port for a modem keeps away from ours."""
    if not any(name == "ModemManager" for _, name in machine.programs()):
        yield absent("ModemManager", Said("it does not run"))
    elif any(machine.files(f"{folder}/udev/rules.d/{RULE}") for folder in ("/etc", "/lib", "/usr/lib")):
        yield fine("ModemManager", Said("a udev rule keeps it away from our ports"))
    else:
        rule = Path(__file__).parents[2] / "firmware" / RULE
        advice = Said("sudo cp {rule} /etc/udev/rules.d/ && sudo udevadm control --reload && sudo udevadm trigger", rule=shlex.quote(str(rule)))
        yield warn("ModemManager", Said("it talks to every new port for a while, also to a wand"), advice)


def _word(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
