"""A disk whose power goes at any one of its calls: what was not synced by then is torn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


class PowerCut(BaseException):
    """The power goes."""


class Disk:
    """Lets so many calls through. `tear`: what becomes of a file that was written and not synced."""

    def __init__(self, lasts: int, tear: Callable[[bytes], bytes]) -> None:
        self.left = lasts
        self.tear = tear
        self._open, self._fsync, self._replace = os.open, os.fsync, os.replace
        self._files: dict[int, Path] = {}
        self._unsynced: set[Path] = set()

    def _step(self) -> None:
        if not self.left:
            raise PowerCut
        self.left -= 1

    def open(self, path: str | Path, flags: int, mode: int = 0o777, **more: int) -> int:
        self._step()
        descriptor = self._open(path, flags, mode, **more)
        if flags & (os.O_WRONLY | os.O_RDWR):
            self._files[descriptor] = Path(path)
            self._unsynced.add(Path(path))
        return descriptor

    def fsync(self, descriptor: int) -> None:
        self._step()
        self._fsync(descriptor)
        self._unsynced.discard(self._files.get(descriptor, Path()))

    def replace(self, old: str | Path, new: str | Path) -> None:
        self._step()
        self._replace(old, new)
        if Path(old) in self._unsynced:
            self._unsynced.add(Path(new))

    def goes_dark(self) -> None:
        for path in self._unsynced:
            if path.exists():
                path.write_bytes(self.tear(path.read_bytes()))


TEARS: tuple[Callable[[bytes], bytes], ...] = (lambda content: b"", lambda content: content[: len(content) // 2], lambda content: bytes(len(content)))


def cuts(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> Iterator[int]:
    """Does something again and again, and lets the power go at its first call of the disk, its second ...; yields after each cut.

    `act` begins from anew each time. Ends when it gets through.
    """
    for tear in TEARS:
        for lasts in range(1000):
            disk = Disk(lasts, tear)
            with monkeypatch.context() as patched:
                patched.setattr(os, "open", disk.open)
                patched.setattr(os, "fsync", disk.fsync)
                patched.setattr(os, "replace", disk.replace)
                try:
                    act()
                except PowerCut:
                    pass
                else:
                    break
            disk.goes_dark()
            yield lasts
