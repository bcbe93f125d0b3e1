"""USB sticks: which are plugged in, and which backups lie on them."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import msgspec

from companion.errors import StickError
from companion.games.kit import strict
from companion.table.backup import mounting
from companion.table.backup.folder import ENDING
from companion.table.backup.write import FORMAT

MOUNTS = Path("/proc/self/mounts")
BLOCKS = Path("/sys/class/block")
PLACES = ("/media/", "/run/media/", "/mnt")
"""Where sticks are mounted, by desktops and by hand."""
MOST = 100
"""So many backups of a stick are listed."""


class Found(msgspec.Struct, frozen=True):
    """A backup on a stick: its file, when it was made by its own account (ISO, UTC), and its size in bytes. What is in it is not checked yet."""

    file: Path
    made: str
    size: int


class Stick(msgspec.Struct, frozen=True):
    """A mounted stick. `name`: what it is called; `free` in bytes; `backups`: those in its topmost folder, the newest first."""

    folder: Path
    name: str
    free: int
    writable: bool
    backups: tuple[Found, ...]


def sticks(mounts: Path = MOUNTS, blocks: Path = BLOCKS) -> tuple[Stick, ...]:
    """The sticks that are plugged in now, by name; those that nobody has mounted are mounted. One that can't be looked at is left out.

    May wait for a slow stick. Raises StickError where there are none but some that can't be mounted.
    """
    trouble = None
    try:
        mounting.mount(_unmounted(_mounted(mounts), blocks))
    except StickError as error:
        trouble = error
    found = {}
    for device, folder, options in _mounted(mounts):
        if folder.startswith(PLACES) and device.startswith("/dev/") and _is_removable(device, blocks):
            try:
                found[folder] = _stick(Path(folder), "rw" in options.split(","))
            except OSError:
                continue
    if trouble is not None and not found:
        raise trouble
    return tuple(sorted(found.values(), key=lambda stick: stick.name))


def holds(file: Path, mounts: Path = MOUNTS, blocks: Path = BLOCKS) -> bool:
    """Whether a file, or the place for one, is on a stick that is mounted. A disk that the system runs on is none, nor what can't be told."""
    place = file.absolute().parent.resolve() / file.name
    there = [(folder, device) for device, folder, _ in _mounted(mounts) if place.is_relative_to(folder)]
    # Of two at one folder the later one lies above the other.
    folder, device = max(enumerate(there), key=lambda found: (len(found[1][0]), found[0]))[1] if there else ("", "")
    return folder.startswith(PLACES) and device.startswith("/dev/") and _is_removable(device, blocks)


def _mounted(mounts: Path) -> list[tuple[str, str, str]]:
    """What is mounted: device, folder, options."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return []
    rows = ([_unescaped(word) for word in [*line.split(" "), "", "", "", ""]] for line in lines)
    return [(device, folder, options) for device, folder, _, options, *_ in rows]


def _unmounted(mounted: list[tuple[str, str, str]], blocks: Path) -> list[str]:
    """The devices that nobody has mounted, of disks that can be pulled out. A disk that the system itself runs on is left alone."""
    taken = {device for device, _, _ in mounted}
    systems = {device for device, folder, _ in mounted if not folder.startswith(PLACES)}
    found = []
    for disk, parts in mounting.partitions(blocks).items():
        devices = [f"/dev/{part}" for part in parts]
        if _is_removable(f"/dev/{disk}", blocks) and not systems & {*devices, f"/dev/{disk}"}:
            found += [device for device in devices if device not in taken]
    return found


def _stick(folder: Path, mounted_for_writing: bool) -> Stick:
    room = os.statvfs(folder)
    return Stick(
        folder,
        _shown(folder.name) or folder.name.encode(errors="replace").decode(),
        room.f_bavail * room.f_frsize,
        mounted_for_writing and os.access(folder, os.W_OK),
        tuple(sorted(_backups(folder), key=lambda found: found.made, reverse=True)[:MOST]),
    )


def _backups(folder: Path) -> list[Found]:
    found = []
    for entry in sorted(os.listdir(folder)):
        if not entry.endswith(ENDING) or _shown(entry) != entry:
            continue
        file = folder / entry
        try:
            # Neither a link that leads elsewhere nor a pipe that makes us wait.
            with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as stream:
                status = os.fstat(stream.fileno())
                header = strict.whole(stream.read(1000).split(b"\n")[0].decode()) if stat.S_ISREG(status.st_mode) else None
        except (OSError, UnicodeDecodeError, strict.Malformed):
            continue
        if isinstance(header, dict) and header.get("is") == FORMAT and isinstance(header.get("made"), str):
            found.append(Found(file, _shown(header["made"])[:25], status.st_size))
    return found


def _is_removable(device: str, blocks: Path) -> bool:
    """Whether a disk can be pulled out: the kernel says so of sticks and card readers; of disks on USB it says where they are."""
    try:
        disk = (blocks / os.path.basename(device)).resolve(strict=True)
        if (disk / "partition").exists():
            disk = disk.parent
        return (disk / "removable").read_text().strip() == "1" or any(part.startswith("usb") for part in disk.parts)
    except OSError:
        return False


def _unescaped(word: str) -> str:
    """A word of the table of mounts: blanks and backslashes are written as octal numbers there."""
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), word)


def _shown(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())
