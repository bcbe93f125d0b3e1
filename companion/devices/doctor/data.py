"""Where the games are kept: rights, room, and how fast an act is on disk."""

from __future__ import annotations

import os
import shlex
import stat
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.devices.doctor.finding import Finding, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.said import Said, why

LITTLE, TOO_LITTLE = 500_000_000, 50_000_000
"""Bytes of room. An evening takes less than one million; the system needs the rest."""
WRITES = 20
SLOW, SLOWEST = 0.1, 1.0
"""Seconds until one act is on disk: usually, and at worst."""
IN_MEMORY = ("tmpfs", "ramfs", "overlay")


def folder(machine: Machine) -> Iterator[Finding]:
    """Whether this user, and nobody else, may read and write the data."""
    data = machine.data
    typed = shlex.quote(str(data))
    if not data.exists():
        above = _existing(data)
        if machine.may_use(above):
            yield absent("data", Said("none yet; they will be kept in {data}", data=data))
        else:
            yield fail(
                "data",
                Said("{above} can't be written, so {data} can't be made", above=above, data=data),
                Said("Name another folder: companion play --data DIR"),
            )
        return
    kind, options = _mount(machine, data)
    foreign = [file for file in (data, *sorted(data.iterdir())) if machine.owner(file) != machine.uid]
    if machine.uid != 0 and foreign:
        yield fail("data", Said("{file} is another user's", file=foreign[0]), Said("sudo chown -R {user}: {typed}", user=machine.user, typed=typed))
    elif "ro" in options:
        yield fail(
            "data",
            Said("{data} is on a disk that is read-only", data=data),
            Said("Restart the Pi; if it stays so, the card is worn out: take a new one."),
        )
    elif not machine.may_use(data):
        yield fail("data", Said("{data} can't be written", data=data), Said("chmod -R u+rwX {typed}", typed=typed))
    elif machine.model and kind in IN_MEMORY:
        advice = Said("Switch the overlay file system off with: sudo raspi-config nonint disable_overlayfs   then restart.")
        yield warn("data", Said("{data} is kept in memory ({kind}) and lost when the Pi is switched off", data=data, kind=kind), advice)
    elif any(stat.S_IMODE(file.stat().st_mode) & 0o077 for file in (data, *data.glob("journal.db*"), *data.glob("keys/*"))):
        yield warn("data", Said("others on this machine may read which tag is which card"), Said("chmod -R go= {typed}", typed=typed))
    else:
        yield fine("data", Said("{data}, for {user} alone", data=data, user=machine.user))


def space(machine: Machine) -> Iterator[Finding]:
    """Whether there is room."""
    free = machine.free(_existing(machine.data))
    room = Said("{free:.1f} GB are free", free=free / 1e9) if free >= 1e9 else Said("{free:.0f} MB are free", free=free / 1e6)
    advice = Said("Delete what you do not need; see what takes the room with: du -xh / | sort -h | tail")
    if free < TOO_LITTLE:
        yield fail("disk", Said("only {room}", room=room), advice)
    elif free < LITTLE:
        yield warn("disk", Said("only {room}", room=room), advice)
    else:
        yield fine("disk", room)


def speed(machine: Machine) -> Iterator[Finding]:
    """How long an act takes until a power cut can't lose it."""
    try:
        usual, worst = _written(machine)
    except OSError as error:
        yield fail("disk speed", Said("nothing can be written ({why})", why=why(error)), Said("See the lines about data and disk above."))
        return
    told = Said("a move is saved in {usual:.0f} ms, at worst {worst:.0f} ms", usual=usual * 1000, worst=worst * 1000)
    if usual > SLOW or worst > SLOWEST:
        yield warn("disk speed", told, Said("Take another SD card (class A1 or A2), or a USB disk."))
    else:
        yield fine("disk speed", told)


def _written(machine: Machine) -> tuple[float, float]:
    """Seconds that a few bytes take to be on disk: median and worst."""
    taken = []
    with tempfile.NamedTemporaryFile(dir=_existing(machine.data), prefix=".doctor-") as file:
        for _ in range(WRITES):
            before = machine.clock()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            taken.append(machine.clock() - before)
    return statistics.median(taken), max(taken)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    return next(path for path in (folder, *folder.absolute().parents) if path.exists())


def _mount(machine: Machine, folder: Path) -> tuple[str, list[str]]:
    """The file system that a folder is on: kind and options."""
    place = str(folder.resolve())
    best, kind, options = "", "", ""
    for line in (machine.text("/proc/mounts") or "").splitlines():
        words = line.split()
        if len(words) < 4:
            continue
        point = words[1].replace("\\040", " ")
        inside = place == point or place.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind, options = point, words[2], words[3]
    return kind, options.split(",")
