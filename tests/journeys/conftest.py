"""The window is prepared before anything of Kivy is imported. What a machine can't lend to a test is deselected, which the closing line counts."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.ui.harness  # noqa: F401

SMALL = 1_000_000
"""Bytes of the small disk."""
RAW = 24_000_000
"""Bytes of the disk that is read byte by byte."""


def mount(folder: Path) -> bool:
    """Mounts a small disk of its own there, if this user may."""
    words = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)]
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def unmount(folder: Path) -> None:
    # What a failed test has left open there must not keep the disk: it would stand in the way of every run that comes.
    if not _runs("umount", str(folder)):
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


class RawDisk:
    """A disk of its own with ext4 on it, in a file that can be read byte by byte, deleted blocks and all."""

    def __init__(self, home: Path) -> None:
        self.image, self.folder = home / "image", home / "mounted"

    def mount(self) -> bool:
        """Makes and mounts it, if this machine can."""
        self.folder.mkdir()
        with open(self.image, "wb") as image:
            image.truncate(RAW)
        if not _runs("mkfs.ext4", "-q", "-F", str(self.image)):
            return False
        where = str(self.image), str(self.folder)
        return _runs("mount", "-o", "loop", *where) or _runs("fuse2fs", "-o", "fakeroot", *where)

    def unmount(self) -> bytes:
        """Has everything on the disk and returns its bytes."""
        os.sync()
        assert _runs("umount", str(self.folder)) or _runs("fusermount", "-u", str(self.folder))
        return self.image.read_bytes()


def _runs(*words: str) -> bool:
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _lends_small_disk(home: Path) -> bool:
    if lends := mount(home):
        unmount(home)
    return lends


def _lends_raw_disk(home: Path) -> bool:
    disk = RawDisk(home)
    if lends := disk.mount():
        disk.unmount()
    return lends


LENT = {"small_disk": _lends_small_disk, "raw_disk": _lends_raw_disk}
"""Fixtures that not every machine can lend, and how it is tried."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for fixture, lends in LENT.items():
        wanting = [item for item in items if fixture in getattr(item, "fixturenames", ())]
        with tempfile.TemporaryDirectory() as folder:
            if not wanting or lends(Path(folder)):
                continue
        config.hook.pytest_deselected(items=wanting)
        items[:] = [item for item in items if item not in wanting]


@pytest.fixture
def raw_disk(tmp_path: Path) -> Iterator[RawDisk]:
    """A disk that can be read byte by byte."""
    disk = RawDisk(tmp_path)
    assert disk.mount()
    yield disk
    if os.path.ismount(disk.folder):
        disk.unmount()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that is soon full. Only root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    assert mount(folder)
    yield folder
    unmount(folder)
