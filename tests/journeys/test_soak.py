"""Games of the whole shelf, several at a time, while devices come and go and every line is noisy: nothing is lost, doubled, or left over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games import SHELF

ROOT = Path(__file__).parent.parent.parent


def soak(folder: Path, games: int, seed: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.journeys.soak", str(folder), str(games), str(seed)]
    # The allocator is asked what is in use: of everything, and in the one arena that it tells of.
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "1"}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=7200, check=False)
    assert result.returncode == 0, result.stderr[-4000:]
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["games"] == games
    assert found["before"] == found["after"], "a thread or a file handle was left over"
    return found


def test_some_games_with_everything_in_between(tmp_path: Path) -> None:
    count = soak(tmp_path, games=6, seed=1)["count"]
    # It was no quiet evening.
    assert min(count[way] for way in ("pad", "touch", "mixed", "wand", "ring", "undone", "pulled", "noise", "corrected", "cut")) >= 5
    assert min(count[key] for key in SHELF) >= 100


@pytest.mark.long
def test_two_hundred_games_in_the_memory_of_ten(tmp_path: Path) -> None:
    found = soak(tmp_path, games=200, seed=2)
    held, resident = zip(*found["memory"], strict=True)
    assert max(held[10:]) <= 1.05 * held[9], [each // 1024 for each in held]
    # Free memory in pieces too small to be given back comes to some MB in the first hundred games.
    assert max(resident[10:]) <= 1.25 * resident[9], [each // 1024 for each in resident]
    assert found["count"]["pulled"] > 200
    files, kept = zip(*found["files"], strict=True)
    # The journal with its newest copies and the log; a game adds what its acts are long, and nothing else.
    assert max(files) <= 12, files
    assert kept[-1] - kept[9] <= 300_000 * (len(kept) - 10), kept
