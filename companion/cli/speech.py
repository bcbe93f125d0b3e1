"""What a command says: sentences in the language in force, what is somebody else's made safe where it is filled in."""

from __future__ import annotations

import sys
from typing import Any

from companion.said import Said
from companion.words import told


def say(text: str, /, **values: Any) -> None:
    """A line on standard output."""
    print(told(_said(text, values)), flush=True)


def complain(text: str, /, **values: Any) -> None:
    """A line on standard error."""
    print(told(_said(text, values)), file=sys.stderr, flush=True)


def _said(text: str, values: dict[str, Any]) -> Said:
    return text if isinstance(text, Said) else Said(text, **values)
