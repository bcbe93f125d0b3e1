"""An evening in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    table = Evening(tmp_path / "data")
    yield table
    table.journal.close()
