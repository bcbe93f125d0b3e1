"""What several commands share: their options, exit statuses, the journal with its warnings told, and how one ends that runs on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import assemble
from companion.errors import CompanionError, JournalError
from companion.game import Game
from companion.games import SHELF
from companion.printing.speech import complain
from companion.table.evenings import history
from companion.table.journal import copies
from companion.table.journal.lock import Lock
from companion.table.journal.opening import FILE
from companion.table.journal.storage import unopened
from companion.table.journal.store import Journal
from companion.table.session.shut import shut

NO_READER = 3.0
"""Seconds without any reader after which is said that there is none."""


@contextmanager
def until_stopped() -> Iterator[None]:
    """Ends its block quietly at Ctrl-C, at SIGTERM, and where its terminal is closed, so that devices can be given back."""
    # Whoever has started it with `nohup` wants it to outlive the terminal.
    ends = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, signal.default_int_handler) for number in ends}
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell(journal: Journal, told: int = 0) -> int:
    for warning in journal.warnings[told:]:
        complain(warning)
    return len(journal.warnings)


def _to_read(folder: Path) -> Journal:
    try:
        return Journal(folder)
    except JournalError as error:
        if shut(error, folder).damage in assemble.BARRED:
            raise
        try:
            journal = Journal.reading(folder)
        except JournalError:
            raise error from None
        complain("Nothing can be written in {folder}, so it is only read. `companion doctor` says why.", folder=folder)
        return journal


def existing(data: Path | None) -> Path:
    """The folder of the data, for a command that makes none. Raises CompanionError where one was named that is not there."""
    folder = assemble.data_folder(data)
    if data is not None and not folder.is_dir():
        raise CompanionError("There is no folder {folder}, so there is nothing in it. Look at the name after --data.", folder=folder)
    return folder


def made(data: Path | None) -> Path:
    """The folder of the data, for a command that writes: made where the folder around it is there, and said so. Raises CompanionError."""
    folder = assemble.data_folder(data)
    if data is not None and not folder.exists():
        if not folder.absolute().parent.is_dir():
            raise CompanionError("There is no folder {folder}. Make it first, or look at the name after --data.", folder=folder.absolute().parent)
        try:
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise unopened(folder, error) from None
        complain("The folder {folder} is new: games, tags and settings are kept in it.", folder=folder)
    return folder


@contextmanager
def opened_journal(data: Path | None, *, alone: bool = False, makes: bool = False, reading: bool = False) -> Iterator[Journal]:
    """The games' journal, open. What was found damaged in it is told on standard error.

    `alone`: raises JournalError where the companion is running with it, which would not notice a change. `makes`: where there is none
    yet, one is made; without it nothing is, and the journal is an empty one that is thrown away.
    `reading`: it is only looked at, so it may also lie where nothing can be written.
    """
    folder = made(data) if makes else existing(data)
    with ExitStack() as stack:
        if not makes and not has_journal(folder):
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="companion-")))
        elif alone:
            lock = Lock(folder)
            stack.callback(lock.release)
        journal = _to_read(folder) if reading else Journal(folder)
        stack.callback(journal.close)
        told = _tell(journal)
        yield journal
        # A game that can't be opened is found damaged when it is looked at.
        _tell(journal, told)


def has_journal(folder: Path) -> bool:
    """Whether games were ever kept there: a journal, parts of one, or copies."""
    return bool(copies.parts(folder / FILE) or copies.all_copies(folder))


def chosen(rules: str | None, journal: Journal) -> Game:
    """The game that is meant by its key, without one that which was played last. Raises CompanionError where it is not on the shelf."""
    return named(rules or history.newest(journal))


def named(rules: str) -> Game:
    """The game of this key. Raises CompanionError where it is not on the shelf."""
    if rules not in SHELF:
        raise CompanionError("There is no game {rules} on the shelf. `companion shelf` lists those that are there.", rules=rules)
    return SHELF[rules]


def played_last(data: Path | None) -> Game:
    """The game that was played last, for a command that needs no data: the first of the shelf where there are none, or none that can be read."""
    folder = assemble.data_folder(data)
    if has_journal(folder):
        with suppress(JournalError), closing(Journal.reading(folder)) as journal:
            return chosen(None, journal)
    return SHELF[next(iter(SHELF))]
