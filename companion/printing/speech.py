"""What a command says: sentences in the language in force, what is somebody else's made safe where it is filled in."""

from __future__ import annotations

import io
import sys
from typing import Any

from companion.errors import RecordError
from companion.said import Said, why
from companion.words import told


def say(text: str, /, **values: Any) -> None:
    """A line on standard output."""
    print(told(_said(text, values)), flush=True)


def complain(text: str, /, **values: Any) -> None:
    """A line on standard error."""
    print(told(_said(text, values)), file=sys.stderr, flush=True)


def for_programs() -> None:
    """What is printed from here on is read by a program: UTF-8 with every letter, whatever the terminal knows."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors=sys.stdout.errors)


def complain_of(file: str, error: RecordError) -> None:
    """What is wrong in a file, on standard error: `FILE:LINE: reason`."""
    if error.line:
        complain("{file}:{line}: {reason}", file=file, line=error.line, reason=error.reason)
    else:
        complain("{file}: {reason}", file=file, reason=error.reason)


def unreadable(error: OSError, line: int = 0) -> RecordError:
    """That a file can't be read from this line on; 0: at all."""
    return RecordError(line, "the file can't be read: {why}", why=why(error))


def _said(text: str, values: dict[str, Any]) -> Said:
    return text if isinstance(text, Said) else Said(text, **values)
