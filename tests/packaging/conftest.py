"""What several tests of the packaging share."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from tests.packaging.wheels import build


@pytest.fixture(scope="session")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the project as it is. The first process that asks builds it for all that run tests with it."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder / "done"
        if not done.exists():
            done.symlink_to(build(folder))
        return done.readlink()
