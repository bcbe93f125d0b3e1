"""Files and links that a power cut leaves whole: the old one or the new one."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def sync(folder: Path) -> None:
    """Has the names in a folder on disk. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write(file: Path, content: bytes) -> None:
    """Replaces a file: afterwards the old one is there or the new one, whole. Readable for the owner only. Raises OSError."""
    new = file.with_name(file.name + ".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    os.replace(new, file)
    sync(file.parent)


def erase(folder: Path) -> None:
    """Takes a folder away, with noughts in the place of what was in its files, as far as the disk lets it: it may hold what lies face down."""
    for file in folder.glob("*"):
        with contextlib.suppress(OSError), open(file, "r+b", buffering=0) as out:
            left = os.fstat(out.fileno()).st_size
            while left > 0:
                left -= out.write(bytes(min(left, 65_536)))
            os.fsync(out.fileno())
    shutil.rmtree(folder, ignore_errors=True)


def note(file: Path, facts: Mapping[str, object]) -> None:
    """Writes facts as JSON. Raises OSError."""
    write(file, json.dumps(facts).encode())


def noted(file: Path) -> dict[str, Any]:
    """The facts in a file; none where it is missing or damaged."""
    try:
        facts = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}


def point(link: Path, target: Path) -> None:
    """Makes `link` point to `target`, which lies in the same home, in one step. Raises OSError."""
    new = link.with_name(link.name + ".new")
    new.unlink(missing_ok=True)
    new.symlink_to(target.relative_to(link.parent))
    os.replace(new, link)
    sync(link.parent)
