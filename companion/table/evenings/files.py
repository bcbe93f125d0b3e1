"""Past games as files in a folder, such as that of a stick: a record each, or one file for a spreadsheet or for BG Stats.

What goes on is never among them. All of it is public: nothing tells a card that was not revealed.
"""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import msgspec

from companion.errors import JournalError, StickError
from companion.table.backup.drives import Stick
from companion.table.deposit import deposit, free, refused
from companion.table.evenings import bgstats, exports, history, names
from companion.table.evenings.exports import Past
from companion.table.journal.store import Journal
from companion.table.snapshot import GameEntry


class Form(StrEnum):
    """How a game is written."""

    CSV = "csv"
    BGSTATS = "bgstats"
    RECORD = "record"


ENDINGS = {Form.CSV: ".csv", Form.BGSTATS: ".bgsplay", Form.RECORD: ".jsonl"}


class Exportable(msgspec.Struct, frozen=True):
    """The sticks that are plugged in, and the past games, newest first."""

    sticks: tuple[Stick, ...]
    games: tuple[GameEntry, ...]


class Exported(msgspec.Struct, frozen=True):
    """What was written, file and folder synced. `place`: the file, or the folder of several records. `left_out`: games that can't be played
    through here, since their package is gone or their acts are damaged; a record is written by the game itself.
    """

    place: Path
    games: int
    left_out: int = 0


def write(journal: Journal, to: Path, form: Form, language: str, game: int | None = None) -> Exported:
    """Writes one game that is over, or all of them without practice, under a name of its own into the folder `to`.

    `language`: whose spreadsheets are to read it. Raises JournalError where there is nothing to write, or StickError.
    """
    chosen = exports.every(journal) if game is None else [exports.one(journal, game)]
    if not chosen:
        raise StickError("No finished game yet.")
    stem = f"companion-games-{datetime.now():%Y-%m-%d}" if game is None else f"companion-game-{game}"
    if form is Form.RECORD and game is None:
        return _records(journal, chosen, free(to, stem))
    place = free(to, stem, ENDINGS[form])
    deposit(place, _content(journal, chosen, form, language), StickError)
    return Exported(place, len(chosen))


def _content(journal: Journal, chosen: list[Past], form: Form, language: str) -> bytes:
    who = names.who(journal)
    match form:
        case Form.CSV:
            return exports.as_csv(chosen, who, exports.DIALECTS.get(language, exports.DIALECTS["plain"])).encode()
        case Form.BGSTATS:
            return json.dumps(bgstats.as_bgstats(chosen, who), ensure_ascii=False, indent=1).encode()
        case Form.RECORD:
            return history.export(journal, chosen[0][0].game).encode()


def _records(journal: Journal, chosen: list[Past], folder: Path) -> Exported:
    """A record holds one game, so they have a folder."""
    try:
        folder.mkdir()
    except OSError as error:
        raise refused(folder, error, StickError) from None
    left_out = 0
    try:
        for row, _ in chosen:
            try:
                content = history.export(journal, row.game).encode()
            except JournalError:
                left_out += 1
                continue
            deposit(folder / f"companion-game-{row.game}{ENDINGS[Form.RECORD]}", content, StickError)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Exported(folder, len(chosen) - left_out, left_out)
