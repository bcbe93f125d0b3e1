"""What a family does without a terminal, as errands of the screen: games and a bug report onto a stick, another version from one, power off."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError, UpdateError
from companion.install.launcher.home import SERVICE
from companion.table.errands import Done, Errands
from companion.table.journal.store import Journal

# Nothing of this is wanted before the first picture; an errand loads what it needs.
if TYPE_CHECKING:
    from companion.devices.doctor import Finding
    from companion.install.bundle import Bundle
    from companion.install.installation import Installation
    from companion.install.standing import Chosen, Standing
    from companion.table.backup.drives import Stick
    from companion.table.evenings.files import Exportable, Exported, Form
    from companion.table.evenings.square import Squared
    from companion.table.session.lying import Cover
    from companion.table.snapshot import GameEntry

PATIENCE_S = 20.0


class Porter(Errands):
    """Each errand returns at once and tells its result to `done`, from another thread."""

    def __init__(self, folder: Path, opened: Callable[[Path], Journal], examine: Callable[[], Iterable[Finding]]) -> None:
        """`folder`: the data; `opened`: opens their journal; `examine`: makes the checks of this machine."""
        super().__init__(folder)
        self._opened = opened
        self._examine = examine

    @property
    def place(self) -> str:
        """Which service of the machine this is: "console" or "desktop"; "" where somebody has started it by hand."""
        return os.environ.get(SERVICE, "")

    def look(self, done: Done[tuple[Stick, ...]]) -> None:
        """Which sticks are there."""

        def errand() -> tuple[Stick, ...]:
            from companion.table.backup import drives

            return drives.sticks()

        self.do(errand, done)

    # --- onto a stick ---

    def exportable(self, done: Done[Exportable]) -> None:
        """What there is to be exported, and onto what."""

        def errand() -> Exportable:
            from companion.table.backup import drives
            from companion.table.evenings import history
            from companion.table.evenings.files import Exportable

            with closing(self._opened(self.folder)) as journal:
                return Exportable(drives.sticks(), tuple(history.past(journal)))

        self.do(errand, done)

    def export(self, stick: Path, form: Form, language: str, game: int | None, done: Done[Exported]) -> None:
        """Writes one past game, or all, onto a stick. See `evenings.files.write`."""

        def errand() -> Exported:
            from companion.table.evenings import files

            with closing(self._opened(self.folder)) as journal:
                return files.write(journal, stick, form, language, game)

        self.do(errand, done)

    def square(self, game: int, tell: Callable[[GameEntry], str], done: Done[Squared]) -> None:
        """The square of a game that is over. See `evenings.square.of_game`."""

        def errand() -> Squared:
            from companion.table.evenings import square

            with closing(self._opened(self.folder)) as journal:
                return square.of_game(journal, game, tell)

        self.do(errand, done)

    def report(self, stick: Path, done: Done[Path]) -> None:
        """Packs what a bug report needs onto a stick; no game, no name, no tag. Tells the file."""

        def errand() -> Path:
            from companion import report
            from companion.table.deposit import free

            said = [line for finding in self._examine() for line in report.lines(finding)]
            file = free(stick, f"companion-report-{datetime.now():%Y-%m-%d}", ".zip")
            report.pack(file, self.folder, "\n".join(said) + "\n")
            return file

        self.do(errand, done)

    # --- another version ---

    @property
    def keeps_versions(self) -> bool:
        """Whether this is an installation of which the screen may change the version."""
        try:
            self._installation()
        except UpdateError:
            return False
        return True

    def _installation(self) -> Installation:
        from companion.install.installation import Installation

        return Installation.of_this(lambda _: None)

    def versions(self, done: Done[Standing]) -> None:
        """Which version this is, which one was before, and which are on sticks."""

        def errand() -> Standing:
            from companion.install.bundle import FOLDER, SUMS
            from companion.install.standing import Standing
            from companion.table.backup import drives

            installation = self._installation()
            there = [stick.folder / FOLDER for stick in drives.sticks()]
            return Standing(
                installation.version,
                installation.before,
                installation.failed,
                # A stick that fails hides no other one, and a link is nothing that a stick holds.
                tuple(folder for folder in there if os.path.isfile(folder / SUMS) and not os.path.islink(folder)),
                self._cover(),
            )

        self.do(errand, done)

    def check(self, folder: Path, done: Done[Bundle]) -> None:
        """Checks a bundle on a stick."""
        self.do(lambda: self._installation().examine(folder), done)

    def update(self, bundle: Bundle, done: Done[Chosen]) -> None:
        """Installs a bundle that was checked, on probation, and starts it. What nobody has signed waits until no card lies face down."""

        def errand() -> Chosen:
            from companion.install.standing import Chosen

            if not bundle.signed:
                self._uncovered()
            installation = self._installation()
            return Chosen(installation.update_from(bundle), installation.restart())

        self.do(errand, done)

    def back(self, done: Done[Chosen]) -> None:
        """Starts the version before. It may keep a secret less well, so it waits until no card lies face down."""

        def errand() -> Chosen:
            from companion.install.standing import Chosen

            self._uncovered()
            installation = self._installation()
            return Chosen(installation.back(self.folder), installation.restart())

        self.do(errand, done)

    def _cover(self) -> Cover | None:
        from companion.table.session import lying

        with closing(self._opened(self.folder)) as journal:
            return lying.covered(journal)

    def _uncovered(self) -> None:
        """Raises UpdateError while cards may lie face down: another program could tell them."""
        cover = self._cover()
        if cover is not None and cover.on:
            raise UpdateError("Cards lie face down. Finish the round or the game first.")
        if cover is not None:
            raise UpdateError("Cards may lie face down. Say first that all cards are back in hand.")

    # --- the machine ---

    def power_off(self, done: Done[None]) -> None:
        """Switches the machine off."""

        def errand() -> None:
            try:
                words = ["systemctl", "poweroff", "--no-ask-password"]
                ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False)
                if ended.returncode == 0:
                    return
            except (OSError, subprocess.TimeoutExpired):
                pass
            raise CompanionError("This machine can't be switched off from here. Run bin/install again, or pull the plug: all is saved.")

        self.do(errand, done)
