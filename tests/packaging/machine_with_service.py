"""An installation as bin/install leaves it, with the real program in it, and a stand-in for systemd that starts it again and again."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import venv
from collections.abc import Callable
from pathlib import Path

from tests.packaging.fakes import PROJECT

PATIENCE = 240.0
"""Seconds for whatever must come; a start takes a few, and many where the machine has other things to do."""


class Machine:
    """`home`: the installation. The packages that the companion needs are those of the Python that runs the tests."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.user = folder / "user"
        self.home = self.user / ".local" / "lib" / "vabanque-companion"
        self.data = self.user / ".local" / "share" / "vabanque-companion"
        version = self.home / "versions" / "0.1.0-00000000"
        version.parent.mkdir(parents=True)
        venv.create(version, with_pip=False, symlinks=True)
        (site,) = version.glob("lib/python*/site-packages")
        packages = [path for path in sys.path if path.endswith("site-packages")]
        (site / "packages.pth").write_text("\n".join(packages) + "\n")
        self.pip(version, "install", "--quiet", "--no-index", "--no-deps", str(wheel))
        (version / "complete").touch()
        shutil.copytree(PROJECT / "companion" / "install" / "launcher", self.home / "launcher", ignore=shutil.ignore_patterns("__pycache__"))
        start = (PROJECT / "bin" / "lib" / "units" / "start").read_text()
        (self.home / "start").write_text(start.replace("@PYTHON@", sys.executable).replace("@HOME@", str(self.home)))
        (self.home / "start").chmod(0o755)
        (self.home / "current").symlink_to("versions/0.1.0-00000000")

    def pip(self, version: Path, *words: str) -> None:
        done = subprocess.run([version / "bin" / "python", "-I", "-m", "pip", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def environment(self) -> dict[str, str]:
        """The user's, with a screen that nobody sees. No index is asked for packages."""
        kept = {name: os.environ[name] for name in ("PATH",)}
        return {**kept, "HOME": str(self.user), "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "PIP_NO_INDEX": "1"}

    def companion(self, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """The command `companion` of the current version, typed in a terminal."""
        return subprocess.run(
            [self.home / "current" / "bin" / "companion", *words],
            env={**self.environment(), **environment},
            cwd=self.user,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def current(self) -> str:
        return (self.home / "current").resolve().name.rpartition("-")[0]

    @property
    def versions(self) -> list[str]:
        return sorted(path.name.rpartition("-")[0] for path in (self.home / "versions").iterdir())

    def acts(self) -> list[tuple[object, ...]]:
        """Every act of every game, as it stands in the journal."""
        with sqlite3.connect(self.data / "journal.db") as db:
            found = db.execute("SELECT game, number, act FROM acts ORDER BY game, number").fetchall()
        db.close()
        return found


class Service:
    """What systemd does with the unit: starts it whenever it has ended, and hears what it tells (`told`)."""

    def __init__(self, machine: Machine, **environment: str) -> None:
        self.machine = machine
        self.told: list[str] = []
        self.statuses: list[int] = []
        self._folder = tempfile.mkdtemp()
        address = str(Path(self._folder) / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.settimeout(0.1)
        # A beat every 0.2 seconds.
        self._environment = {**machine.environment(), "NOTIFY_SOCKET": address, "WATCHDOG_USEC": "600000"}
        # A version on probation that starts is not taken back for taking long.
        self._environment |= {"COMPANION_SERVICE": "console", "COMPANION_PATIENCE": str(PATIENCE), **environment}
        self._stopping = False
        self._process: subprocess.Popen[bytes] | None = None
        self._threads = [threading.Thread(target=self._listen), threading.Thread(target=self._run)]

    def __enter__(self) -> Service:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping = True
        process = self._process
        if process is not None:
            process.terminate()
        for thread in self._threads:
            thread.join()
        self._socket.close()
        shutil.rmtree(self._folder)

    def _listen(self) -> None:
        while not self._stopping:
            try:
                self.told.append(self._socket.recv(100).decode())
            except TimeoutError:
                continue

    def _run(self) -> None:
        while not self._stopping:
            with (self.machine.user / "said").open("ab") as said:
                self._process = subprocess.Popen([self.machine.home / "start", "play"], env=self._environment, stderr=said)
            if self._stopping:
                self._process.terminate()
            self.statuses.append(self._process.wait())
            time.sleep(0.1)

    def once(self, there: Callable[[], bool]) -> None:
        """Waits for something that must come."""
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, (self.machine.user / "said").read_text()
            time.sleep(0.05)

    def started(self, times: int) -> None:
        """Waits until a screen has come alive so many times."""
        self.once(lambda: self.told.count("READY=1") >= times)
