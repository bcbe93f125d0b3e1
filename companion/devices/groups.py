"""Groups of users, which open the devices. In a name space of users, as the desktop's service is in one, they go on opening them, but all but
the user's own have lost their numbers there: each looks like the one that stands for whatever has none (user_namespaces(7))."""

from __future__ import annotations

import grp
import os
from pathlib import Path

OVERFLOW = Path("/proc/sys/kernel/overflowgid")


def mine() -> frozenset[str] | None:
    """The groups of this session, which may lag behind those of the user; None where they have lost their numbers."""
    numbers = {*os.getgroups(), os.getegid()}
    if _numberless() in numbers:
        return None
    return frozenset(name for name in map(_name, numbers) if name)


def of(path: str) -> str | None:
    """The group of a file, None if it can't be told."""
    try:
        number = os.stat(path).st_gid
    except OSError:
        return None
    return None if number == _numberless() else _name(number)


def _name(number: int) -> str | None:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return None


def _numberless() -> int:
    try:
        return int(OVERFLOW.read_text())
    except (OSError, ValueError):
        return 65534
