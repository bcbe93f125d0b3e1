"""A Pico with MicroPython and its host, joined by a real port."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices import pico_settings
from companion.devices.wand import Wands
from companion.table.events import LinkUp
from tests.devices.picos import PATIENCE, Inbox, eventually
from tests.firmware.board import Board


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[Callable[..., Board]]:
    """Makes Picos: boards("ring", readers=4, away_ms=60)."""
    made: list[Board] = []

    def make(kind: pico_settings.Kind = "wand", name: str = "", readers: int | None = None, **settings: Any) -> Board:
        folder = tmp_path / f"pico {len(made)}"
        folder.mkdir()
        config = pico_settings.configuration(kind, name, readers) | {"away_ms": 60} | settings
        made.append(Board(folder, config, f"E661{len(made):04X}"))
        return made[-1]

    yield make
    for board in made:
        board.__exit__()
        assert board.wrong == []


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Wands, Inbox]]]:
    """Starts hosts: hosts(board, ...) gives the running device and what it emits, links up. Every reader has looked: what comes now has a moment.

    They are as patient as the test: a busy machine may leave MicroPython, or a thread of the board, without a turn for seconds. What a host
    says of silence is tested where the time is made up.
    """
    made: list[Wands] = []
    monkeypatch.setattr("companion.devices.link.SILENCE", PATIENCE)
    monkeypatch.setattr("companion.devices.pico.SILENCE", PATIENCE)

    def make(*boards: Board) -> tuple[Wands, Inbox]:
        wands, inbox = Wands(ports=lambda: [port for board in boards for port in board.ports()]), Inbox()
        made.append(wands)
        wands.start(inbox)
        for _ in boards:
            inbox.until(LinkUp)
        # An empty field is sent one frame a look, and a few more where there is a doubt.
        eventually(lambda: all(chip.field.frames > 10 for board in boards for chip in board.chips.values()))
        return wands, inbox

    yield make
    for wands in made:
        wands.stop()
