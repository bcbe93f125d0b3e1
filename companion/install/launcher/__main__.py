"""One start: of the current version for good, or of one on probation under watch."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from . import console
from .console import Console
from .crashes import Crashes
from .data import SETTINGS, data_folder, in_use, keep
from .files import erase, note, noted
from .home import RUNS, SERVICE, Home, say

STARTS = 2
"""How often a version on probation may fail to start."""

PATIENCE = "COMPANION_PATIENCE"
"""In this variable: how many seconds a version on probation may take until its screen is alive."""

PATIENCE_S = 90.0
HEALTHY = "COMPANION_HEALTHY"
"""In this variable a version on probation is told which file to make when its screen is alive."""

LOOP = 3
"""After so many ends in a row it is said at length, and waited before the next start."""

PAUSE = "COMPANION_PAUSE"
"""In this variable: for how many seconds."""

PAUSE_S = 20.0

ENDED = "--ended"
"""What systemd calls the launcher with after the companion has ended."""

CANNOT = 2
"""Exit status where nothing was started, since there is no screen or the companion runs already."""


class Start:
    """Starts of a version on probation, each watched until it has shown that it starts. `stopped`: somebody told it to end."""

    def __init__(self, home: Home, arguments: list[str]) -> None:
        self._home = home
        self._arguments = arguments
        self._child: subprocess.Popen[bytes] | None = None
        self.stopped = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)

    def _stop(self, _number: int, _frame: object) -> None:
        self.stopped = True
        if self._child is not None:
            self._child.terminate()

    def failure(self) -> str:
        """Starts it. Why it failed; "" once it is alive, or when it was told to end before."""
        home = self._home
        patience = float(os.environ.get(PATIENCE, PATIENCE_S))
        home.alive.unlink(missing_ok=True)
        self._child = subprocess.Popen(home.command(self._arguments), env={**os.environ, HEALTHY: str(home.alive)})
        if self.stopped:
            self._child.terminate()
        end = time.monotonic() + patience
        while True:
            # In this order: what ended in good order has made the file before.
            status = self._child.poll()
            if self.stopped or home.alive.exists():
                return ""
            if status is not None:
                return f"it ended with status {status}" if status >= 0 else f"signal {-status} ended it"
            if time.monotonic() > end:
                self._child.kill()
                self._child.wait()
                return f"its screen was not alive after {patience:g} seconds"
            time.sleep(0.1)

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        status = self._child.wait() if self._child is not None else 0
        return status if status >= 0 else 128 - status


def try_out(home: Home, name: str, arguments: list[str], terminal: Console) -> int | None:
    """Starts the version on probation. Its exit status, or None when it was taken out of use. Raises OSError."""
    data, number = data_folder(arguments), name.rpartition("-")[0]
    starts = int(noted(home.probation).get("starts", 0))
    start = Start(home, arguments)
    why = "the machine was switched off before its screen was alive"
    while starts < STARTS:
        if starts == 0:
            try:
                keep(data, home.before)
            except OSError as error:
                why = f"its data can't be copied first: {error.strerror}"
                break
        note(home.probation, {"version": name, "starts": starts + 1})
        terminal.show(console.NAME, console.TRIED, version=number)
        why = start.failure()
        if start.stopped:
            # Told to end: that says nothing about the version.
            note(home.probation, {"version": name, "starts": starts})
            return start.wait()
        if not why:
            home.passed()
            return start.wait()
        say(f"{name} did not start: {why}.")
        starts += 1
    home.go_back(data, why)
    if home.current.resolve().name != name:
        terminal.show(console.WENT_BACK, version=number)
    return None


def screen_there() -> bool:
    """Whether there is a desktop, a driver that was named, or a display that is connected."""
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return True
    # Only the tests look into another folder.
    for status in Path(os.environ.get("COMPANION_MACHINE", "") + "/sys/class/drm").glob("*/status"):
        with contextlib.suppress(OSError):
            if status.read_text().strip() == "connected":
                return True
    return False


def pause() -> float:
    """For how many seconds what is said on the console stays before the next start."""
    return float(os.environ.get(PAUSE, PAUSE_S))


def greet(terminal: Console, crashes: Crashes) -> None:
    """Says at once that it starts; after it has ended as it should not, how, and what to do."""
    if not crashes.count:
        terminal.show(console.NAME, console.STARTING)
        return
    how = {spoken: crashes.said or text for spoken, text in console.HOW.get(crashes.result, console.HOW["exit-code"]).items()}
    # What the companion itself has said is a sentence of somebody else's to the texts here.
    how = {spoken: text.replace("{", "{{").replace("}", "}}") if crashes.said else text for spoken, text in how.items()}
    if crashes.count < LOOP:
        terminal.show(console.ONCE, how, how=crashes.how)
        return
    seconds = pause()
    say(f"The companion has ended {crashes.count} times in a row ({crashes.result}, {crashes.how}). It is tried again in {seconds:g} seconds.")
    terminal.show(console.CRASHED, how, console.AGAIN, console.DO, count=crashes.count, how=crashes.how, seconds=f"{seconds:g}")
    time.sleep(seconds)


def status_of(home: Home, arguments: list[str], terminal: Console, crashes: Crashes) -> int | None:
    """The exit status where nothing may be started, or where a version on probation has ended; None: the current version is to be started
    for good. Raises OSError.
    """
    service = os.environ.get(SERVICE, "")
    # Neither is the version's fault, so neither counts against one on probation.
    if not screen_there():
        say("There is no screen. Connect one.")
        if service != "console":
            return CANNOT
        while not screen_there():
            time.sleep(1)
    # In this order: nothing is held when that is told.
    if in_use(data_folder(arguments)) or not home.lock():
        if service:
            say("The companion is running already.")
            terminal.show(console.RUNS_ALREADY)
            return CANNOT
        # Whoever has touched its icon looks at the screen.
        os.execve(home.command(arguments)[0], home.command(arguments), {**os.environ, RUNS: str(home.start)})
    greet(terminal, crashes)
    crashes.begin()
    name = home.on_probation()
    if name is not None and home.alive.exists():
        home.passed()
    elif name is not None:
        return try_out(home, name, arguments, terminal)
    return None


def main(home: Home, arguments: list[str]) -> int:
    """Starts the companion with these words of its command line, or takes in how it has ended."""
    crashes = Crashes()
    if arguments == [ENDED]:
        crashes.ended(os.environ)
        return 0
    terminal = Console(console.language(data_folder(arguments) / SETTINGS), there=os.environ.get(SERVICE) == "console")
    try:
        terminal.show(console.NAME, console.STARTING)
        status = status_of(home, arguments, terminal, crashes)
        if status is None:
            erase(home.before)
            os.execv(home.command(arguments)[0], home.command(arguments))
        return status
    except OSError as error:
        say(f"The companion can't be started: {error}. Free some space, or run bin/install again.")
        terminal.show(console.CANNOT, dict.fromkeys(console.LANGUAGES, "{error}"), console.REPAIR, error=error)
        if os.environ.get(SERVICE) == "console":
            time.sleep(pause())
        return CANNOT


if __name__ == "__main__":
    # The copy lies in the home itself: HOME/launcher/__main__.py.
    sys.exit(main(Home(Path(__file__).resolve().parents[1]), sys.argv[1:] or ["play"]))
