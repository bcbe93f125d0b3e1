"""Mounts sticks where nothing else does, as on a system without a desktop: by udisks2, which bin/install lets the companion's user ask."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from companion.errors import StickError

PATIENCE_S = 30.0
"""A stick that takes longer is not waited for."""


def partitions(blocks: Path) -> dict[str, list[str]]:
    """What could be mounted of each disk, by the disk's name: its partitions, or itself where it has none. Empty card readers are left out."""
    found: dict[str, list[str]] = {}
    for block in sorted(blocks.iterdir()) if blocks.is_dir() else ():
        try:
            disk = block.resolve(strict=True)
            if int((disk / "size").read_text()) == 0:
                continue
        except (OSError, ValueError):
            continue
        if (disk / "partition").exists():
            found.setdefault(disk.parent.name, []).append(block.name)
        else:
            found.setdefault(block.name, [])
    return {disk: parts or [disk] for disk, parts in found.items()}


def mount(devices: Iterable[str]) -> int:
    """Mounts each device; one without a file system is passed over. Returns how many were mounted. Raises StickError if none was."""
    asked = list(devices)
    if not asked:
        return 0
    udisks = shutil.which("udisksctl")
    if udisks is None:
        raise StickError("A stick is plugged in, but nothing on this system opens it. Run bin/install again, or install udisks2.")
    # What somebody else has put on it is read, and never run.
    words = [udisks, "mount", "--no-user-interaction", "--options", "nosuid,nodev,noexec", "--block-device"]
    said = []
    for device in asked:
        try:
            done = subprocess.run([*words, device], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
            said.append((done.returncode, done.stderr))
        except (OSError, subprocess.TimeoutExpired) as error:
            said.append((1, str(error)))
    mounted = sum(status == 0 for status, _ in said)
    if not mounted:
        if any("NotAuthorized" in why for _, why in said):
            raise StickError("A stick is plugged in, but this user may not open it. Run bin/install again.")
        raise StickError("A stick is plugged in, but it can't be opened. Take another one, or format it as FAT or exFAT on another computer.")
    return mounted
