"""The window is prepared before anything of Kivy is imported. What a machine can't lend to a test is deselected, which the closing line counts."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.ui.harness  # noqa: F401

SMALL = 1_000_000
"""Bytes of the small disk."""


def mount(folder: Path) -> bool:
    """Mounts a small disk of its own there, if this user may."""
    words = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)]
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def unmount(folder: Path) -> None:
    subprocess.run(["umount", str(folder)], check=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanting = [item for item in items if "small_disk" in getattr(item, "fixturenames", ())]
    if not wanting:
        return
    with tempfile.TemporaryDirectory() as folder:
        if mount(Path(folder)):
            unmount(Path(folder))
            return
    config.hook.pytest_deselected(items=wanting)
    items[:] = [item for item in items if item not in wanting]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that is soon full. Only root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    assert mount(folder)
    yield folder
    unmount(folder)
