"""What must be read from the table is large enough: 16 minutes of arc at one metre on a panel of 7 inches, at the normal text size."""

from __future__ import annotations

import pytest

from companion.games.vabanque.rules.view import Phase
from companion.ui import texts
from companion.ui.screens import SCREENS
from tests.ui import samples
from tests.ui.harness import Harness, harness

FAR_MM = 4.7
PITCH_MM = {(800, 480): 86 / 480, (480, 800): 154 / 800, (1280, 720): 88 / 720, (720, 1280): 155 / 1280}
"""The height of a pixel on panels of 7 inches, as they stand: the active area is 154 x 86 mm, or 155 x 88 mm with the finer pixels."""
CAPITALS = {"Federo": 1487 / 2048, "Jost": 0.7, "JostSemiBold": 0.7, "JostBold": 0.7, "DejaVuSans": 0.729}
"""The height of capitals and figures in parts of the type size (sCapHeight of the fonts)."""


@pytest.fixture
def window() -> Harness:
    return harness()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", PITCH_MM)
@pytest.mark.parametrize("players", [3, 6])
def test_tables_and_who_is_to_act_are_read_from_one_metre(window: Harness, size: tuple[int, int], language: str, players: int) -> None:
    window.resize(*size)
    window.stage.size = size
    texts.use(language)
    for phase in (Phase.TOKENS, Phase.CARDS, Phase.PAWNS):
        view = samples.view(phase, players)
        screen = SCREENS[str(phase)](lambda act: None)
        screen.show(samples.shown(view))
        window.lay(screen)
        scale = window.stage.frame.scale
        far = [written for widget in window.widgets() for written in widget.texts if written.far]
        small = [(w.text, mm) for w in far if (mm := w.fitted.size * scale * CAPITALS[w.fitted.font] * PITCH_MM[size]) < FAR_MM]
        assert not small, (phase, small)
        read = [written.text for written in far]
        name = next(player.name for player in view.players if player.colour is view.to_act)
        assert name in read
        for table in view.tables:
            assert {str(table.number), str(table.value)} <= set(read)
        assert len(read) >= 2 * len(view.tables) + 1
        assert not window.cuts()
        assert not window.overlaps()
