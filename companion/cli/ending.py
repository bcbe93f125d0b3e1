"""How a command begins and ends: its three streams, and what went wrong as a sentence and an exit status."""

from __future__ import annotations

import codecs
import io
import logging
import os
import re
import sqlite3
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion import assemble, logs
from companion.errors import CompanionError
from companion.install.launcher.crashes import SAID
from companion.install.launcher.data import data_folder
from companion.printing.options import BAD_INPUT, NOT_FINE
from companion.printing.speech import complain
from companion.said import Said, why
from companion.table.journal import storage
from companion.words import told


def begun() -> bool:
    """Makes the three streams ready for use, forgets a width that is none, and keeps the log's lines off the terminal.

    Returns whether the output was closed.
    """
    closed = _open_the_three()
    for size in ("COLUMNS", "LINES"):
        if not re.fullmatch("[1-9][0-9]{0,3}", os.environ.get(size, "1")):
            del os.environ[size]
    codecs.register_error("companion", _plain)
    codecs.register_error("companion, escaped", lambda error: _plain(error, codecs.backslashreplace_errors))
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "companion"), (sys.stderr, "companion, escaped")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    if not logs.log.handlers:
        logs.log.addHandler(logging.NullHandler())
    return closed


def ended(run: Callable[[], int], line: list[str]) -> int:
    """Runs a command and tells whatever it raises. `line`: as it was typed. Returns the exit status."""
    try:
        status = run()
        sys.stdout.flush()
    except CompanionError as error:
        _last_words(error.sentence)
        return BAD_INPUT
    except sqlite3.Error as error:
        _last_words(storage.unwritten(error).sentence)
        return BAD_INPUT
    except OSError as error:
        return _failed(error)
    except Exception as error:  # noqa: BLE001  told, and written down
        return _mistaken(error, line)
    return status


def _last_words(sentence: Said) -> None:
    """Says why it ends, and leaves that to the launcher: where no window opens, it says so on the console."""
    complain(sentence)
    file = os.environ.get(SAID)
    if file:
        with suppress(OSError):
            Path(file).write_text(told(sentence), "utf-8")


@contextmanager
def logged(folder: Path) -> Iterator[None]:
    """Keeps the log in `folder` while a command works with devices: what it says of them can be looked up there."""
    logs.start(folder)
    try:
        yield
    finally:
        logs.stop()
        logs.log.propagate = True


_PLAIN = {
    **dict.fromkeys("\u2018\u2019\u201a", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2013\u2014\u2212", "-"),
}
"""Marks of ours, in the letters of every terminal."""


def _plain(error: UnicodeError, else_: Callable[[UnicodeError], tuple[str | bytes, int]] = codecs.replace_errors) -> tuple[str | bytes, int]:
    """A terminal without such a letter is given a plain one where there is one: a space between thousands stays a space."""
    if not isinstance(error, UnicodeEncodeError):
        return else_(error)
    letter = error.object[error.start]
    plain = " " if unicodedata.category(letter) == "Zs" else _PLAIN.get(letter)
    if plain is None:
        return else_(UnicodeEncodeError(error.encoding, error.object, error.start, error.start + 1, error.reason))
    return plain, error.start + 1


def output_closed() -> int:
    """Says that nothing can be printed. Returns the exit status."""
    complain("Can't write the output: {why}.", why=Said("it is closed"))
    return NOT_FINE


def _failed(error: OSError) -> int:
    """Says what the system has refused: a file, which it names, or else the output."""
    if error.filename is not None:
        complain("{file}: {why}.", file=error.filename, why=why(error))
        return BAD_INPUT
    # Whatever is left in the buffer can't be written either.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    # Whoever has read enough, as `head` has, need not be told.
    if not isinstance(error, BrokenPipeError):
        complain("Can't write the output: {why}.", why=why(error))
    return NOT_FINE


def _mistaken(error: Exception, line: list[str]) -> int:
    """Tells a mistake of the companion, with its trace in a report among the data and not on the terminal."""
    named = data_folder(line)
    # A name that was mistyped makes no folder.
    report = logs.fault(named if named.is_dir() else assemble.data_folder(None), error)
    if report is None:
        _last_words(Said("The companion made a mistake ({kind}), and no report of it can be written.", kind=type(error).__name__))
    else:
        _last_words(Said("The companion made a mistake. What happened is in {report}; send it to whoever looks after the program.", report=report))
    return NOT_FINE


def _open_the_three() -> bool:
    """Standard input, output and error are open afterwards, so that no file takes the place of one. Returns whether the output was closed."""
    closed = sys.stdout is None
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return closed
