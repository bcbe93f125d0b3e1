"""The keys of what is sealed: one small file for the round of a game that is on. To erase what was sealed is to destroy its key.

A key is on disk, file and folder, before the first act that is sealed with it; it is overwritten, synced, unlinked, and the folder synced, when
its round is over for good. No copy, backup or export ever holds one.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

from companion import files
from companion.table.journal.copies import sync

FOLDER = "keys"
LENGTH = 32
CHECK = 8
"""Bytes of a key, and of the sum after it by which a torn file is known."""


class Keys:
    """The keys beside a journal, by name. What was read or made stays in memory until it is destroyed."""

    def __init__(self, folder: Path) -> None:
        """`folder`: of the journal."""
        self._home = folder / FOLDER
        self._known: dict[str, bytes] = {}

    def names(self) -> list[str]:
        """The keys that there are. Raises OSError."""
        try:
            return sorted(file.name for file in self._home.iterdir())
        except FileNotFoundError:
            return []

    def make(self, game: int) -> str:
        """Makes a key for a game and has it on disk. Returns its name. Raises OSError; then there is none."""
        if not self._home.is_dir():
            self._home.mkdir(mode=0o700)
            sync(self._home.parent)
        key = os.urandom(LENGTH)
        name = f"{game}-{os.urandom(8).hex()}"
        file = self._home / name
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0) as out:
                out.write(key + _sum(key))
                os.fsync(out.fileno())
            sync(self._home)
        except OSError:
            file.unlink(missing_ok=True)
            raise
        self._known[name] = key
        return name

    def read(self, name: str) -> bytes | None:
        """A key; None if it is not there, or damaged."""
        if name not in self._known:
            try:
                content = files.content(self._home / name, LENGTH + CHECK + 1)
            except OSError:
                return None
            key, check = content[:LENGTH], content[LENGTH:]
            if len(key) < LENGTH or check != _sum(key):
                return None
            self._known[name] = key
        return self._known[name]

    def destroy(self, name: str) -> None:
        """Overwrites a key, has that on disk, and takes its file away. Raises OSError; then it has to be done again."""
        self._known.pop(name, None)
        file = self._home / name
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_NONBLOCK), "wb", buffering=0) as out:
                out.write(bytes(LENGTH + CHECK))
                os.fsync(out.fileno())
        except FileNotFoundError:
            return
        file.unlink(missing_ok=True)
        sync(self._home)


def _sum(key: bytes) -> bytes:
    return blake2b(key, digest_size=CHECK).digest()
