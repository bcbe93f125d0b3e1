"""The screens of Cash & Run in their states, for the gallery."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.games.cash_and_run import GAME
from companion.games.cash_and_run.rules.moves import Join
from companion.games.cash_and_run.table.copy import Chip
from companion.games.cash_and_run.table.lesson import TellChips
from companion.table import commands
from companion.table.snapshot import Snapshot
from companion.ui.screens import SCREENS
from tests.any_game.evening import Evening
from tests.games.cash_and_run.tables import RECORDED
from tests.games.cash_and_run.ui.samples import states
from tests.ui.everything import Sample

BESIDE = {"players": "rules", "throw": "lies"}
"""Screens that are opened above another one."""


def pictures(players: int, *, long: bool = False) -> Iterator[Sample]:
    """Each state of the recorded games with so many players, once; and what is opened beside them."""
    seen = set[str]()
    for path in RECORDED:
        for name, shown in states(path.stem, long=long):
            if len(shown.view.players) == players and name not in seen:
                seen.add(name)
                yield Sample(name, SCREENS[f"{GAME.key}/{shown.view.phase}"], shown, None)
                if name == "throw-lap" and shown.view.board:
                    yield Sample("throw-way", SCREENS[f"{GAME.key}/throw"], shown, lambda screen: screen.chosen("ring"))
                if name == "throw":
                    yield from _purses(shown)
                if name in BESIDE:
                    yield Sample(BESIDE[name], SCREENS[f"{GAME.key}/{BESIDE[name]}"], shown, None)
    yield from _from_a_table(players)


def _one_chip(screen: Any) -> None:
    screen.chosen("chips")
    screen.chosen(("chip", 100_000))


def _counted(screen: Any) -> None:
    for what in (("who", screen.view.players[0].colour), ("face", "money"), ("more", -100_000)):
        screen.chosen(what)


def _purses(shown: Snapshot) -> Iterator[Sample]:
    """One's own money, where it is not shown."""
    view = shown.view
    assert view is not None
    hidden = replace(shown, view=replace(view, players=tuple([replace(each, cash=None, score=None) for each in view.players])))
    rolled = replace(shown, view=replace(view, rolled=(3, 5)))
    if not view.board:
        yield Sample("throw-rolled", SCREENS[f"{GAME.key}/throw"], rolled, None)
    yield Sample("lies-of-one", SCREENS[f"{GAME.key}/lies"], shown, lambda screen: screen.chosen(("who", view.players[0].colour)))
    yield Sample("lies-counted", SCREENS[f"{GAME.key}/lies"], shown, _counted)
    yield Sample("throw-asked", SCREENS[f"{GAME.key}/throw"], hidden, None)
    yield Sample("purse", SCREENS[f"{GAME.key}/purse"], hidden, None)
    yield Sample("purse-of-one", SCREENS[f"{GAME.key}/purse"], hidden, lambda screen: screen.chosen(("who", view.players[0].colour)))


def _from_a_table(players: int) -> Iterator[Sample]:
    """What needs a session: the copy that is taught, and an act that is corrected."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        evening = Evening(Path(folder), GAME)
        evening.touch(commands.Teach(rules=GAME.key))
        yield Sample("teach", SCREENS[f"{GAME.key}/teach"], evening.shown, None)
        evening.touch(TellChips((Chip(10_000, 20), Chip(100_000, 40), Chip(500_000))))
        yield Sample("teach-chips", SCREENS[f"{GAME.key}/teach"], evening.shown, lambda screen: screen.chosen("chips"))
        yield Sample("teach-chip", SCREENS[f"{GAME.key}/teach"], evening.shown, _one_chip)
        evening.touch(commands.CloseTeaching())
        moves = next(moves for moves in map(evening.game, range(50)) if sum(isinstance(move, Join) for move in moves) == players)
        evening.new()
        evening.play(moves[: len(moves) // 2])
        seen = set[str]()
        for place in range(0, len(moves) // 2, 7):
            evening.touch(commands.ProposeAmend(place))
            change = evening.shown.change
            if change is not None and change.act.do not in seen:
                seen.add(change.act.do)
                yield Sample(f"correct-{change.act.do}", SCREENS[f"{GAME.key}/correct"], evening.shown, None)
            evening.touch(commands.Cancel())
        evening.journal.close()
