"""Every screen of Casino in every phase: in four sizes and three languages nothing is cut, written over or too small to touch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.casino.rules.cards import DECK
from companion.games.casino.rules.house import Kind
from companion.games.casino.ui import UI
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table.snapshot import Snapshot
from companion.ui import gameui, texts
from companion.ui.kit import theme
from companion.ui.screens.base import Kit
from companion.ui.screens.tags import TagsScreen
from tests.games.casino.test_memory_at_table import Twins
from tests.games.casino.ui.samples import LONG, corrections, enrolment, moments, states, whole
from tests.ui.harness import SIZES, TURNED, harness  # before anything of kivy.core.window


@lru_cache(1)
def samples() -> tuple[tuple[str, Snapshot], ...]:
    found = [(name, shown) for name, shown in states()]
    found += [(f"hand-{name}", shown) for name, shown in states(2, tags=False)]
    found += [(f"long-{name}", shown) for name, shown in states(long=True)]
    found += [(f"two-{name}", shown) for name, shown in whole(2)]
    found += [(f"royal-{name}", shown) for name, shown in whole(4, kind=Kind.ROYAL)]
    found += [(f"correct-{name}", shown) for name, shown in corrections()]
    found += moments()
    found += [(f"long-{name}", shown) for name, shown in moments(LONG)]
    found += [(f"tags-{name}", shown) for name, shown in enrolment()]
    found += [(f"hand-{name}", shown) for name, shown in found if name.endswith("-last")]
    found += [(f"counted-{name}", shown) for name, shown in found if name in ("two-deal-1", "royal-deal-2")]
    # Upright the names of two who have won take two rows: what decided it is told below them.
    won = next(shown for name, shown in found if name.startswith("royal-finished"))
    found += [(f"won-{long}-{at}", _won(won, at, long=long)) for at in ("cards", "spades", "sweeps", "total", "10D") for long in (False, True)]
    found += [(f"count-row-{name}", shown) for name, shown in found if name in ("two-count-1", "royal-count-1")]
    return tuple(found)


def _won(shown: Snapshot, at: str, *, long: bool) -> Snapshot:
    """The same end, decided by this item of the count, and with the names as they are or long ones."""
    players = tuple([replace(player, name=LONG[Colour.YELLOW]) for player in shown.view.players]) if long else shown.view.players
    return replace(shown, view=replace(shown.view, players=players, outcome=replace(shown.view.outcome, decided_at=at)))


def opened(shown: Snapshot, name: str = "") -> Any:
    phase = "correct" if shown.change is not None else "tags" if shown.learning is not None else str(shown.view.phase)
    phase = "counted" if name.startswith("counted") else phase
    screen = TagsScreen() if phase == "tags" else gameui.found(UI.screens[phase])()
    screen.equip(Kit(settings=Settings()))
    screen.enter()
    screen.follow(shown)
    if name.startswith("count-row"):
        screen.face = "row"
    if name.startswith(("hand-two", "hand-royal")):
        screen.hand = True
    screen.show(shown)
    return screen


def faults() -> Iterator[str]:
    window = harness()
    for name, shown in samples():
        window.lay(opened(shown, name))
        yield from (f"{name}: cut {cut}" for cut in window.cuts())
        yield from (f"{name}: over {over}" for over in window.overlaps())
        yield from (f"{name}: small {small}" for small in window.small_targets())


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, TURNED], ids=lambda size: "x".join(map(str, size)))
def test_nothing_is_cut_or_too_small(size: tuple[int, int], language: str) -> None:
    window = harness()
    theme.look.calm = True
    texts.use(language)
    window.resize(*size)
    try:
        assert list(faults()) == []
    finally:
        window.resize(800, 480)


def test_every_phase_and_every_move_has_its_words() -> None:
    import msgspec

    from companion.games.casino.rules.moves import AnyMove
    from companion.games.casino.rules.refusal import Refusal
    from companion.games.casino.rules.state import Phase
    from companion.games.casino.table.answers import Answer
    from companion.games.casino.ui.answers import answer
    from companion.table.snapshot import Notice

    assert {sheet.phase for sheet in UI.sheets} == {phase.value for phase in Phase} <= set(UI.screens)
    tags = {each.__struct_config__.tag for each in AnyMove.__args__}
    assert set(UI.acts) == tags
    assert isinstance(msgspec.json.encode(sorted(map(str, tags))), bytes)
    for what in (*Refusal, *Answer):
        said = answer(Notice(what, 1, spot=8, piece="card:KC"), {})
        assert said is not None
        assert all(said)


@pytest.mark.parametrize("seed", range(3))
def test_twins_look_alike_and_the_grid_dims_the_table_alone(tmp_path: Path, seed: int) -> None:
    seen = []
    # A window that has never changed its size has drawn nothing yet.
    harness().resize(1280, 720)
    harness().resize(800, 480)
    for name, table in zip(("here", "there"), Twins(tmp_path, seed).tables, strict=True):
        screen = opened(table.shown)
        screen.hand = True
        screen.show(table.shown)
        harness().open(screen)
        view = table.view
        lying = {*view.loose, *(card for build in view.builds for card in build.cards)}
        assert screen.grid.off == lying, name
        assert set(screen.grid.targets) == set(DECK)
        by_hand = harness().texts()
        screen.hand = False
        screen.show(table.shown)
        harness().open(screen)
        seen.append((by_hand, harness().texts()))
    assert seen[0] == seen[1]
