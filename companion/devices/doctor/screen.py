"""The screen and what feels a finger on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion import screen
from companion.devices.doctor.finding import Finding, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.said import Said

DIRECT = 1 << 1
"""INPUT_PROP_DIRECT of the kernel's input.h: a panel one touches, no touchpad."""
OLD_TOUCH = "rpi-ft5406"
"""An overlay that shows the first official panel's touch a second time, beside the driver of the panel itself."""


def display(machine: Machine) -> Iterator[Finding]:
    """Whether there is a screen that the companion may draw on."""
    if machine.desktop:
        yield fine("display", Said("a desktop ({desktop})", desktop=machine.desktop))
        return
    number = screen.card(machine.path("/sys"))
    if number is None:
        yield warn("display", Said("no screen is connected"), Said("Connect one and restart, or play in the terminal: companion demo"))
        return
    card = f"card{number}"
    sockets = [status.parent.name for status in machine.files(f"/sys/class/drm/{card}-*/status") if status.read_text().strip() == "connected"]
    names = ", ".join(name.removeprefix(f"{card}-") for name in sockets)
    devices = [machine.path(f"/dev/dri/{card}"), *machine.files("/dev/dri/renderD*")]
    closed = [device for device in devices if device.exists() and not machine.may_use(device)]
    if not devices[0].exists():
        yield fail(
            "display",
            Said("{names} is connected, but /dev/dri/{card} is missing", names=names, card=card),
            Said("Put dtoverlay=vc4-kms-v3d into config.txt and restart."),
        )
    elif closed:
        advice = Said("sudo usermod -aG video,render {user}   then log out and in again.", user=machine.user)
        yield fail("display", Said("{names} is connected, but /dev/dri/{name} may not be opened", names=names, name=closed[0].name), advice)
    elif machine.environment.get("SDL_KMSDRM_DEVICE_INDEX", str(number)) != str(number):
        found = Said("{names} hangs on {card}, but SDL_KMSDRM_DEVICE_INDEX names another", names=names, card=card)
        yield warn("display", found, Said("unset SDL_KMSDRM_DEVICE_INDEX: the companion finds the card by itself."))
    else:
        yield fine("display", Said("{names} on {card}", names=names, card=card))


class Panel(NamedTuple):
    """A touch panel: its name and its file below /dev/input."""

    name: str
    event: str


def panels(machine: Machine) -> list[Panel]:
    """The touch panels that the kernel knows."""
    found = []
    for block in (machine.text("/proc/bus/input/devices") or "").split("\n\n"):
        name = re.search(r'^N: Name="(.*)"$', block, re.M)
        event = re.search(r"^H: Handlers=.*\b(event\d+)\b", block, re.M)
        properties = re.search(r"^B: PROP=([0-9a-f]+)$", block, re.M)
        if name and event and properties and int(properties[1], 16) & DIRECT:
            found.append(Panel(name[1], event[1]))
    return found


def touch(machine: Machine) -> Iterator[Finding]:
    """Which panels there are, and whether one of them is seen twice."""
    found = panels(machine)
    if not found:
        yield absent("touch", Said("no touch panel; a mouse works too"))
        return
    names = " and ".join(panel.name for panel in found)
    closed = [panel for panel in found if not machine.may_use(machine.path(f"/dev/input/{panel.event}"))]
    doubled = [line for line in machine.boot_lines() if line.startswith(f"dtoverlay={OLD_TOUCH}")]
    if closed and not machine.desktop:
        advice = Said("sudo usermod -aG input {user}   then log out and in again.", user=machine.user)
        yield fail("touch", Said("{name} may not be read (/dev/input/{event})", name=closed[0].name, event=closed[0].event), advice)
    elif len(found) > 1 and doubled:
        yield warn(
            "touch",
            Said("one panel is seen twice, as {names}: a tap may count twice", names=names),
            Said("Take {one} out of config.txt and restart.", one=doubled[0]),
        )
    elif len(found) > 1:
        yield warn(
            "touch",
            Said("there are {n} panels ({names}); if both are one, a tap may count twice", n=len(found), names=names),
            Said("Unplug the other one."),
        )
    else:
        yield fine("touch", names)
