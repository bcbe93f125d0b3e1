"""Whether there is a screen, and on which graphics card. Reads what the desktop and the kernel tell; opens nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, MutableMapping
from pathlib import Path

SYS = Path("/sys")

PANELS = ("DSI", "DPI", "LVDS", "eDP")
"""Connectors of panels that are built in. They come before a television: they are what fingers touch."""

CONNECTOR = re.compile(r"card(?P<card>\d+)-(?P<kind>[A-Za-z]+)")
"""The kernel's name of a connector, such as card1-HDMI-A-2 or card0-DSI-1. Linux: drivers/gpu/drm/drm_sysfs.c."""


def card(sys: Path = SYS) -> int | None:
    """The N of /dev/dri/cardN that a display is connected to; None where none is.

    A Pi 4 has one card that only computes pictures and one with all sockets; a Pi 5 has a further card for each DSI or DPI panel.
    Which number is whose changes from start to start.
    """
    found = []
    for status in sys.glob("class/drm/card*-*/status"):
        connector = CONNECTOR.match(status.parent.name)
        try:
            connected = status.read_text().strip() == "connected"
        except OSError:
            continue
        if connector is not None and connected:
            found.append((connector["kind"] not in PANELS, int(connector["card"])))
    return min(found)[1] if found else None


def there(environment: Mapping[str, str] = os.environ, sys: Path = SYS) -> bool:
    """Whether a window can be opened: on a desktop, by a driver that was named, or on a display that is connected."""
    if any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return True
    return card(sys) is not None


def choose(environment: MutableMapping[str, str] = os.environ, sys: Path = SYS) -> None:
    """Without a desktop, has SDL draw straight to the card with the display. What somebody has set stands. Before SDL is loaded."""
    if any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        return
    chosen = card(sys)
    if chosen is not None and environment.setdefault("SDL_VIDEODRIVER", "kmsdrm") == "kmsdrm":
        environment.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(chosen))
