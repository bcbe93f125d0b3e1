"""Every screen of Cash & Run in every size and language: it can be drawn, nothing that can be hit is too small, and no text is cut short."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.games.cash_and_run.ui.screens.base import CashScreen
from companion.table.snapshot import Snapshot
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS
from companion.ui.screens.game import GameScreen
from companion.ui.widgets.drawn import walk
from tests.games.cash_and_run.ui.samples import states
from tests.ui.harness import SIZES, TURNED, Harness, harness

TOLD = ("bet", "auction", "lost", "believe", "slam")
"""Phases in which every line has to be there."""
GAMES = ("6-players-3", "4-players-2", "3-players-2", "cut-debt")


def samples() -> Iterator[tuple[str, Snapshot]]:
    seen = set()
    for game in GAMES:
        for name, shown in states(game):
            if name not in seen:
                seen.add(name)
                yield name, shown


def opened(window: Harness, shown: Snapshot) -> GameScreen:
    screen = SCREENS[f"cash_and_run/{shown.view.phase}"]()
    assert isinstance(screen, GameScreen)
    screen.enter()
    screen.show(shown)
    window.open(screen)
    return screen


@pytest.mark.parametrize("size", [*SIZES, TURNED], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_state_is_drawn_whole(size: tuple[int, int], language: str) -> None:
    window = harness()
    theme.look.calm = True
    texts.use(language)
    window.resize(*size)
    cut, small, left = [], [], []
    for name, shown in samples():
        if name == "players":
            # The house's own.
            continue
        screen = opened(window, shown)
        if shown.view.phase in TOLD and isinstance(screen, CashScreen):
            # What is at stake, what it wins and what happens if the owner can't pay is never left out.
            left += [(name, line.text) for line in screen.info.lines if line.text not in {each.text for each in screen.info.texts}]
        for widget in walk(screen):
            cut += [(name, each.text) for each in widget.texts if not each.fitted.whole]
            small += [(name, key, box) for key, box in widget.targets.items() if box.w < theme.TARGET[0] - 0.5 or box.h < theme.TARGET[1] - 0.5]
    assert cut == []
    assert left == []
    assert small == []


@pytest.mark.parametrize("name", ["Wwwwwwwwwwwwwwwwwwww", "Ägidius-Schröder-Öhm"])
@pytest.mark.parametrize("size", [(800, 480), TURNED], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_sentence_is_cut_short_where_every_name_is_long(size: tuple[int, int], language: str, name: str) -> None:
    """What the owner has, and what happens if that is too little, is read before the stake, whoever the owner is."""
    window = harness()
    theme.look.calm = True
    texts.use(language)
    window.resize(*size)
    cut = []
    for state, shown in samples():
        view = shown.view
        long = replace(shown, view=replace(view, players=tuple([replace(player, name=name) for player in view.players])))
        screen = opened(window, long)
        if isinstance(screen, CashScreen) and view.phase != "players":
            cut += [(state, each.text) for widget in (screen.info, screen.bar) for each in widget.texts if not each.fitted.whole]
    assert cut == []


def test_there_is_a_state_of_every_phase() -> None:
    phases = {str(shown.view.phase) for _, shown in samples()}
    assert phases == {name for name in texts_of_phases() if name != "sell"} | {"sell"}


def texts_of_phases() -> set[str]:
    from companion.games.cash_and_run.ui.help import SHEETS

    return {sheet.phase for sheet in SHEETS}
