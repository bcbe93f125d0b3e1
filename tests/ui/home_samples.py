"""Public snapshots for the screens beside the game, in every state that they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.games.colours import Colour
from companion.games.vabanque.view import Phase
from companion.table.inputs import Fault
from companion.table.shown import GameEntry, Link, Shown
from companion.ui.screens.base import Screen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.home import HomeScreen
from companion.ui.screens.off import OffScreen
from tests.ui.samples import CHAIRS, FORTUNES, LONG_NAMES, NAMES

READY = (Link("pad", None, "MFRC522 version 2.0"), Link("wand", None, "firmware 1.0"), Link("panel", None))


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
        to_act,
        fortunes,
        winners,
    )


def going(long: bool = False) -> tuple[GameEntry, ...]:
    """Games in progress."""
    return (
        entry(9, Phase.CARDS, to_act=Colour.YELLOW, long=long),
        entry(7, Phase.PAYOUT, round=4, players=6, long=long),
        msgspec.structs.replace(entry(5, Phase.PLAYERS, round=0, players=2, long=long), kind="practice"),
    )


Prepare = Callable[[Any], None]


def pictures(*, long: bool = False) -> Iterator[tuple[str, type[Screen], Shown, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    yield "home-first", HomeScreen, Shown(serial=1), None
    yield "home-resume", HomeScreen, Shown(serial=1, games=going(long), tags=36, links=READY), None
    yield "home-unplugged", HomeScreen, Shown(serial=1, games=going(long)[:1], tags=24, links=(Link("wand", Fault.NO_PERMISSION),)), None
    yield "home-damaged", HomeScreen, Shown(serial=1, tags=36, links=READY, warnings=("The journal was damaged.",)), None
    yield "games", GamesScreen, Shown(serial=1, games=going(long)), None
    yield "off", OffScreen, Shown(serial=1), None
