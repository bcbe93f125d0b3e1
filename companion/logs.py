"""What the program writes down about itself: a small rotating log, and a report where it fails. Neither knows what lies face down, nor a tag's UID.

A traceback holds lines of code, and the text of an exception only where it is of a type that names no value: that of a KeyError may be what lies
face down in whatever game. Local variables are never written.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import sys
import traceback
from datetime import datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from companion import __version__
from companion.errors import CompanionError

FOLDER = "log"
FILE = "companion.log"
BYTES, KEPT = 200_000, 3
REPORTS = 10
"""How many reports of failures are kept."""

_NAME_NO_VALUE = (CompanionError, OSError, ImportError, SyntaxError, AttributeError, NameError, TypeError)
"""The texts of these are of files, of the disk or of names in code, or sentences of the companion."""

log = logging.getLogger("companion")


class _OwnersFile(RotatingFileHandler):
    """A log that only its owner reads, whatever the umask."""

    def _open(self):  # type: ignore[no-untyped-def]
        # A pipe that nobody reads is refused rather than waited for.
        return os.fdopen(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK, 0o600), "a", encoding="utf-8")


def start(folder: Path) -> None:
    """Begins the log in `folder`/log with the version and the machine. A disk that does not take it costs the log, not the game."""
    home = folder / FOLDER
    try:
        # Folders above the last one would be open to others.
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        home.mkdir(exist_ok=True, mode=0o700)
        handler = _OwnersFile(home / FILE, maxBytes=BYTES, backupCount=KEPT, encoding="utf-8")
    except OSError:
        return
    handler.setFormatter(_Lines("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S"))
    stop()
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
    # A full disk is no reason to print tracebacks of the log itself.
    logging.raiseExceptions = False
    log.info("%s", machine())


def stop() -> None:
    """Ends the log."""
    for handler in list(log.handlers):
        log.removeHandler(handler)
        # A full disk does not take the last line, and that is all.
        with contextlib.suppress(OSError):
            handler.close()


def _number(report: Path) -> int:
    number = report.stem.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


def machine() -> str:
    """Version of the companion, of Python, and what it runs on, in one line."""
    try:
        model = Path("/proc/device-tree/model").read_text().strip("\0\n")
    except OSError:
        model = platform.machine()
    return f"Companion {__version__}, Python {platform.python_version()}, {platform.system()} {platform.release()}, {model}"


def report(folder: Path, error: BaseException) -> Path | None:
    """Writes down a failure for a bug report: where in the code, on which machine. Returns the file, None if the disk did not take it."""
    home = folder / FOLDER
    try:
        # Folders above the last one would be open to others.
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        home.mkdir(exist_ok=True, mode=0o700)
        # By their numbers: a clock may jump.
        old = sorted(home.glob("failure-*.txt"), key=_number)
        for file in old[: -REPORTS + 1]:
            file.unlink(missing_ok=True)
        number = 1 + (_number(old[-1]) if old else 0)
        name = home / f"failure-{number}.txt"
        text = f"{machine()}\n{datetime.now().isoformat(timespec='seconds')}\n\n{_told(error)}"
        with os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            out.write(text)
    except OSError:
        return None
    log.error("The companion has failed; the report is %s", name.name)
    return name


faults: dict[str, Path | None] = {}
"""The reports of this run by where in the code each mistake was made: one that is made at every poll is written down once."""


def fault(folder: Path, error: BaseException) -> Path | None:
    """Writes down a mistake after which the program goes on. Returns its report, None if the disk did not take it."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{folder} {type(error).__name__} {f'{frames[-1].filename}:{frames[-1].lineno}' if frames else ''}"
    if where not in faults:
        faults[where] = report(folder, error)
    else:
        log.error("Once more: %s", type(error).__name__)
    return faults[where]


def _told(error: BaseException) -> str:
    """A traceback, with those of the causes before it."""
    chain: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in chain:
        chain.insert(0, following)
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return "\n".join(f"Traceback:\n{''.join(traceback.format_tb(each.__traceback__))}{_name(each)}\n" for each in chain)


def _name(error: BaseException) -> str:
    kind = type(error)
    named = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    return f"{named}: {error}" if isinstance(error, _NAME_NO_VALUE) or kind.__module__ == "sqlite3" else named


class _Lines(logging.Formatter):
    """Lines of the log; the traceback of an exception is as in a report."""

    def formatException(self, ei: object) -> str:
        error = ei[1] if isinstance(ei, tuple) else None
        return _told(error).rstrip() if isinstance(error, BaseException) else ""


RESTARTS = "COMPANION_RESTARTS"
GIVEN_UP = "COMPANION_GIVEN_UP"
"""In this variable the program that has failed too often tells the next one its last report."""
MOST_RESTARTS, WITHIN_S = 3, 60.0


def failures() -> int:
    """How many failures this start follows."""
    return len(os.environ.get(RESTARTS, "").split())


def may_restart(now: float) -> bool:
    """Whether the program may start itself anew after a failure: not when it has done so three times within a minute. `now` in seconds."""
    times = [float(word) for word in os.environ.get(RESTARTS, "").split()]
    recent = [then for then in times if 0 <= now - then < WITHIN_S]
    os.environ[RESTARTS] = " ".join(map(str, [*recent, now]))
    return len(recent) < MOST_RESTARTS


def give_up(report: Path | None) -> None:
    """Replaces this process by a new one that only says that it has failed too often. Does not return."""
    os.environ[GIVEN_UP] = str(report or "")
    restart()


def given_up() -> str | None:
    """The last report, where the program has failed too often; None where it has not. Told once."""
    told = os.environ.pop(GIVEN_UP, None)
    if told is not None:
        os.environ.pop(RESTARTS, None)
    return told


def anew() -> None:
    """Starts once more because somebody wants it: no failure counts any more. Does not return."""
    os.environ.pop(RESTARTS, None)
    restart()


def restart() -> None:
    """Replaces this process by a new one of the same command. Does not return."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-m", "companion", *sys.argv[1:]])
