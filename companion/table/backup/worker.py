"""Backups for the screen, as errands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from companion.table.errands import Done, Errands
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.worker import Mailbox

# Nothing of this is wanted before the first picture; an errand loads what it needs.
if TYPE_CHECKING:
    from companion.table.backup.drives import Stick
    from companion.table.backup.folder import Preview, Restored, Written
    from companion.table.backup.write import Backup


class Keeper(Errands):
    """Errands are done one after the other; each returns at once and tells its result to `done`."""

    def __init__(self, folder: Path, mailbox: Mailbox, opened: Callable[[Path], Journal] = Journal) -> None:
        """`folder`: the data. `mailbox`: whose session plays with them. `opened`: opens their journal."""
        super().__init__(folder)
        self._mailbox = mailbox
        self._opened = opened

    def look(self, done: Done[tuple[Stick, ...]]) -> None:
        """Which sticks are there, with their backups."""

        def errand() -> tuple[Stick, ...]:
            from companion.table.backup import drives

            return drives.sticks()

        self.do(errand, done)

    def back_up(self, stick: Path, done: Done[Written]) -> None:
        """Writes a backup onto a stick. When it is told as written, the stick can be pulled out."""

        def errand() -> Written:
            from companion.table.backup import folder as vault

            with closing(self._opened(self.folder)) as journal:
                return vault.write(journal, vault.settings_in(self.folder), stick)

        self.do(errand, done)

    def preview(self, file: Path, done: Done[Preview]) -> None:
        """Reads a backup and checks it whole; nothing is replaced."""

        def errand() -> Preview:
            from companion.table.backup import folder as vault

            backup = vault.read(file)
            with closing(self._opened(self.folder)) as journal:
                return vault.Preview(backup, vault.stock_of(backup), vault.stock(journal))

        self.do(errand, done)

    def restore(self, backup: Backup, done: Done[Restored]) -> None:
        """Puts a backup that was previewed in the place of the present data; the session goes home. See `vault.restore`."""

        def errand(session: Session) -> None:
            self.tell(lambda: session.replace(backup), done)

        self._mailbox.call(errand)
