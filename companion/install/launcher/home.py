"""The folder of an installation: which version is started, and which one instead of it."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sys
from pathlib import Path
from typing import Any

from .data import give_back
from .files import erase, note, noted, point

SERVICE = "COMPANION_SERVICE"
"""In this variable a unit of systemd names itself: console or desktop."""

RUNS = "COMPANION_RUNS"
"""Set where the companion runs already, and a version is started only to say so on the screen: to what starts the launcher once more."""


def say(sentence: str) -> None:
    """Tells the journal of the service, or whoever sits at the terminal."""
    print(sentence, file=sys.stderr, flush=True)


class Home:
    """An installation: the folder that is drawn at the top."""

    def __init__(self, folder: Path) -> None:
        # Links are told apart by where they lead, also where the user's own folder is behind one.
        folder = folder.resolve()
        self.folder = folder
        self.versions = folder / "versions"
        self.current = folder / "current"
        self.previous = folder / "previous"
        self.probation = folder / "probation"
        self.before = folder / "before"
        self.went_back = folder / "went-back"
        self.running = folder / "running"
        self.start = folder / "start"

    def complete(self, link: Path) -> Path | None:
        """The version that a link points to, if all of it is there."""
        version = link.resolve()
        return version if version.parent == self.versions and (version / "complete").exists() else None

    def on_probation(self) -> str | None:
        """The name of the current version while it has not shown yet that it starts."""
        named = noted(self.probation).get("version")
        return named if isinstance(named, str) and named == self.current.resolve().name else None

    @property
    def alive(self) -> Path:
        """What the current version makes, while it is on probation, once its screen is alive."""
        return self.current.resolve() / "alive"

    def passed(self) -> None:
        """The version on probation has shown that it starts."""
        # The copies go last: a power cut before that leaves files, and nothing that a later start would take for a failure.
        for file in (self.probation, self.alive, self.went_back):
            file.unlink(missing_ok=True)
        erase(self.before)

    def go_back(self, data: Path, why: str) -> None:
        """Takes the version on probation out of use. Raises OSError."""
        new, old = self.current.resolve(), self.complete(self.previous)
        if old is None:
            # Nothing to go back to: it goes on trying.
            self.probation.unlink(missing_ok=True)
            say(f"{new.name} does not start ({why}), and there is no other version. Run bin/install again.")
            return
        give_back(self.before, data)
        note(self.went_back, {"version": new.name, "why": why})
        point(self.current, old)
        self.probation.unlink(missing_ok=True)
        erase(self.before)
        say(f"{new.name} does not start ({why}). Going back to {old.name}; the game is where it was.")

    def command(self, arguments: list[str]) -> list[str]:
        """What starts the current version. Its own name rather than the link's: what runs keeps its version when the link changes."""
        return [str(self.current.resolve() / "bin" / "python"), "-P", "-m", "companion", *arguments]

    def lock(self) -> bool:
        """Takes the installation for this process, and for what it turns into. False if another launcher has it."""
        # A disk that takes nothing keeps nobody from playing on; the data have a lock of their own.
        with contextlib.suppress(OSError):
            descriptor = os.open(self.running, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return False
            os.set_inheritable(descriptor, True)
            os.ftruncate(descriptor, 0)
            os.write(descriptor, json.dumps({"process": os.getpid(), "service": os.environ.get(SERVICE, "")}).encode())
        return True

    def runs(self) -> dict[str, Any]:
        """What the launcher that runs wrote of itself; nothing if none does."""
        try:
            descriptor = os.open(self.running, os.O_RDWR)
        except OSError:
            return {}
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return noted(self.running)
        finally:
            os.close(descriptor)
        return {}
