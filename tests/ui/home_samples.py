"""Public snapshots for the screens beside the game, in every state that they show."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec

from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque.demo import random_game
from companion.games.vabanque.rules.moves import Join
from companion.games.vabanque.rules.pieces import PIECES
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.ui.help import SHEETS
from companion.table.evenings import history
from companion.table.events import Fault
from companion.table.journal.store import Journal
from companion.table.snapshot import Answer, Checking, DeviceState, GameEntry, Learning, Notice, PastGame, Snapshot
from companion.ui import gameui
from companion.ui.screens.base import Screen
from companion.ui.screens.check import CheckScreen
from companion.ui.screens.day import DayScreen
from companion.ui.screens.diagnosis import DiagnosisScreen
from companion.ui.screens.error import ErrorScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.help import OWN, HelpScreen
from companion.ui.screens.home import HomeScreen
from companion.ui.screens.off import OffScreen
from companion.ui.screens.past import PastScreen
from companion.ui.screens.replay import ReplayScreen
from companion.ui.screens.settings import GROUPS, SettingsScreen
from companion.ui.screens.shelf import SetsScreen, ShelfScreen, TrialScreen
from companion.ui.screens.tags import TagsScreen
from tests.ui.samples import CHAIRS, FORTUNES, LONG_NAMES, NAMES, shown

READY = (DeviceState("pad", None, "MFRC522 version 2.0"), DeviceState("wand", None, "firmware 1.0"), DeviceState("panel", None))


Prepare = Callable[[Any], None]


def entry(game: int, phase: Phase, *, players: int = 4, round: int = 2, to_act: Colour | None = None, long: bool = False) -> GameEntry:
    """A game of a list."""
    who = CHAIRS[:players]
    names = LONG_NAMES if long else NAMES
    fortunes = {c: FORTUNES[c] + (176_400_000 if long else 0) for c in who}
    winners = tuple(c for c in who if fortunes[c] == max(fortunes.values())) if phase is Phase.FINISHED else ()
    return GameEntry(
        game,
        "real",
        "2026-12-06T20:15:00+00:00",
        "2026-12-06",
        tuple((c, names[c]) for c in who),
        phase,
        round,
        fortunes,
        winners,
        (to_act,) if to_act is not None else (),
    )


def going(long: bool = False) -> tuple[GameEntry, ...]:
    """Games in progress."""
    return (
        entry(9, Phase.CARDS, to_act=Colour.YELLOW, long=long),
        entry(7, Phase.PAYOUT, round=4, players=6, long=long),
        msgspec.structs.replace(entry(5, Phase.PLAYERS, round=0, players=2, long=long), kind="practice"),
    )


def ended(long: bool = False) -> tuple[GameEntry, ...]:
    """Past games, newest first: of three to six players, one with two winners."""
    found = []
    for number in range(20, 0, -1):
        game = entry(number, Phase.FINISHED, round=4, players=3 + number % 4, long=long)
        if number == 18:
            game = msgspec.structs.replace(game, winners=(Colour.BLUE, Colour.YELLOW))
        found.append(msgspec.structs.replace(game, date=f"2026-11-{number:02}"))
    return tuple(found)


DAMAGED = (
    "The journal in /home/player/.local/share/vabanque-companion was damaged and was put aside as journal-2026-12-06.broken; "
    "the copy of 2026-12-05 was opened. Acts after it are not in it."
)


def opened(screen: Any, group: str, kept: bool = True) -> None:
    """Opens a group of settings."""
    screen.group, screen.kept = group, kept


def six(screen: Any) -> None:
    """Chooses the game of six players."""
    screen.chosen = 7


def turned(screen: Any, sheet: str) -> None:
    """Turns to a sheet."""
    screen.chosen = sheet


def searching(screen: Any) -> None:
    """Opens the keyboard."""
    screen.shown = Snapshot(serial=0, past=())
    screen.bar_tapped("search")


@lru_cache
def played(seed: int, long: bool = False) -> tuple[PastGame, ...]:
    """Every step of a whole game, as the session shows a past one. `long`: with the longest names."""
    moves = list(random_game(seed))
    if long:
        moves = [msgspec.structs.replace(move, name=LONG_NAMES[move.colour]) if isinstance(move, Join) else move for move in moves]
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder))
        game = journal.add_game(moves, digest="", date="2026-12-06", place=None, rules="vabanque")
        assert game is not None
        history.end(journal, game)
        found = tuple(history.replay(journal, game, step) for step in range(len(moves) + 1))
        journal.close()
    return found


def learning(piece: str | None, known: int, twice: int = 0) -> Learning:
    """Enrolment with the first `known` pieces bound, `twice` of them with two tags."""
    bound = {code: (i < known) + (i < twice) for i, code in enumerate(PIECES)}
    return Learning(piece, bound, known, len(PIECES))


def tag_pictures() -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Enrolment and check."""
    held = Notice(Answer.TAG_BOUND, 1, piece="tile 3")
    other = Notice(Answer.TAG_BOUND, 1, piece="white cheat")
    yield "tags-first", TagsScreen, Snapshot(serial=1, learning=learning("tile 1", 0)), None
    yield "tags", TagsScreen, Snapshot(serial=1, learning=learning("yellow cheat", 23)), None
    yield "tags-held", TagsScreen, Snapshot(serial=1, learning=learning("yellow cheat", 23), notice=held), None
    yield "tags-held-card", TagsScreen, Snapshot(serial=1, learning=learning("tile 12", 36, 14), notice=other), None
    yield "tags-bound", TagsScreen, Snapshot(serial=1, learning=learning("white colour", 36, 14)), None
    yield "tags-all", TagsScreen, Snapshot(serial=1, learning=learning(None, 36)), None
    yield "tags-phone", TagsScreen, Snapshot(serial=1, learning=learning("red bluff", 15), notice=Notice(Answer.PHONE, 1)), None
    yield "tags-simulated", TagsScreen, Snapshot(serial=1, learning=learning("red bluff", 15), notice=Notice(Answer.SIMULATED_TAG, 1)), None
    gone = (DeviceState("pad", Fault.FIRMWARE_TOO_OLD),)
    yield "tags-lost", TagsScreen, Snapshot(serial=1, learning=learning("tile 1", 0), links=gone), None
    yield "check-lost", CheckScreen, Snapshot(serial=1, checking=Checking(0, 36), links=gone), None
    yield "check-begin", CheckScreen, Snapshot(serial=1, checking=Checking(0, 36)), None
    yield "check-table", CheckScreen, Snapshot(serial=1, checking=Checking(7, 36, "tile 12", 9)), None
    yield "check-card", CheckScreen, Snapshot(serial=1, checking=Checking(36, 36, None, 40)), None
    yield "check-unknown", CheckScreen, Snapshot(serial=1, checking=Checking(7, 36, "tile 12", 9), notice=Notice(Answer.UNKNOWN_TAG, 1)), None


def pictures(*, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    yield "home-first", HomeScreen, Snapshot(serial=1), None
    yield "home-resume", HomeScreen, Snapshot(serial=1, games=going(long), tags=36, links=READY), None
    yield "home-unplugged", HomeScreen, Snapshot(serial=1, games=going(long)[:1], tags=24, links=(DeviceState("wand", Fault.NO_PERMISSION),)), None
    refused = Notice(Answer.LEARNING_LEFT, 1)
    yield "home-cards-left", HomeScreen, Snapshot(serial=1, games=going(long)[:1], tags=36, links=READY, notice=refused), None
    yield "home-damaged", HomeScreen, Snapshot(serial=1, tags=36, links=READY, warnings=("The journal was damaged.",)), None
    yield "games", GamesScreen, Snapshot(serial=1, games=going(long)), None
    yield "games-six", GamesScreen, Snapshot(serial=1, games=going(long)), six
    past = ended(long)
    yield "past-none", PastScreen, Snapshot(serial=1, past=()), None
    yield "past", PastScreen, Snapshot(serial=1, past=past[:4]), None
    yield "past-many", PastScreen, Snapshot(serial=1, past=past), None
    yield "past-found", PastScreen, Snapshot(serial=1, past=past[2:4], search=LONG_NAMES[Colour.RED] if long else "Benedetta"), None
    yield "past-missing", PastScreen, Snapshot(serial=1, past=(), search="2025"), None
    yield "past-searching", PastScreen, Snapshot(serial=1, past=past, names=tuple((LONG_NAMES if long else NAMES).values())), searching
    for phase in Phase:
        round = 4 if phase is Phase.FINISHED else 2
        steps = [r for r in played(3, long) if r.view.phase is phase and (not r.view.round or r.view.round == round or phase is Phase.START)]
        if steps:
            yield f"replay-{phase}", ReplayScreen, Snapshot(serial=1, past=past, replay=steps[-1]), None
    for mark in played(3, long)[-1].marks:
        if mark.payout:
            yield f"replay-table-{mark.round}", ReplayScreen, Snapshot(serial=1, past=past, replay=played(3, long)[mark.step]), None
    first = played(3, long)[0]
    doubtful = msgspec.structs.replace(first, game=msgspec.structs.replace(first.game, unsure=True, date="2026-12-31"))
    yield "replay-doubtful", ReplayScreen, Snapshot(serial=1, past=past, replay=doubtful), None
    yield "past-doubtful", PastScreen, Snapshot(serial=1, past=(doubtful.game, *past[:3])), None
    yield "day", DayScreen, Snapshot(serial=1, past=past, replay=doubtful), None
    yield "replay-first", ReplayScreen, Snapshot(serial=1, past=past, replay=played(3, long)[0]), None
    yield from tag_pictures()
    for group in (*GROUPS, *(key for key in SHELF if gameui.of(key).settings)):
        yield f"settings-{group}", SettingsScreen, Snapshot(serial=1), partial(opened, group=group)
    yield "settings-unkept", SettingsScreen, Snapshot(serial=1), partial(opened, group="screen", kept=False)
    yield "diagnosis", DiagnosisScreen, Snapshot(serial=1, links=READY), None
    yield "diagnosis-empty", DiagnosisScreen, Snapshot(serial=1), None
    lost = tuple(DeviceState(f"ring-{i}", fault, "/dev/ttyACM0") for i, fault in enumerate(Fault, 1))
    yield "diagnosis-faults", DiagnosisScreen, Snapshot(serial=1, links=lost, warnings=(DAMAGED,)), None
    for i in range(0, len(lost), 3):
        yield f"diagnosis-fault-{i}", DiagnosisScreen, Snapshot(serial=1, links=lost[i : i + 3]), None
    for sheet in (OWN, *(sheet.phase for sheet in SHEETS)):
        yield f"help-{sheet or 'home'}", HelpScreen, Snapshot(serial=1), partial(turned, sheet=sheet)
    yield "off", OffScreen, Snapshot(serial=1), None
    yield "shelf", ShelfScreen, Snapshot(serial=1), None
    yield "shelf-people", ShelfScreen, Snapshot(serial=1, last=past[0]), None
    yield "shelf-practice", TrialScreen, Snapshot(serial=1), None
    yield "shelf-sets", SetsScreen, Snapshot(serial=1), None
    unknown = shown(msgspec.structs.replace(played(3, long)[-1].view, phase="nowhere"))
    yield "error", ErrorScreen, unknown, None
    yield "error-failed", ErrorScreen, unknown, _failed
    yield "error-reported", ErrorScreen, unknown, _reported


def _failed(screen: Any) -> None:
    """Its page could not be drawn."""
    screen.failed = True


def _reported(screen: Any) -> None:
    """And a report was written."""
    screen.failed = screen.reported = True
