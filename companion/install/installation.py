"""Puts a newer version beside the one that runs, and chooses which is started next: what `companion update` does.

Nothing of the running version is touched, so that it plays on. Where things lie is drawn in companion/install/launcher/__init__.py.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.errors import UpdateError
from companion.install import bundle
from companion.install.bundle import Bundle
from companion.install.launcher.data import JOURNAL, SETTINGS, journal_version, settings_version
from companion.install.launcher.files import note, noted, point
from companion.install.launcher.home import Home
from companion.install.wheel import NAME, Wheel, examine, numbers
from companion.said import Said, why

SIGNERS = "allowed-signers"
"""In the installation's folder: whose bundles count as signed."""

OUTCOME_S = 300.0
"""Within so many seconds a new version has started, or the one before is back."""


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


class Installation:
    """The versions that bin/install has begun. `say` is told what goes on."""

    def __init__(self, home: Home, say: Callable[[str], None]) -> None:
        self.home = home
        self._say = say

    @classmethod
    def of_this(cls, say: Callable[[str], None], prefix: Path = Path(sys.prefix)) -> Installation:
        """The installation that this program belongs to. Raises UpdateError where bin/install has not made one."""
        home = Home(prefix.parent.parent)
        if prefix.parent.resolve() != home.versions or not home.current.exists():
            raise UpdateError(
                "This companion was not set up by bin/install, so it does not keep two versions. Use what it was installed with: "
                "`pipx install --force FILE`, `pip install FILE`, or a newer copy of its folder."
            )
        return cls(home, say)

    @property
    def version(self) -> str:
        """The version that is started next."""
        return self.home.current.resolve().name.rpartition("-")[0]

    @property
    def before(self) -> str | None:
        """The version that can be gone back to, None where there is none."""
        before = self.home.complete(self.home.previous)
        return before.name.rpartition("-")[0] if before is not None and before != self.home.current.resolve() else None

    @property
    def failed(self) -> str | None:
        """The last version that was tried and did not start, None where there is none."""
        named = noted(self.home.went_back).get("version")
        return str(named).rpartition("-")[0] if named else None

    # --- a newer version ---

    def update(self, file: Path, wheels: Path | None = None) -> str:
        """Installs a wheel and has it started next, on probation. Returns its version. Raises UpdateError; then nothing has changed.

        `wheels`: a folder with what it may need; without one the internet is asked.
        """
        if self.home.on_probation():
            raise UpdateError("{version} has not been started yet. Start it once, or go back first: companion update --back", version=self.version)
        wheel = examine(file)
        self._newer(wheel.version, Said(" To go back to the version before, use: companion update --back") if self.home.previous.exists() else "")
        name = f"{wheel.version}-{wheel.digest[:8]}"
        try:
            self._prune()
            self._place(file, wheel, name, wheels)
            self._choose(name)
        except OSError as error:
            shutil.rmtree(self.home.versions / name, ignore_errors=True)
            raise UpdateError("{version} can't be installed: {why}. Nothing has changed.", version=wheel.version, why=why(error)) from None
        return wheel.version

    def examine(self, folder: Path) -> Bundle:
        """Checks a bundle against the keys of this installation. Raises UpdateError, also where it is not newer."""
        checked = bundle.examine(folder, self.home.folder / SIGNERS)
        self._newer(checked.version)
        return checked

    def update_from(self, checked: Bundle) -> str:
        """Installs what is in a bundle, without the internet. Returns its version. Raises UpdateError; then nothing has changed."""
        wheels = self.home.folder / "fetched-wheels"
        shutil.rmtree(wheels, ignore_errors=True)
        try:
            wheels.mkdir(mode=0o700)
            return self.update(bundle.fetch(checked, wheels), wheels)
        except OSError as error:
            raise UpdateError("{version} can't be installed: {why}. Nothing has changed.", version=checked.version, why=why(error)) from None
        finally:
            shutil.rmtree(wheels, ignore_errors=True)

    def _newer(self, version: str, back: str = "") -> None:
        """Raises UpdateError where a version is not newer than the one that is started next. `back`: what else can be done."""
        if version == self.version:
            raise UpdateError("{version} is installed already.{back}", version=version, back=back)
        if numbers(version) <= numbers(self.version):
            raise UpdateError("{version} is older than {installed}.{back}", version=version, installed=self.version, back=back)

    def _prune(self) -> None:
        """Makes room: only the current version and the one before are kept, and no wheel that a power cut has left."""
        kept = {self.home.current.resolve(), self.home.previous.resolve()}
        for version in self.home.versions.iterdir():
            if version.is_file():
                version.unlink()
            elif version not in kept:
                shutil.rmtree(version, ignore_errors=True)

    def _place(self, file: Path, wheel: Wheel, name: str, wheels: Path | None) -> None:
        """Copies the current version with everything it needs, as links to the same files, and puts the wheel into the copy."""
        self._say(Said("Installing {version} beside {before}.", version=wheel.version, before=self.version))
        current, new = self.home.current.resolve(), self.home.versions / name

        def not_copied(folder: str, names: list[str]) -> set[str]:
            # Made for the one folder: scripts of a shell that name it.
            return {"complete", "alive"} if Path(folder) == current else {each for each in names if Path(folder).name == "bin" and "ctivate" in each}

        shutil.copytree(current, new, symlinks=True, copy_function=_link, ignore=not_copied)
        # A stick may be pulled out, and pip wants the name in its one form.
        local = self.home.versions / f"{NAME.replace('-', '_')}-{wheel.version}-py3-none-any.whl"
        try:
            shutil.copyfile(file, local)
            if examine(local) != wheel:
                raise UpdateError("{name} has changed while it was read. Nothing has changed; try again.", name=file.name)
            self._pip(new, local, wheel.version, wheels)
            told = self._ask(new)
            if told.get("companion") != wheel.version:
                raise UpdateError(
                    "{version} does not run on this machine. Nothing has changed; {before} stays.", version=wheel.version, before=self.version
                )
        except UpdateError:
            shutil.rmtree(new, ignore_errors=True)
            raise
        finally:
            local.unlink(missing_ok=True)
        os.sync()
        (new / "complete").touch()

    def _pip(self, version: Path, wheel: Path, number: str, wheels: Path | None) -> None:
        """Most versions need nothing new, so what they could need is only looked for where one does."""
        words = [str(version / "bin" / "python"), "-I", "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        offline = ["--no-index", "--no-cache-dir"]
        for more in (offline, ["--only-binary=:all:"] if wheels is None else [*offline, "--find-links", str(wheels)]):
            done = subprocess.run([*words, *more, str(wheel)], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return
        self._say(done.stderr.strip())
        if wheels is not None:
            raise UpdateError(
                "What {number} needs is not in the bundle. Get the bundle for this machine. Nothing has changed; {version} stays.",
                number=number,
                version=self.version,
            )
        raise UpdateError(
            "What {number} needs could not be fetched. Connect the internet and try again. Nothing has changed; {version} stays.",
            number=number,
            version=self.version,
        )

    def _ask(self, version: Path) -> dict[str, object]:
        """The versions of all that a version reads and writes; nothing where it does not run."""
        words = [str(version / "bin" / "python"), "-I", "-m", "companion", "version", "--json"]
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
            told = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return {}
        return told if isinstance(told, dict) else {}

    def _choose(self, name: str) -> None:
        home = self.home
        home.went_back.unlink(missing_ok=True)
        shutil.rmtree(home.before, ignore_errors=True)
        try:
            note(home.probation, {"version": name, "starts": 0})
            self._start_next(home.versions / name)
        except OSError:
            with contextlib.suppress(OSError):
                home.probation.unlink(missing_ok=True)
            raise

    def _start_next(self, version: Path) -> None:
        """Has a version started next, and the present one kept as the one before. Raises OSError; then both links are as they were."""
        home = self.home
        before = home.previous.resolve() if home.previous.is_symlink() else None
        try:
            # The last step is the one that counts: before it the old version is started, after it the new one.
            point(home.previous, home.current.resolve())
            point(home.current, version)
        except OSError:
            # On a disk that takes not even that, nothing else is lost.
            with contextlib.suppress(OSError):
                if before is None:
                    home.previous.unlink(missing_ok=True)
                else:
                    point(home.previous, before)
            raise

    # --- the version before ---

    def back(self, data: Path) -> str:
        """Has the version before started next. Returns it. Raises UpdateError, also where it can't read the data any more."""
        home = self.home
        before, current = home.complete(home.previous), home.current.resolve()
        if before is None or before == current:
            raise UpdateError("There is no version beside {version} to go back to.", version=self.version)
        if home.on_probation() and noted(home.probation).get("starts"):
            raise UpdateError(
                "{version} is being tried. If it does not start, {before} comes back by itself.",
                version=self.version,
                before=before.name.rpartition("-")[0],
            )
        number, told = before.name.rpartition("-")[0], self._ask(before)
        for what, kind, version in (
            (Said("games"), "journal", journal_version(data / JOURNAL)),
            (Said("settings"), "settings", settings_version(data / SETTINGS)),
        ):
            known = told.get(kind)
            if not isinstance(known, int) or version > known:
                raise UpdateError(
                    "{number} can't read the {what} any more: {version} has taken them over into a newer form. {version} stays. "
                    "To play with the older version all the same, start it with other data: companion play --data DIR",
                    number=number,
                    what=what,
                    version=self.version,
                )
        try:
            self._start_next(before)
            home.probation.unlink(missing_ok=True)
        except OSError as error:
            raise UpdateError(
                "{number} can't be started next: {why}. {version} stays.", number=number, why=why(error), version=self.version
            ) from None
        return number

    # --- what follows ---

    def restart(self) -> bool:
        """Has the companion that runs as a service started anew, where it was. False if none runs so."""
        facts = self.home.runs()
        process = facts.get("process")
        if facts.get("service") == "console" and isinstance(process, int):
            # The administrator's service, but the user's process: the unit starts it again at once.
            os.kill(process, signal.SIGTERM)
            return True
        if facts.get("service") == "desktop":
            words = ["systemctl", "--user", "restart", "--no-block", "vabanque.service"]
            with contextlib.suppress(OSError):
                return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
        return False

    def outcome(self, patience: float = OUTCOME_S) -> str | None:
        """Waits until a version on probation has started ("") or was taken out of use (why); None if neither comes to pass."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.home.on_probation() is None:
                return str(noted(self.home.went_back).get("why", ""))
            time.sleep(0.2)
        return None

    def told(self) -> list[str]:
        """How it stands, in sentences."""
        home = self.home
        fresh, usual = Said("Version {version} (not started yet)", version=self.version), Said("Version {version}", version=self.version)
        lines: list[str] = [fresh if home.on_probation() else usual]
        if self.before is not None:
            lines.append(Said("Kept: {before}. To use that one: companion update --back", before=self.before))
        went_back = noted(home.went_back)
        if went_back:
            number = str(went_back.get("version")).rpartition("-")[0]
            lines.append(Said("{number} was tried and removed: {why}.", number=number, why=went_back.get("why")))
        return lines
