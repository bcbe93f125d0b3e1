"""A whole evening on a disk that is then read byte by byte, as whoever has stolen the card can: files, logs, free blocks and all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.games.vabanque.rules.moves import Confirm, PlaceCard, Seated
from companion.games.vabanque.rules.view import Phase
from companion.settings import Settings
from companion.table.backup import folder as vault
from companion.table.commands import Amend, Discard, OpenGame, ProposeAmend, Redo, Undo
from companion.table.journal.keys import Keys
from companion.table.journal.store import Journal
from tests.journeys.conftest import RawDisk
from tests.table.evening import Evening
from tests.table.on_disk import KIND
from tests.table.test_migrate import LIES, old_files, place

DELETED = b"what was deleted is still to be found"


def play(folder: Path) -> None:
    """Four rounds in which no card is turned over, with all that makes SQLite and the copies write, and a game that is thrown away."""
    evening = Evening(folder)
    game = evening.sit_down()
    for _ in range(4):
        evening.tokens()
        evening.cards(table=2)
        place = next(n for n in reversed(range(len(evening.session.timeline.moves))) if isinstance(evening.session.timeline.moves[n], PlaceCard))
        evening.post(ProposeAmend(place))
        evening.touch(4)
        evening.post(Amend())
        for _ in range(5):
            evening.post(Undo())
        for _ in range(5):
            evening.post(Redo())
        vault.write(evening.journal, Settings(), folder)
        evening.restart()
        evening.post(OpenGame(game))
        evening.pawns()
        evening.do(Confirm())
        evening.pay()
        if evening.view.phase is Phase.ORDER:
            evening.do(Seated())
    assert evening.view.phase is Phase.FINISHED
    game = evening.sit_down()
    evening.tokens()
    evening.cards(table=2)
    evening.post(Discard(game))
    evening.journal.close()


def test_no_kind_was_ever_on_the_disk_and_no_key_is_left_on_it(raw_disk: RawDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []
    make = Keys.make

    def noted(keys: Keys, game: int) -> str:
        name = make(keys, game)
        made.append(keys.read(name) or b"")
        return name

    monkeypatch.setattr(Keys, "make", noted)
    play(raw_disk.folder / "data")
    delete(raw_disk.folder)
    content = raw_disk.unmount()
    # What was deleted without being overwritten is found, so what is not found was never there, or is overwritten.
    assert DELETED in content
    assert b'"do":"card"' in content
    assert KIND.findall(content) == []
    assert len(made) == 5
    assert [key for key in made if key in content] == []


def delete(folder: Path) -> None:
    other = folder / "deleted"
    with open(other, "wb") as out:
        out.write(DELETED)
        out.flush()
        os.fsync(out.fileno())
    other.unlink()


def test_what_an_earlier_version_left_is_overwritten_by_the_first_start(raw_disk: RawDisk) -> None:
    """A card that lies face down in clear, in a journal of version 2, in its copies and in one that was set aside as damaged."""
    data = raw_disk.folder / "data"
    old_files(place(2, data))
    assert sum(LIES in path.read_bytes() for path in data.rglob("*") if path.is_file()) == 6
    # As a machine that was switched off since: all of it is on the disk.
    os.sync()
    Journal(data).close()
    delete(raw_disk.folder)
    content = raw_disk.unmount()
    assert DELETED in content
    assert LIES not in content
