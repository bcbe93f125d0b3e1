"""The command line in this process: quick, with its output and exit status."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from companion.cli import main


@dataclass
class Ran:
    """What a command printed, and how it ended."""

    status: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *words: str, typed: str | bytes = "") -> Ran:
    """Runs `companion WORDS`. `typed`: what standard input holds."""
    before = sys.stdin
    content = typed.encode() if isinstance(typed, str) else typed
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), "utf-8")
    capsys.readouterr()
    status = 0
    try:
        main.main(list(words))
    except SystemExit as end:
        status = int(end.code or 0)
    finally:
        sys.stdin = before
    printed = capsys.readouterr()
    return Ran(status, printed.out, printed.err)
