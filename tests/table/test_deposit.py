"""What somebody takes along: it is on the stick when that is told, also on a stick with FAT."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.errors import BackupError
from companion.table.deposit import deposit


def test_a_file_is_synced_under_the_name_that_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FAT has length and place of a file beside its name: a new name is empty until the file is synced once more, whatever is done with the folder.
    A stick that was pulled out of a machine after "You can pull the stick out" had 0 bytes under the name (bin/trial).
    """
    synced: list[str] = []
    sync = os.fsync

    def fsync(descriptor: int) -> None:
        sync(descriptor)
        synced.append(os.readlink(f"/proc/self/fd/{descriptor}"))

    monkeypatch.setattr(os, "fsync", fsync)
    file = tmp_path / "backup.jsonl"
    deposit(file, b"all games", BackupError)
    assert file.read_bytes() == b"all games"
    # The content before it bears the name, then the name, then the folder.
    assert synced == [f"{file}.new", str(file), str(tmp_path)]
    assert list(tmp_path.iterdir()) == [file]
