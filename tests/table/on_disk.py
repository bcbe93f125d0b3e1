"""What can be read of face-down cards by whoever has the disk."""

from __future__ import annotations

import re
from pathlib import Path

KIND = re.compile(rb'"character":"(?:raise|bluff|cheat)"')


def kinds_on_disk(folder: Path) -> int:
    """How often the kind of a card stands in clear in any file of the data, sound or not."""
    return sum(len(KIND.findall(file.read_bytes())) for file in folder.rglob("*") if file.is_file())
