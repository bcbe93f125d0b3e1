"""What several tests of the packaging share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.wheels import build


@pytest.fixture(scope="session")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the project as it is."""
    return build(tmp_path_factory.mktemp("build"))
