"""What several commands share: their options, exit statuses, the journal with its warnings told, and how one ends that runs on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from companion import assemble
from companion.cli.speech import complain
from companion.errors import CompanionError, JournalError
from companion.game import Game
from companion.games import SHELF
from companion.table.evenings import history
from companion.table.journal import copies
from companion.table.journal.storage import unopened
from companion.table.journal.store import FILE, Journal, Lock
from companion.table.session.shut import shut

# Whether a path may be read is found where it is read, which says so in the language in force: `readable=False` keeps typer from looking first.
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", readable=False, help="Folder for games, tags and settings (default: ~/.local/share/vabanque-companion)."),
]
Rules = Annotated[str | None, typer.Option("--rules", metavar="KEY", help="Which game, as `companion shelf` names it; without it the last played.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]

MOST = 1_000_000_000
"""No game has a higher number, no table pays more, and no command goes on for more seconds."""

BAD_INPUT = 2
"""Exit status where a file can't be read or used."""
NOT_FINE = 1
"""Exit status where a check has found something."""


NO_READER = 3.0
"""Seconds without any reader after which is said that there is none."""


@contextmanager
def until_stopped() -> Iterator[None]:
    """Ends its block quietly at Ctrl-C and at SIGTERM, so that devices can be given back."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


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
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="vabanque-")))
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
    key = rules or history.newest(journal)
    if key not in SHELF:
        raise CompanionError("There is no game {rules} on the shelf. `companion shelf` lists those that are there.", rules=key)
    return SHELF[key]
