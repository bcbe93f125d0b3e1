"""The screens of Casino in their states, for the gallery."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.casino.rules.house import Kind
from companion.table.snapshot import Snapshot
from companion.ui.screens import SCREENS
from tests.games.casino.ui.samples import corrections, states, whole
from tests.ui.everything import Sample


def pictures(players: int, *, long: bool = False) -> Iterator[Sample]:
    """Each state once, from the first chair to the end."""
    for name, shown in states(players, long=long):
        yield _sample(name, shown)
        if name == "rules":
            yield _sample("rules-more", shown, lambda screen: screen._turn())
        if name == "play":
            yield _sample("play-grid", shown, _open_grid)
    yield from [_sample(f"hand-{name}", shown) for name, shown in states(players, tags=False, long=long) if name in ("table", "table-two", "play")]
    yield from [
        _sample(f"royal-{name}", shown) for name, shown in states(players, long=long, kind=Kind.ROYAL) if name.startswith(("rules", "choose"))
    ]
    for name, shown in whole(players):
        yield _sample(f"whole-{name}", shown)
        if name == "last":
            yield _sample("whole-last-grid", shown, _open_grid)
        if name == "deal-1":
            yield Sample("whole-counted", SCREENS["casino/counted"], shown, None)
    yield from [_sample(f"royal-whole-{name}", shown) for name, shown in whole(players, kind=Kind.ROYAL)]
    if players == 3:
        yield from [_sample(f"correct-{name}", shown) for name, shown in corrections()]


def _open_grid(screen: Any) -> None:
    screen.hand = True


def _sample(name: str, shown: Snapshot, prepare: Callable[[Any], None] | None = None) -> Sample:
    screen = "correct" if shown.change is not None else str(shown.view.phase)
    return Sample(name, SCREENS[f"casino/{screen}"], shown, prepare)
